import {present} from '../../objects/copy.js';
import type {
	Container,
	ContainerState,
	ContainerStateTerminated,
	ContainerStatus,
} from '../../objects/kubernetes.generated.js';
import {isSidecar} from '../../objects/pod.js';
import {removedBefore, removedStatus, wasRestartingAll} from '../containers/restart-all.js';
import {willRestart} from '../containers/restart.js';
import {userOf} from '../containers/security.js';
import {unsetTime} from '../../objects/unset-time.js';
import type {CRIContainer} from '../../cri/container.js';
import type {PodView} from './pod-view.js';

/** The Pod's list that contains a container. */
export type ContainerKind = 'init' | 'regular' | 'ephemeral';

type Quantities = Readonly<Record<string, string>>;

/** A list of resources; `undefined` instead of an empty one. */
export const unlessEmpty = (list: Quantities | undefined): Quantities | undefined =>
	list !== undefined && Object.keys(list).length > 0 ? list : undefined;

/** State of a container that has been created: running, or how it ended. */
const stateOf = (container: CRIContainer): ContainerState => {
	if (container.state === 'RUNNING') {
		return {running: {startedAt: container.startedAt}};
	}

	if (container.state === 'EXITED') {
		return {terminated: terminatedState(container)};
	}

	return {waiting: {reason: 'ContainerCreating'}};
};

const terminatedState = (container: CRIContainer): ContainerStateTerminated => ({
	containerID: `containerd://${container.id}`,
	exitCode: container.exitCode,
	finishedAt: container.finishedAt,
	...(container.message ? {message: container.message} : {}),
	reason: container.reason,
	startedAt: container.startedAt,
});

const mountsOf = ({volumeMounts = []}: Container): ContainerStatus['volumeMounts'] =>
	volumeMounts.length > 0
		? volumeMounts.map(({name, mountPath, readOnly}) =>
				readOnly ? {mountPath, name, readOnly: true, recursiveReadOnly: 'Disabled'} : {mountPath, name},
			)
		: undefined;

const resourcesOf = ({resources}: Container): ContainerStatus['resources'] =>
	present<NonNullable<ContainerStatus['resources']>>({
		limits: unlessEmpty(resources?.limits),
		requests: unlessEmpty(resources?.requests),
	});

const statusesOf = {
	init: 'initContainerStatuses',
	regular: 'containerStatuses',
	ephemeral: 'ephemeralContainerStatuses',
} as const;

/** The last reported status of a container. */
const previousStatus = ({previous}: PodView, name: string, kind: ContainerKind): ContainerStatus | undefined =>
	previous[statusesOf[kind]]?.find((status) => status.name === name);

/** The status of a container that was never created or no longer exists. */
const uncreatedStatus = (
	view: PodView,
	container: Container,
	kind: ContainerKind,
	fallback: string,
): ContainerStatus => {
	const old = previousStatus(view, container.name, kind);
	if (old?.state?.terminated && !wasRestartingAll(view.previous)) {
		// It has been removed since.
		return old;
	}

	const waiting = view.terminal ? undefined : view.waiting.get(container.name);
	const removed = removedStatus(old, view.previous);
	return present<ContainerStatus>({
		image: container.image ?? '',
		imageID: '',
		lastState: removed?.lastState ?? {},
		name: container.name,
		ready: false,
		restartCount: removed?.restartCount ?? 0,
		started: kind === 'ephemeral' ? undefined : false,
		state: waiting
			? {waiting: {message: waiting.message, reason: waiting.reason}}
			: (removed?.state ?? {waiting: {reason: fallback}}),
		volumeMounts: mountsOf(container),
	});
};

/**
Status of one container of a Pod.

@param fallback why it waits, if nothing more is known.
@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.convertToAPIContainerStatuses
*/
export const containerStatus = (
	view: PodView,
	container: Container,
	kind: ContainerKind,
	fallback: string,
): ContainerStatus => {
	const [current, before] = view.containers.filter(({name}) => name === container.name);
	if (!current) {
		return uncreatedStatus(view, container, kind, fallback);
	}

	const isRunning = current.state === 'RUNNING';
	const waiting = isRunning || view.terminal ? undefined : view.waiting.get(container.name);
	const isHeld = waiting !== undefined && willRestart(view.pod, container, current, kind === 'init');
	const started = isRunning && (view.started(current) ?? !container.startupProbe);
	const ready =
		kind === 'init' && !isSidecar(container)
			? current.state === 'EXITED' && current.exitCode === 0
			: kind !== 'ephemeral' && started && (view.ready(current) ?? !container.readinessProbe);
	const last = isHeld ? current : before;
	return present<ContainerStatus>({
		allocatedResources: kind === 'ephemeral' ? undefined : unlessEmpty(container.resources?.requests),
		containerID: `containerd://${current.id}`,
		image: current.imageName,
		imageID: current.imageID,
		lastState: last ? stateOf(last) : removedBefore(previousStatus(view, container.name, kind)),
		name: container.name,
		ready,
		resources: kind === 'ephemeral' ? {} : resourcesOf(container),
		restartCount: current.attempt,
		started: kind === 'ephemeral' ? undefined : started,
		state: isHeld ? {waiting: {message: waiting.message, reason: waiting.reason}} : stateOf(current),
		user: {linux: userOf(view.pod, container, {user: current.imageUser})},
		volumeMounts: mountsOf(container),
	});
};

const lost: ContainerStateTerminated = {
	exitCode: 137,
	finishedAt: unsetTime,
	message: 'The container could not be located when the pod was terminated',
	reason: 'ContainerStatusUnknown',
	startedAt: unsetTime,
};

/** The final status when no container will start again: a container that has not ended counts as lost. */
export const settledStatus = (status: ContainerStatus): ContainerStatus =>
	status.state?.terminated ? status : {...status, state: {terminated: lost}};
