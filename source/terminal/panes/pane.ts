import {shownTitle} from '../state/object-name.js';
import {stopOf, type State} from '../state/state.js';
import {clean, fit, line, plainText, shiftLeft, width, type Line} from '../paint/text.js';
import {aimed} from '../paint/place.js';
import type {Part} from '../paint/region.js';
import {networkTitle} from './network-view.js';
import {showsPrinted} from './printed-view.js';
import {visibleRows} from './visible-rows.js';
import {screenWords} from '../words/words.js';
import {processName} from './process-name.js';
import type {View} from '../../lessons/views.js';

/** A row with a mark at its beginning, for users who may not see colours. */
const marked = (row: Line, columns: number, tone: 'select' | 'change', begins = true): Line => {
	const text = plainText(fit(row, columns));
	return [{text: begins && text.startsWith(' ') ? `▸${text.slice(1)}` : text, tone}];
};

/** A pane's rows in exactly `height` lines; what does not fit is counted at the end. */
export const drawPane = (state: State, view: View, columns: number, height: number): Line[] => {
	const visible = visibleRows(state, view, columns, height);
	const {rows, top} = visible;
	const find = state.pane.find.toLowerCase();
	const shift = view === state.pane.view ? state.pane.shift : 0;
	const shown = visible.shown.map(({row: {row, continues}, selected, named}): Line => {
		const moved = shift === 0 ? row : [{text: '‹', tone: 'dim' as const}, ...shiftLeft(row, shift + 1)];
		return selected
			? marked(moved, columns, 'select', !continues)
			: named || (find !== '' && plainText(row).toLowerCase().includes(find))
				? marked(moved, columns, 'change', !continues)
				: moved;
	});
	while (shown.length < height) {
		shown.push(line(''));
	}

	const below = rows.length - top - height;
	const more = [top > 0 ? `↑ ${top}` : '', below > 0 ? `↓ ${below}` : ''].filter(Boolean).join('  ');
	if (more !== '' && height > 1) {
		const last = shown[height - 1] ?? line('');
		const long = ` ${screenWords(state.setup.language).stop.outOfSight(more, below > 0 ? below : top)} `;
		const note = width(plainText(last)) + width(long) <= columns ? long : ` ${more.replaceAll(' ', '')}`;
		shown[height - 1] = [...fit(last, columns - width(note)), {text: note, tone: 'dim'}];
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
	const {titles} = screenWords(state.setup.language).panes;
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
				? `Cluster · ${titles.inside[state.cluster.inside.part]} ${state.cluster.inside.key.split('/').slice(-1)[0]}`
				: `Cluster${state.cluster.kind === undefined ? '' : ` · ${state.cluster.kind}`}`;
		}

		case 'stack': {
			return `Stack · ${processName(stopOf(state)?.process ?? '')}`;
		}

		default: {
			return view.slice(0, 1).toUpperCase() + view.slice(1);
		}
	}
};
