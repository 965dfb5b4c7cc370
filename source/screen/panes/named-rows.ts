import type {View} from '../../classroom/views.js';
import {defaultLanguage} from '../../stages/language.js';
import type {Evidence} from '../state/parts.js';
import {changed, type State} from '../state/state.js';
import {evidenceRows} from './evidence-rows.js';
import type {Row} from './row.js';
import {viewRows} from './views.generated.js';

/** Rows of a view in English, as long as they need: evidence is named by words of the English screen. */
const englishRows = (state: State, view: View): readonly Row[] => {
	const known = rowsInEnglish.get(state);
	if (known?.view === view) {
		return known.rows;
	}

	const english = changed(state, 'setup', {language: defaultLanguage});
	const rows = viewRows[view].rows(english, wide, Number.POSITIVE_INFINITY);
	rowsInEnglish.set(state, {view, rows});
	return rows;
};

const rowsInEnglish = new WeakMap<State, {readonly view: View; readonly rows: readonly Row[]}>();

/** Enough columns for rows that need not continue. */
const wide = 1000;

/** The places of the rows that begin something. */
const beginnings = (rows: readonly Row[]): readonly number[] =>
	rows.flatMap(({continues}, at) => (continues ? [] : [at]));

/**
The rows of a view that show the named part, as {@link evidenceRows}. On a screen in another language, a row is found by its place on the English one.

@param rows of the view, in the state's language
*/
export const namedRows = (
	state: State,
	view: View,
	evidence: Evidence,
	rows: readonly Row[],
): ReturnType<typeof evidenceRows> => {
	const found = evidenceRows(state, evidence, rows);
	if (found || (evidence.row ?? evidence.line) === undefined || state.setup.language === defaultLanguage) {
		return found;
	}

	const english = englishRows(state, view);
	const named = evidenceRows(state, evidence, english);
	const [here, there] = [beginnings(rows), beginnings(english)];
	if (!named || here.length !== there.length) {
		return undefined;
	}

	const place = there.indexOf(named[0]);
	const begin = here[place];
	return begin === undefined ? undefined : [begin, here[place + 1] ?? rows.length];
};
