import {fit, line, type Line, type Size} from './text.js';

/** A rectangle of the screen, in columns and rows counted from 0. */
export interface Rectangle {
	readonly left: number;
	readonly top: number;
	readonly columns: number;
	readonly rows: number;
}

/** A separately drawn part, from its left edge: a pane, its rule, the timeline. Its name is unique on a screen. */
export interface Part {
	readonly name: string;
	readonly rows: readonly Line[];
}

/** A part at its place. It covers its number of rows, each `columns` wide. */
export interface Region extends Part {
	readonly left: number;
	readonly top: number;
	readonly columns: number;
}

export const heightOf = (parts: readonly Part[]): number => parts.reduce((sum, {rows}) => sum + rows.length, 0);

/** Stacks parts vertically, as far as they fit. */
export const stacked = (parts: readonly Part[], {left, top, columns, rows: room}: Rectangle): Region[] => {
	let used = 0;
	return parts.map(({name, rows}): Region => {
		const region = {name, left, top: top + used, columns, rows: rows.slice(0, Math.max(0, room - used))};
		used += region.rows.length;
		return region;
	});
};

/** The rows of a screen from its regions, which do not overlap. */
export const composed = (regions: readonly Region[], size: Size): Line[] => {
	const pieces: Region[][] = Array.from({length: size.rows}, () => []);
	for (const region of regions) {
		for (let row = 0; row < region.rows.length; row++) {
			pieces[region.top + row]?.push(region);
		}
	}

	return pieces.map((beside, row) => {
		let at = 0;
		return beside
			.toSorted((one, other) => one.left - other.left)
			.flatMap(({left, top, columns, rows}): Line => {
				const gap = left - at;
				at = left + columns;
				const piece = fit(rows[row - top] ?? [], columns);
				return gap > 0 ? [...line(' '.repeat(gap)), ...piece] : piece;
			});
	});
};
