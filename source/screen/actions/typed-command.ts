import {wordsOf} from '../words/words.js';
import {changed, type State} from '../state/state.js';
import {isWholeLine, pastedCommands} from '../input/pasted-commands.js';
import {pressCommand} from './command-line.js';
import {openCommandLine} from './open-command-line.js';
import {stopSearch} from './motions.js';

/** The prefix of `kubectl` that no other keys spell; at its last letter, the command line opens. */
const beginning = 'kube';

/**
 * A pasted text: none of its characters acts as a key. A single complete line runs; otherwise, the first command is on the command line, and the others follow in order.
 *
 * @param text at least one line that is not empty
 * @param onto the text on the command line before it
 */
export const paste = (state: State, text: string, onto = ''): State => {
	const [first, ...later] = pastedCommands(text);
	if (!first) {
		return state;
	}

	const still = state.search ? stopSearch(state) : state;
	const line = `${onto}${first.line}`;
	const words = wordsOf(state).messages;
	const message = [
		first.stdin === undefined ? '' : words.withInput(first.stdin.split('\n').length - 1),
		later.length === 0 ? '' : words.firstOfPasted(later.length + 1),
	];
	const opened = openCommandLine(still, line, message.filter(Boolean).join('; '));
	const pasted = changed(opened, 'commandLine', {
		pasted: later,
		...(first.stdin === undefined ? {} : {stdin: {line, text: first.stdin}}),
	});
	return later.length === 0 && first.stdin === undefined && isWholeLine(text) ? pressCommand(pasted, 'return') : pasted;
};

/**
 * `kubectl` typed without a colon. Its letters act as keys until they can only be the word: then their effects are undone, and the command line opens with them.
 *
 * @param pressed performs the key's own meaning
 */
export const spelling = (state: State, key: string, pressed: (state: State) => State): State => {
	const {spelled} = state.commandLine;
	const continued = spelled && key === beginning[spelled.letters];
	if (!continued && !(key === beginning[0] && state.mode === 'debug')) {
		return pressed(spelled ? changed(state, 'commandLine', {spelled: undefined}) : state);
	}

	const letters = continued ? spelled.letters + 1 : 1;
	const before = continued ? spelled.before : changed(state, 'commandLine', {spelled: undefined});
	return letters === beginning.length
		? openCommandLine(before, beginning)
		: changed(pressed(state), 'commandLine', {spelled: {letters, before}});
};
