import {present, type Writable} from '../../objects/copy.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {isSidecar, qosClass, restartsAfter} from '../../objects/pod.js';
import type {
	Container,
	ContainerState,
	ContainerStateTerminated,
	ContainerStatus,
	EphemeralContainer,
	Pod,
	PodCondition,
	PodStatus,
} from '../../objects/kubernetes.generated.js';
import {podConditions} from './pod-conditions.js';
import {userOf} from '../containers/security.js';
import {willRestart} from '../containers/restart.js';
import type {Container as RuntimeContainer} from '../runtime/container.js';
import type {Sandbox} from '../runtime/sandbox.js';

/** Why a container waits: what the last attempt to start it came to. */
export interface Waiting {
	readonly reason: string;
	readonly message: string;
}

/** What the kubelet knows of a Pod when it writes its status. */
export interface PodView {
	readonly pod: Pod;
	/** The newest one, whatever its state. */
	readonly sandbox: Sandbox | undefined;
	/** Newest first. */
	readonly containers: readonly RuntimeContainer[];
	readonly waiting: ReadonlyMap<string, Waiting>;
	/** What the readiness probe found last; `undefined`: nothing yet. */
	readonly ready: (container: RuntimeContainer) => boolean | undefined;
	/** What the startup probe found last. */
	readonly started: (container: RuntimeContainer) => boolean | undefined;
	readonly hostIP: string;
	/** The status that the kubelet wrote last, or the apiserver has. */
	readonly previous: PodStatus;
	/** No container will ever start again. */
	readonly terminal: boolean;
	/** Why the kubelet ends the Pod: past its deadline, evicted, preempted. */
	readonly ending?: {
		readonly phase?: 'Failed';
		readonly reason?: string;
		readonly message?: string;
		readonly condition?: PodCondition;
	};
	/** Why the node cannot give it yet what it wishes for. */
	readonly deferred?: string;
	/** Its CPU as the control group says it after a resize. */
	readonly cpuRequest?: string;
	readonly now: string;
}

/** State of a container that has run: what runs, or how it ended. */
const stateOf = (container: RuntimeContainer): ContainerState =>
	container.state === 'RUNNING'
		? {running: {startedAt: container.startedAt}}
		: container.state === 'EXITED'
			? {terminated: terminatedState(container)}
			: {waiting: {reason: 'ContainerCreating'}};

const terminatedState = (container: RuntimeContainer): ContainerStateTerminated => ({
	containerID: `containerd://${container.id}`,
	exitCode: container.exitCode,
	finishedAt: container.finishedAt,
	...(container.message ? {message: container.message} : {}),
	reason: container.reason,
	startedAt: container.startedAt,
});

const mountsOf = ({volumeMounts = []}: Container | EphemeralContainer): ContainerStatus['volumeMounts'] =>
	volumeMounts.length > 0
		? volumeMounts.map(({name, mountPath, readOnly}) =>
				readOnly ? {mountPath, name, readOnly: true, recursiveReadOnly: 'Disabled'} : {mountPath, name},
			)
		: undefined;

const nonEmpty = (list: Readonly<Record<string, string>> | undefined): boolean =>
	list !== undefined && Object.keys(list).length > 0;

type Kind = 'init' | 'regular' | 'ephemeral';

