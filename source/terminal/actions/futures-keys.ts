import {changed, leave, type State} from '../state/state.js';
import {jump} from './motions.js';
import {toOther} from './futures.js';

const moves: Readonly<Record<string, number>> = {up: -1, k: -1, down: 1, j: 1, pageup: -15, pagedown: 15, space: 15};

const select = (state: State, at: number): State =>
	state.comparison
		? {...state, comparison: {...state.comparison, at: Math.max(0, Math.min(state.comparison.aligned.length - 1, at))}}
		: state;

/** To the stop of the selected row: in this future, else in the other one. */
const open = (state: State): State => {
	const row = state.comparison?.aligned[state.comparison.at];
	const debugging: State = {...state, mode: 'debug', message: ''};
	return row?.here !== undefined
		? jump(debugging, row.here)
		: row?.there === undefined
			? debugging
			: {...jump(toOther(debugging), row.there), message: 'this is in the other future; :other comes back'};
};

/** A click on a row: the first selects it, the next one goes there. */
export const clickAligned = (state: State, at: number): State =>
	state.comparison?.at === at ? open(state) : select(state, at);

/** A key where two futures stand side by side. */
export const pressFutures = (state: State, key: string): State => {
	const {comparison} = state;
	const move = moves[key];
	if (comparison && move !== undefined) {
		return select(state, comparison.at + move);
	}

	switch (key) {
		case 'return': {
			return open(state);
		}

		case 'n': {
			const next = comparison?.aligned.findIndex(({alike}, index) => !alike && index > comparison.at) ?? -1;
			return next < 0 ? {...state, message: 'no further difference'} : select(state, next);
		}

		case ':': {
			const {history} = state.commandLine;
			return {...changed(state, 'commandLine', {typed: '', historyAt: history.length}), mode: 'command', message: ''};
		}

		case 'ctrl+c': {
			return leave(state);
		}

		case 'escape':
		case 'q': {
			return {...state, mode: 'debug', message: ''};
		}

		default: {
			return state;
		}
	}
};
