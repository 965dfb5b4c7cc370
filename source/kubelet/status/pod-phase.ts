import type {ContainerStatus, Pod, PodStatus} from '../../objects/kubernetes.generated.js';
import {isSidecar, restartsAfter} from '../../objects/pod.js';

/** Whether all init containers have completed. @mirrors k8s.io/kubernetes/pkg/kubelet kubeGenericRuntimeManager */
export const isInitialized = (pod: Pod, statuses: readonly ContainerStatus[]): boolean =>
	(pod.spec.initContainers ?? []).every((container) => {
		const status = statuses.find(({name}) => name === container.name);
		return isSidecar(container) ? status?.started === true : status?.state?.terminated?.exitCode === 0;
	});

/** The numbers of pending and failed init containers. */
const countInit = (
	pod: Pod,
	statuses: readonly ContainerStatus[],
): {readonly pending: number; readonly pendingSidecars: number; readonly failed: number} => {
	const count = {pending: 0, pendingSidecars: 0, failed: 0};
	for (const container of pod.spec.initContainers ?? []) {
		const {state, lastState, started} = statuses.find(({name}) => name === container.name) ?? {};
		if (isSidecar(container)) {
			count.pendingSidecars += started ? 0 : 1;
			continue;
		}

		const ended = state?.terminated ?? (state?.waiting ? lastState?.terminated : undefined);
		if (ended && ended.exitCode !== 0) {
			count.failed++;
		} else if (!state?.terminated) {
			count.pending++;
		}
	}

	return count;
};

/** The numbers of main containers by state. Some of the stopped ones have succeeded, and some will be restarted. */
const countRegular = (pod: Pod, statuses: readonly ContainerStatus[]) => {
	const count = {waiting: 0, running: 0, stopped: 0, succeeded: 0, restarting: 0};
	for (const {name, state, lastState} of statuses) {
		if (state?.running) {
			count.running++;
		} else if (state?.terminated) {
			const {exitCode} = state.terminated;
			const container = pod.spec.containers.find((own) => own.name === name);
			count.stopped++;
			count.succeeded += exitCode === 0 ? 1 : 0;
			count.restarting += container && restartsAfter(pod.spec, container, exitCode) ? 1 : 0;
		} else if (lastState?.terminated) {
			count.stopped++;
			count.restarting++;
		} else {
			count.waiting++;
		}
	}

	return count;
};

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
	const {restartPolicy = 'Always'} = pod.spec;
	const init = countInit(pod, initStatuses);
	const {waiting, running, stopped, succeeded, restarting} = countRegular(pod, statuses);
	if (init.failed > 0 && restartPolicy === 'Never') {
		return 'Failed';
	}

	const isInitializing = init.pending > 0 || init.failed > 0 || (init.pendingSidecars > 0 && running + stopped === 0);
	if (isInitializing || waiting > 0) {
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
