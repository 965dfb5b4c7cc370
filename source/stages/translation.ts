import {isRecord} from '../kernel/record.js';
import {otherLanguages, type LanguageName} from './language-names.js';

/**
The translated texts of a language: an entry at any depth may be missing. A function is an entry, and may return `undefined` for facts that it does not describe.
*/
export type Translation<Texts> = Texts extends (...given: infer Given) => infer Result
	? (...given: Given) => Result | undefined
	: Texts extends string | readonly unknown[]
		? Texts
		: {readonly [Key in keyof Texts]?: Translation<Texts[Key]>};

/** The languages that are translated from English. */
type OtherLanguage = Exclude<LanguageName, 'en'>;

const asked = (english: unknown, translation: unknown): unknown =>
	typeof english === 'function' && typeof translation === 'function'
		? (...given: readonly unknown[]) =>
				Reflect.apply(translation, undefined, given) ?? Reflect.apply(english, undefined, given)
		: translation;

/** English texts replaced by those of a translation. */
function completed<Texts>(english: Texts, translation: unknown): Texts;
function completed(english: unknown, translation: unknown): unknown {
	if (translation === undefined) {
		return english;
	}

	if (!isRecord(english) || !isRecord(translation)) {
		return asked(english, translation);
	}

	// A translation may have entries beyond those of English, such as short texts by their English words.
	return {
		...translation,
		...Object.fromEntries(Object.entries(english).map(([key, text]) => [key, completed(text, translation[key])])),
	};
}

const missing = (english: unknown, translation: unknown, path: string): readonly string[] => {
	if (isRecord(english) && isRecord(translation)) {
		return Object.entries(english).flatMap(([key, text]) =>
			missing(text, translation[key], path === '' ? key : `${path}.${key}`),
		);
	}

	if (translation === undefined) {
		return [path];
	}

	return [];
};

/**
The texts of a room in all languages. A text that a translation lacks is shown in English; {@link Texts.lacking} lists such texts.

A page loads the tables of only one language, so others may be missing, like those of a language without any translation.
*/
export class Texts<Words> {
	readonly #complete = new Map<LanguageName, Words>();

	constructor(
		/** The room, as reports name it. */
		readonly room: string,
		readonly english: Words,
		readonly translations: Readonly<Partial<Record<OtherLanguage, Translation<Words>>>>,
	) {
		this.#complete.set('en', english);
	}

	/** All texts in a language. */
	in(language: LanguageName): Words {
		const known = this.#complete.get(language);
		if (known !== undefined) {
			return known;
		}

		const made = completed(this.english, language === 'en' ? undefined : this.translations[language]);
		this.#complete.set(language, made);
		return made;
	}

	/** The paths of the texts that a translation lacks, such as `sentences.etcd.txn`. */
	lacking(language: OtherLanguage): readonly string[] {
		return missing(this.english, this.translations[language], '');
	}
}

/** Whether a language is one that is translated from English. */
export const isTranslated = (language: string): language is OtherLanguage => otherLanguages.includes(language);
