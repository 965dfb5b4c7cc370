import type {Input, ClusterRecording} from '../../cluster.js';
import {axisColumns} from '../panes/race-rows.js';
import {paneSize} from '../panes/layout.js';
import type {Place} from '../../debugger/recording.js';
import {raceShown, type Race} from '../state/race.js';
import {requestsIn} from '../state/requests.js';
import type {RaceFuture} from '../state/parts.js';
import {changed, stopOf, type State, type LongWork} from '../state/state.js';
import {begin} from './long-work.js';
import {jump} from './motions.js';
import {walkRequest} from './network-actions.js';
import type {ScreenWords} from '../words/screen-words.js';
import {wordsOf} from '../words/words.js';

/** The last step until a time, near a step. */
const stepAt = ({stops}: ClusterRecording, from: number, timeMs: number): number => {
	let step = from;
	while (step > 0 && (stops.get(step)?.timeMs ?? 0) > timeMs) {
		step--;
	}

	while (step + 1 < stops.length && (stops.get(step + 1)?.timeMs ?? 0) <= timeMs) {
		step++;
	}

	return step;
};

/** Moves the debugger's time by a column of the race. */
export const scrub = (state: State, direction: 1 | -1): State => {
	const race = raceShown(state);
	if (!race) {
		return {...state, message: wordsOf(state).messages.noRace};
	}

	const {stops} = state.recording;
	const nowMs = stopOf(state)?.timeMs ?? 0;
	const columnMs = Math.max(1, race.lengthMs / axisColumns(paneSize(state).columns));
	const wanted = Math.max(race.startMs, Math.min(race.startMs + race.lengthMs, nowMs + direction * columnMs));
	const found = stepAt(state.recording, state.cursor, wanted);
	// If nothing happens in a column, the next existing stop.
	const next = found === state.cursor ? Math.max(0, Math.min(stops.length - 1, found + direction)) : found;
	const inside = (stops.get(next)?.timeMs ?? 0) <= race.startMs + race.lengthMs;
	return inside ? jump(state, next) : {...state, message: wordsOf(state).messages.raceEnd};
};

/** Walks the request or the connection of this stop; in a race, the request that was sent last before the cursor. */
export const walkHere = (state: State): State => {
	if (state.pane.view !== 'network') {
		return walkRequest(state, state.cursor);
	}

	const {requests = []} = raceShown(state) ?? {};
	const request = requests.findLast(({step}) => step <= state.cursor) ?? requests[0];
	return request ? walkRequest(state, request.step) : state;
};

interface Owned {
	readonly metadata: {
		readonly name: string;
		readonly namespace: string;
		readonly ownerReferences?: ReadonlyArray<{
			readonly kind: string;
			readonly name: string;
			readonly controller?: boolean;
		}>;
	};
	readonly spec: {readonly nodeName?: string; readonly containers: ReadonlyArray<{readonly name: string}>};
}

const podAt = ({kernel: {ledger}}: ClusterRecording, key: string, step: number): Owned | undefined =>
	ledger.readAt<Owned>(key, step);

const ownerOf = ({metadata}: Owned) => metadata.ownerReferences?.find(({controller}) => controller);

/** The workload that makes a Pod, as kubectl names it. */
const workloadOf = (recording: ClusterRecording, pod: Owned, step: number): string | undefined => {
	const owner = ownerOf(pod);
	if (owner?.kind !== 'ReplicaSet') {
		return owner && `${owner.kind.toLowerCase()}/${owner.name}`;
	}

	const key = `/registry/replicasets/${pod.metadata.namespace}/${owner.name}`;
	const above = recording.kernel.ledger.readAt<Owned>(key, step);
	const deployment = above && ownerOf(above);
	return deployment ? `deployment/${deployment.name}` : undefined;
};

/** The most stops of a future. */
const mostStops = 60_000;

function* runOn(recording: ClusterRecording, untilMs: number): Generator<Place, void> {
	for (let count = 0; count < mostStops && recording.extend(untilMs); count++) {
		yield {step: recording.stops.length - 1, timeMs: recording.kernel.now};
	}
}

/** A Pod of the new kind in place of the old one: on the same node, if possible. */
const successorOf = (recording: ClusterRecording, pod: Owned, workload: string): Owned | undefined => {
	const last = recording.stops.length - 1;
	const all = recording.kernel.ledger
		.entries<Owned>(`/registry/pods/${pod.metadata.namespace}/`)
		.map(([, one]) => one)
		.filter((one) => workloadOf(recording, one, last) === workload);
	return all.find(({spec}) => spec.nodeName === pod.spec.nodeName) ?? all[0];
};

/** The time for replacing a changed workload's Pods, in milliseconds. */
const rolloutMs = 30_000;

function* count(
	scratch: ClusterRecording,
	race: Race,
	input: Input & {readonly kubectl: string},
	pod: Owned,
	workload: string,
	words: ScreenWords['messages'],
): Generator<Place, RaceFuture> {
	const {namespace} = pod.metadata;
	const preStop = pod.spec.containers.map(({name}) => ({name, lifecycle: {preStop: {sleep: {seconds: 1}}}}));
	const patch = JSON.stringify({spec: {template: {spec: {containers: preStop}}}});
	scratch.submit({kubectl: `patch ${workload} -n ${namespace} -p '${patch}'`});
	yield* runOn(scratch, scratch.kernel.now + rolloutMs);
	const successor = successorOf(scratch, pod, workload);
	if (!successor) {
		return {case: 'none', why: words.noHook(workload)};
	}

	const from = scratch.stops.length;
	const fromMs = scratch.kernel.now;
	scratch.submit({...input, kubectl: input.kubectl.replaceAll(pod.metadata.name, successor.metadata.name)});
	// The sleep, the race itself, and the second that a client waits for an answer.
	yield* runOn(scratch, fromMs + 1000 + race.lengthMs + 1500);
	const sent = requestsIn(scratch).filter(({step, timeMs}) => step >= from && timeMs <= fromMs + 1000 + race.lengthMs);
	return {
		case: 'counted',
		sent: sent.length,
		lost: sent.filter(({end}) => end && end.result !== 'answered').length,
	};
}

function* future(state: State, race: Race): Generator<Place, RaceFuture> {
	const {recording} = state;
	const words = wordsOf(state).messages;
	const {subject} = race;
	const given = recording.inputs.findLast(({step, input}) => step <= subject.step && 'kubectl' in input);
	const pod = podAt(recording, subject.pod, subject.step);
	const workload = pod && workloadOf(recording, pod, subject.step);
	if (!given || !('kubectl' in given.input) || given.step === 0) {
		return {case: 'none', why: words.noCommand};
	}

	if (!pod || workload === undefined) {
		return {case: 'none', why: words.noWorkload};
	}

	return yield* count(yield* recording.branching(given.step - 1), race, given.input, pod, workload, words);
}

/** Plays the race again on a scratch branch, where the Pods sleep for a second before their signal; the learner's own timeline is unchanged. */
export const showFuture = (state: State): State => {
	const race = raceShown(state);
	if (race?.subject.kind !== 'leaves') {
		return {...state, message: wordsOf(state).messages.noDeletion};
	}

	return begin(state, showing(state, race));
};

function* showing(state: State, race: Race): LongWork {
	const found = yield* future(state, race);
	return (now) => ({...changed(now, 'network', {future: found}), message: ''});
}
