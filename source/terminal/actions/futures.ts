import type {Input} from '../../cluster.js';
import {sentenceOf} from '../../stages/sentence.js';
import {jump} from './motions.js';
import {alignFutures} from '../state/futures-aligned.js';
import {type Future, type State, undertaken} from '../state/state.js';

/** Gives an input at the cursor: in the past this begins another future, and the old one is kept. */
export const submit = (state: State, input: Input): State => {
	const given = undertaken(state);
	if (state.lesson) {
		const {run} = state.lesson;
		run.cursor = state.cursor;
		run.submit(input);
		return {...given, recording: run.recording};
	}

	if (state.cursor >= state.recording.stops.length - 1) {
		state.recording.submit(input);
		return {...given, message: ''};
	}

	const recording = state.recording.branch(state.cursor);
	recording.submit(input);
	return {
		...given,
		recording,
		futures: [...state.futures, {recording: state.recording, cursor: state.cursor}],
		message: `another future begins at #${state.cursor}; :other goes back to the old one`,
	};
};

/** Goes to the future that was left last, at the same place if it has one; doing so again goes back. */
export const toOther = (state: State): State => {
	const other = state.futures.at(-1);
	if (!other) {
		return {...state, message: 'there is only one future; a command in the past begins another'};
	}

	const futures = [...state.futures.slice(0, -1), {recording: state.recording, cursor: state.cursor}];
	return {
		...jump({...state, recording: other.recording, futures}, other.cursor),
		message: 'the other future; :other comes back, :compare finds the first difference',
	};
};

/** The first step at which two recordings of one scenario differ; `undefined` if one is the beginning of the other. */
export const firstDifference = (a: Future['recording'], b: Future['recording']): number | undefined => {
	const length = Math.min(a.stops.length, b.stops.length);
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		// The fingerprint rolls: once different, always different.
		if (a.fingerprintAt(middle) === b.fingerprintAt(middle)) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}

	return low === length ? undefined : low;
};

/** To the first stop that differs in the future that was left last, with both side by side; it is marked. */
export const compareFutures = (state: State): State => {
	const other = state.futures.at(-1);
	if (!other) {
		return {...state, message: 'there is only one future; a command in the past begins another'};
	}

	const step = firstDifference(state.recording, other.recording);
	const there = step === undefined ? undefined : other.recording.stops.get(step);
	if (step === undefined || !there) {
		return {...state, message: 'no difference in what is recorded so far; c records more'};
	}

	const moved = jump(state, step);
	const aligned = alignFutures(state.recording, other.recording, step);
	const first = aligned.findIndex(({alike}) => !alike);
	return {
		...moved,
		mode: 'futures',
		comparison: {aligned, first, at: Math.max(0, first)},
		session: {...moved.session, marks: {...moved.session.marks, a: step}},
		message: `the first difference; in the other future: ${there.process} ${there.stage}: ${sentenceOf(there, state.setup.language)}`,
	};
};
