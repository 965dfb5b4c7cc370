/**
The number of letters to delete, insert or replace that turns one word into another.

@param options with `swaps`, two swapped adjacent letters count once.
@see https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance#Optimal_string_alignment_distance
*/
export const editDistance = (
	word: string,
	wanted: string,
	{swaps = false}: {readonly swaps?: boolean} = {},
): number => {
	const [a, b] = [[...word], [...wanted]];
	let before: readonly number[] = [];
	let row: readonly number[] = [0, ...b.map((_, index) => index + 1)];
	for (const [i, letter] of a.entries()) {
		const next = [i + 1];
		for (const [j, other] of b.entries()) {
			const [corner = 0, above = 0] = [row[j], row[j + 1]];
			const left = next[j] ?? 0;
			const isSwap = swaps && i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other;
			const swapped = isSwap ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
			next.push(Math.min(above + 1, left + 1, corner + (letter === other ? 0 : 1), swapped));
		}

		[before, row] = [row, next];
	}

	return row.at(-1) ?? 0;
};
