import type {Language} from '../../stages/language.js';
import {sentenceOf} from '../../stages/sentence.js';
import type {Stop} from '../../kernel/stop.js';
import type {Tone} from '../paint/text.js';

const outcomeTones: Readonly<Record<string, Tone>> = {refused: 'bad', failed: 'bad', warning: 'warn'};

/** The look of a stop's outcome; a passing stop has no special tone. */
export const outcomeTone = ({outcome}: Stop): Tone | undefined => outcomeTones[outcome ?? ''];

/** The text of a stop; for a failed one, with the message if the text omits it. */
export const wordsOf = (stop: Stop, language: Language): string => {
	const text = sentenceOf(stop, language);
	const said = stop.facts?.message;
	const message = outcomeTone(stop) === 'bad' && typeof said === 'string' ? said : '';
	// The reader of YAML has its own messages, which the sentence translates.
	return message === '' || stop.stage === 'kubectl.parse' || text.includes(message.slice(0, 30))
		? text
		: `${text} ${message}`;
};
