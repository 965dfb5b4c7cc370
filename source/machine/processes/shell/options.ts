/** Options of `set` by name, with their letters. */
export const optionLetters: ReadonlyMap<string, string> = new Map([
	['errexit', 'e'],
	['nounset', 'u'],
	['xtrace', 'x'],
	['noglob', 'f'],
	['noexec', 'n'],
	['allexport', 'a'],
	['noclobber', 'C'],
	['verbose', 'v'],
	['monitor', 'm'],
]);

/** The option of a letter. */
export const optionOfLetter = (letter: string): string | undefined =>
	[...optionLetters].find(([, own]) => own === letter)?.[0];
