import type {Container, ContainerStatus, Pod} from '../../objects/kubernetes.generated.js';
import {age} from './cells.js';
import {ageColumn, nameColumn, register} from './printers.js';

/** A container that runs beside the others all the time, although it is listed with those that run before. */
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
	/** When the last container ended that was restarted. */
	readonly lastRestart?: string;
}

/**
What the columns READY, STATUS and RESTARTS say of a Pod.

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
	const later = (statusOf: ContainerStatus) => {
		const ended = statusOf.lastState?.terminated?.finishedAt;
		if (ended && (!last || ended > last)) {
			last = ended;
		}
	};

	let initializing = false;
	for (const [index, item] of (status?.initContainerStatuses ?? []).entries()) {
		restarts += item.restartCount;
		later(item);
		const sidecar = isSidecar(initContainers.find(({name}) => name === item.name));
		if (sidecar) {
			sidecarRestarts += item.restartCount;
			if (item.ready) {
				ready++;
			}
		}

		const {terminated, waiting} = item.state ?? {};
		if (initializing || terminated?.exitCode === 0 || (sidecar && item.started)) {
			continue;
		}

		initializing = true;
		reason = terminated
			? statusText(item, 'Init:')!
			: waiting?.reason && waiting.reason !== 'PodInitializing'
				? `Init:${waiting.reason}`
				: `Init:${index}/${initContainers.length}`;
	}

	if (!initializing || isInitialized(pod)) {
		restarts = sidecarRestarts;
		let running = false;
		for (const item of [...(status?.containerStatuses ?? [])].reverse()) {
			restarts += item.restartCount;
			later(item);
			reason = statusText(item) ?? reason;
			if (item.ready && item.state?.running) {
				running = true;
				ready++;
			}
		}

		if (reason === 'Completed' && running) {
			reason = status?.conditions?.some(({type, status: value}) => type === 'Ready' && value === 'True')
				? 'Running'
				: 'NotReady';
		}
	}

	if (pod.metadata.deletionTimestamp !== undefined) {
		reason =
			status?.reason === 'NodeLost'
				? 'Unknown'
				: status?.phase === 'Failed' || status?.phase === 'Succeeded'
					? reason
					: 'Terminating';
	}

	return {
		ready,
		total: spec.containers.length + initContainers.filter((container) => isSidecar(container)).length,
		reason,
		restarts,
		lastRestart: last,
	};
};

const isInitialized = ({status}: Pod): boolean =>
	status?.conditions?.some(({type, status: value}) => type === 'Initialized' && value === 'True') ?? false;

const gates = ({spec, status}: Pod): string => {
	const wanted = spec.readinessGates ?? [];
	if (wanted.length === 0) {
		return '<none>';
	}

	const met = wanted.filter(({conditionType}) =>
		status?.conditions?.some(({type, status: value}) => type === conditionType && value === 'True'),
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

register<Pod>('pods', {
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
});
