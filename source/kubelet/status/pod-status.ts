import {present, type Writable} from '../../objects/copy.js';
import type {PodStatus} from '../../objects/kubernetes.generated.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {qosClass} from '../../objects/pod.js';
import {containerStatus, settledStatus, unlessEmpty} from './container-status.js';
import {sandboxIPs} from '../../cri/pod-sandbox.js';
import {podConditions} from './pod-conditions.js';
import {isInitialized, podPhase} from './pod-phase.js';
import type {PodView} from './pod-view.js';

type ContainerStatuses = Required<Pick<PodStatus, 'containerStatuses' | 'initContainerStatuses'>>;

/** The statuses of main and init containers. When no container will start again, those that never ended count as lost. */
const containerStatuses = (view: PodView): ContainerStatuses => {
	const {initContainers = [], containers} = view.pod.spec;
	const fallback = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
	const init = initContainers.map((container) => containerStatus(view, container, 'init', fallback));
	const regular = containers.map((container) => containerStatus(view, container, 'regular', fallback));
	if (!view.terminal) {
		return {containerStatuses: regular, initContainerStatuses: init};
	}

	const mayHaveRun = isInitialized(view.pod, init) || regular.some(({containerID}) => containerID);
	const lastStarted = init.findLastIndex(({containerID}) => containerID);
	return {
		containerStatuses: mayHaveRun ? regular.map((status) => settledStatus(status)) : regular,
		initContainerStatuses: init.map((status, index) => (index <= lastStarted ? settledStatus(status) : status)),
	};
};

/** The current addresses of the Pod. */
const currentIPs = ({pod, sandbox, hostIPs}: PodView): readonly string[] => {
	if (pod.spec.hostNetwork) {
		return sandbox ? hostIPs : [];
	}

	return sandbox?.state === 'SANDBOX_READY' ? sandboxIPs(sandbox) : [];
};

/** CPU is read from the control group after a resize. Memory that is requested is not in it: the status keeps the first amount. */
const resourcesOf = (
	{pod, cpuRequest, previous}: PodView,
	ran: boolean,
): Pick<PodStatus, 'allocatedResources' | 'resources'> => {
	if (!ran) {
		return {resources: {}};
	}

	const requests = unlessEmpty(podRequestQuantities(pod));
	const memory = previous.resources?.requests?.['memory'];
	return {
		allocatedResources: requests,
		resources: present<NonNullable<PodStatus['resources']>>({
			limits: unlessEmpty(podLimitQuantities(pod)),
			requests: requests && {
				...requests,
				...(cpuRequest && requests['cpu'] ? {cpu: cpuRequest} : {}),
				...(memory && requests['memory'] ? {memory} : {}),
			},
		}),
	};
};

const endedPhase = (status: Partial<PodStatus> | undefined): PodStatus['phase'] =>
	status?.phase === 'Succeeded' || status?.phase === 'Failed' ? status.phase : undefined;

/**
The status that the kubelet intends to write.

@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.generateAPIPodStatus
*/
export const podStatus = (view: PodView): PodStatus => {
	const {pod, sandbox, hostIPs, previous, terminal, ending} = view;
	const {ephemeralContainers = [], hostNetwork} = pod.spec;
	const {containerStatuses: regular, initContainerStatuses: init} = containerStatuses(view);
	const current = currentIPs(view);
	// Addresses stay in the status of a Pod whose sandbox has gone.
	const former = sandbox ? (previous.podIPs ?? (previous.podIP ? [{ip: previous.podIP}] : [])) : [];
	const podIPs = current.length > 0 ? current.map((ip) => ({ip})) : former;
	const {allocatedResources, resources} = resourcesOf(
		view,
		[...regular, ...init].some(({containerID}) => containerID),
	);
	// A container that the apiserver shows as ended stays ended, with the same reason.
	const ended = [pod.status, previous].find((one) => endedPhase(one));
	const status: Writable<PodStatus> = present<PodStatus>({
		allocatedResources,
		containerStatuses: regular,
		ephemeralContainerStatuses:
			ephemeralContainers.length > 0
				? ephemeralContainers.map((container) => containerStatus(view, container, 'ephemeral', 'ContainerCreating'))
				: undefined,
		hostIP: hostIPs[0],
		hostIPs: hostIPs.map((ip) => ({ip})),
		initContainerStatuses: init.length > 0 ? init : undefined,
		message: ending ? ending.message : ended?.message,
		observedGeneration: pod.metadata.generation,
		phase: ending?.phase ?? endedPhase(ended) ?? podPhase(pod, regular, init, terminal),
		podIP: podIPs[0]?.ip,
		podIPs: podIPs.length > 0 ? podIPs : undefined,
		qosClass: previous.qosClass ?? qosClass(pod),
		reason: ending ? ending.reason : ended?.reason,
		resourceClaimStatuses: pod.status?.resourceClaimStatuses,
		resources,
		startTime: previous.startTime ?? view.now,
	});
	status.conditions = podConditions(
		view,
		status,
		current.length > 0 || (hostNetwork === true && sandbox?.state === 'SANDBOX_READY'),
	);
	return status;
};
