import {createCluster, type ClusterRecording, type TerminalEntry} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {customResources} from '../lessons/custom-resources.js';
import {seek} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {apiVersionOf, registryKey, resourceOfKind} from '../objects/resources.js';
import {Mistake} from '../scenario/mistake.js';
import type {Scenario} from '../scenario/scenario.js';
import {filesOfCommand, type Manifests} from './manifests.js';
import {progressOf, type AppliedProgress} from '../diagnosis/progress.js';
import {explanations, type Explanation} from '../diagnosis/explanation.js';
import {restartedPod} from '../diagnosis/pod.js';

/** How a run that applied manifests ended. */
export interface SettledRun {
	readonly verdict: 'done' | 'refused' | 'stalled' | 'failed';
	readonly objects: readonly AppliedProgress[];
	/** What kubectl printed. */
	readonly terminal?: TerminalEntry;
	/** Why refused or stuck objects got no further; what is odd about the rest. */
	readonly explanations: readonly Explanation[];
	/** The stop that says why, unless all went well. */
	readonly because?: Stop;
}

/** Records the start of the control plane and the nodes, until only periodic work is left. */
export const boot = (recording: ClusterRecording): void => {
	seek(recording, recording.stops.length - 1, 1, () => false, {untilMs: 60_000});
};

/** How long a command of kubectl may take in virtual time, where nobody could end it. */
const commandMs = 60_000;

/** Runs on until kubectl, which was given the first command of the cluster's user, has ended. @returns what it has printed. */
export const runUntilPrinted = (recording: ClusterRecording): Pick<TerminalEntry, 'stdout' | 'stderr'> => {
	const {kernel, scenario} = recording;
	const key = `/terminal/${scenario.objects.trim() === '' ? 1 : 2}`;
	const untilMs = kernel.now + commandMs;
	for (;;) {
		const entry = kernel.ledger.read<TerminalEntry>(key);
		if (entry?.code !== undefined || !recording.extend(untilMs)) {
			return {stdout: entry?.stdout ?? '', stderr: entry?.stderr ?? ''};
		}
	}
};

const progressOfAll = (recording: ClusterRecording, manifests: Manifests): AppliedProgress[] =>
	manifests.objects.map(({apiVersion, kind, namespace = 'default', name}) => {
		const {ledger} = recording.kernel;
		const resource =
			resourceOfKind(apiVersion, kind) ??
			customResources(recording).find((custom) => custom.kind === kind && apiVersionOf(custom) === apiVersion);
		const key = resource && registryKey(resource, resource.namespaced ? namespace : undefined, name);
		const words = `${resource?.singular ?? kind.toLowerCase()}/${resource?.namespaced ? `${namespace}/` : ''}${name}`;
		const value = key === undefined ? undefined : ledger.read<KubernetesObject>(key);
		return {
			name: words,
			key,
			...(value
				? progressOf(value)
				: key !== undefined && ledger.versions(key).length > 0
					? {state: 'done', words: 'deleted'}
					: {state: 'failed', words: 'not stored'}),
		};
	});

const failures = new Set(['refused', 'failed', 'warning']);

/** The last stop since `from` at which something went wrong: used when no explanation is found. */
const lastFailure = (recording: ClusterRecording, from: number): Stop | undefined =>
	seek(
		recording,
		recording.stops.length,
		-1,
		(stop) =>
			stop.step > from &&
			failures.has(stop.outcome ?? '') &&
			stop.stage !== 'kubectl.print' &&
			stop.stage !== 'event.record',
	).stop;

/** The Pods of the user. */
const ownPods = ({kernel: {ledger}}: ClusterRecording): readonly Pod[] =>
	ledger
		.keys('/registry/pods/')
		.filter((key) => !key.startsWith('/registry/pods/kube-system/'))
		.flatMap((key) => ledger.read<Pod>(key) ?? []);

const restarts = (recording: ClusterRecording): number =>
	ownPods(recording).reduce(
		(sum, {status}) => (status.containerStatuses ?? []).reduce((all, {restartCount}) => all + restartCount, sum),
		0,
	);

/** How long liveness probes need to find a container that is ready and yet not well, in milliseconds. */
const probationMs = (recording: ClusterRecording): number =>
	Math.max(
		0,
		...ownPods(recording).flatMap(({spec}) =>
			spec.containers.flatMap(({livenessProbe: probe}) =>
				probe
					? [
							((probe.initialDelaySeconds ?? 0) +
								(probe.periodSeconds ?? 10) * (probe.failureThreshold ?? 3) +
								(probe.timeoutSeconds ?? 1)) *
								1000,
						]
					: [],
			),
		),
	);

