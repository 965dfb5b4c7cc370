/** Something wrong with an expression, at an offset in it. */
export interface Issue {
	readonly offset: number;
	readonly message: string;
}

/** Characters of more than one byte get a wide marker. */
// eslint-disable-next-line no-control-regex
const wide = /[^\u0000-\u007F]/;

/** Line and column, from 1 and from 0, of an offset. */
const placeOf = (source: string, offset: number): {readonly line: number; readonly column: number} => {
	const before = source.slice(0, offset);
	const start = before.lastIndexOf('\n') + 1;
	return {line: before.split('\n').length, column: Array.from(before.slice(start)).length};
};

/**
All issues of an expression as cel-go prints them, by place, each with its line and a marker below.

@mirrors common.Errors.ToDisplayString
*/
export const displayIssues = (source: string, issues: readonly Issue[]): string =>
	issues
		.map((issue) => ({...issue, ...placeOf(source, issue.offset)}))
		.sort((a, b) => a.line - b.line || a.column - b.column)
		.map(({line, column, message}) => {
			const text = (source.split('\n')[line - 1] ?? '').replaceAll('\t', ' ');
			const dots = [...text]
				.slice(0, column)
				.map((character) => (wide.test(character) ? '．' : '.'))
				.join('')
				.padEnd(column, '.');
			const mark = wide.test([...text][column] ?? '') ? '＾' : '^';
			return `ERROR: <input>:${line}:${column + 1}: ${message}\n | ${text}\n | ${dots}${mark}`;
		})
		.join('\n');
