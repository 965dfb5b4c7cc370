/** The largest request that the apiserver reads, in bytes. @mirrors k8s.io/apiserver/pkg/server MaxRequestBodyBytes */
export const mostRequestBytes = 3 * 1024 * 1024;

/** A document of a file that no request can carry. */
export interface TooLarge {
	/** The first line of its text, from 1. */
	readonly line: number;
}

const nextSeparator = /^---(?=[ \t\r\n]|$)/gm;

/** The line of a place in a text, from 1. */
const lineAt = (text: string, offset: number): number => {
	let line = 1;
	for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
		line++;
	}

	return line;
};

/** The least number of bytes that a document needs in a request: the letters of its lines that are not comments. */
const leastBytes = (text: string): number => {
	let count = 0;
	for (let from = 0, to = 0; from < text.length; from = to + 1) {
		to = text.indexOf('\n', from);
		to = to === -1 ? text.length : to;
		const line = text.slice(from, to).trim();
		count += line.startsWith('#') ? 0 : line.length;
	}

	return count;
};

/**
Finds documents that the apiserver refuses for their size alone: parsing one would exceed the memory of a check.

@returns the text with these documents blanked, so that all places stay, and the documents
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
		found.push({line: lineAt(text, start + first.length)});
		return part.replaceAll(/[^\r\n]+/g, (line) => ' '.repeat(line.length));
	});
	return {text: found.length === 0 ? text : parts.join(''), found};
};
