import {keyNow} from '../../lessons/place.js';
import {closest} from '../../scenario/mistake.js';
import {authorAt, namesAt, type Authorship} from '../state/authorship.js';
import type {State} from '../state/state.js';
import {readPath} from '../../debugger/blame.js';

const kindWords = {
	you: 'you wrote it',
	kubectl: 'kubectl added it',
	default: 'a default of the apiserver',
	admission: 'the admission plug-in',
	apiserver: 'the apiserver itself',
	scheduler: 'the scheduler',
	controller: 'the controller',
	kubelet: 'the kubelet',
	other: 'the client',
} as const;

const named = (kind: keyof typeof kindWords): boolean =>
	kind === 'admission' || kind === 'controller' || kind === 'other';

/** `the admission plug-in ServiceAccount, at #57`. */
export const authorWords = ({step, writer, place}: Authorship): string =>
	`${kindWords[writer.kind]}${named(writer.kind) ? ` ${writer.name}` : ''}${place === undefined ? '' : `: ${place}`}, at #${step}`;

/** Says who wrote a field of an object, and where in the run. */
export const whoWrote = (state: State, argument: string): State => {
	const [word = '', field = '', ...more] = argument.split(/\s+/);
	if (field === '' || more.length > 0) {
		return {...state, message: 'who takes an object and a field: who pod/web spec.serviceAccountName'};
	}

	const key = keyNow(state.recording, word, state.cursor);
	if (key === undefined) {
		return {...state, message: `${word} does not exist at this step`};
	}

	const path = readPath(field);
	const author = authorAt(state.recording, key, state.cursor, path);
	if (author) {
		return {...state, message: `${field}: ${authorWords(author)}`};
	}

	const above = path.slice(0, -1);
	const near = closest(String(path.at(-1) ?? ''), namesAt(state.recording, key, state.cursor, above));
	return {
		...state,
		message: `${word} has no field ${field} at this step${near === undefined ? '' : `; did you mean ${near}?`}`,
	};
};