const containerStatus = (
	view: PodView,
	container: Container | EphemeralContainer,
	kind: Kind,
	fallback: string,
): ContainerStatus => {
	const [current, before] = view.containers.filter(({name}) => name === container.name);
	if (!current) {
		const waiting = view.waiting.get(container.name);
		return present<ContainerStatus>({
			image: container.image ?? '',
			imageID: '',
			lastState: {},
			name: container.name,
			ready: false,
			restartCount: 0,
			started: kind === 'ephemeral' ? undefined : false,
			state: {
				waiting: waiting && !view.terminal ? {message: waiting.message, reason: waiting.reason} : {reason: fallback},
			},
			volumeMounts: mountsOf(container),
		});
	}

	let state = stateOf(current);
	let lastState: ContainerState = before ? stateOf(before) : {};
	const waiting = view.waiting.get(container.name);
	if (
		waiting &&
		current.state !== 'RUNNING' &&
		!view.terminal &&
		willRestart(view.pod, container, current, kind === 'init')
	) {
		lastState = state;
		state = {waiting: {message: waiting.message, reason: waiting.reason}};
	}

	const running = current.state === 'RUNNING';
	const started = running && (view.started(current) ?? !container.startupProbe);
	const sidecar = kind === 'init' && isSidecar(container as Container);
	const ready =
		kind === 'init' && !sidecar
			? current.state === 'EXITED' && current.exitCode === 0
			: kind !== 'ephemeral' && started && (view.ready(current) ?? !container.readinessProbe);
	const requests = container.resources?.requests;
	return present<ContainerStatus>({
		allocatedResources: kind !== 'ephemeral' && nonEmpty(requests) ? requests : undefined,
		containerID: `containerd://${current.id}`,
		image: current.imageName,
		imageID: current.imageID,
		lastState,
		name: container.name,
		ready,
		resources: kind === 'ephemeral' ? {} : resourcesOf(container),
		restartCount: current.attempt,
		started: kind === 'ephemeral' ? undefined : started,
		state,
		user: {linux: userOf(view.pod, container as Container, current.image)},
		volumeMounts: mountsOf(container),
	});
};

const resourcesOf = ({
	resources,
}: Container | EphemeralContainer): {
	limits?: Readonly<Record<string, string>>;
	requests?: Readonly<Record<string, string>>;
} =>
	present({
		limits: nonEmpty(resources?.limits) ? resources!.limits : undefined,
		requests: nonEmpty(resources?.requests) ? resources!.requests : undefined,
	});

const lost: ContainerStateTerminated = {
	exitCode: 137,
	finishedAt: null as unknown as string,
	message: 'The container could not be located when the pod was terminated',
	reason: 'ContainerStatusUnknown',
	startedAt: null as unknown as string,
};

/** Whether all init containers have done their part. @mirrors kubelet.kubeGenericRuntimeManager hasAnyRegularContainerCreated, podutil */
export const isInitialized = (pod: Pod, statuses: readonly ContainerStatus[]): boolean =>
	(pod.spec.initContainers ?? []).every((container) => {
		const status = statuses.find(({name}) => name === container.name);
		return isSidecar(container) ? status?.started === true : status?.state?.terminated?.exitCode === 0;
	});

/**
Phase of a Pod from the states of its containers.

@mirrors k8s.io/kubernetes/pkg/kubelet getPhase
*/
export const podPhase = (
	pod: Pod,
	statuses: readonly ContainerStatus[],
	initStatuses: readonly ContainerStatus[],
	terminal: boolean,
): NonNullable<PodStatus['phase']> => {
	const {restartPolicy = 'Always', initContainers = []} = pod.spec;
	let pendingInit = 0;
	let pendingSidecars = 0;
	let failedInit = 0;
	for (const container of initContainers) {
		const {state, lastState, started} = initStatuses.find(({name}) => name === container.name) ?? {};
		if (isSidecar(container)) {
			pendingSidecars += started ? 0 : 1;
			continue;
		}

		const ended = state?.terminated ?? (state?.waiting ? lastState?.terminated : undefined);
		if (ended && ended.exitCode !== 0) {
			failedInit++;
		} else if (!state?.terminated) {
			pendingInit++;
		}
	}

	let waiting = 0;
	let running = 0;
	let stopped = 0;
	let succeeded = 0;
	let restarting = 0;
	for (const [index, {state, lastState}] of statuses.entries()) {
		if (state?.running) {
			running++;
		} else if (state?.terminated) {
			stopped++;
			succeeded += state.terminated.exitCode === 0 ? 1 : 0;
			restarting += restartsAfter(pod.spec, pod.spec.containers[index]!, state.terminated.exitCode) ? 1 : 0;
		} else if (lastState?.terminated) {
			stopped++;
			restarting++;
		} else {
			waiting++;
		}
	}

	const anyStarted = running + stopped > 0;
	if (failedInit > 0 && restartPolicy === 'Never') {
		return 'Failed';
	}

	if (pendingInit > 0 || failedInit > 0 || (pendingSidecars > 0 && !anyStarted)) {
		return terminal ? 'Failed' : 'Pending';
	}

	if (waiting > 0) {
		return terminal ? 'Failed' : 'Pending';
	}

	if (running > 0 || statuses.length === 0) {
		return running > 0 ? 'Running' : 'Pending';
	}

	if (!terminal && (restarting > 0 || (restartPolicy === 'Always' && stopped > 0))) {
		return 'Running';
	}

	return stopped === succeeded ? 'Succeeded' : 'Failed';
};

