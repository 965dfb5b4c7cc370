import {parseTimestamp} from '../../kernel/clock.js';
import {note, type Routine} from '../../kernel/routine.js';
import type {PodStatus} from '../../objects/kubernetes.generated.js';
import {podKey, podName, type KubeletContext, type PodRecord} from '../context.js';

/** Start-up latencies of one node's kubelet, as its /metrics has them: a count and a sum of seconds. */
export interface StartMetrics {
	/** From when the kubelet saw a Pod to its containers running. */
	readonly kubelet_pod_start_duration_seconds: {readonly count: number; readonly sum: number};
	/** From the Pod's creation to its containers running seen, without the time of image pulls. */
	readonly kubelet_pod_start_sli_duration_seconds: {readonly count: number; readonly sum: number};
	/** The same with image pulls. */
	readonly kubelet_pod_start_total_duration_seconds: {readonly count: number; readonly sum: number};
}

const key = (node: string): string => `/components/kubelet/${node}/metrics`;

const none = {count: 0, sum: 0};

const plus = ({count, sum}: {readonly count: number; readonly sum: number}, ms: number) => ({
	count: count + 1,
	sum: Math.round(sum * 1000 + ms) / 1000,
});

/**
Measures how long a Pod took, when it is seen running for the first time.

@mirrors k8s.io/kubernetes/pkg/kubelet/util podStartupLatencyTracker
*/
export function* measureStart(context: KubeletContext, record: PodRecord, status: PodStatus): Routine {
	const {kernel, options} = context;
	if (record.measured || !status.containerStatuses?.every(({state}) => state?.running)) {
		return;
	}

	record.measured = true;
	const before = kernel.ledger.read<StartMetrics>(key(options.node.name));
	const created = record.pod.metadata.creationTimestamp;
	const totalMs = created === undefined ? kernel.now - record.seenMs : kernel.wallClockMs - parseTimestamp(created);
	const seenToRunningMs = kernel.now - record.seenMs;
	const after: StartMetrics = {
		kubelet_pod_start_duration_seconds: plus(before?.kubelet_pod_start_duration_seconds ?? none, seenToRunningMs),
		kubelet_pod_start_sli_duration_seconds: plus(
			before?.kubelet_pod_start_sli_duration_seconds ?? none,
			totalMs - record.pulledMs,
		),
		kubelet_pod_start_total_duration_seconds: plus(before?.kubelet_pod_start_total_duration_seconds ?? none, totalMs),
	};
	kernel.ledger.write(key(options.node.name), after);
	yield* note(
		'kubelet.metrics',
		`${podName(record.pod)} is seen running: ${totalMs} ms after its creation, ${record.pulledMs} ms of which were image pulls.`,
		{
			podStartDurationMs: seenToRunningMs,
			podStartSLIDurationMs: totalMs - record.pulledMs,
			pulledMs: record.pulledMs,
			before,
			after,
		},
		{object: podKey(record.pod)},
	);
}
