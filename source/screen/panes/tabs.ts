import {viewKey, viewNames, type View, type ViewNames} from '../../classroom/views.js';
import {line, width, type Line} from '../paint/text.js';

/** The views among these that have tabs. */
const withTabs = (shown: readonly View[]): readonly View[] => shown.filter((name) => name !== 'board');

/** The names of the views in a language. */
export type NamesOfViews = Readonly<Record<string, ViewNames>>;

/** The names of a view; in English where the language has none. */
export const namesIn = (names: NamesOfViews, view: View): ViewNames => names[view] ?? viewNames(view);

/** The key and name of a view, as its pane's rule and the tabs show it: `▸1 state`. */
export const tabLabel = (names: NamesOfViews, view: View): string => `${viewKey(view)} ${namesIn(names, view).tab}`;

/** A tab with a shorter name, for a row without room for all names. */
const shortLabel = (names: NamesOfViews, view: View): string => {
	const {tab, short = tab} = namesIn(names, view);
	return `${viewKey(view)} ${short}`;
};

/** The open view with its name, and the others from the first on, with names as long as they fit; the rest only have their keys. */
const asManyNames = (
	names: NamesOfViews,
	openLabel: string,
	open: View,
	numbered: readonly View[],
	room: number,
): readonly string[] => {
	let used = width(numbered.map((view) => (view === open ? openLabel : viewKey(view))).join(' '));
	return numbered.map((view) => {
		if (view === open) {
			return openLabel;
		}

		const label = shortLabel(names, view);
		used += width(label) - width(viewKey(view));
		return used <= room ? label : viewKey(view);
	});
};

/**
The tabs in a pane's rule, while other text occupies the row of names: as many names as fit.

@param shown the named views

@param room the columns for them
*/
export const tabKeys = (names: NamesOfViews, open: View, shown: readonly View[], room: number): Line => {
	const numbered = withTabs(shown);
	const labels = asManyNames(names, `▸${tabLabel(names, open)}`, open, numbered, room);
	return numbered.flatMap((view, index): Line => [
		...line(index === 0 ? '' : ' ', 'dim'),
		{text: labels[index] ?? '', tone: 'dim', target: {tab: view}},
	]);
};

/** The widest fitting form of several forms of the names; the last if none fits. */
const fitting = (ways: ReadonlyArray<readonly string[]>, columns: number): readonly string[] =>
	ways.find((labels) => width(labels.join(' ')) <= columns) ?? ways.at(-1) ?? [];

/**
The tabs of the numbered panes, with the open one marked; commands are typed at the colon before them. A click on a tab opens it. Views
whose names do not fit are shown by their keys.

@param shown the named views
*/
export const tabRow = (names: NamesOfViews, open: View, shown: readonly View[], columns: number): Line => {
	const numbered = withTabs(shown);
	const ways = [
		numbered.map((view) => tabLabel(names, view)),
		numbered.map((view) => shortLabel(names, view)),
		asManyNames(names, tabLabel(names, open), open, numbered, columns - 3),
	];
	const labels = fitting(ways, columns - 3);
	const gap = width(labels.join('  ')) <= columns - 4 ? 2 : 1;
	return [
		...line(' :', 'dim'),
		...numbered.flatMap((view, index): Line => [
			{text: view === open ? '▸'.padStart(gap) : ' '.repeat(gap), tone: 'dim'},
			{text: labels[index] ?? '', tone: view === open ? 'plain' : 'dim', target: {tab: view}},
		]),
	];
};
