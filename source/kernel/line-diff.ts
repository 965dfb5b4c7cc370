/** How a text becomes another one, line by line. */
export interface Edit {
	/** A line of both texts, only of the first, or only of the second. */
	readonly mark: ' ' | '-' | '+';
	/** Its index in the first text; for a new line, the index of the following line. */
	readonly before: number;
	/** Its index in the second text; for an old line, the index of the following line. */
	readonly after: number;
}

/** The most cells of a comparison's table; above it, entire ranges count as replaced. */
const mostCells = 4_000_000;

/** The edits between two stretches without common lines at their beginnings and ends, by their longest common subsequence. */
const middleEdits = (before: readonly string[], after: readonly string[], start: number): Edit[] => {
	const width = after.length + 1;
	const isTooLarge = before.length * after.length > mostCells;
	const lengths = new Uint32Array(isTooLarge ? 0 : (before.length + 1) * width);
	const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0;
	if (!isTooLarge) {
		for (let i = before.length - 1; i >= 0; i--) {
			for (let j = after.length - 1; j >= 0; j--) {
				lengths[i * width + j] =
					before[i] === after[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
			}
		}
	}

	const edits: Edit[] = [];
	let [i, j] = [0, 0];
	while (i < before.length || j < after.length) {
		const at = {before: start + i, after: start + j};
		if (!isTooLarge && i < before.length && j < after.length && before[i] === after[j]) {
			edits.push({mark: ' ', ...at});
			i++;
			j++;
		} else if (i < before.length && (j === after.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
			edits.push({mark: '-', ...at});
			i++;
		} else {
			edits.push({mark: '+', ...at});
			j++;
		}
	}

	return edits;
};

/** The fewest edits that turn one text into the other; equal beginnings and ends are skipped. */
export const lineEdits = (before: readonly string[], after: readonly string[]): readonly Edit[] => {
	let start = 0;
	while (start < before.length && start < after.length && before[start] === after[start]) {
		start++;
	}

	const shorter = Math.min(before.length, after.length);
	let end = 0;
	while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) {
		end++;
	}

	const kept = (count: number, from: number, newFrom: number): Edit[] =>
		Array.from({length: count}, (_, index) => ({mark: ' ', before: from + index, after: newFrom + index}));
	return [
		...kept(start, 0, 0),
		...middleEdits(before.slice(start, before.length - end), after.slice(start, after.length - end), start),
		...kept(end, before.length - end, after.length - end),
	];
};

const rangeOf = (start: number, length: number): string =>
	length === 1 ? `${start + 1}` : `${length === 0 ? start : start + 1},${length}`;

/** The beginnings and ends of changes with at most `context` unchanged lines around them and twice as many between them. */
const stretchesOf = (edits: readonly Edit[], context: number): ReadonlyArray<readonly [from: number, to: number]> => {
	const stretches: Array<[number, number]> = [];
	for (const [index, {mark}] of edits.entries()) {
		if (mark === ' ') {
			continue;
		}

		const from = Math.max(0, index - context);
		const to = Math.min(edits.length, index + 1 + context);
		const last = stretches.at(-1);
		if (last && from <= last[1]) {
			last[1] = to;
		} else {
			stretches.push([from, to]);
		}
	}

	return stretches;
};

/**
Lines of the edits as `diff -u` prints them, without file names; empty without differences.

@param context the number of unchanged lines around changes.
*/
export const unifiedDiff = (
	edits: readonly Edit[],
	before: readonly string[],
	after: readonly string[],
	context = 3,
): readonly string[] =>
	stretchesOf(edits, context).flatMap(([from, to]) => {
		const hunk = edits.slice(from, to);
		const {before: start = 0, after: newStart = 0} = hunk[0] ?? {};
		const count = (sign: Edit['mark']): number => hunk.filter(({mark}) => mark !== sign).length;
		return [
			`@@ -${rangeOf(start, count('+'))} +${rangeOf(newStart, count('-'))} @@`,
			...hunk.map((edit) => `${edit.mark}${(edit.mark === '+' ? after[edit.after] : before[edit.before]) ?? ''}`),
		];
	});