/**
The status that the kubelet wants to write.

@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.generateAPIPodStatus
*/
export const podStatus = (view: PodView): PodStatus => {
	const {pod, sandbox, hostIP, previous, terminal, ending} = view;
	const {initContainers = [], ephemeralContainers = [], containers, hostNetwork} = pod.spec;
	const fallback = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
	let initStatuses = initContainers.map((container) => containerStatus(view, container, 'init', fallback));
	const initialized = isInitialized(pod, initStatuses);
	let statuses = containers.map((container) => containerStatus(view, container, 'regular', fallback));
	if (terminal) {
		const settle = (status: ContainerStatus): ContainerStatus =>
			status.state?.terminated ? status : {...status, state: {terminated: lost}};
		if (initContainers.length === 0 || initialized || statuses.some(({containerID}) => containerID)) {
			statuses = statuses.map((status) => settle(status));
		}

		const lastStarted = initStatuses.findLastIndex(({containerID}) => containerID);
		initStatuses = initStatuses.map((status, index) => (index <= lastStarted ? settle(status) : status));
	}

	const phase = ending?.phase ?? podPhase(pod, statuses, initStatuses, terminal);
	const ip = hostNetwork ? (sandbox ? hostIP : '') : sandbox?.state === 'SANDBOX_READY' ? sandbox.ip : '';
	// The address stays in the status of a Pod whose sandbox has gone.
	const podIP = ip || (sandbox ? (previous.podIP ?? '') : '');
	const ran = [...statuses, ...initStatuses].some(({containerID}) => containerID);
	const requests = podRequestQuantities(pod);
	const limits = podLimitQuantities(pod);
	const actual = view.cpuRequest && requests['cpu'] ? {...requests, cpu: view.cpuRequest} : requests;
	const status: Writable<PodStatus> = present({
		allocatedResources: ran && nonEmpty(requests) ? requests : undefined,
		containerStatuses: statuses,
		ephemeralContainerStatuses:
			ephemeralContainers.length > 0
				? ephemeralContainers.map((container) => containerStatus(view, container, 'ephemeral', 'ContainerCreating'))
				: undefined,
		hostIP,
		hostIPs: [{ip: hostIP}],
		initContainerStatuses: initStatuses.length > 0 ? initStatuses : undefined,
		message: ending?.message,
		observedGeneration: pod.metadata.generation,
		phase,
		podIP: podIP || undefined,
		podIPs: podIP ? [{ip: podIP}] : undefined,
		qosClass: previous.qosClass ?? qosClass(pod),
		reason: ending?.reason,
		resources: ran
			? present({limits: nonEmpty(limits) ? limits : undefined, requests: nonEmpty(requests) ? actual : undefined})
			: {},
		startTime: previous.startTime ?? view.now,
	});
	status.conditions = podConditions(
		view,
		status,
		Boolean(ip) || (hostNetwork === true && sandbox?.state === 'SANDBOX_READY'),
	);
	return status;
};
