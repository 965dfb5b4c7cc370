import type {LanguageName} from '../../stages/language-names.js';

/** The translations; a screen in English never loads them. */
let loaded: typeof import('./translate.js') | undefined;

/** Loads the translations for a screen in a language. Until they are loaded, errors are in English. */
export const loadMessages = async (language: LanguageName): Promise<void> => {
	if (language !== 'en') {
		loaded ??= await import('./translate.js');
	}
};

/** The message of an error on a screen, in its language. */
export const screenMessage = (language: LanguageName, text: string): string =>
	loaded?.messageIn(language, text) ?? text;
