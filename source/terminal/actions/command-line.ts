import {completions, perform} from './command-words.js';
import type {State} from '../state/state.js';
import {sharedBeginning, typeInto} from '../input/typing.js';

const complete = (state: State): State => {
	const found = completions(state, state.typed);
	const at = state.typed.lastIndexOf(' ') + 1;
	const begun = state.typed.slice(0, at);
	return found.length === 0
		? {...state, message: 'nothing completes this'}
		: found.length === 1
			? {...state, typed: `${begun}${found[0]}${/[=/]$/.test(found[0]!) ? '' : ' '}`, message: ''}
			: {...state, typed: begun + sharedBeginning(found), message: found.join('  ')};
};

/** A key on the command line: edits, completes with tab, recalls with the arrows, performs with enter. */
export const pressCommand = (state: State, key: string): State => {
	switch (key) {
		case 'escape':
		case 'ctrl+c': {
			return {...state, mode: 'debug', typed: '', message: '', editing: undefined};
		}

		case 'return': {
			const line = state.typed.trim();
			const history =
				line === '' || line === state.history.at(-1) ? state.history : [...state.history, line].slice(-200);
			return perform({...state, mode: 'debug', typed: '', message: '', history, historyAt: history.length}, line);
		}

		case 'up':
		case 'down': {
			const at = Math.max(0, Math.min(state.history.length, state.historyAt + (key === 'up' ? -1 : 1)));
			return {...state, historyAt: at, typed: state.history[at] ?? '', message: ''};
		}

		case 'tab': {
			return complete(state);
		}

		default: {
			return key === 'backspace' && state.typed === ''
				? {...state, mode: 'debug', message: ''}
				: {...state, typed: typeInto(state.typed, key), message: ''};
		}
	}
};
