import {openGuess} from '../state/guess-round.js';
import {raceShown} from '../state/race.js';
import {setsOut} from '../state/packet.js';
import {stopOf, type State} from '../state/state.js';
import {selectedBox} from './board/board-view.js';
import type {Row} from './row.js';
import {isList, rowsOf} from './rows.js';

/** The effect of `enter` in a place: first of all, it opens the selected item. */
export type EnterDoes =
	/** Answers a guess. */
	| 'answer'
	/** Opens the selected box of the board. */
	| 'inside'
	/** Goes to the step of the selected row, to its object, or along the path of its request. */
	| 'open'
	/** Shows every link of the chain of causes, or folds them. */
	| 'unfold'
	/** Walks the request or the connection of this stop; in a race, the request that was sent last. */
	| 'walk'
	/** Answers the lesson's question, checks its task, or continues. */
	| 'lesson'
	/** Selects a box of the board. */
	| 'select'
	/** Shows the whole object, or its changes. */
	| 'form';

/** The selected row of the open pane, if it is a list with a selection. @param columns the width of the pane, with its height */
export const rowSelected = (state: State, columns: number, height: number): Row | undefined => {
	const {view, selected} = state.pane;
	const at = selected[view];
	return at === undefined || !isList(state, view) ? undefined : rowsOf(state, view, columns, height)[at];
};

const ofRow = ({key, request, unfolds, step}: Row): EnterDoes | undefined => {
	if (unfolds) {
		return 'unfold';
	}

	if ((key ?? request ?? step) === undefined) {
		return undefined;
	}

	return 'open';
};

/** The present effect of `enter`: the footer shows it, and the action of the key has it. @param row that is selected */
export const enterDoes = (state: State, row: Row | undefined): EnterDoes => {
	const {view} = state.pane;
	if (openGuess(state)) {
		return 'answer';
	}

	if (view === 'board' && selectedBox(state) !== undefined) {
		return 'inside';
	}

	const opens = row && ofRow(row);
	if (opens || state.lesson) {
		return opens ?? 'lesson';
	}

	if (view === 'board') {
		return 'select';
	}

	if (view === 'why') {
		return 'unfold';
	}

	if (
		(view === 'state' && setsOut(stopOf(state))) ||
		(view === 'network' && (raceShown(state)?.requests.length ?? 0) > 0)
	) {
		return 'walk';
	}

	return 'form';
};
