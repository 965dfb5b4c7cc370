import {lastCommand, showsPrinted} from './printed-view.js';
import {namedRows} from './named-rows.js';
import {changedKeyRow} from './ledger-view.js';
import type {Row} from './row.js';
import {isList, rowsOf} from './rows.js';
import {openingRow} from './state-view.js';
import type {View} from '../../classroom/views.js';
import {plainText, width} from '../paint/text.js';
import {wrapRow} from '../paint/text-layout.js';
import {isDead} from '../state/packet.js';
import {adviceAt} from '../state/advice-at.js';
import type {State} from '../state/state.js';

const within = (top: number, rows: readonly Row[], height: number): number =>
	Math.max(0, Math.min(top, rows.length - height));

/** The rows of context above the first row of interest. */
const context = 3;

/** The rows of the pointed-at part, if this pane has it. */
const evidenceOf = (state: State, view: View, rows: readonly Row[]): ReturnType<typeof namedRows> => {
	const {evidence} = state.pane;
	return evidence && (evidence.view ?? state.pane.view) === view ? namedRows(state, view, evidence, rows) : undefined;
};

/** The first row that a pane shows: the selected row, the scrolled-to row, the pointed-at part, or the most important change. */
export const topOf = (state: State, view: View, rows: readonly Row[], height: number): number => {
	const selected = state.pane.selected[view];
	const scrolled = state.pane.scroll[view];
	if (isList(state, view) && selected !== undefined) {
		const stays = scrolled !== undefined && selected >= scrolled && selected < scrolled + height;
		return within(stays ? scrolled : selected - Math.floor(height / 2), rows, height);
	}

	const named = evidenceOf(state, view, rows);
	if (scrolled !== undefined) {
		return within(scrolled, rows, height);
	}

	if (named) {
		return named[1] > height ? within(named[0] - context, rows, height) : 0;
	}

	if (view === 'state' && showsPrinted(state)) {
		// The remedy is above the printed output.
		return adviceAt(state, state.cursor).length > 0 ? 0 : within(lastCommand(rows), rows, height);
	}

	if (view === 'state' && !isList(state, view)) {
		const change = openingRow(state, rows);
		return change > height - context - 1 ? within(change - context, rows, height) : 0;
	}

	// The fate of a dropped packet is at the end of its way.
	if (view === 'network' && isDead(state)) {
		return within(rows.length, rows, height);
	}

	if (view === 'ledger' && state.pane.find === '') {
		return within(changedKeyRow(state, rows) - context, rows, height);
	}

	return view === 'events' ? within(rows.length, rows, height) : 0;
};

/** A row of a pane that is on the screen. */
export interface VisibleRow {
	readonly row: Row;
	/** Its place among all rows of the pane. */
	readonly at: number;
	readonly selected: boolean;
	/** Whether it is pointed at. */
	readonly named: boolean;
}

/** The visible part of a pane's rows at a size. */
export interface VisibleRows {
	readonly rows: readonly Row[];
	readonly top: number;
	/** The visible rows, at most the pane's height. */
	readonly shown: readonly VisibleRow[];
}

/** The selected row is shown completely, even if others are cut. */
const whole = (item: VisibleRow, columns: number): VisibleRow[] =>
	item.selected && item.row.oneLine && width(plainText(item.row.row)) > columns
		? wrapRow(item.row.row, columns, 5).map((row, index): VisibleRow => ({
				...item,
				row: {row, ...(index > 0 ? {continues: true} : {})},
			}))
		: [item];

/** The rows of a pane that are on the screen. */
export const visibleRows = (state: State, view: View, columns: number, height: number): VisibleRows => {
	const rows = rowsOf(state, view, columns, height);
	const top = topOf(state, view, rows, height);
	const selected = isList(state, view) ? state.pane.selected[view] : undefined;
	const named = evidenceOf(state, view, rows);
	let inSelected = false;
	const items: VisibleRow[] = [];
	for (let at = top; at < Math.min(rows.length, top + height); at++) {
		const row = rows[at];
		if (row) {
			inSelected = at === selected || (inSelected && row.continues === true);
			items.push({row, at, selected: inSelected, named: named !== undefined && at >= named[0] && at < named[1]});
		}
	}

	const shown = items.flatMap((item) => whole(item, columns));
	const last = shown.findLastIndex((item) => item.selected);
	const from = last >= height ? last - height + 1 : 0;
	return {rows, top, shown: shown.slice(from, from + height)};
};
