import {closest} from '../../scenario/mistake.js';
import {faultVerbs} from '../../scenario/faults/parse-fault.js';
import {RequestError} from './arguments.js';
import {futureWords} from './future-words.js';

/** The words of the debugger that the console takes after a colon. */
export const consoleWords = ['fault', 'packet', 'traffic', 'who', ...faultVerbs, ...futureWords];

/** @throws {RequestError} when a line after a colon begins with no word of the console. */
export const checkWord = (line: string): void => {
	const word = /^:\s*(\S*)/.exec(line)?.[1] ?? '';
	if (!consoleWords.includes(word)) {
		const near = closest(word, consoleWords);
		throw new RequestError(
			`:${word} is not a word that works here; ${near === undefined ? `these do: ${consoleWords.map((one) => `:${one}`).join(' ')}` : `did you mean :${near}?`}`,
		);
	}
};
