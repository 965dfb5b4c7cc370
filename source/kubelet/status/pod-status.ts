import {present, type Writable} from '../../objects/copy.js';
import type {PodStatus} from '../../objects/kubernetes.generated.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {qosClass} from '../../objects/pod.js';
import {containerStatus, settledStatus, unlessEmpty} from './container-status.js';
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

/** The current address of the Pod; empty if it has no address. */
const currentIP = ({pod, sandbox, hostIP}: PodView): string =>
	pod.spec.hostNetwork ? (sandbox ? hostIP : '') : sandbox?.state === 'SANDBOX_READY' ? sandbox.ip : '';

const resourcesOf = ({pod, cpuRequest}: PodView, ran: boolean): Pick<PodStatus, 'allocatedResources' | 'resources'> => {
	if (!ran) {
		return {resources: {}};
	}

	const requests = unlessEmpty(podRequestQuantities(pod));
	return {
		allocatedResources: requests,
		resources: present<NonNullable<PodStatus['resources']>>({
			limits: unlessEmpty(podLimitQuantities(pod)),
			requests: cpuRequest && requests?.['cpu'] ? {...requests, cpu: cpuRequest} : requests,
		}),
	};
};

const endedPhase = (status: Partial<PodStatus> | undefined): PodStatus['phase'] =>
	status?.phase === 'Succeeded' || status?.phase === 'Failed' ? status.phase : undefined;

/**
The status that the kubelet wants to write.

@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.generateAPIPodStatus
*/
export const podStatus = (view: PodView): PodStatus => {
	const {pod, sandbox, hostIP, previous, terminal, ending} = view;
	const {ephemeralContainers = [], hostNetwork} = pod.spec;
	const {containerStatuses: regular, initContainerStatuses: init} = containerStatuses(view);
	const ip = currentIP(view);
	// The address stays in the status of a Pod whose sandbox has gone.
	const podIP = ip || (sandbox ? (previous.podIP ?? '') : '');
	const {allocatedResources, resources} = resourcesOf(
		view,
		[...regular, ...init].some(({containerID}) => containerID),
	);
	// What the apiserver shows as ended stays ended, for the reason that it shows.
	const ended = [pod.status, previous].find((one) => endedPhase(one));
	const status: Writable<PodStatus> = present<PodStatus>({
		allocatedResources,
		containerStatuses: regular,
		ephemeralContainerStatuses:
			ephemeralContainers.length > 0
				? ephemeralContainers.map((container) => containerStatus(view, container, 'ephemeral', 'ContainerCreating'))
				: undefined,
		hostIP,
		hostIPs: [{ip: hostIP}],
		initContainerStatuses: init.length > 0 ? init : undefined,
		message: ending ? ending.message : ended?.message,
		observedGeneration: pod.metadata.generation,
		phase: ending?.phase ?? endedPhase(ended) ?? podPhase(pod, regular, init, terminal),
		podIP: podIP || undefined,
		podIPs: podIP ? [{ip: podIP}] : undefined,
		qosClass: previous.qosClass ?? qosClass(pod),
		reason: ending ? ending.reason : ended?.reason,
		resourceClaimStatuses: pod.status?.resourceClaimStatuses,
		resources,
		startTime: previous.startTime ?? view.now,
	});
	status.conditions = podConditions(
		view,
		status,
		Boolean(ip) || (hostNetwork === true && sandbox?.state === 'SANDBOX_READY'),
	);
	return status;
};
