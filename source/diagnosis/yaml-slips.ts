import {readManifests} from '../go/yaml/yaml.js';
import {ManifestError} from '../go/yaml/manifest-error.js';

/** A line of a file, from 1, in its likely correct form. */
export interface LineSlip {
	readonly line: number;
	readonly text: string;
}

const isReadable = (text: string): boolean => {
	try {
		readManifests(text, '');
		return true;
	} catch (error) {
		if (error instanceof ManifestError) {
			return false;
		}

		throw error;
	}
};

const depthOf = (line: string): number => line.search(/\S|$/);

/** A quotation mark that is on a line an odd number of times. */
const openQuote = (line: string): string | undefined => ['"', "'"].find((mark) => line.split(mark).length % 2 === 0);

/** The most lines with an open quote that are tried. */
const mostQuotes = 10;

/** Whether a line is a key whose value is on the lines below. */
const isBlock = (line: string): boolean => /^[^#]*:\s*$/.test(line);

/** The depths of the lines around one: it usually has one of them. */
const depthsAround = (lines: readonly string[], index: number): readonly number[] => {
	const isText = (line: string): boolean => line.trim() !== '' && !line.trim().startsWith('#');
	const before = lines.slice(0, index).findLast(isText) ?? '';
	const after = lines.slice(index + 1).find(isText) ?? '';
	const inside = depthOf(before) + 2;
	const isChild = isBlock(before) || before.trim().startsWith('- ');
	// A key without a value is above the line that follows it.
	return [
		...new Set([
			...(isChild ? [inside] : []),
			...(isBlock(lines[index] ?? '') || after === ''
				? [depthOf(before), depthOf(after)]
				: [depthOf(after), depthOf(before)]),
			inside,
		]),
	];
};

/** A line with one kind of mistake corrected: tabs, an unclosed quote, a missing colon or space, wrong indentation. */
const variants = (lines: readonly string[], index: number): readonly string[] => {
	const line = lines[index] ?? '';
	const words = line.trim();
	const [, lead = '', key = '', rest = ''] = /^(\s*(?:- )?)([A-Za-z][\w-]*)[ :](\S.*)$/.exec(line) ?? [];
	const quote = openQuote(line);
	return [
		...(quote === undefined ? [] : [`${line.trimEnd()}${quote}`, line.replace(quote, '')]),
		...(key === '' ? [] : [`${lead}${key}: ${rest}`]),
		...(/^\s*(?:- )?[A-Za-z][\w-]*$/.test(line) ? [`${line.trimEnd()}:`] : []),
		...depthsAround(lines, index).map((depth) => `${' '.repeat(depth)}${words}`),
	].filter((other) => other !== line);
};

/** Corrections of a line that makes a file unreadable for kubectl: only those that make the file readable. @param line as kubectl counts, from 1 */
export const yamlSlips = (text: string, line: number): readonly LineSlip[] => {
	const lines = text.split('\n');
	const around = [line, line - 1, line + 1].filter((one) => one >= 1 && one <= lines.length);
	const slipsOf = (one: number): readonly LineSlip[] =>
		variants(lines, one - 1)
			.filter((other) => isReadable(lines.toSpliced(one - 1, 1, other).join('\n')))
			.map((other) => ({line: one, text: other}));
	const found = around.flatMap(slipsOf);
	if (found.length > 0) {
		return found;
	}

	// A quote that is not closed is noticed where the text ends, which may be far below.
	const open = lines
		.slice(0, line)
		.flatMap((one, index) => (openQuote(one) === undefined ? [] : [index + 1]))
		.slice(-mostQuotes);
	return open.toReversed().flatMap(slipsOf);
};
