import {repeatAll} from '../../screen/actions/again.js';
import {screenWords} from '../../screen/words/words.js';
import {atOnce} from '../../debugger/recording.js';
import {RequestError} from './arguments.js';
import type {Debugging} from './debugging.js';

const words = screenWords('en');
const {messages} = words;

/** The result of a word about futures. */
interface Said {
	readonly text: string;
	/** The value that the client can unfold. */
	readonly value?: object;
}

const goTo = (debugging: Debugging, name: string): Said => {
	if (name === '') {
		throw new RequestError(messages.futureTakes);
	}

	if (name === debugging.family.name) {
		return {text: messages.futureShown(name)};
	}

	const {run, cursor} = debugging.family.named(name);
	debugging.enter(name, {recording: run.recording(), cursor});
	return {text: messages.toFuture(name)};
};

const again = (debugging: Debugging): Said => {
	const {family, recording} = debugging;
	const {later} = family;
	if (later.length === 0) {
		return {text: messages.nothingAgain};
	}

	const from = recording.stops.length;
	const {recording: next, left} = atOnce(repeatAll({recording, setup: {services: {}}}, later, words));
	family.forgetLater();
	debugging.stand({recording: next, cursor: Math.min(from, next.stops.length - 1)});
	return {text: messages.doneAgain(later.length - left.length, later.length, left)};
};

/** The function of each word about futures, with the text behind the word. */
const meanings: Readonly<Record<string, (debugging: Debugging, argument: string) => Said>> = {
	futures: ({family, fromMs}) => family.tree(fromMs),
	branch: (debugging, name) => ({text: debugging.branchHere(name === '' ? undefined : name)}),
	name({family}, name) {
		family.rename(name);
		return {text: messages.futureNamed(name)};
	},
	future: goTo,
	other: (debugging) => goTo(debugging, debugging.family.other),
	again,
	compare({family, fromMs}, argument) {
		const given = argument.split(/\s+/).filter((word) => word !== '');
		const [here, there] = given.length > 1 ? given : [family.name, given[0] ?? family.other];
		if (given.length > 2 || here === undefined || there === undefined || here === there) {
			throw new RequestError(messages.compareTakes);
		}

		return family.compare([here, there], fromMs);
	},
};

/** The words about futures that can be given. */
export const futureWords = Object.keys(meanings);

/**
Performs a word about futures; `undefined` for another word.

@throws {Error} with its error.
*/
export const performFutureWord = (debugging: Debugging, line: string): Said | undefined => {
	const [, word = '', argument = ''] = /^\s*:\s*([a-z]+)\s*(.*?)\s*$/s.exec(line) ?? [];
	const meaning = Object.hasOwn(meanings, word) ? meanings[word] : undefined;
	if (!meaning) {
		return undefined;
	}

	if (debugging.debuggee.served) {
		throw new RequestError(`:${word}: a served cluster has only one future; a recording of the session can have more`);
	}

	debugging.keep();
	return meaning(debugging, argument);
};
