import {pressCommand} from './command-line.js';
import {typeInto} from '../input/typing.js';
import {bindingOfKey} from '../input/keymap.js';
import {findNext} from './pane-actions.js';
import type {State} from '../state/state.js';
import {pressBreakpoints} from './breakpoints.js';
import {steered} from './live-steering.js';
import {contextsOf} from '../state/contexts.js';
import {actions} from './actions.js';

const pressFind = (state: State, key: string): State => {
	switch (key) {
		case 'return': {
			return {...state, mode: 'debug'};
		}

		case 'escape':
		case 'ctrl+c': {
			return {...state, mode: 'debug', find: '', message: ''};
		}

		default: {
			return findNext({...state, find: typeInto(state.find, key), message: ''}, 1, true);
		}
	}
};

const pressGuess = (state: State, key: string): State => {
	switch (key) {
		case 'ctrl+c': {
			return {...state, left: true};
		}

		case 'escape': {
			return {...state, mode: 'debug', predict: false, typed: '', message: 'prediction is off'};
		}

		case 'return': {
			const guess = state.typed.trim();
			return {
				...state,
				mode: 'debug',
				typed: '',
				message: guess === '' ? 'this is what happens; s goes on, p ends guessing' : `you guessed: ${guess}`,
			};
		}

		default: {
			return {...state, typed: typeInto(state.typed, key)};
		}
	}
};

const helpMoves: Readonly<Record<string, number>> = {
	down: 1,
	j: 1,
	up: -1,
	k: -1,
	pagedown: 15,
	space: 15,
	pageup: -15,
};

const pressHelp = (state: State, key: string): State => {
	const change = helpMoves[key];
	return change === undefined
		? {...state, mode: 'debug', helpAt: 0, left: key === 'ctrl+c'}
		: {...state, helpAt: Math.max(0, Math.min(90, state.helpAt + change))};
};

/**
What a key makes of the state. Everything the user can do goes through here.

@param key as the terminal names it: one character, or `return`, `escape`, `up`, `ctrl+c` …
*/
export const press = (state: State, key: string): State =>
	state.live ? steered(state, state.live, (held) => pressHere(held, key)) : pressHere(state, key);

const pressHere = (state: State, key: string): State => {
	switch (state.mode) {
		case 'command': {
			return pressCommand(state, key);
		}

		case 'find': {
			return pressFind(state, key);
		}

		case 'guess': {
			return pressGuess(state, key);
		}

		case 'help': {
			return pressHelp(state, key);
		}

		case 'breakpoints': {
			return pressBreakpoints(state, key);
		}

		case 'quit': {
			return ['q', 'y', 'return', 'ctrl+c'].includes(key)
				? {...state, left: true}
				: {...state, mode: 'debug', message: ''};
		}

		case 'debug': {
			const binding = bindingOfKey(state.keymap, contextsOf(state), key);
			return binding ? actions[binding.word](state) : state;
		}
	}
};
