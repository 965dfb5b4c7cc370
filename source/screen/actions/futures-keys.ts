import {treeOf} from '../../debugger/futures.js';
import {seek} from '../../debugger/seek.js';
import {allFutures} from '../state/all-futures.js';
import {openCommandLine} from './open-command-line.js';
import {changed, leave, type Comparison, type State} from '../state/state.js';
import {jump} from './motions.js';
import {compareFutures, toFuture} from './futures.js';
import {wordsOf} from '../words/words.js';

const moves: Readonly<Record<string, number>> = {up: -1, k: -1, down: 1, j: 1, pageup: -15, pagedown: 15, space: 15};

const within = (list: readonly unknown[], at: number): number => Math.max(0, Math.min(list.length - 1, at));

/** Selects a stop; afterwards, keys act on the list of stops. */
const select = (state: State, at: number): State => {
	const {comparison} = state;
	return comparison
		? {...state, comparison: {...comparison, at: within(comparison.aligned, at), endAt: undefined}}
		: state;
};

/** Selects a row of the ends; afterwards, keys act on that list. */
const selectEnd = (state: State, at: number): State => {
	const {comparison} = state;
	return comparison && comparison.ends.length > 0
		? {...state, comparison: {...comparison, endAt: within(comparison.ends, at)}}
		: state;
};

/** Moves the selection by a number of rows in the list on which keys act. */
const moveBy = (state: State, {at, endAt}: Comparison, rows: number): State =>
	endAt === undefined ? select(state, at + rows) : selectEnd(state, endAt + rows);

/** Moves to a step of a future; steps that were played only on a copy are played there first. */
const toStepOf = (state: State, name: string, step: number): State => {
	const there = name === state.future.name ? state : toFuture(state, name);
	seek(there.recording, there.recording.stops.length - 1, 1, (stop) => stop.step >= step, {pastRest: true});
	return {
		...jump(there, step),
		message: there === state ? '' : wordsOf(state).messages.inOtherFuture(name),
	};
};

/** Goes to the stop of the selected row: in the first of the two futures, otherwise in the other one. */
const open = (state: State): State => {
	const {comparison} = state;
	const row = comparison?.aligned[comparison.at];
	const debugging: State = {...state, mode: 'debug', message: ''};
	if (comparison && row?.here !== undefined) {
		return toStepOf(debugging, comparison.names[0], row.here);
	}

	if (comparison && row?.there !== undefined) {
		return toStepOf(debugging, comparison.names[1], row.there);
	}

	return debugging;
};

/** A click on a row: the first selects it, the next one opens it. Below the stops are the rows of how they end. */
export const clickAligned = (state: State, at: number): State => {
	const {at: here, aligned, endAt} = state.comparison ?? {aligned: []};
	if (at >= aligned.length) {
		return selectEnd(state, at - aligned.length);
	}

	if (here === at && endAt === undefined) {
		return open(state);
	}

	return select(state, at);
};

/** A key in the view of two futures side by side. */
export const pressCompare = (state: State, key: string): State => {
	const {comparison} = state;
	const move = moves[key];
	if (comparison && move !== undefined) {
		return moveBy(state, comparison, move);
	}

	switch (key) {
		case 'tab': {
			return comparison?.endAt === undefined ? selectEnd(state, 0) : select(state, comparison.at);
		}

		case 'return': {
			// A row of the ends is an object, and not a stop.
			return comparison?.endAt === undefined ? open(state) : state;
		}

		case 'n': {
			const next = comparison?.aligned.findIndex(({alike}, index) => !alike && index > comparison.at) ?? -1;
			return next < 0 ? {...state, message: wordsOf(state).messages.noFurtherDifference} : select(state, next);
		}

		case 'ctrl+c': {
			return leave(state);
		}

		case 'escape':
		case 'q': {
			return {...state, mode: 'debug', message: ''};
		}

		default: {
			return state;
		}
	}
};

/** The future that is selected in the tree. */
const selected = (state: State): string => {
	const tree = treeOf(allFutures(state));
	return tree[Math.min(state.futureList.at, tree.length - 1)]?.future.name ?? state.future.name;
};

/** Goes to the selected future, at its last viewed step. */
const openFuture = (state: State): State => toFuture({...state, mode: 'debug', message: ''}, selected(state));

/** A click on a future: the first selects it, the next one opens it. */
export const clickFuture = (state: State, at: number): State =>
	state.futureList.at === at ? openFuture(state) : changed(state, 'futureList', {at});

/** A key in the tree of futures. */
export const pressFutures = (state: State, key: string): State => {
	const move = moves[key];
	if (move !== undefined) {
		const at = Math.max(0, Math.min(state.futures.length, state.futureList.at + move));
		return changed(state, 'futureList', {at});
	}

	switch (key) {
		case 'return': {
			return openFuture(state);
		}

		case 'c': {
			const name = selected(state);
			return compareFutures({...state, mode: 'debug'}, name === state.future.name ? '' : name);
		}

		case 'e': {
			const there = selected(state);
			return openCommandLine(there === state.future.name ? state : toFuture(state, there), 'name ');
		}

		case 'ctrl+c': {
			return leave(state);
		}

		default: {
			return {...state, mode: 'debug', message: ''};
		}
	}
};
