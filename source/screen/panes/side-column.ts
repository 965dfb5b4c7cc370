import type {View} from '../../classroom/views.js';
import type {Area} from '../../stages/areas.js';
import type {Part} from '../paint/region.js';
import {rule, type Line} from '../paint/text.js';
import {stopOf, type State} from '../state/state.js';
import {namedViews} from '../state/taught-views.js';
import {glossaryRows} from './lesson-pane.js';
import {columnHeights} from './column-heights.js';
import {columnWidths, mainView, sideViews} from './division.js';
import {paneParts, paneTitle} from './pane.js';
import {areaOf} from './pipeline-map.js';
import {rowsOf} from './rows.js';

/** A pane of the right column, and how many rows it has below its rule. */
export interface SidePane {
	readonly view: View;
	readonly height: number;
}

/** The view of a component's work, if one more pane fits. */
const viewOfArea: Readonly<Partial<Record<Area, View>>> = {
	etcd: 'ledger',
	controllers: 'cluster',
	scheduler: 'scheduler',
	kubelet: 'cluster',
	net: 'network',
};

/** Rows without which one more pane is not worth its rule. */
const extraRows = 6;

const needOf = (state: State, view: View, columns: number): number => Math.max(1, rowsOf(state, view, columns).length);

/**
The panes of the right column, each with the rows that it needs. If room remains, further panes of this stop follow.

@param height the rows of the column, including rules
*/
export const sidePanes = (state: State, height: number): readonly SidePane[] => {
	const {side} = columnWidths(state);
	const stop = stopOf(state);
	const area = stop && areaOf(stop);
	const extra = area && viewOfArea[area];
	const named = namedViews(state);
	const always = sideViews.filter((view) => named.includes(view));
	const needs = always.map((view) => needOf(state, view, side));
	const room = height - glossaryBeside(state, height).length;
	const spare = room - always.length - needs.reduce((sum, need) => sum + need, 0);
	const isWorth = extra !== undefined && extra !== mainView(state.pane.view) && named.includes(extra);
	const views = isWorth && spare > extraRows ? [...always, extra] : always;
	const heights = columnHeights(
		views.map((view, index) => needs[index] ?? needOf(state, view, side)),
		room - views.length,
	);
	return views.map((view, index) => ({view, height: heights[index] ?? 0}));
};

/** The words that a lesson explains, while the course has not taught all panes of the column: at most the lower half of it. */
const glossaryBeside = (state: State, height: number): readonly Line[] => {
	const {side} = columnWidths(state);
	const named = namedViews(state);
	return state.lesson && !sideViews.every((view) => named.includes(view))
		? glossaryRows(state.lesson, side).slice(
				0,
				named.some((view) => sideViews.includes(view)) ? Math.floor(height / 2) : height,
			)
		: [];
};

/** The right column, drawn. @param panes its panes @param height rows of the column, rules included */
export const sideColumn = (state: State, panes: readonly SidePane[], height: number): Part[] => {
	const {side} = columnWidths(state);
	const glossary = glossaryBeside(state, height);
	return [
		...panes.flatMap(({view, height}) =>
			paneParts(
				state,
				view,
				rule(`${view === state.pane.view ? '▸' : ''}${paneTitle(state, view)}`, side),
				side,
				height,
			),
		),
		...(glossary.length === 0 ? [] : [{name: 'glossary', rows: glossary}]),
	];
};
