import {defaultsOf} from '../defaults/type-defaults.js';
import {partMetadata} from '../kept-fields.js';
import {describeKind} from '../kind.js';
import type {ResourceV1ResourceClaim} from '../../objects/kubernetes.generated.js';
import {checkImmutable, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkDeviceClaim} from './device-claim-rules.js';
import {ageColumn, nameColumn} from '../table/columns.js';

const claimState = ({metadata, status}: ResourceV1ResourceClaim): string => {
	const deleted = metadata.deletionTimestamp === undefined ? [] : ['deleted'];
	if (!status?.allocation) {
		return deleted[0] ?? 'pending';
	}

	const reserved = (status.reservedFor?.length ?? 0) > 0 ? ['reserved'] : [];
	return [...deleted, 'allocated', ...reserved].join(',');
};

const deviceRequest = (draft: {allocationMode?: string; count?: number}): void => {
	draft.allocationMode ||= 'ExactCount';
	if (draft.allocationMode === 'ExactCount') {
		draft.count ||= 1;
	}
};

/** The number of devices that a request for all of them counts as. @mirrors k8s.io/api/resource/v1 AllocationResultsMaxSize */
const mostDevices = 32;

const classSuffix = '.deviceclass.resource.k8s.io/devices';

interface Asked {
	readonly deviceClassName: string;
	readonly allocationMode?: string;
	readonly count?: number;
}

/** The most devices of each class for a claim: the maximum of alternatives. @mirrors pkg/quota/v1/evaluator/core claimEvaluator.Usage */
const devicesByClass = ({spec}: Pick<ResourceV1ResourceClaim, 'spec'>): Readonly<Record<string, string>> => {
	const counts = new Map<string, number>();
	const countOf = ({allocationMode, count = 1}: Asked) => (allocationMode === 'All' ? mostDevices : count);
	for (const {exactly, firstAvailable = []} of spec.devices?.requests ?? []) {
		const most = new Map<string, number>();
		for (const asked of exactly ? [exactly] : firstAvailable) {
			const name = `${asked.deviceClassName}${classSuffix}`;
			most.set(name, Math.max(most.get(name) ?? 0, countOf(asked)));
		}

		for (const [name, count] of most) {
			counts.set(name, (counts.get(name) ?? 0) + count);
		}
	}

	return Object.fromEntries([...counts].map(([name, count]) => [name, String(count)]));
};

/** @mirrors k8s.io/kubernetes/pkg/apis/resource/validation ValidateResourceClaim, ValidateResourceClaimUpdate */
const checkClaim = (errors: Errors, {metadata, spec}: ResourceV1ResourceClaim, old?: ResourceV1ResourceClaim): void => {
	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
		checkImmutable(errors, 'spec', spec, old.spec);
		return;
	}

	checkMetadata(errors, metadata, true, nameRules.subdomain);
	checkDeviceClaim(errors, 'spec.devices', spec?.devices);
};

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/ */
export const resourceClaim = describeKind('resource.k8s.io/v1 ResourceClaim', {
	validate: {create: checkClaim, update: checkClaim},
	quota: {concerns: (name) => name.endsWith(classSuffix), usage: devicesByClass},
	statusEndpoint: {keeps: partMetadata, resets: ['spec', 'metadata']},
	table: {
		columns: [nameColumn, {name: 'State', cell: claimState}, ageColumn],
	},
	defaults: [
		defaultsOf('resource.v1.ExactDeviceRequest', deviceRequest),
		defaultsOf('resource.v1.DeviceSubRequest', deviceRequest),
		defaultsOf('resource.v1.DeviceToleration', (draft) => {
			draft.operator ||= 'Equal';
		}),
	],
});
