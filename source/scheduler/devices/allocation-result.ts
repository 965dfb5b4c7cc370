import type {
	AllocationResult,
	DeviceAllocationConfiguration,
	DeviceClass,
	NodeSelector,
	NodeSelectorRequirement,
	ResourceV1ResourceClaim,
} from '../../objects/kubernetes.generated.js';
import {equal} from '../../kernel/equality.js';
import type {PooledDevice} from './device-pools.js';
import type {WantedDevices} from './requests.js';

/** A device that is chosen for a request of a claim. */
export interface PickedDevice extends PooledDevice {
	readonly request: WantedDevices;
	readonly driver: string;
}

/** The allocation that a claim's status records. @mirrors structured Allocator.Allocate */
export const allocationResult = (
	claim: ResourceV1ResourceClaim,
	picked: readonly PickedDevice[],
	deviceClass: (name: string) => DeviceClass | undefined,
): AllocationResult => {
	const config = configuration(claim, picked, deviceClass);
	const nodeSelector = selectorOf(picked);
	return {
		devices: {
			results: picked.map(({request, driver, slice, device}) => ({
				request: request.name,
				driver,
				pool: slice.spec.pool.name,
				device: device.name,
				...(request.adminAccess ? {adminAccess: true} : {}),
				...(request.tolerations?.length ? {tolerations: request.tolerations} : {}),
			})),
			...(config.length > 0 ? {config} : {}),
		},
		...(nodeSelector ? {nodeSelector} : {}),
	};
};

/** The configuration of the devices for their drivers: first from their classes, then from the claim. */
const configuration = (
	{spec}: ResourceV1ResourceClaim,
	picked: readonly PickedDevice[],
	deviceClass: (name: string) => DeviceClass | undefined,
): readonly DeviceAllocationConfiguration[] => {
	const {config = []} = spec.devices ?? {};
	const requests = spec.devices?.requests ?? [];
	const chosen = [...new Map(picked.map(({request}) => [request.name, request])).values()];
	const classes = [...new Set(chosen.map(({className}) => className))];
	const all: DeviceAllocationConfiguration[] = classes.flatMap((name) =>
		(deviceClass(name)?.spec.config ?? []).map(({opaque}) => ({
			source: 'FromClass' as const,
			requests: chosen.filter(({className}) => className === name).map((request) => request.name),
			...(opaque ? {opaque} : {}),
		})),
	);
	for (const {requests: names, opaque} of config) {
		const own = names?.length ? names : undefined;
		if (!own || chosen.some(({name, base}) => own.includes(name) || own.includes(base))) {
			all.push({source: 'FromClaim', ...(own ? {requests: own} : {}), ...(opaque ? {opaque} : {})});
		}
	}

	return all.map(({requests: names, ...rest}) =>
		names && names.length < requests.length ? {...rest, requests: names} : rest,
	);
};

/** The nodes that can reach the devices; `undefined` for all. @mirrors structured createNodeSelector */
const selectorOf = (picked: readonly PickedDevice[]): NodeSelector | undefined => {
	const matchFields: NodeSelectorRequirement[] = [];
	const matchExpressions: NodeSelectorRequirement[] = [];
	for (const {slice, device} of picked) {
		const {nodeName, nodeSelector} = slice.spec.perDeviceNodeSelection ? device : slice.spec;
		if (nodeName) {
			const field = {key: 'metadata.name', operator: 'In' as const, values: [nodeName]};
			return {nodeSelectorTerms: [{matchFields: [field]}]};
		}

		const [term] = nodeSelector?.nodeSelectorTerms ?? [];
		addNew(matchFields, term?.matchFields);
		addNew(matchExpressions, term?.matchExpressions);
	}

	return matchFields.length + matchExpressions.length === 0
		? undefined
		: {
				nodeSelectorTerms: [
					{
						...(matchFields.length > 0 ? {matchFields} : {}),
						...(matchExpressions.length > 0 ? {matchExpressions} : {}),
					},
				],
			};
};

const addNew = (all: NodeSelectorRequirement[], more: readonly NodeSelectorRequirement[] = []): void => {
	for (const requirement of more) {
		if (!all.some((own) => equal(own, requirement))) {
			all.push(requirement);
		}
	}
};
