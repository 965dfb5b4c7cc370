/** A part of a text: from an offset up to another. */
export interface Extent {
	readonly from: number;
	readonly to: number;
}

/** The change of depth by a bracket. */
const depthOf: ReadonlyMap<string, number> = new Map([
	['{', 1],
	['[', 1],
	['}', -1],
	[']', -1],
]);

/**
The beginnings and ends of the values in a stream of JSON: `kubectl cluster-info dump` writes several lists. An unclosed value extends to the end of the text.

Only brackets and strings are scanned.
*/
export const jsonValues = (text: string): readonly Extent[] => {
	const values: Extent[] = [];
	let depth = 0;
	let from = -1;
	for (const {0: token, index} of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]|[^\s[\]{}"]+/gs)) {
		if (from === -1) {
			from = index;
		}

		depth += depthOf.get(token) ?? 0;
		if (depth <= 0) {
			values.push({from, to: index + token.length});
			from = -1;
			depth = 0;
		}
	}

	if (from !== -1) {
		values.push({from, to: text.length});
	}

	return values;
};
