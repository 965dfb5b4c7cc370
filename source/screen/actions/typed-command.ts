import {wordsOf} from '../words/words.js';
import {changed, type State} from '../state/state.js';
import {openCommandLine} from './open-command-line.js';
import {stopSearch} from './motions.js';

/** As many letters of `kubectl` as no other keys spell: the command line opens at the last of them. */
const beginning = 'kube';

/**
 * A pasted text on the command line: none of its characters acts as a key. Of several lines the first is taken.
 *
 * @param text at least one line that is not empty
 */
export const paste = (state: State, text: string): State => {
	const [first = '', ...others] = text
		.split(/[\r\n]+/)
		.map((line) => line.trim())
		.filter((line) => line !== '');
	const message = others.length > 0 ? wordsOf(state).messages.firstLineOnly(others.length + 1) : '';
	return openCommandLine(state.search ? stopSearch(state) : state, first, message);
};

/**
 * `kubectl` typed without a colon. Its letters are keys with meanings of their own until they can only be the word: then all that they did is
 * undone, and the command line opens with them.
 *
 * @param pressed does what the key means by itself
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
