import {equal} from '../../kernel/equality.js';
import {views} from '../../classroom/views.js';
import type {Binding} from '../input/binding.js';
import type {Word} from '../input/key-table.js';
import {keyLabel} from '../input/keymap.js';
import {paneSize} from '../panes/layout.js';
import {rowsOf} from '../panes/rows.js';
import {topOf} from '../panes/visible-rows.js';
import type {Parts, State} from '../state/state.js';
import type {ScreenWords} from '../words/screen-words.js';
import {keyDoes, wordsOf} from '../words/words.js';

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

/** Whether a key had no effect. */
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

type Idle = ScreenWords['messages']['idle'];

const edge = (where: 'top' | 'bottom') => (words: Idle, state: State) =>
	fitsWhole(state) ? words.allInView : words[where];
const top = edge('top');
const bottom = edge('bottom');

/** The reason why a word has no effect, for words that need a specific one. */
const reasons: Readonly<Partial<Record<Word, (words: Idle, state: State) => string>>> = {
	up: top,
	'page-up': top,
	top,
	down: bottom,
	bottom,
	'page-down': bottom,
	left: ({left}) => left,
	right: ({right}) => right,
	start: ({start}) => start,
	restart: ({start}) => start,
	end: ({end}) => end,
	diff: ({shown}) => shown,
	yaml: ({yaml}) => yaml,
	blame: ({blame}) => blame,
	'zoom-in': ({zoomIn}) => zoomIn,
	'zoom-out': ({zoomOut}) => zoomOut,
	'frame-up': ({outermost}) => outermost,
	'frame-down': ({innermost}) => innermost,
	'option-next': ({noOptions}) => noOptions,
	'option-previous': ({noOptions}) => noOptions,
	hint: ({hints}) => hints,
	'box-left': ({boxLeft}) => boxLeft,
	'box-right': ({boxRight}) => boxRight,
	'box-up': ({boxUp}) => boxUp,
	'box-down': ({boxDown}) => boxDown,
	open: ({select}) => select,
};

const isView = (word: Word): boolean => word === 'causes' || views.some((view) => view === word);

/** The state after a key; if it had no effect, a message says why. */
export const explained = (before: State, after: State, key: string, binding: Binding<Word>): State => {
	const {idle} = wordsOf(before).messages;
	const {language} = before.setup;
	// Escape closes open panes one after another, and is harmless without any.
	return binding.word !== 'close' && unchanged(before, after)
		? {
				...after,
				message: `${keyLabel(key)}: ${reasons[binding.word]?.(idle, before) ?? (isView(binding.word) ? idle.shown : idle.nothing(keyDoes(language, binding)))}`,
			}
		: after;
};

/** The message for a key without a meaning in this place. */
export const withoutMeaning = (state: State, key: string): State => {
	const elsewhere = state.setup.keymap.find(({keys}) => keys.includes(key));
	const {idle} = wordsOf(state).messages;
	return {
		...state,
		message: elsewhere
			? idle.elsewhere(keyLabel(key), keyDoes(state.setup.language, elsewhere))
			: idle.unknown(keyLabel(key)),
	};
};
