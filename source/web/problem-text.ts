import {Mistake, Mistakes, mistakesIn} from '../scenario/mistake.js';
import type {LanguageName} from '../stages/language-names.js';

/** An error in the words of the program; a mistake in the reader's language. */
export const problemText = async (error: unknown, language: LanguageName): Promise<string> => {
	if (language === 'en' || !(error instanceof Mistakes || error instanceof Mistake)) {
		return String(error);
	}

	const {mistakeIn} = await import('../commands/mistakes/translate.js');
	return mistakesIn(error)
		.map((mistake) => String(mistakeIn(language, mistake)))
		.join('\n');
};
