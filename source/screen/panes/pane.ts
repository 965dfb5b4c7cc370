import {stopOf, type State} from '../state/state.js';
import {clean, fit, line, plainText, shiftLeft, width, type Line} from '../paint/text.js';
import {aimed} from '../paint/place.js';
import type {Part} from '../paint/region.js';
import {networkTitle} from './network-view.js';
import {showsPrinted} from './printed-view.js';
import {visibleRows} from './visible-rows.js';
import {screenWords} from '../words/words.js';
import {processName} from './process-name.js';
import {namesIn} from './tabs.js';
import type {View} from '../../classroom/views.js';
import {shownTitle} from '../state/shown-title.js';

/** A row with a mark at its beginning, for users without colours. */
const marked = (row: Line, columns: number, tone: 'select' | 'change', begins = true): Line => {
	const text = plainText(fit(row, columns));
	return [{text: begins && text.startsWith(' ') ? `▸${text.slice(1)}` : text, tone}];
};

/**
The last row of a pane, with the number of hidden rows.

@param gives whether the row's own text yields to that note if both do not fit: wrapped text is not cut
*/
const lastRow = (
	state: State,
	last: Line,
	columns: number,
	{above, below, gives}: {readonly above: number; readonly below: number; readonly gives: boolean},
): Line => {
	const counted = (under: number): string =>
		[above > 0 ? `↑ ${above}` : '', under > 0 ? `↓ ${under}` : ''].filter(Boolean).join('  ');
	const long = (under: number): string =>
		` ${screenWords(state.setup.language).stop.outOfSight(counted(under), under > 0 ? under : above)} `;
	if (counted(below) === '') {
		return last;
	}

	const brief = ` ${counted(below).replaceAll(' ', '')}`;
	const room = columns - width(plainText(last));
	const note = [long(below), brief].find((text) => width(text) <= room);
	if (note === undefined && gives) {
		const instead = long(below + 1);
		return below > 0 ? [...fit([], columns - width(instead)), {text: instead, tone: 'dim'}] : last;
	}

	return [...fit(last, columns - width(note ?? brief)), {text: note ?? brief, tone: 'dim'}];
};

/** A pane's rows in exactly `height` lines; rows that do not fit are counted at the end. */
export const drawPane = (state: State, view: View, columns: number, height: number): Line[] => {
	const visible = visibleRows(state, view, columns, height);
	const {rows, top} = visible;
	const find = state.pane.find.toLowerCase();
	const shift = view === state.pane.view ? state.pane.shift : 0;
	const shown = visible.shown.map(({row: {row, continues}, selected, named}): Line => {
		const moved = shift === 0 ? row : [{text: '‹', tone: 'dim' as const}, ...shiftLeft(row, shift + 1)];
		if (selected) {
			return marked(moved, columns, 'select', !continues);
		}

		if (named || (find !== '' && plainText(row).toLowerCase().includes(find))) {
			return marked(moved, columns, 'change', !continues);
		}

		return moved;
	});
	while (shown.length < height) {
		shown.push(line(''));
	}

	if (height > 1) {
		const last = visible.shown[height - 1];
		const gives = last !== undefined && !last.selected && !last.named && last.row.oneLine !== true;
		shown[height - 1] = lastRow(state, shown[height - 1] ?? line(''), columns, {
			above: top,
			below: rows.length - top - height,
			gives,
		});
	}

	return shown.map((row, index) => aimed(fit(row, columns), {view, row: visible.shown[index]?.at ?? top + index}));
};

/** A pane below its rule. @param title the rule */
export const paneParts = (state: State, view: View, title: Line, columns: number, height: number): Part[] => [
	{name: `${view} rule`, rows: [title]},
	{name: view, rows: drawPane(state, view, columns, height)},
];

/** The text of a pane's rule. */
export const paneTitle = (state: State, view: View): string => {
	const {titles, views} = screenWords(state.setup.language).panes;
	const {title} = namesIn(views, view);
	switch (view) {
		case 'state': {
			if (showsPrinted(state)) {
				return titles.printed;
			}

			const against =
				state.object.form === 'diff' && state.object.against !== undefined ? titles.since(state.object.against) : '';
			return clean(`${shownTitle(state)}${state.object.form === 'whole' ? titles.whole : ''}${against}`);
		}

		case 'network': {
			return networkTitle(state);
		}

		case 'cluster': {
			return state.cluster.inside
				? `${title} · ${titles.inside[state.cluster.inside.part]} ${state.cluster.inside.key.split('/').slice(-1)[0]}`
				: `${title}${state.cluster.kind === undefined ? '' : ` · ${state.cluster.kind}`}`;
		}

		case 'stack': {
			return `${title} · ${processName(stopOf(state)?.process ?? '')}`;
		}

		default: {
			return title;
		}
	}
};
