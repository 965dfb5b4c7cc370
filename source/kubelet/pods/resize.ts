import {note, type Routine} from '../../kernel/routine.js';
import {isSidecar} from '../../objects/pod.js';
import {podRequests, resourceAmounts} from '../../objects/pod-resources.js';
import {bytes} from '../../objects/quantity.js';
import type {Container, Node, Pod, ResourceRequirements} from '../../objects/kubernetes.generated.js';
import {cgroupFiles, cgroupOf, containerResources, podResources, sharesOfWeight, weightOfShares} from './cgroup.js';
import {podKey, podName, type KubeletContext, type PodRecord} from '../context.js';
import type {Container as RuntimeContainer} from '../runtime/container.js';
import type {LinuxResources} from '../runtime/cri.js';
import {equal} from '../../kernel/equality.js';

/** What a Pod's containers have been promised on the node, as events tell it. */
export interface Allocation {
	readonly initContainers?: ReadonlyArray<{readonly name: string; readonly resources: ResourceRequirements}>;
	readonly containers: ReadonlyArray<{readonly name: string; readonly resources: ResourceRequirements}>;
}

const sorted = (list: Readonly<Record<string, string>> | undefined): Record<string, string> | undefined =>
	list && Object.fromEntries(Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)));

const allocationOf = ({spec}: Pod): Allocation => {
	const each = (containers: readonly Container[]) =>
		containers.map(({name, resources}) => ({
			name,
			resources: {
				...(resources?.limits ? {limits: sorted(resources.limits)} : {}),
				...(resources?.requests ? {requests: sorted(resources.requests)} : {}),
			} as ResourceRequirements,
		}));
	return {
		...(spec.initContainers?.length ? {initContainers: each(spec.initContainers)} : {}),
		containers: each(spec.containers),
	};
};

