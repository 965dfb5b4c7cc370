import type {Node} from '../../objects/kubernetes.generated.js';
import {isExtended} from '../../registry/validation/resources.js';

/**
The amounts of extended resources in `status.allocatable` that the kubelet changes, so that Pods can use exactly those of the Node's capacity.

@returns by name; `null` for a removed resource
@see https://kubernetes.io/docs/tasks/administer-cluster/extended-resource-node/
@mirrors k8s.io/kubernetes/pkg/kubelet/nodestatus MachineInfo
*/
export const changedExtendedResources = ({
	capacity = {},
	allocatable = {},
}: Pick<Node['status'], 'allocatable' | 'capacity'>): Readonly<Record<string, string | null>> =>
	Object.fromEntries(
		[...new Set([...Object.keys(capacity), ...Object.keys(allocatable)])]
			.filter((name) => isExtended(name) && capacity[name] !== allocatable[name])
			.map((name) => [name, capacity[name] ?? null]),
	);
