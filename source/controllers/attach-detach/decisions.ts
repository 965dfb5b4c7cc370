import type {Node, PersistentVolumeSpec, Pod} from '../../objects/kubernetes.generated.js';

/** How long a silent node may keep a volume that none of its Pods needs. */
export const maxWaitForUnmountMs = 360_000;

/** How long an attempt to attach waits for the driver. */
export const attachTimeoutMs = 120_000;

const firstBackoffMs = 500;
const lastBackoffMs = 122_000;

/** The pause after so many failures in a row. @mirrors k8s.io/kubernetes/pkg/util/goroutinemap/exponentialbackoff */
export const operationBackoffMs = (failures: number): number =>
	Math.min(lastBackoffMs, firstBackoffMs * 2 ** Math.min(30, failures - 1));

/** Whether a volume may be attached to several nodes at once. @mirrors k8s.io/kubernetes/pkg/volume/util IsMultiAttachAllowed */
export const allowsMultiAttach = (modes: PersistentVolumeSpec['accessModes']): boolean =>
	!modes || modes.length === 0 || modes.includes('ReadWriteMany') || modes.includes('ReadOnlyMany');

/** The action on a volume that no Pod of its node needs. */
export type Detachment =
	| {readonly case: 'detach'; readonly force: 'timeout' | 'out-of-service' | undefined}
	/** The volume is still mounted; `leftMs`: the time until a forced detach. */
	| {readonly case: 'wait'; readonly leftMs: number | undefined};

/**
A volume is detached once its node has unmounted it. A node that is not ready has six minutes, a node out of service none.

@param node `undefined` if it no longer exists.
@param waitedMs the time for which no Pod has needed the volume.
@mirrors attachdetach/reconciler reconcile
*/
export const detachment = (node: Node | undefined, unique: string, waitedMs: number): Detachment => {
	const isMounted = node?.status.volumesInUse?.includes(unique) ?? false;
	if (!isMounted) {
		return {case: 'detach', force: undefined};
	}

	const isOut = node?.spec?.taints?.some(
		({key, effect}) => key === 'node.kubernetes.io/out-of-service' && effect === 'NoExecute',
	);
	if (isOut) {
		return {case: 'detach', force: 'out-of-service'};
	}

	const isHealthy = node?.status.conditions?.some(({type, status}) => type === 'Ready' && status === 'True');
	if (isHealthy) {
		return {case: 'wait', leftMs: undefined};
	}

	return waitedMs > maxWaitForUnmountMs
		? {case: 'detach', force: 'timeout'}
		: {case: 'wait', leftMs: maxWaitForUnmountMs - waitedMs + 1};
};

/**
Why a Pod's volume cannot be attached to a second node, without names from other namespaces.

@param users Pods that use it elsewhere.
@mirrors attachdetach/reconciler reportMultiAttachError
*/
export const multiAttachError = (volume: string, pod: Pod, users: readonly Pod[]): string => {
	if (users.length === 0) {
		return `Multi-Attach error for volume "${volume}" Volume is already exclusively attached to one node and can't be attached to another`;
	}

	const local = users.filter(({metadata}) => metadata.namespace === pod.metadata.namespace);
	const others = users.length - local.length;
	const names = local.map(({metadata}) => metadata.name).join(', ');
	const elsewhere = `${others} pod(s) in different namespaces`;
	const here = `pod(s) ${names}${others > 0 ? ` and ${elsewhere}` : ''}`;
	return `Multi-Attach error for volume "${volume}" Volume is already used by ${local.length === 0 ? elsewhere : here}`;
};