/** The Pod with what it has been promised, where it wishes for something else that has to wait. */
export const allocatedPod = ({pod, deferred, allocated}: PodRecord): Pod => {
	if (deferred === undefined || !allocated) {
		return pod;
	}

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

/** Why the node cannot give what a Pod wishes for now, next to the others. @mirrors allocation.Manager canResizePod */
export const resizeProblem = (pod: Pod, node: Node, others: readonly Pod[]): string | undefined => {
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

/** Promises a Pod what it wishes for, if the node has it; of a change an event tells. */
export function* allocate(context: KubeletContext, record: PodRecord, others: readonly Pod[]): Routine {
	const {pod} = record;
	const wish = allocationOf(pod);
	if (!record.allocated || context.runtime.containersOf(record.uid).length === 0) {
		record.allocated = wish;
		record.cgroup = podResources(pod);
		return;
	}

	if (equal(wish, record.allocated)) {
		record.deferred = undefined;
		return;
	}

	const problem = resizeProblem(pod, context.node(), others);
	if (problem !== undefined) {
		const isNews = record.deferred !== problem;
		record.deferred = problem;
		if (isNews) {
			const text = summary(wish, pod, {error: problem});
			yield* context.recorder.event(pod, 'Warning', 'ResizeDeferred', `Pod resize Deferred: ${text}`);
		}

		yield* note(
			'kubelet.resize',
			`${podName(pod)} has to wait for what it wishes for: ${problem}.`,
			{reason: 'Deferred', message: problem},
			{object: podKey(pod), outcome: 'refused'},
		);
		return;
	}

	record.deferred = undefined;
	record.allocated = wish;
	record.resizing = true;
	yield* context.recorder.event(pod, 'Normal', 'ResizeStarted', `Pod resize started: ${summary(wish, pod)}`);
	yield* note(
		'kubelet.resize',
		`The node has what ${podName(pod)} wishes for: it is promised, and the containers that run are brought to it.`,
		{allocated: wish},
		{object: podKey(pod)},
	);
}

/** @mirrors events.podResizeMessage */
const summary = (allocation: Allocation, {metadata}: Pod, error: {readonly error?: string} = {}): string =>
	JSON.stringify({...allocation, generation: metadata.generation, ...error});

/** What a resize means for a container that runs. */
export type Resize = 'restart' | 'update' | undefined;

const changes = (before: LinuxResources, after: LinuxResources): ReadonlyArray<'cpu' | 'memory'> => [
	...(before.memoryLimitInBytes === after.memoryLimitInBytes ? [] : (['memory'] as const)),
	...(before.cpuShares === after.cpuShares && before.cpuQuota === after.cpuQuota ? [] : (['cpu'] as const)),
];

const memoryCapacity = ({options}: KubeletContext): number => bytes(options.node.capacity['memory']);

/** Whether a container has to change, and whether its policies allow that while it runs. @mirrors kuberuntime computePodResizeAction */
export const resizeOf = (
	context: KubeletContext,
	pod: Pod,
	container: Container,
	running: RuntimeContainer,
): Resize => {
	const isInit = pod.spec.initContainers?.includes(container) ?? false;
	if (isInit && !isSidecar(container)) {
		return undefined;
	}

	const changed = changes(running.resources, containerResources(pod, container, memoryCapacity(context)));
	const restarts = changed.some((resource) =>
		container.resizePolicy?.some(
			({resourceName, restartPolicy}) => resourceName === resource && restartPolicy === 'RestartContainer',
		),
	);
	return changed.length === 0 ? undefined : restarts ? 'restart' : 'update';
};

const asSandbox = ({cpuPeriod, cpuQuota, cpuShares, memoryLimitInBytes}: LinuxResources): LinuxResources => ({
	cpuPeriod,
	...(cpuQuota === undefined ? {} : {cpuQuota}),
	cpuShares,
	...(memoryLimitInBytes === undefined ? {} : {memoryLimitInBytes}),
});

type Step = Pick<LinuxResources, 'cpuQuota' | 'cpuShares' | 'memoryLimitInBytes'>;

/** The steps from one control group to another: what grows comes before the containers, what shrinks after them. */
export const cgroupSteps = (
	before: LinuxResources,
	after: LinuxResources,
): {readonly grow: readonly Step[]; readonly shrink: readonly Step[]} => {
	const size = (value: string | undefined) => (value === undefined ? Number.POSITIVE_INFINITY : Number(value));
	const grow: Step[] = [];
	const shrink: Step[] = [];
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

/**
Changes the control groups of a Pod and of its containers that go on running.

@mirrors kuberuntime doPodResizeAction
*/
export function* resizePod(context: KubeletContext, record: PodRecord, updates: readonly RuntimeContainer[]): Routine {
	const {runtime, options} = context;
	const pod = allocatedPod(record);
	const sandbox = runtime.sandboxesOf(record.uid)[0];
	if (!sandbox) {
		return;
	}

	// Shares are read back from the weight that the kernel keeps, which is coarser.
	const wanted = podResources(pod);
	let present = {...(record.cgroup ?? wanted)};
	present = {...present, cpuShares: String(sharesOfWeight(weightOfShares(Number(present.cpuShares))))};
	const {grow, shrink} = cgroupSteps(present, wanted);
	for (const step of grow) {
		present = {...present, ...step};
		yield* runtime.updatePodSandboxResources(sandbox.id, asSandbox(present));
	}

	for (const running of updates) {
		const container = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].find(
			({name}) => name === running.name,
		)!;
		yield* runtime.updateContainerResources(running.id, containerResources(pod, container, memoryCapacity(context)));
	}

	for (const step of shrink) {
		present = {...present, ...step};
		yield* runtime.updatePodSandboxResources(sandbox.id, asSandbox(present));
	}

	record.cgroup = wanted;
	record.cpuRequest = `${Math.ceil((sharesOfWeight(weightOfShares(Number(wanted.cpuShares))) * 1000) / 1024)}m`;
	const cgroup = cgroupOf(pod);
	context.kernel.ledger.write(`/nodes/${options.node.name}/cgroups${cgroup}`, cgroupFiles(wanted));
	yield* note(
		'kubelet.cgroup',
		`The control group ${cgroup} of ${podName(pod)} has its new limits.`,
		{cgroup, files: cgroupFiles(wanted)},
		{object: podKey(pod)},
	);
}

/** Tells that a resize is over, once everything that runs has what was promised. */
export function* finishResize(context: KubeletContext, record: PodRecord): Routine {
	if (record.resizing) {
		record.resizing = false;
		const message = `Pod resize completed: ${summary(record.allocated!, record.pod)}`;
		yield* context.recorder.event(record.pod, 'Normal', 'ResizeCompleted', message);
	}
}
