import {equal} from '../../kernel/equality.js';
import {views} from '../../lessons/views.js';
import type {Binding} from '../input/binding.js';
import type {Word} from '../input/key-table.js';
import {keyLabel} from '../input/keymap.js';
import {paneSize} from '../panes/layout.js';
import {rowsOf} from '../panes/rows.js';
import {topOf} from '../panes/visible-rows.js';
import type {Parts, State} from '../state/state.js';

const parts: ReadonlyArray<keyof Parts> = [
	'object',
	'network',
	'cluster',
	'lanes',
	'board',
	'commandLine',
	'guess',
	'palette',
	'breakpointList',
	'futureList',
	'faultMenu',
	'help',
	'shown',
	'leaving',
];

/** The first row that the open pane shows. */
const topRow = (state: State): number => {
	const {columns, height} = paneSize(state);
	const {view} = state.pane;
	return topOf(state, view, rowsOf(state, view, columns, height), height);
};

const unmoved = (before: State, after: State): boolean =>
	before.pane === after.pane ||
	(equal({...before.pane, scroll: undefined}, {...after.pane, scroll: undefined}) && topRow(before) === topRow(after));

/** Whether a key left everything as it was. */
const unchanged = (before: State, after: State): boolean =>
	before.recording === after.recording &&
	before.recording.inputs.length === after.recording.inputs.length &&
	before.cursor === after.cursor &&
	before.session === after.session &&
	before.mode === after.mode &&
	before.lesson === after.lesson &&
	before.live?.following === after.live?.following &&
	after.message === '' &&
	unmoved(before, after) &&
	parts.every((part) => before[part] === after[part] || equal(before[part], after[part]));

const fitsWhole = (state: State): boolean => {
	const {columns, height} = paneSize(state);
	return rowsOf(state, state.pane.view, columns, height).length <= height;
};

const edge = (where: string) => (state: State) => (fitsWhole(state) ? 'all of this pane is in view' : where);
const top = edge('this is the top');
const bottom = edge('this is the bottom');

/** Why a word does nothing, for those that need more than that there is nothing to do. */
const reasons: Readonly<Partial<Record<Word, (state: State) => string>>> = {
	up: top,
	'page-up': top,
	down: bottom,
	'page-down': bottom,
	left: () => 'nothing is hidden at the left',
	right: () => 'nothing more is at the right',
	start: () => 'this is where your work began',
	restart: () => 'this is where your work began',
	end: () => 'this is the end of what is recorded; s or c goes on',
	diff: () => 'this is what is shown',
	yaml: () => 'the whole object is shown',
	blame: () => 'who wrote each line is shown',
	'zoom-in': () => 'a column is one stop already',
	'zoom-out': () => 'a column has as many stops as it can',
	'frame-up': () => 'this is the outermost frame',
	'frame-down': () => 'this is the innermost frame',
	'option-next': () => 'the question is answered; enter goes on',
	'option-previous': () => 'the question is answered; enter goes on',
	hint: () => 'all hints are open',
	'box-left': () => 'no box is to the left',
	'box-right': () => 'no box is to the right',
	'box-up': () => 'no box is above',
	'box-down': () => 'no box is below',
	open: () => 'select a row with the arrows first',
};

const isView = (word: Word): boolean => word === 'causes' || views.some((view) => view === word);

/** The state after a key; where it left everything as it was, a message says why. */
export const explained = (before: State, after: State, key: string, binding: Binding<Word>): State =>
	// Escape closes what is open, one thing after another, and does no harm where nothing is.
	binding.word !== 'close' && unchanged(before, after)
		? {
				...after,
				message: `${keyLabel(key)}: ${reasons[binding.word]?.(before) ?? (isView(binding.word) ? 'this is what is shown' : `nothing to do here (${binding.does})`)}`,
			}
		: after;

/** What to say about a key that means nothing in this place. */
export const withoutMeaning = (state: State, key: string): State => {
	const elsewhere = state.setup.keymap.find(({keys}) => keys.includes(key));
	return {
		...state,
		message: elsewhere
			? `${keyLabel(key)} does nothing here; it belongs to ${elsewhere.does}`
			: `${keyLabel(key)} does nothing here; ? shows every key`,
	};
};
