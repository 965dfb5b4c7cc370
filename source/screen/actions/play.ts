import {hitBreakpoints, moveWithBreakpoints} from '../../debugger/session.js';
import type {BoardState} from '../state/parts.js';
import {paceWords} from '../state/pace.js';
import {changed, stopOf, type State} from '../state/state.js';
import {steered} from './live-steering.js';
import {beatMs, beginStory, endStory, hasStory, tellOn} from './story.js';
import {go, jump} from './motions.js';
import {passageMs, passOn} from './passage.js';
import {show} from './pane-actions.js';
import {wordsOf} from '../words/words.js';

/** The interval between two pictures of the board in milliseconds, and the stops between them; by speed from 1. */
const speeds = [
	{everyMs: 3000, stops: 1},
	{everyMs: 1600, stops: 1},
	{everyMs: 800, stops: 1},
	{everyMs: 400, stops: 1},
	{everyMs: 200, stops: 1},
	{everyMs: 100, stops: 1},
	{everyMs: 50, stops: 1},
	{everyMs: 50, stops: 4},
	{everyMs: 50, stops: 16},
] as const;

/** The interval of new screens while the board plays, in milliseconds; 0 while it does not play. */
export const everyMsOf = ({board, passage}: State): number => {
	if (!board.playing) {
		return 0;
	}

	return passage ? passageMs : paceOf(board).everyMs;
};

/** The stops, or the virtual time, that a tick of a playing board brings. */
type Pace = {readonly everyMs: number} & ({readonly stops: number} | {readonly virtualMs: number});

/** The shortest interval of new screens, in milliseconds. */
const tickMs = 50;

/** The way in which a board plays. */
export const paceOf = ({story, speed, pace}: Pick<BoardState, 'story' | 'speed' | 'pace'>): Pace => {
	if (story) {
		return {everyMs: beatMs, stops: 1};
	}

	if (pace && 'times' in pace) {
		return {everyMs: tickMs, virtualMs: tickMs * pace.times};
	}

	if (pace) {
		const stops = Math.ceil((pace.stopsPerSecond * tickMs) / 1000);
		return {everyMs: (1000 * stops) / pace.stopsPerSecond, stops};
	}

	return speeds[Math.max(0, Math.min(8, speed - 1))] ?? speeds[2];
};

const opened = (state: State): State =>
	state.pane.view === 'board' ? state : show(changed(state, 'board', {behind: state.pane.view}), 'board');

/** The board, open and playing every stop. */
const begun = (state: State): State => {
	const shown = opened(endStory(state));
	return {...changed(shown, 'board', {playing: true, playedMs: undefined}), message: playing(shown)};
};

/** The board, open and playing the story from the cursor on; every stop if no object is followed. */
export const storyBegun = (state: State): State => (hasStory(state) ? beginStory(opened(state)) : begun(state));

/** Plays or pauses the story; opens the board from another view. */
export const togglePlay = (state: State): State =>
	state.board.playing
		? {...changed(state, 'board', {playing: false}), message: wordsOf(state).messages.paused}
		: storyBegun(state);

const playing = (state: State): string =>
	wordsOf(state).messages.plays(paceWords(state.board), state.board.pace === undefined);

/** Sets the speed at which the board plays. @param key `1` to `9`. */
export const setSpeed = (state: State, key: string): State => {
	const speed = Number(key);
	if (!(Number.isInteger(speed) && speed >= 1 && speed <= 9)) {
		return {...state, message: wordsOf(state).messages.speeds};
	}

	const isTold = state.board.story;
	const set = changed(endStory(state), 'board', {speed, pace: undefined, playedMs: undefined});
	const plays = isTold ? changed(set, 'board', {playing: true}) : set;
	return {
		...plays,
		message: plays.board.playing ? playing(plays) : wordsOf(state).messages.speed(paceWords(set.board)),
	};
};

/** Plays the story, or every stop (`raw`), or at a speed: `x10` times virtual time, `20/s` stops a second. */
export const playAt = (state: State, words: string): State => {
	if (words === 'story') {
		return storyBegun(state);
	}

	if (words === 'raw') {
		return begun(changed(state, 'board', {pace: undefined}));
	}

	const [, times] = /^[x×](\d+(?:\.\d+)?)$/.exec(words) ?? [];
	const [, stops] = /^(\d+)\/s$/.exec(words) ?? [];
	const byStops = Number(stops) >= 1 && Number(stops) <= 1000 ? {stopsPerSecond: Number(stops)} : undefined;
	const pace = Number(times) >= 0.1 && Number(times) <= 1000 ? {times: Number(times)} : byStops;
	return pace ? begun(changed(state, 'board', {pace})) : {...state, message: wordsOf(state).messages.playTakes};
};

/** The state with the board at rest. */
export const paused = (state: State): State =>
	state.board.playing ? changed(state, 'board', {playing: false}) : state;

/** Moves to the next stop; pauses without one, at a breakpoint, and when other work waits for the user. */
const oneStop = (state: State): State => {
	const moved = go(state, 'into', 1);
	const stop = stopOf(moved);
	if (moved.cursor === state.cursor || moved.mode !== 'debug' || !stop) {
		return paused(moved);
	}

	return hitBreakpoints(moved.recording, state.session, stop).length > 0
		? {...paused(moved), message: wordsOf(state).messages.breakpointHit(stop.stage)}
		: {...moved, message: playing(moved)};
};

/** The most stops per tick: beyond them, virtual time waits for the screen. */
const mostAtOnce = 2000;

/** Plays all stops of a virtual time span; without a due stop, time passes and the stop stays. */
const someTime = (state: State, virtualMs: number): State => {
	const {recording, session} = state;
	const untilMs = (state.board.playedMs ?? stopOf(state)?.timeMs ?? 0) + virtualMs;
	let {cursor} = state;
	for (let left = mostAtOnce; left > 0; left--) {
		const found = moveWithBreakpoints(recording, session, cursor, 'into', 1, {
			untilMs,
			pastRest: state.shown.periodic,
		});
		if (!found.stop) {
			const there = jump(state, cursor);
			return found.edge === 'limit'
				? {...changed(there, 'board', {playedMs: untilMs}), message: playing(state)}
				: go(paused(there), 'into', 1);
		}

		cursor = found.stop.step;
		if (hitBreakpoints(recording, session, found.stop).length > 0) {
			return {
				...paused(jump(state, cursor)),
				session: found.session,
				message: wordsOf(state).messages.breakpointHit(found.stop.stage),
			};
		}
	}

	return {...changed(jump(state, cursor), 'board', {playedMs: undefined}), message: playing(state)};
};

const played = (state: State): State => {
	if (state.board.story) {
		return tellOn(state);
	}

	const pace = paceOf(state.board);
	// The guessing game asks about each stop first.
	if ('virtualMs' in pace && !state.guess.on) {
		return someTime(state, pace.virtualMs);
	}

	const most = 'stops' in pace ? pace.stops : 1;
	let now = state;
	for (let stops = most; stops > 0 && now.board.playing; stops--) {
		now = oneStop(now);
	}

	return now;
};

/** The next state while the board plays: it advances by the number of stops of its speed. Otherwise, the state is unchanged. */
export const tick = (state: State): State => {
	if (state.passage) {
		return passOn(state);
	}

	if (!state.board.playing || state.pane.view !== 'board' || state.mode !== 'debug') {
		return paused(state);
	}

	if (state.live) {
		return steered(state, state.live.cluster, played);
	}

	return played(state);
};
