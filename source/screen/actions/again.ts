import {nextTerminalKey, type ClusterRecording, type Input, type TerminalEntry} from '../../cluster.js';
import type {Place, RecordedInput} from '../../debugger/recording.js';
import {seek} from '../../debugger/seek.js';
import type {Stop} from '../../kernel/stop.js';
import {inputWords} from '../state/input-words.js';
import {type State, undertaken, type LongWork} from '../state/state.js';
import {neverEnds, runningCommands} from '../state/typed-command.js';
import {opensOrEnds} from './editor.js';
import {begin, searching, type Searched} from './long-work.js';
import {jump} from './motions.js';
import {afterRunning} from './present.js';
import {wordsOf} from '../words/words.js';
import type {ScreenWords} from '../words/screen-words.js';

/** The time limit of a command, in virtual milliseconds. */
const patienceMs = 300_000;
/** And how many stops. */
const mostStops = 200_000;

/** An action of another future, repeated in this one. */
interface Repeated {
	readonly recording: ClusterRecording;
	/** Why it no longer applies and was left out. */
	readonly refused?: string;
}

const entryOf = (recording: ClusterRecording, key: string): TerminalEntry | undefined =>
	recording.kernel.ledger.read<TerminalEntry>(key);

/** Repeats it at its original time, if that has not passed; skips it if kubectl fails. */
function* repeated(
	setup: Searched['setup'],
	recording: ClusterRecording,
	{timeMs, input}: RecordedInput<Input>,
	{panes, messages}: ScreenWords,
): Generator<Place, Repeated> {
	const {kernel, stops} = recording;
	const until = (from: number, untilMs: number, isOver: (stop: Stop) => boolean) =>
		searching({recording, setup}, mostStops, (limits) =>
			seek(recording, from, 1, isOver, {...limits, pastRest: true, untilMs}),
		);
	// A run until a time that has passed would end within a millisecond, where no replay finds it again.
	if (kernel.now < timeMs) {
		yield* until(stops.length - 1, timeMs, () => kernel.now >= timeMs);
	}

	if ('interrupt' in input && !runningCommands(recording).some(({line}) => line === input.interrupt)) {
		return {recording, refused: messages.noneRunning};
	}

	const before = stops.length - 1;
	const key = nextTerminalKey(recording);
	recording.submit(input);
	if ('edited' in input) {
		yield* until(before, kernel.now + patienceMs, (stop) => opensOrEnds(stop.process)(stop));
	}

	if (!('kubectl' in input)) {
		return {recording};
	}

	yield* until(before, kernel.now + patienceMs, () =>
		entryOf(recording, key)?.editor !== undefined || neverEnds(input.kubectl)
			? entryOf(recording, key) !== undefined
			: entryOf(recording, key)?.code !== undefined,
	);
	const {code = 0, stderr = ''} = entryOf(recording, key) ?? {};
	return code === 0
		? {recording}
		: {
				recording: yield* recording.branching(before),
				refused: stderr.trim().split('\n').at(-1) ?? panes.printed.exitCode(code),
			};
}

/**
Repeats the actions of another future, each at its time, from the end of a run on.

@returns the run with them, and the omitted actions that no longer apply, each with the reason.
*/
export function* repeatAll(
	run: Searched,
	later: ReadonlyArray<RecordedInput<Input>>,
	words: ScreenWords,
): Generator<Place, {readonly recording: ClusterRecording; readonly left: readonly string[]}> {
	let {recording} = run;
	const left: string[] = [];
	for (const one of later) {
		const {recording: next, refused} = yield* repeated(run.setup, recording, one, words);
		recording = next;
		if (refused !== undefined) {
			left.push(`${inputWords(one.input, words.lists.futures)}: ${refused}`);
		}
	}

	return {recording, left};
}

/** Repeats the later actions of the future that this one left, each at its time; actions that no longer apply are skipped and reported. */
export const again = (state: State): State =>
	state.future.later.length === 0
		? {...state, message: wordsOf(state).messages.nothingAgain}
		: begin(state, doingAgain(state));

function* doingAgain(state: State): LongWork {
	const {future} = state;
	const waited = yield* afterRunning(jump(state, state.recording.stops.length - 1));
	const from = state.recording.stops.length;
	const {recording, left} = yield* repeatAll(state, future.later, wordsOf(state));
	const done = future.later.length - left.length;
	return (now) => ({
		...undertaken(jump({...waited(now), recording, future: {...future, later: []}}, from)),
		message: wordsOf(now).messages.doneAgain(done, future.later.length, left),
	});
}
