/** How many letters two words differ by: left out, added, changed, or swapped with the next. */
export const distance = (a: string, b: string): number => {
	let row = Array.from({length: b.length + 1}, (_, column) => column);
	let above: number[] = [];
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1];
			const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			next.push(
				Math.min(
					(row[j] ?? 0) + 1,
					(next[j - 1] ?? 0) + 1,
					(row[j - 1] ?? 0) + (same ? 0 : 1),
					swapped ? (above[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
				),
			);
		}

		[above, row] = [row, next];
	}

	return row[b.length] ?? 0;
};
