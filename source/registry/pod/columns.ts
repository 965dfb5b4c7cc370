import type {Container, ContainerStatus, Pod} from '../../objects/kubernetes.generated.js';
import {age} from '../table/cells.js';
import {ageColumn, nameColumn, type Printer} from '../table/columns.js';

/** A container that runs next to the others throughout, although it is listed among the init containers. */
const isSidecar = (container: Container | undefined): boolean => container?.restartPolicy === 'Always';

const statusText = (status: ContainerStatus, prefix = ''): string | undefined => {
	const {waiting, terminated} = status.state ?? {};
	if (terminated) {
		return (
			prefix +
			(terminated.reason || (terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode}`))
		);
	}

	return waiting?.reason ? prefix + waiting.reason : undefined;
};

interface Summary {
	readonly ready: number;
	readonly total: number;
	readonly reason: string;
	readonly restarts: number;
	/** The end of the last restarted container. */
	readonly lastRestart?: string;
}

/**
The columns READY, STATUS and RESTARTS of a Pod.

Long because the words depend on each other in upstream's order: later words replace earlier ones.

@mirrors k8s.io/kubernetes/pkg/printers/internalversion printPod
*/
export const summaryOf = (pod: Pod): Summary => {
	const {spec, status} = pod;
	const initContainers = spec.initContainers ?? [];
	let reason = status?.reason || status?.phase || '';
	if (status?.conditions?.some(({type, reason: why}) => type === 'PodScheduled' && why === 'SchedulingGated')) {
		reason = 'SchedulingGated';
	}

	let ready = 0;
	let restarts = 0;
	let sidecarRestarts = 0;
	let last: string | undefined;
	let initializing = false;
	let sidecarLast: string | undefined;
	for (const [index, item] of (status?.initContainerStatuses ?? []).entries()) {
		restarts += item.restartCount;
		last = later(last, item);
		const sidecar = isSidecar(initContainers.find(({name}) => name === item.name));
		if (sidecar) {
			sidecarRestarts += item.restartCount;
			sidecarLast = later(sidecarLast, item);
		}

		const {terminated, waiting} = item.state ?? {};
		if (terminated?.exitCode === 0) {
			continue;
		}

		if (sidecar && item.started) {
			ready += item.ready ? 1 : 0;
			continue;
		}

		initializing = true;
		if (terminated) {
			reason = statusText(item, 'Init:')!;
		} else {
			const waits = waiting?.reason && waiting.reason !== 'PodInitializing';
			reason = waits ? `Init:${waiting.reason}` : `Init:${index}/${initContainers.length}`;
		}

		break;
	}

	if (!initializing || isInitialized(pod)) {
		restarts = sidecarRestarts;
		last = sidecarLast;
		let running = false;
		let failure = '';
		for (const item of [...(status?.containerStatuses ?? [])].reverse()) {
			restarts += item.restartCount;
			last = later(last, item);
			const text = item.state?.waiting?.reason || (item.state?.terminated && statusText(item));
			reason = text || reason;
			if (!text && item.ready && item.state?.running) {
				running = true;
				ready++;
			}

			if (!item.state?.waiting?.reason && item.state?.terminated && item.state.terminated.exitCode !== 0) {
				failure = reason;
			}
		}

		if (reason === 'Completed') {
			if (running && isTrue(pod, 'Ready')) {
				reason = 'Running';
			} else if (failure !== '') {
				reason = failure;
			} else if (running) {
				reason = 'NotReady';
			}
		}
	}

	if (pod.metadata.deletionTimestamp !== undefined) {
		if (status?.reason === 'NodeLost') {
			reason = 'Unknown';
		} else if (status?.phase !== 'Failed' && status?.phase !== 'Succeeded') {
			reason = 'Terminating';
		}
	}

	return {
		ready,
		total: spec.containers.length + initContainers.filter((container) => isSidecar(container)).length,
		reason,
		restarts,
		lastRestart: last,
	};
};

const isTrue = ({status}: Pod, condition: string): boolean =>
	status?.conditions?.some(({type, status: value}) => type === condition && value === 'True') ?? false;

const isInitialized = ({status}: Pod): boolean =>
	status?.conditions?.find(({type}) => type === 'Initialized')?.status === 'True';

/** The later of a time and the last end of the container. */
const later = (last: string | undefined, {lastState}: ContainerStatus): string | undefined => {
	const ended = lastState?.terminated?.finishedAt;
	return ended && (!last || ended > last) ? ended : last;
};

const gates = ({spec, status}: Pod): string => {
	const wanted = spec.readinessGates ?? [];
	if (wanted.length === 0) {
		return '<none>';
	}

	const met = wanted.filter(
		({conditionType}) => status?.conditions?.find(({type}) => type === conditionType)?.status === 'True',
	);
	return `${met.length}/${wanted.length}`;
};

const completion: Readonly<Record<string, object>> = {
	Succeeded: {
		conditions: [
			{type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.'},
		],
	},
	Failed: {conditions: [{type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.'}]},
};

export const podTable: Printer<Pod> = {
	columns: [
		nameColumn,
		{name: 'Ready', cell: (pod) => `${summaryOf(pod).ready}/${summaryOf(pod).total}`},
		{name: 'Status', cell: (pod) => summaryOf(pod).reason},
		{
			name: 'Restarts',
			cell(pod, nowMs) {
				const {restarts, lastRestart} = summaryOf(pod);
				return restarts > 0 && lastRestart ? `${restarts} (${age(lastRestart, nowMs)} ago)` : String(restarts);
			},
		},
		ageColumn,
		{name: 'IP', priority: 1, cell: ({status}) => status?.podIPs?.[0]?.ip || status?.podIP || '<none>'},
		{name: 'Node', priority: 1, cell: ({spec}) => spec.nodeName || '<none>'},
		{name: 'Nominated Node', priority: 1, cell: ({status}) => status?.nominatedNodeName || '<none>'},
		{name: 'Readiness Gates', priority: 1, cell: gates},
	],
	conditions: ({status}) => completion[status?.phase ?? ''],
};
