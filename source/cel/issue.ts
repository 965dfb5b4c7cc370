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

/** Beyond this number of issues, only their number is reported. */
const mostShown = 100;

/** A line of more bytes is not shown. */
const longestLine = 16_384;

const encoder = new TextEncoder();

/** A line, and a marker below it. */
const snippet = (line: string, column: number): string => {
	if (encoder.encode(line).length > longestLine) {
		return '';
	}

	const text = line.replaceAll('\t', ' ');
	const characters = [...text];
	const dots = characters
		.slice(0, column)
		.map((character) => (wide.test(character) ? '．' : '.'))
		.join('')
		.padEnd(column, '.');
	return `\n | ${text}\n | ${dots}${wide.test(characters[column] ?? '') ? '＾' : '^'}`;
};

/**
The issues of an expression as cel-go prints them, by place, each with its line and a marker below.

@param count the number of all issues; those beyond a hundred may be missing.
@mirrors common.Errors.ToDisplayString, common.Error.ToDisplayString
*/
export const displayIssues = (source: string, issues: readonly Issue[], count = issues.length): string => {
	const lines = source.split('\n');
	const shown = issues
		.slice(0, mostShown)
		.map((issue) => ({...issue, ...placeOf(source, issue.offset)}))
		.sort((a, b) => a.line - b.line || a.column - b.column)
		.map(
			({line, column, message}) =>
				`ERROR: <input>:${line}:${column + 1}: ${message}${snippet(lines[line - 1] ?? '', column)}`,
		);
	return [...shown, ...(count > mostShown ? [`${count - mostShown} more errors were truncated`] : [])].join('\n');
};
