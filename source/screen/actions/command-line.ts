import {sharedBeginning, typeInto} from '../input/typing.js';
import {changed, type State} from '../state/state.js';
import {completions, perform} from './command-words.js';
import {wordsOf} from '../words/words.js';

/** The state with this on the command line. */
const typing = (state: State, typed: string, message = ''): State => ({
	...changed(state, 'commandLine', {typed}),
	message,
});

const complete = (state: State): State => {
	const {typed} = state.commandLine;
	const found = completions(state, typed);
	const [only = ''] = found;
	const begun = typed.slice(0, typed.lastIndexOf(' ') + 1);
	if (found.length === 0) {
		return {...state, message: wordsOf(state).messages.noCompletion};
	}

	if (found.length === 1) {
		return typing(state, `${begun}${only}${/[=/]$/.test(only) ? '' : ' '}`);
	}

	return typing(state, begun + sharedBeginning(found), found.join('  '));
};

/** The most lines in the history. */
const mostLines = 200;

const enter = (state: State): State => {
	const line = state.commandLine.typed.trim();
	const before = state.commandLine.history;
	const history = line === '' || line === before.at(-1) ? before : [...before, line].slice(-mostLines);
	const left = changed(state, 'commandLine', {typed: '', history, historyAt: history.length});
	const {over = 'debug'} = state.commandLine;
	const isOver = over !== 'debug' && over !== 'help';
	if (over !== 'debug' && (line === '' || line === 'close')) {
		return {...left, mode: line === '' ? over : 'debug', message: ''};
	}

	const done = perform({...left, mode: 'debug', message: ''}, line);
	return isOver && done.mode === 'help' ? changed(done, 'help', {over}) : done;
};

/** A key on the command line: edits, completes with tab, recalls with the arrows, performs with enter. */
export const pressCommand = (state: State, key: string): State => {
	const {typed, history, historyAt, over = 'debug'} = state.commandLine;
	switch (key) {
		case 'escape':
		case 'ctrl+c': {
			return {
				...changed(state, 'commandLine', {typed: '', editing: undefined, pasted: undefined, stdin: undefined}),
				mode: over,
				message: '',
			};
		}

		case 'return': {
			return enter(state);
		}

		case 'up':
		case 'down': {
			const at = Math.max(0, Math.min(history.length, historyAt + (key === 'up' ? -1 : 1)));
			return {...changed(state, 'commandLine', {historyAt: at, typed: history[at] ?? ''}), message: ''};
		}

		case 'tab': {
			return complete(state);
		}

		default: {
			return key === 'backspace' && typed === ''
				? {...state, mode: over, message: ''}
				: typing(state, typeInto(typed, key));
		}
	}
};
