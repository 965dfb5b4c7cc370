/** A line of a run: its text, and its step, if it concerns one. */
export interface RunLine {
	readonly step?: number;
	readonly text: string;
}

const contextLines = 3;
/** The most different lines shown per side, which is also the limit of the search for common lines. */
const shownLines = 8;

/** The numbers of lines of each side before both continue equally: the smallest sum, at most `shownLines` each. */
const differentLines = (
	golden: readonly string[],
	now: readonly RunLine[],
	from: number,
): readonly [number, number] => {
	const alike = (left: number, right: number): boolean =>
		golden[from + left] === now[from + right]?.text && golden[from + left + 1] === now[from + right + 1]?.text;
	for (let together = 1; together <= 2 * shownLines; together++) {
		for (let left = Math.max(0, together - shownLines); left <= Math.min(together, shownLines); left++) {
			if (alike(left, together - left)) {
				return [left, together - left];
			}
		}
	}

	return [shownLines, shownLines];
};

/**
The first place where a run differs from its golden, as a few lines to read: `-` is the golden's line, `+` is the run's line
with its step. A golden has thousands of lines, and after the first difference most of them differ.

@param golden lines of the golden, without line ends
@returns undefined where every line is equal
*/
export const firstDifference = (golden: readonly string[], now: readonly RunLine[]): string | undefined => {
	const length = Math.max(golden.length, now.length);
	let from = 0;
	while (from < length && golden[from] === now[from]?.text) {
		from++;
	}

	if (from === length) {
		return undefined;
	}

	const [left, right] = differentLines(golden, now, from);
	const context = (begin: number, end: number): readonly string[] =>
		now.slice(begin, end).map(({text}, index) => `  ${begin + index + 1}  ${text}`);
	const step = now[from]?.step;
	return [
		`line ${from + 1}${step === undefined ? '' : `, step ${step}`}: the golden (-) and this run (+) differ`,
		...context(Math.max(0, from - contextLines), from),
		...golden.slice(from, from + left).map((text, index) => `- ${from + index + 1}  ${text}`),
		...now
			.slice(from, from + right)
			.map(({step, text}, index) => `+ ${from + index + 1}  ${text}${step === undefined ? '' : `  (step ${step})`}`),
		...(left === shownLines && right === shownLines ? ['  …'] : context(from + right, from + right + contextLines)),
	].join('\n');
};
