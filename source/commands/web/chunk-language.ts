/** Modules that only readers of a language need, by that language. */
const languageModules: Readonly<Record<string, RegExp>> = {zh: /\/zh\/|chinese/, ru: /\/ru\/|russian/};

/** The language, if a chunk contains only its tables; `undefined` for all other chunks. @param modules those in the chunk, by their paths */
export const languageOfModules = (modules: readonly string[]): string | undefined =>
	Object.entries(languageModules).find(
		([, pattern]) => modules.length > 0 && modules.every((module) => pattern.test(module)),
	)?.[0];

/** The first line of a chunk with the tables of a language. */
export const languageLine = (language: string): string => `// language: ${language}\n`;

/** The language that the first line of a chunk names; `undefined` without such a line. */
export const languageOfChunk = (code: string): string | undefined => /^\/\/ language: (\w+)\n/.exec(code)?.[1];
