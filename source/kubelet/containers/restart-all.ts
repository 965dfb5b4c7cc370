import type {ContainerStatus, Pod, PodStatus} from '../../objects/kubernetes.generated.js';
import {podCondition, restartRule} from '../../objects/pod.js';
import {unsetTime} from '../../objects/unset-time.js';
import type {CRIContainer} from '../../cri/container.js';

const condition = 'AllContainersRestarting';
const reason = 'RestartingAllContainers';
const message = 'The container is removed because RestartAllContainers in place';

/** Whether a rule of the Pod may restart all its containers. @mirrors k8s.io/kubernetes/pkg/api/v1/pod AllContainersCouldRestart */
export const couldRestartAll = ({spec}: Pod): boolean =>
	[...(spec.initContainers ?? []), ...spec.containers].some(({restartPolicyRules}) =>
		restartPolicyRules?.some(({action}) => action === 'RestartAllContainers'),
	);

/** Whether a container has ended in a way that restarts all containers of its Pod. */
export const startsRestart = (
	{spec}: Pod,
	{name, state, exitCode}: Pick<CRIContainer, 'name' | 'state' | 'exitCode'>,
): boolean => {
	const container = [...(spec.initContainers ?? []), ...spec.containers].find((one) => one.name === name);
	return (
		container !== undefined && state === 'EXITED' && restartRule(container, exitCode)?.action === 'RestartAllContainers'
	);
};

/**
Whether all containers of a Pod are being removed so that all restart: this lasts until the last one is removed.

@param previous the last status that the kubelet wrote.
@mirrors k8s.io/kubernetes/pkg/kubelet/container ShouldAllContainersRestart
*/
export const isRestartingAll = (
	pod: Pod,
	previous: PodStatus,
	containers: ReadonlyArray<Pick<CRIContainer, 'name' | 'state' | 'exitCode'>>,
): boolean =>
	couldRestartAll(pod) &&
	pod.metadata.deletionTimestamp === undefined &&
	(containers.some((container) => startsRestart(pod, container)) ||
		(containers.length > 0 && wasRestartingAll(previous)));

/** Whether the last status shows it. */
export const wasRestartingAll = (previous: PodStatus): boolean =>
	podCondition({status: previous}, condition)?.status === 'True';

/** The status of a container that was removed so that all restart. @param old its status before. @returns `undefined` for other containers. */
export const removedStatus = (
	old: ContainerStatus | undefined,
	previous: PodStatus,
): Pick<ContainerStatus, 'restartCount' | 'state' | 'lastState'> | undefined => {
	if (old?.state?.waiting?.reason === reason) {
		const {restartCount, state, lastState} = old;
		return {restartCount, state, lastState};
	}

	return old?.containerID !== undefined && wasRestartingAll(previous)
		? {
				restartCount: old.restartCount + 1,
				state: {waiting: {message, reason}},
				lastState: {terminated: {exitCode: 137, finishedAt: unsetTime, message, reason, startedAt: unsetTime}},
			}
		: undefined;
};

/** The restart count of a container that was removed so that all restart; `undefined` for other containers. */
export const removedRestarts = (status: PodStatus, name: string): number | undefined => {
	const old = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].find(
		(one) => one.name === name,
	);
	return old?.state?.waiting?.reason === reason ? old.restartCount : undefined;
};

/** The earlier end of a container that the runtime no longer has. */
export const removedBefore = (old: ContainerStatus | undefined): ContainerStatus['lastState'] =>
	old?.lastState?.terminated?.reason === reason ? old.lastState : {};
