import {keyNow} from '../../classroom/place.js';
import {closest} from '../../scenario/mistake.js';
import {authorAt, namesAt, type Authorship} from '../state/authorship.js';
import type {State} from '../state/state.js';
import {readPath} from '../../debugger/blame.js';
import type {ScreenWords} from '../words/screen-words.js';
import {wordsOf} from '../words/words.js';

const named = (kind: Authorship['writer']['kind']): boolean =>
	kind === 'admission' || kind === 'controller' || kind === 'other';

/** `the admission plug-in ServiceAccount, at #57`. */
export const authorWords = ({step, writer, place}: Authorship, {writers, wrote}: ScreenWords['messages']): string =>
	wrote(`${writers[writer.kind]}${named(writer.kind) ? ` ${writer.name}` : ''}`, place, step);

/** Names the writer of a field of an object, and the place in the run. */
export const whoWrote = (state: State, argument: string): State => {
	const [word = '', field = '', ...more] = argument.split(/\s+/);
	if (field === '' || more.length > 0) {
		return {...state, message: wordsOf(state).messages.whoTakes};
	}

	const key = keyNow(state.recording, word, state.cursor);
	if (key === undefined) {
		return {...state, message: wordsOf(state).messages.notAtThisStep(word)};
	}

	const path = readPath(field);
	const author = authorAt(state.recording, key, state.cursor, path);
	if (author) {
		return {...state, message: `${field}: ${authorWords(author, wordsOf(state).messages)}`};
	}

	const above = path.slice(0, -1);
	const near = closest(String(path.at(-1) ?? ''), namesAt(state.recording, key, state.cursor, above));
	return {
		...state,
		message: wordsOf(state).messages.noField(word, field, near),
	};
};
