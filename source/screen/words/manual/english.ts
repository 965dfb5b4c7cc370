/** Translations by the text of the manual's first page, which is in English. */
const texts: Readonly<Record<string, string>> = {};

/** The words around the pages of the manual in English; the other languages have the same entries. */
export const manual = {
	/** Above the list of topics. */
	intro:
		'k8s-walkthrough help TOPIC prints a page of the manual; help WORD finds a word in it, such as help webhook.\nk8s-walkthrough --help lists commands and flags.',
	found: (words: string) => `The manual mentions "${words}" here:`,
	more: (sections: number) => `… and in ${sections} more section${sections === 1 ? '' : 's'}`,
	prints: (topic: string) => `k8s-walkthrough help ${topic} prints the page.`,
	texts,
};
