/** Lines of two texts side by side as `diff -u` prints them. */
export const unifiedDiff = (before: readonly string[], after: readonly string[], context = 3): string[] => {
	const lengths = Array.from({length: before.length + 1}, () => new Uint32Array(after.length + 1));
	for (let i = before.length - 1; i >= 0; i--) {
		for (let j = after.length - 1; j >= 0; j--) {
			lengths[i][j] =
				before[i] === after[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
		}
	}

	const edits: Array<{sign: string; line: string; i: number; j: number}> = [];
	let [i, j] = [0, 0];
	while (i < before.length || j < after.length) {
		if (i < before.length && j < after.length && before[i] === after[j]) {
			edits.push({sign: ' ', line: before[i], i: i++, j: j++});
		} else if (i < before.length && (j >= after.length || lengths[i + 1][j] >= lengths[i][j + 1])) {
			edits.push({sign: '-', line: before[i], i: i++, j});
		} else {
			edits.push({sign: '+', line: after[j], i, j: j++});
		}
	}

	const output: string[] = [];
	for (let at = 0; at < edits.length; at++) {
		if (edits[at].sign === ' ') {
			continue;
		}

		const from = Math.max(0, at - context);
		let to = at;
		for (let quiet = 0; to < edits.length && quiet <= 2 * context; to++) {
			quiet = edits[to].sign === ' ' ? quiet + 1 : 0;
		}

		let last = to - 1;
		while (last > at && edits[last].sign === ' ') {
			last--;
		}

		const hunk = edits.slice(from, Math.min(edits.length, last + 1 + context));
		const count = (sign: string) => hunk.filter((edit) => edit.sign !== sign).length;
		const [olds, news] = [count('+'), count('-')];
		const range = (start: number, length: number) =>
			length === 1 ? `${start + 1}` : `${length === 0 ? start : start + 1},${length}`;
		output.push(
			`@@ -${range(hunk[0].i, olds)} +${range(hunk[0].j, news)} @@`,
			...hunk.map(({sign, line}) => `${sign}${line}`),
		);
		at = from + hunk.length - 1;
	}

	return output;
};
