import type {Evidence} from '../state/parts.js';
import {changed, type State} from '../state/state.js';
import {paneSize, shownViews} from './layout.js';
import {namedRows} from './named-rows.js';
import type {Row} from './row.js';
import {rowsOf} from './rows.js';
import {visibleRows} from './visible-rows.js';

/**
The rows of the named part, if all of them are on the screen, in the state's size. Without a name, all visible rows of its view.

@param evidence by default, of the open view.
*/
export const rowsInSight = (state: State, evidence: Evidence): readonly Row[] | undefined => {
	const view = evidence.view ?? state.pane.view;
	if (!shownViews(state).includes(view)) {
		return undefined;
	}

	const {columns, height} = paneSize(changed(state, 'pane', {view}));
	const {rows, shown} = visibleRows(state, view, columns, height);
	if ([evidence.field, evidence.row, evidence.line].every((name) => name === undefined)) {
		return shown.map(({row}) => row);
	}

	const found = namedRows(state, view, evidence, rows);
	const visible = new Set(shown.map(({at}) => at));
	return found !== undefined &&
		Array.from({length: found[1] - found[0]}, (_, at) => found[0] + at).every((at) => visible.has(at))
		? rows.slice(...found)
		: undefined;
};

/** Whether the named part is on the screen. */
export const isVisible = (state: State, evidence: Evidence): boolean => rowsInSight(state, evidence) !== undefined;

/** The state that shows the named evidence: its view is open and scrolled to it, and it is marked. Evidence that a diff omits is shown in the whole object. */
export const lookedAt = (state: State, evidence: Evidence): State => {
	const view = evidence.view ?? state.pane.view;
	const looking = changed(state, 'pane', {view, evidence});
	const has = (one: State) =>
		namedRows(one, view, evidence, rowsOf(one, view, paneSize(one).columns, paneSize(one).height)) !== undefined;
	const whole = changed(looking, 'object', {form: 'whole'});
	return view === 'state' && !has(looking) && has(whole) ? whole : looking;
};
