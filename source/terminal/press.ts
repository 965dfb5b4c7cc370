import {completions, perform} from './command-words.js';
import {bindingOfKey} from './keys.js';
import type {State} from './state.js';

const edit = (text: string, key: string): string =>
	key === 'backspace' || key === 'delete'
		? [...text].slice(0, -1).join('')
		: [...key].length === 1
			? text + key
			: key === 'space'
				? `${text} `
				: text;

const pressCommand = (state: State, key: string, files: Readonly<Record<string, string>>): State => {
	switch (key) {
		case 'escape':
		case 'ctrl+c': {
			return {...state, mode: 'debug', typed: '', message: ''};
		}

		case 'return': {
			const line = state.typed.trim();
			const history =
				line === '' || line === state.history.at(-1) ? state.history : [...state.history, line].slice(-200);
			return perform(
				{...state, mode: 'debug', typed: '', message: '', history, historyAt: history.length},
				line,
				files,
			);
		}

		case 'up':
		case 'down': {
			const at = Math.max(0, Math.min(state.history.length, state.historyAt + (key === 'up' ? -1 : 1)));
			return {...state, historyAt: at, typed: state.history[at] ?? ''};
		}

		case 'tab': {
			const found = completions(state, state.typed);
			return found.length === 1
				? {...state, typed: `${found[0]} `, message: ''}
				: {...state, message: found.slice(0, 8).join('  ')};
		}

		default: {
			return {...state, typed: edit(state.typed, key), message: ''};
		}
	}
};

/**
What a key makes of the state. Everything the user can do goes through here.

@param key as the terminal names it: one character, or `return`, `escape`, `up`, `ctrl+c` …
@param files what kubectl can read.
*/
export const press = (state: State, key: string, files: Readonly<Record<string, string>> = {}): State => {
	switch (state.mode) {
		case 'command': {
			return pressCommand(state, key, files);
		}

		case 'find': {
			if (key === 'return' || key === 'escape') {
				return {...state, mode: 'debug', find: key === 'escape' ? '' : state.find};
			}

			return {...state, find: edit(state.find, key)};
		}

		case 'help':
		case 'breakpoints': {
			return key === 'ctrl+c' ? {...state, left: true} : {...state, mode: 'debug'};
		}

		case 'quit': {
			return ['q', 'y', 'return', 'ctrl+c'].includes(key)
				? {...state, left: true}
				: {...state, mode: 'debug', message: ''};
		}

		default: {
			if (key === 'escape') {
				return {...state, zoomed: false, real: false, find: '', message: '', selected: {}};
			}

			if (key === 'ctrl+c') {
				return {...state, left: true};
			}

			const binding = bindingOfKey(key);
			if (!binding) {
				return state;
			}

			return binding.run(state);
		}
	}
};
