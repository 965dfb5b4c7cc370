import {equal} from '../../kernel/equality.js';
import type {Container, Pod, ResourceRequirements} from '../../objects/kubernetes.generated.js';
import {podRequests, resourceAmounts} from '../../objects/pod-resources.js';
import {isSidecar, qosClass} from '../../objects/pod.js';
import {cpuMillis} from '../../objects/quantity.js';
import type {KnownNode} from '../node/own-node.js';
import {containerResources, type ContainerCPUs} from '../node/cgroup.js';
import type {CRIContainer} from '../../cri/container.js';
import type {LinuxResources} from '../../cri/messages.js';

type Resources = Pick<ResourceRequirements, 'limits' | 'requests'>;

/** What is allocated to a Pod's containers on the node, as events report it. */
export interface Allocation {
	readonly initContainers?: ReadonlyArray<{readonly name: string; readonly resources: Resources}>;
	readonly containers: ReadonlyArray<{readonly name: string; readonly resources: Resources}>;
}

/** What keeps a Pod from what it wishes for: `Deferred` may pass, `Infeasible` does not. */
export interface PendingResize {
	readonly reason: 'Deferred' | 'Infeasible';
	readonly message: string;
}

/** What is allocated to a Pod, and how much of that is in effect. */
export interface Promised {
	/** What its containers may use; what its object wishes for may have to wait. */
	allocated: Allocation;
	/** Its control group as last written. */
	cgroup: LinuxResources;
	/** Why what it wishes for has to wait, or cannot be. */
	pending: PendingResize | undefined;
	/** A new allocation is not in effect everywhere yet. */
	isResizing: boolean;
	/** Its CPU according to the control group after a resize. */
	cpuRequest: string | undefined;
}

const sorted = (list: Readonly<Record<string, string>>): Record<string, string> =>
	Object.fromEntries(Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)));

/** What a Pod wishes for. */
export const allocationOf = ({spec}: Pod): Allocation => {
	const each = (containers: readonly Container[]) =>
		containers.map(({name, resources}) => ({
			name,
			resources: {
				...(resources?.limits ? {limits: sorted(resources.limits)} : {}),
				...(resources?.requests ? {requests: sorted(resources.requests)} : {}),
			},
		}));
	return {
		...(spec.initContainers?.length ? {initContainers: each(spec.initContainers)} : {}),
		containers: each(spec.containers),
	};
};

/** A Pod with what it has been promised instead of what it wishes for. */
export const promisedPod = (pod: Pod, allocated: Allocation): Pod => {
	const promised = (containers: readonly Container[], promises: Allocation['containers'] = []): Container[] =>
		containers.map((container) => ({
			...container,
			resources: promises.find(({name}) => name === container.name)?.resources ?? container.resources,
		}));
	const {initContainers, containers} = pod.spec;
	return {
		...pod,
		spec: {
			...pod.spec,
			containers: promised(containers, allocated.containers),
			...(initContainers ? {initContainers: promised(initContainers, allocated.initContainers)} : {}),
		},
	};
};

/** Why the node cannot currently give a Pod what it wishes for, given the other Pods. @mirrors allocation.Manager canResizePod */
export const resizeProblem = (pod: Pod, node: KnownNode, others: readonly Pod[]): string | undefined => {
	const allocatable = resourceAmounts(node.status.allocatable);
	const requests = podRequests(pod);
	for (const name of ['cpu', 'memory'] as const) {
		const requested = requests[name] ?? 0;
		const capacity = allocatable[name] ?? Number.POSITIVE_INFINITY;
		const used = others.reduce((sum, other) => sum + (podRequests(other)[name] ?? 0), 0);
		if (requested > 0 && requested + used > capacity) {
			return `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, capacity: ${capacity}`;
		}
	}

	return undefined;
};

/** Why a Pod may never have other CPUs: those of a Guaranteed Pod stay what they were when the CPU manager gave them. @mirrors allocation podResizesAdmitHandler */
export const infeasibleBecause = (pod: Pod, allocated: Allocation, isStatic: boolean): string | undefined => {
	const cpus = ({containers, initContainers = []}: Allocation) =>
		[...initContainers, ...containers].map(({resources}) => cpuMillis(resources.requests?.['cpu']));
	return isStatic && qosClass(pod) === 'Guaranteed' && !equal(cpus(allocationOf(pod)), cpus(allocated))
		? 'Resize is infeasible for Guaranteed Pods alongside CPU Manager policy "static"'
		: undefined;
};

/** What a resize means for a container that runs. */
export type Resize = 'restart' | 'update' | undefined;

const changes = (before: LinuxResources, after: LinuxResources): ReadonlyArray<'cpu' | 'memory'> => [
	...(before.memoryLimitInBytes === after.memoryLimitInBytes ? [] : (['memory'] as const)),
	...(before.cpuShares === after.cpuShares && before.cpuQuota === after.cpuQuota ? [] : (['cpu'] as const)),
];

/**
Whether a container has to change, and whether its policies allow that while it runs.

@param memoryCapacity of the node, in bytes.
@param cpus where the container runs.
@mirrors kuberuntime computePodResizeAction
*/
export const resizeOf = (
	pod: Pod,
	container: Container,
	running: Pick<CRIContainer, 'resources'>,
	memoryCapacity: number,
	cpus?: ContainerCPUs,
): Resize => {
	const isInit = pod.spec.initContainers?.includes(container) ?? false;
	if (isInit && !isSidecar(container)) {
		return undefined;
	}

	const changed = changes(running.resources, containerResources(pod, container, memoryCapacity, cpus));
	const restarts = changed.some((resource) =>
		container.resizePolicy?.some(
			({resourceName, restartPolicy}) => resourceName === resource && restartPolicy === 'RestartContainer',
		),
	);
	return changed.length === 0 ? undefined : restarts ? 'restart' : 'update';
};

/** One change of a control group. */
export type CgroupStep = Pick<LinuxResources, 'cpuQuota' | 'cpuShares' | 'memoryLimitInBytes'>;

/** The steps from one control group to another: limits that grow are set before the containers', limits that shrink after them. */
export const cgroupSteps = (
	before: LinuxResources,
	after: LinuxResources,
): {readonly grow: readonly CgroupStep[]; readonly shrink: readonly CgroupStep[]} => {
	const size = (value: string | undefined) => (value === undefined ? Number.POSITIVE_INFINITY : Number(value));
	const grow: CgroupStep[] = [];
	const shrink: CgroupStep[] = [];
	for (const key of ['memoryLimitInBytes', 'cpuQuota', 'cpuShares'] as const) {
		const difference = size(after[key]) - size(before[key]);
		if (difference > 0) {
			grow.push({[key]: after[key]});
		} else if (difference < 0) {
			shrink.unshift({[key]: after[key]});
		}
	}

	return {grow, shrink};
};
