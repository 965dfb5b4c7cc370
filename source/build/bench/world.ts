import {createCluster, type Input} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import type {Tape} from '../../debugger/tape.js';
import type {Deployment} from '../../objects/kubernetes.generated.js';
import {completeScenario, type Scenario} from '../../scenario/scenario.js';
import {allocatedBytes, cpuMs, heapBytes} from './measure.js';
import type {ScenarioFile} from '../../scenario/scenario-file.js';

export type ClusterRecording = Recording<Scenario, Input>;

/** The measured world: a Deployment of this many Pods from apply to Ready, or, with 0 Pods, nodes at rest. */
export interface World {
	readonly pods: number;
	readonly nodes: number;
	/** Whether a Service with a named target port selects them. */
	readonly service: boolean;
	/** The number of runs in one process; the first run is cold. */
	readonly runs: number;
}

/** The cost of a run. Milliseconds are of CPU. */
export interface RunFigures {
	/** Milliseconds from apply to Ready. */
	readonly ms: number;
	/** The duration from nothing to a cluster at rest, before the run. */
	readonly startMs: number;
	/** Milliseconds of each batch of steps from apply to Ready. */
	readonly batchesMs: readonly number[];
	readonly stops: number;
}

/** The cost of a world in a process of its own. */
export interface WorldFigures {
	readonly runs: readonly RunFigures[];
	/** CPU of the process when the first run had ended, start of the program included. */
	readonly coldMs: number;
	/** Bytes allocated from apply to Ready in the last run; missing if there was only one run. */
	readonly allocated?: number;
	/** Bytes that stay, in all and by kind. */
	readonly kept: Readonly<Record<'all' | 'facts' | 'frames' | 'present', number>>;
	/** CPU milliseconds of a simulated minute without requests. */
	readonly idleMinuteMs: number;
}

const deployment = (replicas: number): string => `apiVersion: apps/v1
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
        ports: [{name: http, containerPort: 80}]
        readinessProbe:
          httpGet: {path: /, port: http}
`;

const service = `---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 80, targetPort: http}]
`;

/** Requests without rate limits: all Pods and nodes arrive at once, so the figures measure work, not waiting. */
export const unlimited = {
	kubeControllerManager: {kubeAPIQPS: -1},
	kubeScheduler: {clientConnection: {qps: -1}},
	kubelet: {kubeAPIQPS: -1, eventRecordQPS: -1},
} as const satisfies ScenarioFile;

/** A cluster of this many nodes that has just started. @param limits the rate limits of its clients, if any. */
export const startedCluster = (
	nodes: number,
	keepsHistory = true,
	limits: ScenarioFile = unlimited,
): ClusterRecording => {
	const capacity = {cpu: '64', memory: '256Gi', pods: '250'};
	const recording = new Recording(
		completeScenario({
			nodes: Array.from({length: nodes}, (_, index) => ({name: `node-${index + 1}`, capacity})),
			...limits,
		}),
		(scenario: Scenario) => createCluster(scenario, {keepsHistory}),
	);
	while (recording.extend(60_000, true)) {
		// The start of the control plane and the nodes.
	}

	return recording;
};

const readyPods = (recording: ClusterRecording): number =>
	recording.kernel.ledger.read<Deployment>('/registry/deployments/default/web')?.status.readyReplicas ?? 0;

const batchSteps = 256;

/**
Applies the world's objects and runs until all Pods are Ready.

@returns CPU milliseconds of each batch of steps.
@throws when they do not become Ready within an hour of virtual time.
*/
export const runPods = (recording: ClusterRecording, world: Pick<World, 'pods' | 'service'>): readonly number[] => {
	const text = `${deployment(world.pods)}${world.service ? service : ''}`;
	recording.submit({kubectl: 'apply -f web.yaml', files: {'web.yaml': text}});
	const {kernel} = recording;
	const limitMs = kernel.now + 3_600_000;
	const batches: number[] = [];
	while (readyPods(recording) < world.pods) {
		const {ms} = cpuMs(() => {
			for (let step = 0; step < batchSteps; step++) {
				recording.extend(limitMs);
			}
		});
		batches.push(ms);
		if (kernel.now >= limitMs) {
			throw new Error(`${readyPods(recording)} of ${world.pods} Pods are Ready after an hour`);
		}
	}

	return batches;
};

interface Run extends RunFigures {
	readonly recording: ClusterRecording;
}

const runOnce = (world: World, keepsHistory = true): Run => {
	const {ms: startMs, result: recording} = cpuMs(() => startedCluster(world.nodes, keepsHistory));
	const before = recording.kernel.steps;
	const {ms, result: batchesMs} = cpuMs(() => (world.pods === 0 ? [] : runPods(recording, world)));
	return {ms, startMs, batchesMs, stops: recording.kernel.steps - before, recording};
};

const passMinute = ({recording}: Run): number => {
	const until = recording.kernel.now + 60_000;
	return cpuMs(() => {
		while (recording.extend(until)) {
			// Heartbeats and leases.
		}
	}).ms;
};

/** Removes a part of the tape and returns the freed bytes. */
const setFree = (tape: Tape, what: 'facts' | 'frames'): number => {
	const before = heapBytes();
	if (what === 'frames') {
		tape.frames.chunks.length = 0;
	} else {
		for (const chunk of [...tape.chunks, ...tape.frames.chunks]) {
			chunk?.facts?.fill(undefined);
		}
	}

	return before - heapBytes();
};

/** The bytes that a run without its past retains. A separate function, so that no reference keeps the cluster. */
const presentBytes = (world: World): number => {
	const before = heapBytes();
	const run = runOnce(world, false);
	const after = heapBytes();
	// Held until here.
	run.recording.kernel.processes.keys();
	return after - before;
};

/** The memory kept by a run with its past, and by a run without it. */
const keptBy = (world: World): WorldFigures['kept'] => {
	const present = presentBytes(world);
	const before = heapBytes();
	const {recording} = runOnce(world);
	const all = heapBytes() - before;
	const facts = setFree(recording.stops, 'facts');
	const frames = setFree(recording.stops, 'frames');
	return {all, facts, frames, present};
};

/** Measures a world in this process, which must be new for a true cold figure. */
export const measureWorld = (world: World): WorldFigures => {
	const first = runOnce(world);
	const {user, system} = process.cpuUsage();
	const idleMinuteMs = passMinute(first);
	const runs: Run[] = [first];
	while (runs.length < world.runs) {
		runs.push(runOnce(world));
	}

	let allocated: number | undefined;
	if (world.runs > 1) {
		const recording = startedCluster(world.nodes);
		allocated = allocatedBytes(() => {
			runPods(recording, world);
		});
	}

	const figures = runs.map(({recording: _recording, ...figures}) => figures);
	runs.length = 0;
	return {runs: figures, coldMs: (user + system) / 1000, allocated, kept: keptBy(world), idleMinuteMs};
};

if (process.argv[1] === import.meta.filename) {
	process.stdout.write(JSON.stringify(measureWorld(JSON.parse(process.argv[2] ?? ''))));
}
