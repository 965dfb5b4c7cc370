import type {Kernel} from '../kernel/kernel.js';
import type {ResourceV1ResourceClaim} from '../objects/kubernetes.generated.js';
import {deviceId} from '../objects/resource-claims.js';
import type {Report, Rules} from './report.js';

const prefix = '/registry/resourceclaims/';
type Claim = Pick<ResourceV1ResourceClaim, 'status'>;

const devicesOf = (claim: Claim | undefined): readonly string[] =>
	(claim?.status?.allocation?.devices?.results ?? [])
		.filter(({adminAccess}) => !adminAccess)
		.map((result) => deviceId(result));

/** The rule that, at rest, a claim is reserved for existing Pods. */
const usersAtRest = ({ledger, processes}: Kernel, report: Report): void => {
	const {state} = processes.get('controller-manager/resourceclaim') ?? {};
	if (state === undefined || state === 'crashed' || state === 'ended') {
		return;
	}

	for (const key of ledger.keys(prefix)) {
		const namespace = key.slice(prefix.length).split('/')[0];
		for (const {name, uid} of ledger.read<Claim>(key)?.status?.reservedFor ?? []) {
			const pod = ledger.read<{readonly metadata: {readonly uid: string}}>(`/registry/pods/${namespace}/${name}`);
			if (pod?.metadata.uid !== uid) {
				report(key, 'at rest, a claim is reserved for Pods that exist', `it is for ${name}`);
			}
		}
	}
};

/** The rules that no device has two claims, and no claim a deleted user. */
export const deviceRules = (kernel: Kernel): Rules => {
	/** `driver/pool/device` → key of the claim that has it. */
	const owners = new Map<string, string>();
	const owned = new Map<string, readonly string[]>();
	return {
		onChange({key, after}, _stop, report) {
			if (!key.startsWith(prefix)) {
				return;
			}

			for (const device of owned.get(key) ?? []) {
				owners.delete(device);
			}

			const devices = devicesOf(after as Claim | undefined);
			owned.set(key, devices);
			for (const device of devices) {
				const other = owners.get(device);
				if (other !== undefined) {
					report(key, 'a device belongs to one claim', `${device} belongs to ${other}, too`);
				}

				owners.set(device, key);
			}
		},
		atRest: (report) => usersAtRest(kernel, report),
	};
};
