import type {MouseReport} from '../input/mouse.js';
import {placeAt, type Place} from '../paint/place.js';
import type {Target} from '../paint/target.js';
import {helpTop} from '../panes/help-screen.js';
import {drawScreen} from '../panes/screen.js';
import {stepAt} from '../panes/timeline.js';
import {foundItems} from '../state/palette-items.js';
import {changed, type State} from '../state/state.js';
import {clickBox} from './board-actions.js';
import {lessonOn} from './lesson-actions.js';
import {chooseOption} from './question-actions.js';
import {steered} from './live-steering.js';
import {jump} from './motions.js';
import {clickFault} from './fault-menu.js';
import {clickAligned, clickFuture} from './futures-keys.js';
import {chooseItem} from './palette.js';
import * as paneActions from './pane-actions.js';
import {passageEnded} from './passage.js';
import {pressHeld} from './press.js';

/** Rows that one notch of the wheel scrolls. */
const notch = 3;

/** Goes to the step under a column of the timeline. */
const scrub = (state: State, {from, columns}: Omit<Place, 'target'>, column: number): State => {
	const part = Math.max(0, Math.min(1, (column - from) / Math.max(1, columns - 1)));
	return changed(jump(state, stepAt(state, part)), 'pointer', {scrubbing: {from, columns}});
};

/** Handles a click on a row of a pane; a click beside the open pane also opens that pane. */
const clickRow = (state: State, view: NonNullable<Place['target']['view']>, row: number): State =>
	view === state.pane.view
		? paneActions.clickRow(state, row)
		: paneActions.selectRow(paneActions.show(state, view), row);

const clickOption = (state: State, option: number): State =>
	state.lesson?.option === option ? lessonOn(state) : chooseOption(state, option - (state.lesson?.option ?? 0));

const clickBreakpoint = (state: State, item: number): State =>
	state.breakpointList.at === item ? pressHeld(state, 'return') : changed(state, 'breakpointList', {at: item});

/** The effect of a click on an item of a list, by the mode that shows the list. */
const itemClicks: Readonly<Partial<Record<State['mode'], (state: State, item: number) => State>>> = {
	compare: clickAligned,
	futures: clickFuture,
	faults: clickFault,
	palette: (state, item) => chooseItem(state, foundItems(state)[item]),
	breakpoints: clickBreakpoint,
};

const clickItem = (state: State, item: number): State => (itemClicks[state.mode] ?? clickBreakpoint)(state, item);

const click = (state: State, {target, ...place}: Place, column: number): State => {
	if (target.timeline) {
		return scrub(state, place, column);
	}

	if (target.tab !== undefined) {
		return paneActions.show(state, target.tab);
	}

	if (target.key !== undefined) {
		return pressHeld(state, target.key);
	}

	if (target.step !== undefined) {
		return jump(state, target.step);
	}

	if (target.object !== undefined) {
		return paneActions.followKey(state, target.object);
	}

	if (target.box !== undefined) {
		return clickBox(state, target.box);
	}

	if (target.option !== undefined) {
		return clickOption(state, target.option);
	}

	if (target.item !== undefined) {
		return clickItem(state, target.item);
	}

	const {view, row} = target;
	return view === undefined || row === undefined ? state : clickRow(state, view, row);
};

/** The pane under the wheel scrolls, or the list that fills the screen; the one that keys act on stays the same. */
const turn = (state: State, place: Place | undefined, change: number): State => {
	if (state.mode === 'help') {
		return changed(state, 'help', {at: helpTop(state, state.help.at + change)});
	}

	if (listModes.includes(state.mode)) {
		return Array.from({length: Math.abs(change)}, () => (change < 0 ? 'up' : 'down')).reduce(pressHeld, state);
	}

	const view = place?.target.view;
	return view === undefined ? state : paneActions.scrollRows(state, view, change);
};

/** The area of a list that fills the screen. */
const listModes: ReadonlyArray<State['mode']> = ['breakpoints', 'palette', 'futures', 'compare', 'faults'];

/** The modes in which clicks work; in other modes, the user is typing. */
const clickable = ({mode}: State): boolean => mode === 'debug' || listModes.includes(mode);

/** The next state after a mouse event. It acts on the painted screen: this state's screen has the target of each place. */
export const point = (state: State, report: MouseReport): State =>
	state.live ? steered(state, state.live.cluster, (held) => pointHeld(held, report)) : pointHeld(state, report);

/** A click on a target, in a view without rows and columns. */
export const hit = (state: State, target: Target): State => {
	const clicked = (held: State): State => {
		if (held.passage) {
			return passageEnded(held);
		}

		if (clickable(held)) {
			return click(held, {target, from: 0, columns: 1}, 0);
		}

		return held;
	};
	return state.live ? steered(state, state.live.cluster, clicked) : clicked(state);
};

const pointHeld = (state: State, {does, button, column, row}: MouseReport): State => {
	if (state.passage) {
		return does === 'press' ? passageEnded(state) : state;
	}

	const {scrubbing} = state.pointer;
	const place = () => placeAt(drawScreen(state), column, row);
	switch (does) {
		case 'wheel-up':
		case 'wheel-down': {
			return turn(state, place(), does === 'wheel-up' ? -notch : notch);
		}

		case 'release': {
			return scrubbing ? changed(state, 'pointer', {scrubbing: undefined}) : state;
		}

		case 'drag': {
			return scrubbing ? scrub(state, scrubbing, column) : state;
		}

		case 'press': {
			const hit = button === 'left' && clickable(state) ? place() : undefined;
			return hit ? click(state, hit, column) : state;
		}
	}
};
