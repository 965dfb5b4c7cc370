import type {Input, TerminalEntry} from '../cluster.js';
import type {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import {registryKey, resourceOfKind} from '../objects/resources.js';
import type {Scenario} from '../scenario/scenario.js';
import type {Manifests} from './manifests.js';
import {progressOf, type Progress} from './outcome.js';

export type ClusterRecording = Recording<Scenario, Input>;

/** What became of one applied object. */
export interface ObjectOutcome extends Progress {
	/** `pod/default/web`. */
	readonly name: string;
	readonly key?: string;
}

/** How applying the manifests ended. */
export interface RunOutcome {
	readonly verdict: 'done' | 'refused' | 'stalled' | 'failed';
	readonly objects: readonly ObjectOutcome[];
	/** What kubectl printed. */
	readonly terminal?: TerminalEntry;
	/** The stop that says why, unless all went well. */
	readonly because?: Stop;
}

/** Records the start of the control plane and the nodes, until only periodic work is left. */
export const boot = (recording: ClusterRecording): void => {
	seek(recording, recording.stops.length - 1, 1, () => false, {untilMs: 60_000});
};

const outcomes = (recording: ClusterRecording, manifests: Manifests): ObjectOutcome[] =>
	manifests.objects.map(({apiVersion, kind, namespace = 'default', name}) => {
		const resource = resourceOfKind(apiVersion, kind);
		const key = resource && registryKey(resource, resource.namespaced ? namespace : undefined, name);
		const words = `${resource?.singular ?? kind.toLowerCase()}/${resource?.namespaced ? `${namespace}/` : ''}${name}`;
		const value = key && recording.kernel.ledger.read(key);
		return value ? {name: words, key, ...progressOf(value)} : {name: words, key, state: 'failed', words: 'not stored'};
	});

const failed = new Set(['refused', 'failed', 'warning']);

/** The last stop since `from` that says what went wrong. */
const because = (recording: ClusterRecording, from: number, kinds = failed): Stop | undefined =>
	seek(
		recording,
		recording.stops.length,
		-1,
		(stop) => stop.step > from && kinds.has(stop.outcome ?? '') && stop.stage !== 'kubectl.print',
	).stop;

/** How long, in virtual time, nothing may get better before a run counts as stalled. */
const patienceMs = 120_000;
const limitMs = 600_000;

/**
Runs on until everything applied is ready, complete, refused or stalled.

@param from the step at which the manifests were applied.
@param terminalKey ledger key of that kubectl invocation.
@param onStop sees each stop as it is recorded.
*/
export const runUntilSettled = (
	recording: ClusterRecording,
	manifests: Manifests,
	from: number,
	terminalKey: string,
	onStop: (stop: Stop) => void = () => {},
): RunOutcome => {
	const {ledger} = recording.kernel;
	const startMs = recording.kernel.now;
	let lookedMs = startMs;
	let lastBetterMs = startMs;
	let doneCount = 0;
	for (;;) {
		const terminal = ledger.read<TerminalEntry>(terminalKey);
		const done = terminal?.code !== undefined;
		if (done && (recording.resting || recording.kernel.now - lookedMs >= 1000)) {
			lookedMs = recording.kernel.now;
			const objects = outcomes(recording, manifests);
			if (terminal.code !== 0) {
				return {verdict: 'refused', objects, terminal, because: because(recording, from)};
			}

			if (objects.every(({state}) => state === 'done') && recording.resting) {
				return {verdict: 'done', objects, terminal};
			}

			if (objects.some(({state}) => state === 'failed') && recording.resting) {
				return {verdict: 'failed', objects, terminal, because: because(recording, from)};
			}

			const count = objects.filter(({state}) => state === 'done').length;
			if (count > doneCount) {
				doneCount = count;
				lastBetterMs = recording.kernel.now;
			}

			const waitedMs = recording.kernel.now - lastBetterMs;
			if (recording.resting || waitedMs > patienceMs || recording.kernel.now - startMs > limitMs) {
				const complete = objects.every(({state}) => state === 'done');
				return {
					verdict: complete ? 'done' : 'stalled',
					objects,
					terminal,
					because: complete ? undefined : because(recording, from),
				};
			}
		}

		const stop = recording.extend(undefined, true);
		if (!stop && recording.resting && ledger.read<TerminalEntry>(terminalKey)?.code !== undefined) {
			continue;
		}

		if (!stop) {
			return {verdict: 'stalled', objects: outcomes(recording, manifests), terminal, because: because(recording, from)};
		}

		onStop(stop);
	}
};
