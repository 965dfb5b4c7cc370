import {createCluster, type Input} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import type {Deployment} from '../../objects/kubernetes.generated.js';
import {completeScenario, type Scenario} from '../../scenario/scenario.js';
import {cpuMs, digits, figure, heapMB, median, type Print} from './measure.js';

export type ClusterRecording = Recording<Scenario, Input>;

const manifest = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: nginx:1.27
        readinessProbe:
          httpGet: {path: /, port: 80}
`;

/** A cluster of so many nodes that has just come up. */
export const startedCluster = (nodes: number): ClusterRecording => {
	const capacity = {cpu: '64', memory: '256Gi', pods: '250'};
	const recording = new Recording(
		completeScenario({nodes: Array.from({length: nodes}, (_, index) => ({name: `node-${index + 1}`, capacity}))}),
		createCluster,
	);
	while (recording.extend(60_000, true)) {
		// The start of the control plane and the nodes.
	}

	return recording;
};

const readyPods = (recording: ClusterRecording): number =>
	recording.kernel.ledger.read<Deployment>('/registry/deployments/default/web')?.status?.readyReplicas ?? 0;

/**
Applies a Deployment of so many Pods and runs until all are Ready.

@throws when they do not become Ready within ten minutes of virtual time.
*/
export const runPods = (recording: ClusterRecording, pods: number): void => {
	recording.submit({kubectl: 'apply -f web.yaml', files: {'web.yaml': manifest(pods)}});
	const limitMs = recording.kernel.now + 600_000;
	for (;;) {
		if (!recording.extend(limitMs) || recording.stops.at(-1)!.timeMs > limitMs) {
			throw new Error(`${readyPods(recording)} of ${pods} Pods are Ready after ten minutes`);
		}

		// Looking at every stop would cost more than the stop.
		if (recording.stops.length % 64 === 0 && readyPods(recording) === pods) {
			return;
		}
	}
};

interface Figures {
	readonly ms: number;
	readonly stops: number;
	readonly heap: number;
	/** Milliseconds. */
	readonly aPod: number;
}

interface Kept {
	recording?: ClusterRecording;
}

/** In a function of its own, so that nothing but `kept` holds the recording when the next heap is measured. */
const runOnce = (pods: number, nodes: number, kept: Kept): {ms: number; stops: number; heap: number} => {
	kept.recording = undefined;
	const empty = heapMB();
	const recording = startedCluster(nodes);
	kept.recording = recording;
	const before = recording.stops.length;
	const {ms} = cpuMs(() => {
		runPods(recording, pods);
	});
	return {ms, stops: recording.stops.length - before, heap: heapMB() - empty};
};

/** Pods to Ready, so often; the last recording is kept. */
const measure = (pods: number, nodes: number, times: number): Figures & {readonly recording: ClusterRecording} => {
	const kept: Kept = {};
	const runs = Array.from({length: times}, () => runOnce(pods, nodes, kept));
	const ms = median(runs.map((run) => run.ms));
	return {
		ms,
		stops: median(runs.map((run) => run.stops)),
		heap: median(runs.map((run) => run.heap)),
		aPod: ms / pods,
		recording: kept.recording!,
	};
};

/** Pods from apply to Ready, and what a step costs. @returns the recording of the thousand. */
export const measurePods = (print: Print): ClusterRecording => {
	print('Pods to Ready: from kubectl apply of a Deployment, 20 nodes');
	runPods(startedCluster(20), 10);
	let ten: Figures | undefined;
	for (const [pods, times] of [
		[10, 5],
		[100, 5],
	] as const) {
		const figures = figuresOf(pods, times);
		ten ??= figures;
		tell(print, pods, times, figures, ten);
	}

	const {recording, ...thousand} = measure(1000, 20, 3);
	tell(print, 1000, 3, thousand, ten!, 1000, 200);
	print(figure('a step recorded', (thousand.ms / thousand.stops) * 1000, 'µs', 10, `of ${thousand.stops}`));
	const {length} = recording.stops;
	const again = cpuMs(() => recording.branch(length - 1)).ms;
	print(figure('a step re-executed', (again / length) * 1000, 'µs', 10, `of ${length}`));
	return recording;
};

const figuresOf = (pods: number, times: number): Figures => {
	const {recording: _recording, ...figures} = measure(pods, 20, times);
	return figures;
};

const tell = (
	print: Print,
	pods: number,
	times: number,
	{ms, stops, heap, aPod}: Figures,
	ten: Figures,
	msBudget?: number,
	heapBudget?: number,
): void => {
	const each = `${digits(aPod)} ms a Pod, ${digits(aPod / ten.aPod)} × that at 10, ${digits(stops / pods)} stops a Pod`;
	print(figure(`${pods} Pods`, ms, 'ms', msBudget, `${each}, median of ${times}`));
	print(figure('  heap with the recording', heap, 'MB', heapBudget));
};

/** What a Pod costs among ten thousand. Takes minutes, and gigabytes. */
export const measureGrowth = (print: Print): void => {
	print('Growth: 50 nodes');
	const few = measure(100, 50, 3);
	print(figure('100 Pods', few.ms, 'ms', undefined, `${digits(few.aPod)} ms a Pod, median of 3`));
	const many = measure(10_000, 50, 1);
	print(
		figure('10,000 Pods', many.ms, 'ms', undefined, `${digits(many.aPod)} ms a Pod, once, ${digits(many.heap)} MB`),
	);
	print(figure('a Pod at 10,000 against one at 100', many.aPod / few.aPod, '×', 1.3));
};
