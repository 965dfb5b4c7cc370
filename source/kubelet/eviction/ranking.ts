import type {Pod} from '../../objects/kubernetes.generated.js';
import {podRequests} from '../../objects/pod-resources.js';
import type {StarvedResource} from '../node/thresholds.js';

/** The resource usage of a Pod of the node. */
export interface PodUse {
	readonly pod: Pod;
	/** Bytes of its containers together. */
	readonly memory: number;
	readonly disk: number;
	readonly pids: number;
	/** Each container, in the order of the runtime. */
	readonly containers: ReadonlyArray<{readonly name: string; readonly memory: number; readonly disk: number}>;
}

const priorityOf = ({pod}: PodUse): number => pod.spec.priority ?? 0;

/** The usage of a resource by a Pod beyond its request. */
export const excessOf = (use: PodUse, resource: 'memory' | 'ephemeral-storage'): number =>
	(resource === 'memory' ? use.memory : use.disk) - (podRequests(use.pod)[resource] ?? 0);

/**
The Pods in the order of eviction: those that use more than they request first, then the least important, then those that use the most
beyond their requests. Processes have no requests: for them, priority decides first.

@mirrors k8s.io/kubernetes/pkg/kubelet/eviction rankMemoryPressure, rankDiskPressureFunc, rankPIDPressure
*/
export const rankForEviction = (uses: readonly PodUse[], resource: StarvedResource): readonly PodUse[] =>
	uses.toSorted((a, b) => {
		if (resource === 'pids') {
			return priorityOf(a) - priorityOf(b) || b.pids - a.pids;
		}

		const [mine, other] = [excessOf(a, resource), excessOf(b, resource)];
		return Number(other > 0) - Number(mine > 0) || priorityOf(a) - priorityOf(b) || other - mine;
	});
