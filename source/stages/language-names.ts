/** The languages that a user can choose, by what each calls itself. What is not told in the chosen one is told in English. */
export const languageNames = {en: 'English', zh: '中文', ru: 'Русский'} satisfies Readonly<Record<string, string>>;

/** A language that a user can choose. */
export type LanguageName = keyof typeof languageNames;

/** The languages that a user can choose, in the order in which they are offered. */
export const offeredLanguages: readonly string[] = Object.keys(languageNames);

/** The languages besides English, which all are translated from. */
export const otherLanguages: readonly string[] = offeredLanguages.filter((language) => language !== 'en');
