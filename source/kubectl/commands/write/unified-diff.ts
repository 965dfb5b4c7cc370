/** A line of either text or of both: `-`, `+`, or a space; and how many lines of each text come before it. */
interface Edit {
	readonly sign: ' ' | '-' | '+';
	readonly line: string;
	readonly i: number;
	readonly j: number;
}

/** The edits that make one text of another, with as many common lines as possible; of equal ways the one that removes first. */
const editsBetween = (before: readonly string[], after: readonly string[]): readonly Edit[] => {
	// How many lines the rests of both texts have in common, for each pair of beginnings.
	const width = after.length + 1;
	const lengths = new Uint32Array((before.length + 1) * width);
	const common = (i: number, j: number): number => lengths[i * width + j] ?? 0;
	for (let i = before.length - 1; i >= 0; i--) {
		for (let j = after.length - 1; j >= 0; j--) {
			lengths[i * width + j] =
				before[i] === after[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
		}
	}

	const edits: Edit[] = [];
	let [i, j] = [0, 0];
	for (;;) {
		const [old, now] = [before[i], after[j]];
		if (old !== undefined && old === now) {
			edits.push({sign: ' ', line: old, i: i++, j: j++});
		} else if (old !== undefined && (now === undefined || common(i + 1, j) >= common(i, j + 1))) {
			edits.push({sign: '-', line: old, i: i++, j});
		} else if (now !== undefined) {
			edits.push({sign: '+', line: now, i, j: j++});
		} else {
			return edits;
		}
	}
};

const isChange = ({sign}: Edit): boolean => sign !== ' ';

/** The stretches of edits that are shown: each change with the common lines around it; changes that share a common line there come together. */
const hunksOf = (edits: readonly Edit[], context: number): ReadonlyArray<readonly Edit[]> => {
	const stretches: Array<{readonly start: number; end: number}> = [];
	for (const [index, edit] of edits.entries()) {
		const last = stretches.at(-1);
		if (!isChange(edit)) {
			continue;
		}

		if (last && index - last.end <= 2 * context) {
			last.end = index + 1;
		} else {
			stretches.push({start: index, end: index + 1});
		}
	}

	return stretches.map(({start, end}) => edits.slice(Math.max(0, start - context), end + context));
};

const rangeOf = (start: number, length: number): string =>
	length === 1 ? `${start + 1}` : `${length === 0 ? start : start + 1},${length}`;

/** What changes between the lines of two texts, as `diff -u` prints it, without the two lines that name the files. */
export const unifiedDiff = (before: readonly string[], after: readonly string[], context = 3): string[] =>
	hunksOf(editsBetween(before, after), context).flatMap((hunk) => {
		const [first] = hunk;
		const removed = hunk.filter(({sign}) => sign !== '+').length;
		const added = hunk.filter(({sign}) => sign !== '-').length;
		return [
			`@@ -${rangeOf(first?.i ?? 0, removed)} +${rangeOf(first?.j ?? 0, added)} @@`,
			...hunk.map(({sign, line}) => `${sign}${line}`),
		];
	});
