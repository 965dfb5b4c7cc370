import {firstShown, homeParts, type HomeState} from '../../screen/home/home-state.js';
import {cut, toSize, line, plainText, toASCII, type Line, type Size} from '../../screen/paint/text.js';
import {paint} from '../paint/theme.js';

/** The mark before the selected item, and before the others. */
export const homeMark = (isSelected: boolean, ascii: boolean): string => {
	if (!isSelected) {
		return '   ';
	}

	return ascii ? ' > ' : ' ▸ ';
};

/** An item as it fits into its row. */
export const homeLabel = (label: string, columns: number, ascii: boolean): string =>
	cut(ascii ? plainText(toASCII(line(label))) : label, columns - 4);

/** The first home screen, as rows for a terminal: Ink draws the same a moment later. */
export const homeFrame = (state: HomeState, {columns, rows: available}: Size, ascii = false): string[] => {
	const {head, foot, height} = homeParts(state, {columns, rows: available});
	const first = firstShown(state, height);
	const list = Array.from({length: height}, (_, index): Line => {
		const item = state.items[first + index];
		const isSelected = first + index === state.at;
		const tone = isSelected ? 'here' : 'plain';
		return item
			? [
					{text: homeMark(isSelected, ascii), tone},
					{text: homeLabel(item.label, columns, ascii), tone},
				]
			: line('');
	});
	const rows = [
		...toSize(head, {columns, rows: head.length}, ascii),
		...list,
		...toSize(foot, {columns, rows: foot.length}, ascii),
	];
	return rows.map((row) => paint(row));
};
