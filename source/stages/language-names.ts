/** The languages that a user can choose, each by its own name. Text without a translation is shown in English. */
export const languageNames = {en: 'English', zh: '中文', ru: 'Русский'} satisfies Readonly<Record<string, string>>;

/** A language that a user can choose. */
export type LanguageName = keyof typeof languageNames;

const isLanguageName = (word: string): word is LanguageName => Object.hasOwn(languageNames, word);

/** The language that a word of the user's means; English if that language is not offered. */
export const languageNameOf = (word: string): LanguageName => (isLanguageName(word) ? word : 'en');

/** The languages that a user can choose, in the order of the menus. */
export const offeredLanguages: readonly string[] = Object.keys(languageNames);

/** The supported language of a locale such as `zh_CN.UTF-8`; `undefined` for English and unsupported languages. */
export const languageOfLocale = (locale = ''): string | undefined =>
	otherLanguages.find((language) => new RegExp(`^${language}(?:[_.@-]|$)`, 'i').test(locale));

/** The languages other than English, from which all are translated. */
export const otherLanguages: readonly string[] = offeredLanguages.filter((language) => language !== 'en');
