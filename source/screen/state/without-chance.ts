/** The letters of Kubernetes' generated suffixes: without vowels, so that they form no word. */
const letters = '[bcdfghjklmnpqrstvwxz2456789]';
const ending = new RegExp(String.raw`-(?:${letters}{8,10}-)?${letters}{5}(?![\w])|-${letters}{8,10}(?![\w])`, 'g');

/** A name, or words with names in them, without the random parts: `shop-6f6c9d8b7-x2x8k` is `shop-*`. */
export const withoutEndings = (text: string): string => text.replaceAll(ending, '-*');

/** Words without meaningless parts that differ between runs: generated names, addresses, uids, revisions, fractions of seconds, numbers of commands. */
export const withoutChance = (text: string): string =>
	withoutEndings(text)
		.replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b[\da-f]{12,}\b/g, '…')
		.replaceAll(/\b\d+(?:\.\d+){3}\b/g, '…')
		.replaceAll(/\bkubectl\/\d+/g, 'kubectl')
		.replaceAll(/\d+\.\d+(?= ?m?s\b)/g, '…')
		.replaceAll(/\b\d{3,}\b/g, '…');
