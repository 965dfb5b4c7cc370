/** The largest request that the apiserver reads, in bytes. @mirrors k8s.io/apiserver/pkg/server MaxRequestBodyBytes */
export const mostRequestBytes = 3 * 1024 * 1024;

/** A document of a file that no request can carry. */
export interface TooLarge {
	/** Where its text begins, from 1. */
	readonly line: number;
}

const nextSeparator = /^---(?=[ \t\r\n]|$)/gm;

/** The least number of bytes that a document needs in a request: the letters of its lines that are no comments. */
const leastBytes = (text: string): number => {
	let count = 0;
	for (const line of text.split('\n')) {
		const trimmed = line.trim();
		count += trimmed.startsWith('#') ? 0 : trimmed.length;
	}

	return count;
};

/**
Finds documents that the apiserver refuses for their size alone: to parse one would need more memory than a check may have.

@returns the text with these documents blank, all places as they were, and the documents
*/
export const withoutTooLarge = (text: string): {readonly text: string; readonly found: readonly TooLarge[]} => {
	if (text.length <= mostRequestBytes || /^\s*[{[]/.test(text)) {
		return {text, found: []};
	}

	const starts = [0, ...[...text.matchAll(nextSeparator)].map(({index}) => index)];
	const found: TooLarge[] = [];
	const parts = starts.map((start, index) => {
		const part = text.slice(start, starts[index + 1] ?? text.length);
		if (part.length <= mostRequestBytes || leastBytes(part) <= mostRequestBytes) {
			return part;
		}

		const first = /^(?:---.*\n|[ \t]*#.*\n|[ \t\r]*\n)*/.exec(part)?.[0] ?? '';
		found.push({line: (text.slice(0, start) + first).split('\n').length});
		return part.replaceAll(/[^\r\n]/g, ' ');
	});
	return {text: found.length === 0 ? text : parts.join(''), found};
};
