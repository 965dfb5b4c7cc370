import {hitBreakpoints} from '../../debugger/session.js';
import {seek} from '../../debugger/seek.js';
import {beatsOf, storyStart} from '../panes/board/story.js';
import {commands, lineage} from '../panes/board/followed.js';
import {changed, seconds, stopOf, type State} from '../state/state.js';
import {jump} from './motions.js';
import {wordsOf} from '../words/words.js';

/** The duration of each beat of a story, in milliseconds: long enough to read its sentence. */
export const beatMs = 1600;

/** The most stops to record for one beat: beyond them, the story ends. */
const mostRecorded = 20_000;

/**
Whether a story exists: the user follows an object, or a command has sent one. Served clients control the clock, and the guessing game asks
about each stop: both play every stop.
*/
export const hasStory = (state: State): boolean =>
	state.live === undefined && !state.guess.on && (lineage(state).length > 0 || commands(state).length > 0);

/** The state without a story: the board shows each stop. */
export const endStory = (state: State): State => (state.board.story ? changed(state, 'board', {story: false}) : state);

/** The step of the next beat; the tape is recorded as far as necessary. `undefined` at the story's end. */
const nextBeat = (state: State): number | undefined => {
	const later = (step: number): number | undefined =>
		beatsOf(state, step).find((beat) => beat.step > state.cursor)?.step;
	const found = later(state.recording.stops.length - 1);
	return (
		found ??
		seek(state.recording, state.recording.stops.length - 1, 1, ({step}) => later(step) === step, {steps: mostRecorded})
			.stop?.step
	);
};

/** The first stop before a step, after the cursor, at which a breakpoint is hit. */
const breakpointBefore = ({recording, session, cursor}: State, step: number): number | undefined => {
	if (session.breakpoints.some(({enabled}) => enabled)) {
		for (let at = cursor + 1; at < step; at++) {
			const stop = recording.stops.get(at);
			if (stop && hitBreakpoints(recording, session, stop).length > 0) {
				return at;
			}
		}
	}

	return undefined;
};

const ended = (state: State): State => {
	const {recording} = state;
	const beats = beatsOf(state);
	const first = recording.stops.get(storyStart(state));
	const took = (stopOf(state)?.timeMs ?? 0) - (first?.timeMs ?? 0);
	return {
		...changed(state, 'board', {playing: false}),
		message: wordsOf(state).messages.storyEnds(beats.length, seconds(took, 1)),
	};
};

/** The next beat, or the end of the story. A breakpoint before it pauses the story. */
export const tellOn = (state: State): State => {
	const next = nextBeat(state);
	if (next === undefined) {
		return ended(state);
	}

	const halt = breakpointBefore(state, next);
	if (halt !== undefined) {
		const there = changed(jump(state, halt), 'board', {playing: false});
		return {...there, message: wordsOf(state).messages.breakpointHit(stopOf(there)?.stage ?? '')};
	}

	return {...jump(state, next), message: state.board.playing ? wordsOf(state).messages.tells : ''};
};

/** Plays the story from the cursor on, or from its beginning if it has ended. */
export const beginStory = (state: State): State => {
	const on = changed(state, 'board', {story: true, playing: true, playedMs: undefined});
	const [first] = beatsOf(on);
	return first && nextBeat(on) === undefined
		? {...jump(on, first.step), message: wordsOf(state).messages.tells}
		: tellOn(on);
};

/** Moves by one beat, forward or back, and pauses the story. */
export const toBeat = (state: State, direction: 1 | -1): State => {
	if (direction === 1) {
		return tellOn(changed(state, 'board', {playing: false}));
	}

	const before = beatsOf(state, state.cursor).findLast(({step}) => step < state.cursor);
	return before ? jump(state, before.step) : {...state, message: wordsOf(state).messages.edges.start};
};
