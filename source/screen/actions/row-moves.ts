import type {Row} from '../panes/row.js';

/** The beginning of the row that continues here. */
export const beginOf = (rows: readonly Row[], at: number): number =>
	rows.findLastIndex(({continues}, index) => index <= at && !continues);

/** The first row, or where the last one begins. */
export const edgeRow = (rows: readonly Row[], change: number): number =>
	change > 0
		? 0
		: Math.max(
				0,
				rows.findLastIndex(({continues}) => !continues),
			);

/** The beginning of the row this many screen rows further; a row of several lines is one step. */
export const movedRow = (rows: readonly Row[], at: number, change: number): number => {
	const direction = Math.sign(change);
	let to = Math.max(0, Math.min(rows.length - 1, at + change));
	while (rows[to]?.continues && to + direction >= 0 && to + direction < rows.length) {
		to += direction;
	}

	return rows[to]?.continues ? beginOf(rows, to) : to;
};

/** The row at a place, or the next one in that direction, that can be opened: a request in the traffic, a row of a table except its head. */
export const nearestOf = (
	rows: readonly Row[],
	from: number,
	change: number,
	opens: (row: Row) => boolean,
): number | undefined => {
	for (let at = Math.max(0, Math.min(rows.length - 1, from)); at >= 0 && at < rows.length; at += Math.sign(change)) {
		const row = rows[at];
		if (row && !row.continues && opens(row)) {
			return at;
		}
	}

	return undefined;
};

/** The first row that begins at a place or after it. */
const firstOf = (rows: readonly Row[], from: number): number =>
	rows.findIndex(({continues}, index) => index >= from && !continues);

/** The row that a first move selects in a pane that shows its middle or its end: one in sight; the pane does not jump. */
export const enteredRow = (rows: readonly Row[], top: number, height: number, change: number): number =>
	change > 0 ? firstOf(rows, top) : beginOf(rows, Math.min(rows.length, top + height) - 1);

/** The row that a first page selects: the last one of the page after it, or the first one of the page before it. */
export const turnedRow = (rows: readonly Row[], top: number, height: number, change: number): number =>
	change > 0 ? beginOf(rows, Math.min(rows.length, top + height) - 1) : firstOf(rows, top);
