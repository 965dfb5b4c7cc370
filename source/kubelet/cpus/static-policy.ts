import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import {isSidecar, qosClass} from '../../objects/pod.js';
import {cpuMillis} from '../../objects/quantity.js';
import {difference, union, type CPUSet} from '../../objects/cpu-set.js';

/** The owners of CPUs. Each change makes a new value. */
export interface CPUState {
	/** The shared pool: the CPUs of all containers without exclusive ones. It always includes the reserved CPUs. */
	readonly shared: CPUSet;
	/** uid of a Pod → name of a container → the CPUs that only it uses. */
	readonly exclusive: Readonly<Record<string, Readonly<Record<string, CPUSet>>>>;
}

/** The containers of a Pod in the order of CPU assignment. */
const containersOf = ({spec}: Pod): readonly Container[] => [...(spec.initContainers ?? []), ...spec.containers];

/**
The number of a container's exclusive CPUs: in a Guaranteed Pod, its request if that is a whole number.

@mirrors k8s.io/kubernetes/pkg/kubelet/cm/cpumanager staticPolicy.guaranteedCPUs
*/
export const exclusiveCount = (pod: Pod, container: Container): number => {
	// Resources of the Pod as a whole are shared by its containers.
	if (pod.spec.resources !== undefined || qosClass(pod) !== 'Guaranteed') {
		return 0;
	}

	const millis = cpuMillis(container.resources?.requests?.['cpu']);
	return millis % 1000 === 0 ? millis / 1000 : 0;
};

/** The CPUs of a container: its own, or the shared pool. */
export const cpusOf = ({shared, exclusive}: CPUState, uid: string, container: string): CPUSet =>
	exclusive[uid]?.[container] ?? shared;

/** The answer to a Pod's request for CPUs. */
export interface CPUGrant {
	readonly state: CPUState;
	/** The exclusive CPUs of each container. */
	readonly given: ReadonlyArray<{readonly container: string; readonly cpus: CPUSet}>;
	/** The reason why one of them gets none; earlier ones keep theirs until stale assignments are removed. */
	readonly problem?: string;
}

/**
Assigns CPUs to the containers of a Pod, the lowest free ones first. Main containers reuse the CPUs of init containers.

Simplified: a node has one socket, with one thread per core.

@param reserved CPUs that are never exclusive.
@mirrors k8s.io/kubernetes/pkg/kubelet/cm/cpumanager staticPolicy.Allocate
*/
export const grantCPUs = (before: CPUState, pod: Pod, reserved: CPUSet): CPUGrant => {
	const {uid} = pod.metadata;
	const given: Array<{readonly container: string; readonly cpus: CPUSet}> = [];
	let state = before;
	let reusable: CPUSet = [];
	for (const container of containersOf(pod)) {
		const count = exclusiveCount(pod, container);
		if (count === 0) {
			continue;
		}

		let cpus = state.exclusive[uid]?.[container.name];
		if (!cpus) {
			const available = union(difference(state.shared, reserved), reusable);
			if (available.length < count) {
				const problem = `not enough cpus available to satisfy request: requested=${count}, available=${available.length}`;
				return {state, given, problem};
			}

			cpus = available.slice(0, count);
			given.push({container: container.name, cpus});
			state = {
				shared: difference(state.shared, cpus),
				exclusive: {...state.exclusive, [uid]: {...state.exclusive[uid], [container.name]: cpus}},
			};
		}

		const isInit = pod.spec.initContainers?.includes(container) ?? false;
		reusable = isInit && !isSidecar(container) ? union(reusable, cpus) : difference(reusable, cpus);
	}

	return {state, given};
};

/** The CPUs that a Pod releases. */
export interface CPURelease {
	readonly uid: string;
	readonly cpus: CPUSet;
}

/**
Frees the CPUs of the Pods that no longer run.

@param isActive whether the Pod with a uid may still run.
@mirrors k8s.io/kubernetes/pkg/kubelet/cm/cpumanager manager.removeStaleState
*/
export const releaseCPUs = (
	state: CPUState,
	isActive: (uid: string) => boolean,
): {readonly state: CPUState; readonly released: readonly CPURelease[]} => {
	const released = Object.entries(state.exclusive)
		.filter(([uid]) => !isActive(uid))
		.map(([uid, containers]) => ({uid, cpus: Object.values(containers).reduce<CPUSet>(union, [])}));
	return released.length === 0
		? {state, released}
		: {
				state: {
					shared: released.reduce<CPUSet>((shared, {cpus}) => union(shared, cpus), state.shared),
					exclusive: Object.fromEntries(Object.entries(state.exclusive).filter(([uid]) => isActive(uid))),
				},
				released,
			};
};
