import {diagnosisTexts} from '../diagnosis/words/words.js';
import {faultTexts} from '../classroom/drills/words/words.js';
import {problemTexts} from '../classroom/problem-words.js';
import {lackingKeys, screenTexts} from '../screen/words/words.js';
import {stageTexts} from '../stages/language.js';
import {isTranslated, type Texts} from '../stages/translation.js';
import {otherLanguages} from '../stages/language-names.js';
import {helpIn} from './help/texts.js';
import {commandTexts} from './words/words.js';

/** A room's texts, as far as a report needs them. */
type Room = Pick<Texts<unknown>, 'room' | 'lacking'>;

/** The rooms with translated texts that commands can import. */
const rooms: readonly Room[] = [stageTexts, screenTexts, diagnosisTexts, problemTexts, faultTexts, commandTexts];

/**
The texts of the program that a translation lacks, each with its room: `stages sentences.etcd.txn`. Until they are translated, the program shows them in English.

@param help the English texts of help
@param more further rooms
*/
export const untranslatedTexts = (
	language: string,
	help: readonly string[] = [],
	more: readonly Room[] = [],
): readonly string[] => {
	if (!isTranslated(language)) {
		return [];
	}

	return [
		...[...rooms, ...more].flatMap((texts) => texts.lacking(language).map((path) => `${texts.room} ${path}`)),
		...lackingKeys(language).map((path) => `screen ${path}`),
		...help.filter((text) => !Object.hasOwn(helpIn(language), text)).map((text) => `help "${text}"`),
	];
};

/** A line for each translation: the number of missing texts, and the first of them. @param more as in {@link untranslatedTexts} */
export const untranslatedReport = (more: readonly Room[] = []): string =>
	otherLanguages
		.map((language) => {
			const lacking = untranslatedTexts(language, [], more);
			const [first = '', ...others] = lacking;
			return lacking.length === 0
				? `${language}: all program texts are translated\n`
				: `${language}: program texts still in English (${lacking.length}): ${first}${others.length === 0 ? '' : ` and ${others.length} more`}\n`;
		})
		.join('');
