import {clean, width, type Line, type Size, type Tone} from '../screen/paint/text.js';
import {darkTheme, type Style} from '../terminal/paint/theme.js';
import {escapeMarkup} from './markup.js';
import {monospace, palette, pixels} from './palette.js';

/** A cell of the grid and its text, in pixels; the drawing scales with them. */
const cell = {width: 8.4, height: 17, text: 14, baseline: 13};

/** Room around the grid, in pixels. */
const margin = 14;

const colourOf = ({color, dimColor}: Style): string => {
	if (color) {
		return palette[color];
	}

	if (dimColor) {
		return palette.faint;
	}

	return palette.foreground;
};

/** A run of text in one tone: a rectangle behind it where it is inverse, and its characters, spread over exactly their columns. */
const runOf = (text: string, style: Style, column: number, row: number): string => {
	const columns = width(text);
	const x = margin + column * cell.width;
	const y = margin + row * cell.height;
	const colour = colourOf(style);
	const box = style.inverse
		? `<rect x="${pixels(x)}" y="${pixels(y)}" width="${pixels(columns * cell.width)}" height="${cell.height}" fill="${colour}"/>`
		: '';
	const shown = text.trimEnd();
	const lead = shown.length - shown.trimStart().length;
	if (shown === '') {
		return box;
	}

	const look = [
		`fill="${style.inverse ? palette.background : colour}"`,
		style.bold ? 'font-weight="bold"' : '',
		style.underline ? 'text-decoration="underline"' : '',
	].filter((one) => one !== '');
	const inked = shown.trimStart();
	return `${box}<text x="${pixels(x + lead * cell.width)}" y="${pixels(y + cell.baseline)}" textLength="${pixels(width(inked) * cell.width)}" ${look.join(' ')}>${escapeMarkup(inked)}</text>`;
};

/** Joins neighbours with the same style to one run. */
const joined = (row: Line): Array<{text: string; tone: Tone}> => {
	const runs: Array<{text: string; tone: Tone}> = [];
	for (const {text, tone} of row) {
		const last = runs.at(-1);
		if (last?.tone === tone) {
			last.text += clean(text);
		} else {
			runs.push({text: clean(text), tone});
		}
	}

	return runs;
};

/** The marks of each row, from top to bottom. */
export const marksOf = (rows: readonly Line[]): readonly string[] =>
	rows.map((row, index) => {
		let column = 0;
		return joined(row)
			.map(({text, tone}) => {
				const run = runOf(text, darkTheme[tone], column, index);
				column += width(text);
				return run;
			})
			.join('');
	});

/** An SVG image of so many columns and rows, with these marks in it. @param style CSS of the marks, where they have classes */
export const imageOf = (
	{columns, rows}: Size,
	title: string,
	marks: readonly string[],
	style?: readonly string[],
): string => {
	const size = {width: 2 * margin + columns * cell.width, height: 2 * margin + rows * cell.height};
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pixels(size.width)} ${pixels(size.height)}" width="${pixels(size.width)}" height="${pixels(size.height)}" role="img">`,
		`<title>${escapeMarkup(title)}</title>`,
		...(style ? ['<style>', ...style, '</style>'] : []),
		`<rect width="100%" height="100%" rx="8" fill="${palette.background}"/>`,
		`<g font-family="${monospace}" font-size="${cell.text}" xml:space="preserve">`,
		...marks.filter((row) => row !== ''),
		'</g>',
		'</svg>',
		'',
	].join('\n');
};

/**
A screen as an SVG image that needs no other file: its rows on a grid, in the dark theme's colours. Runs of text are stretched to their columns, so that any monospace font keeps them in line.

@param title the description of the image, for readers who cannot see it.
*/
export const pictureOf = (rows: readonly Line[], {columns}: Pick<Size, 'columns'>, title: string): string =>
	imageOf({columns, rows: rows.length}, title, marksOf(rows));
