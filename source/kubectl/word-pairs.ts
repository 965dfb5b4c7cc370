import {CommandFailure} from './failure.js';

/** Cuts `a=b=c` into `a` and `b=c`. */
export const splitOnce = (text: string, separator: string): [string, string] => {
	const at = text.indexOf(separator);
	return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
};

/** @throws {CommandFailure} for a label that is not a pair. */
export const parseLabels = (text: string): Readonly<Record<string, string>> | undefined => {
	if (text === '') {
		return undefined;
	}

	const labels: Record<string, string> = {};
	for (const pair of text.split(',')) {
		if (!/^[^=]+=[^=]*$/.test(pair)) {
			throw new CommandFailure(`unexpected label spec: ${pair}`);
		}

		const [key, value] = splitOnce(pair, '=');
		labels[key] = value;
	}

	return labels;
};

const isPair = (word: string): boolean =>
	(word.includes('=') && !word.startsWith('=')) || (word.endsWith('-') && word !== '-');

/**
Splits the words into the names of objects and the pairs after them.

@throws {CommandFailure} for a name after a pair.
@mirrors kubectl/pkg/cmd/util GetResourcesAndPairs
*/
export const resourcesAndPairs = (
	words: readonly string[],
	what: string,
): {readonly resources: readonly string[]; readonly pairs: readonly string[]} => {
	const first = words.findIndex(isPair);
	const start = first === -1 ? words.length : first;
	const late = words.slice(start).find((word) => !isPair(word));
	if (late !== undefined) {
		throw new CommandFailure(`all resources must be specified before ${what} changes: ${late}`);
	}

	return {resources: words.slice(0, start), pairs: words.slice(start)};
};