/** How long, in virtual time, nothing may get better before a run counts as stalled. */
const patienceMs = 120_000;
const limitMs = 600_000;

/** Manifests applied to a cluster that was at rest, and where that is on the tape. */
export interface Applied {
	readonly recording: ClusterRecording;
	readonly manifests: Manifests;
	/** The last step before the user's command. */
	readonly from: number;
	/** When it was given. */
	readonly fromMs: number;
	/** Ledger key of its kubectl invocation. */
	readonly terminalKey: string;
}

/**
Starts a cluster, waits until it rests, and gives `kubectl apply` for the manifests.

@throws {Mistake} when the cluster does not take the objects that the scenario begins with.
*/
export const applyManifests = (scenario: Scenario, manifests: Manifests): Applied => {
	const recording = new Recording(scenario, createCluster);
	boot(recording);
	const given = recording.kernel.ledger.read<TerminalEntry>('/terminal/1');
	if (given && given.code !== 0) {
		throw new Mistake(
			`the objects of the scenario were refused: ${given.stderr.trimEnd() || 'kubectl did not finish'}`,
			{},
			'fix them under `objects`',
		);
	}

	return giveCommand(recording, manifests, manifests.command);
};

/** Runs one more kubectl command line, with the same files available. */
export const giveCommand = (recording: ClusterRecording, manifests: Manifests, command: string): Applied => {
	const earlier = recording.scenario.objects.trim() === '' ? 0 : 1;
	const applied = {
		recording,
		manifests,
		from: recording.stops.length - 1,
		fromMs: recording.kernel.now,
		terminalKey: `/terminal/${recording.inputs.length + 1 + earlier}`,
	};
	recording.submit({kubectl: command, files: filesOfCommand(command, manifests.files)});
	return applied;
};

/**
Runs on until everything applied is ready, complete, refused or stalled.

@param onStop sees each stop as it is recorded.
*/
export const runUntilSettled = (
	{recording, manifests, from, fromMs: startMs, terminalKey}: Applied,
	onStop: (stop: Stop) => void = () => {},
): SettledRun => {
	const {ledger} = recording.kernel;
	let lookedMs = startMs;
	let lastBetterMs = startMs;
	let doneCount = 0;
	let probation: {readonly untilMs: number; readonly restarts: number} | undefined;
	const end = (verdict: SettledRun['verdict'], objects: readonly AppliedProgress[]): SettledRun => {
		const found = explanations(recording, from, manifests.objects, objects);
		return {
			verdict,
			objects,
			terminal: ledger.read<TerminalEntry>(terminalKey),
			explanations: found,
			because: verdict === 'done' ? undefined : (found.find(({stop}) => stop)?.stop ?? lastFailure(recording, from)),
		};
	};

	for (;;) {
		const code = ledger.read<TerminalEntry>(terminalKey)?.code;
		const {now} = recording.kernel;
		if (code !== undefined && ((recording.resting && !probation) || now - lookedMs >= 1000)) {
			lookedMs = now;
			const objects = progressOfAll(recording, manifests);
			if (code !== 0) {
				return end('refused', objects);
			}

			const complete = objects.every(({state}) => state === 'done');
			if (complete && recording.resting) {
				probation ??= {untilMs: now + probationMs(recording), restarts: restarts(recording)};
				if (now >= probation.untilMs) {
					return end('done', objects);
				}
			}

			if (probation && restarts(recording) > probation.restarts) {
				return end('stalled', objects.map(unwell(recording)));
			}

			if (objects.some(({state}) => state === 'failed') && recording.resting) {
				return end('failed', objects);
			}

			const count = objects.filter(({state}) => state === 'done').length;
			if (count > doneCount) {
				doneCount = count;
				lastBetterMs = now;
			}

			if (!probation && (recording.resting || now - lastBetterMs > patienceMs || now - startMs > limitMs)) {
				return end(complete ? 'done' : 'stalled', objects);
			}
		}

		const stop = recording.extend(undefined, !probation);
		if (stop) {
			onStop(stop);
		} else if (!recording.resting || ledger.read<TerminalEntry>(terminalKey)?.code === undefined) {
			return end('stalled', progressOfAll(recording, manifests));
		}
	}
};

/** No longer counts an object as done if its containers were restarted since. */
const unwell =
	({kernel: {ledger}}: ClusterRecording) =>
	(progress: AppliedProgress): AppliedProgress => {
		const restarted = progress.key === undefined ? undefined : restartedPod(progress.key, ledger);
		return restarted ? {...progress, state: 'waiting', words: `ready, but ${restarted} keeps restarting`} : progress;
	};
