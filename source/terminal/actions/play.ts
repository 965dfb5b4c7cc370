import {hitBreakpoints} from '../../debugger/session.js';
import {changed, stopOf, type State} from '../state/state.js';
import {steered} from './live-steering.js';
import {go} from './motions.js';
import {show} from './pane-actions.js';

/** How often the board shows something new, in milliseconds, and how many stops further on; by speed from 1. */
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

/** The pace of a speed. @param speed 1 to 9. */
export const paceOf = (speed: number): (typeof speeds)[number] =>
	speeds[Math.max(0, Math.min(8, speed - 1))] ?? speeds[2];

/** Plays the board, or pauses; from another view, the board opens. */
export const togglePlay = (state: State): State => {
	if (state.board.playing) {
		return {...changed(state, 'board', {playing: false}), message: 'paused'};
	}

	const shown = state.pane.view === 'board' ? state : show(changed(state, 'board', {behind: state.pane.view}), 'board');
	return {...changed(shown, 'board', {playing: true}), message: playing(state.board.speed)};
};

const playing = (speed: number): string => `plays at speed ${speed} of 9; space or any other key pauses`;

/** Sets the speed at which the board plays. @param key `1` to `9`. */
export const setSpeed = (state: State, key: string): State => {
	const speed = Number(key);
	return Number.isInteger(speed) && speed >= 1 && speed <= 9
		? {
				...changed(state, 'board', {speed}),
				message: state.board.playing ? playing(speed) : `speed ${speed} of 9; space plays`,
			}
		: {...state, message: '1 to 9 set the speed on the board'};
};

/** The state with the board at rest. */
export const paused = (state: State): State =>
	state.board.playing ? changed(state, 'board', {playing: false}) : state;

/** One stop further on; pauses where there is none, at a breakpoint, and where something else waits for the user. */
const oneStop = (state: State): State => {
	const moved = go(state, 'into', 1);
	const stop = stopOf(moved);
	if (moved.cursor === state.cursor || moved.mode !== 'debug' || !stop) {
		return paused(moved);
	}

	return hitBreakpoints(moved.recording, state.session, stop).length > 0
		? {...paused(moved), message: `breakpoint: ${stop.stage}`}
		: {...moved, message: playing(moved.board.speed)};
};

const played = (state: State): State => {
	let now = state;
	for (let stops = paceOf(state.board.speed).stops; stops > 0 && now.board.playing; stops--) {
		now = oneStop(now);
	}

	return now;
};

/** What time makes of the state while the board plays: it goes on by as many stops as its speed says. Otherwise nothing changes. */
export const tick = (state: State): State =>
	!state.board.playing || state.pane.view !== 'board' || state.mode !== 'debug'
		? paused(state)
		: state.live
			? steered(state, state.live.cluster, played)
			: played(state);
