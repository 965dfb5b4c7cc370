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

/** The resources that are allocated to a Pod and its containers on the node. */
export interface Allocation {
	/** The Pod-level resources, if the Pod has them. */
	readonly resources?: Resources;
	readonly initContainers?: ReadonlyArray<{readonly name: string; readonly resources: Resources}>;
	readonly containers: ReadonlyArray<{readonly name: string; readonly resources: Resources}>;
}

/** The reason why a Pod does not receive its requested resources: `Deferred` may pass, `Infeasible` does not. */
export interface PendingResize {
	readonly reason: 'Deferred' | 'Infeasible';
	readonly message: string;
}

/** The allocation of a Pod, and the part of it that is in effect. */
export interface Promised {
	/** The resources that its containers may use; those that its object requests may still be pending. */
	allocated: Allocation;
	/** The last written control group. */
	cgroup: LinuxResources;
	/** The reason why its desired resources must wait or are impossible. */
	pending: PendingResize | undefined;
	/** A new allocation is not in effect everywhere yet. */
	isResizing: boolean;
	/** Its CPU according to the control group after a resize. */
	cpuRequest: string | undefined;
}

const sorted = (list: Readonly<Record<string, string>>): Record<string, string> =>
	Object.fromEntries(Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The resources that a Pod requests. */
export const allocationOf = ({spec}: Pod): Allocation => {
	const own = (resources: Resources): Resources => ({
		...(resources.limits ? {limits: sorted(resources.limits)} : {}),
		...(resources.requests ? {requests: sorted(resources.requests)} : {}),
	});
	const each = (containers: readonly Container[]) =>
		containers.map(({name, resources = {}}) => ({name, resources: own(resources)}));
	return {
		...(spec.resources ? {resources: own(spec.resources)} : {}),
		...(spec.initContainers?.length ? {initContainers: each(spec.initContainers)} : {}),
		containers: each(spec.containers),
	};
};

/** A Pod with its allocated resources in place of the desired ones. */
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
			...(allocated.resources ? {resources: allocated.resources} : {}),
			containers: promised(containers, allocated.containers),
			...(initContainers ? {initContainers: promised(initContainers, allocated.initContainers)} : {}),
		},
	};
};

/** Why the node currently lacks a Pod's desired resources, because of the other Pods. @mirrors allocation.Manager canResizePod */
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

/** Why a Pod can never get other CPUs: a Guaranteed Pod keeps those from the CPU manager. @mirrors allocation podResizesAdmitHandler */
export const infeasibleBecause = (pod: Pod, allocated: Allocation, isStatic: boolean): string | undefined => {
	const cpus = ({containers, initContainers = []}: Allocation) =>
		[...initContainers, ...containers].map(({resources}) => cpuMillis(resources.requests?.['cpu']));
	return isStatic && qosClass(pod) === 'Guaranteed' && !equal(cpus(allocationOf(pod)), cpus(allocated))
		? 'Resize is infeasible for Guaranteed Pods alongside CPU Manager policy "static"'
		: undefined;
};

/** The effect of a resize on a running container. */
export type Resize = 'restart' | 'update' | undefined;

/** Resources that change while a container runs, in the order in which the kubelet changes them. */
export const resizable = ['memory', 'cpu'] as const;
export type Resizable = (typeof resizable)[number];

const settings = {
	memory: ['memoryLimitInBytes', 'oomScoreAdj'],
	cpu: ['cpuQuota', 'cpuShares'],
} as const satisfies Readonly<Record<Resizable, ReadonlyArray<keyof LinuxResources>>>;

/** Resources of a container that change. The runtime sees a request for memory by its score alone. */
const changes = (before: LinuxResources, after: LinuxResources): readonly Resizable[] =>
	resizable.filter((resource) => settings[resource].some((key) => before[key] !== after[key]));

/** A running container, with its present and its wanted resources. */
export interface ContainerUpdate {
	readonly containerId: string;
	readonly before: LinuxResources;
	readonly after: LinuxResources;
}

/** The resources of a container when the first of two has changed, and the second not yet. */
const changed = ({before, after}: ContainerUpdate, resource: Resizable): LinuxResources => {
	const kept = resizable.filter((one) => one !== resource).flatMap((one) => settings[one]);
	return {...after, ...Object.fromEntries(kept.map((key) => [key, before[key]]))};
};

const size = (value: string | undefined): number => (value === undefined ? Number.POSITIVE_INFINITY : Number(value));

/** The increase of a container's resource. A higher score means less memory requested. */
const growth = ({before, after}: ContainerUpdate, resource: Resizable): number => {
	const [limit, request] = settings[resource];
	const sign = resource === 'memory' ? -1 : 1;
	return size(after[limit]) - size(before[limit]) || sign * (size(after[request]) - size(before[request]));
};

/** The change of a resource in all containers. Decreases are first, so that there is room for the increases. @mirrors kuberuntime updatePodContainerResources */
export const updatesOf = (
	updates: readonly ContainerUpdate[],
	resource: Resizable,
): ReadonlyArray<{readonly containerId: string; readonly linux: LinuxResources}> => {
	const own = updates.filter(({before, after}) => changes(before, after).includes(resource));
	const isLess = (update: ContainerUpdate) => growth(update, resource) < 0;
	return [...own.filter(isLess).toReversed(), ...own.filter((update) => !isLess(update))].map((update) => ({
		containerId: update.containerId,
		linux: changed(update, resource),
	}));
};

/** The updates that are left when one resource has changed. */
export const updatesAfter = (updates: readonly ContainerUpdate[], resource: Resizable): readonly ContainerUpdate[] =>
	updates.map((update) => ({...update, before: {...update.before, ...pick(update.after, resource)}}));

const pick = (resources: LinuxResources, resource: Resizable): LinuxResources =>
	Object.fromEntries(settings[resource].map((key) => [key, resources[key]]));

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

	const changing = changes(running.resources, containerResources(pod, container, memoryCapacity, cpus));
	const restarts = changing.some((resource) =>
		container.resizePolicy?.some(
			({resourceName, restartPolicy}) => resourceName === resource && restartPolicy === 'RestartContainer',
		),
	);
	if (changing.length === 0) {
		return undefined;
	}

	if (restarts) {
		return 'restart';
	}

	return 'update';
};

const groupSettings = {memory: ['memoryLimitInBytes'], cpu: ['cpuQuota', 'cpuShares']} as const;

/** Whether the control group of a Pod that names resources for all its containers differs from the desired one. @mirrors kuberuntime computePodLevelResourcesResizeAction */
export const resizesWhole = ({spec}: Pod, before: LinuxResources, after: LinuxResources): boolean =>
	spec.resources !== undefined &&
	resizable.some((resource) => groupSettings[resource].some((key) => before[key] !== after[key]));

/** One change of a control group. */
export type CgroupStep = Pick<LinuxResources, 'cpuQuota' | 'cpuShares' | 'memoryLimitInBytes'>;

/** The steps from one control group to another, for one resource: limits that grow are set before the containers', limits that shrink after them. */
export const cgroupSteps = (
	resource: Resizable,
	before: LinuxResources,
	after: LinuxResources,
): {readonly grow: readonly CgroupStep[]; readonly shrink: readonly CgroupStep[]} => {
	const grow: CgroupStep[] = [];
	const shrink: CgroupStep[] = [];
	for (const key of groupSettings[resource]) {
		const difference = size(after[key]) - size(before[key]);
		if (difference > 0) {
			grow.push({[key]: after[key]});
		} else if (difference < 0) {
			shrink.unshift({[key]: after[key]});
		}
	}

	return {grow, shrink};
};
