import {placedOnScreen} from '../panes/board/board-screen.js';
import type {Placed} from '../panes/board/arrangement.js';
import type {Box, BoxId} from '../panes/board/boxes.js';
import {selectedBox} from '../panes/board/board-view.js';
import {boardOf} from '../panes/board/model.js';
import {changed, type State} from '../state/state.js';
import {nextPane, show} from './pane-actions.js';
import {wordsOf} from '../words/words.js';

/** Opens the board, or closes it: then the view from before is back. */
export const toggleBoard = (state: State): State =>
	state.pane.view === 'board'
		? show(state, state.board.behind)
		: show(changed(state, 'board', {behind: state.pane.view}), 'board');

const select = (state: State, id: BoxId): State => {
	const at = boardOf(state).boxes.findIndex((box) => box.id === id);
	return at === -1
		? state
		: {
				...changed(state, 'pane', {selected: {...state.pane.selected, board: at}}),
				message: wordsOf(state).messages.boxSelected,
			};
};

export type Side = 'left' | 'right' | 'up' | 'down';

/** The distance between two stretches; 0 if they overlap or touch. */
const gap = (from: number, length: number, to: number, toLength: number): number =>
	Math.max(0, to - (from + length), from - (to + toLength));

/** The nearest box on one side of another. */
export const neighbour = (placed: readonly Placed[], from: BoxId, side: Side): BoxId | undefined => {
	const here = placed.find(({box}) => box.id === from)?.place;
	if (!here) {
		return placed[0]?.box.id;
	}

	const distances = placed.flatMap(({box, place}) => {
		const beyond = {
			left: here.left - (place.left + place.columns),
			right: place.left - (here.left + here.columns),
			// Boxes of a stack share an edge.
			up: here.top + 1 - (place.top + place.rows),
			down: place.top + 1 - (here.top + here.rows),
		}[side];
		const across = gap(here.left, here.columns, place.left, place.columns);
		const along = gap(here.top, here.rows, place.top, place.rows);
		// Boxes off to the side are a last resort; of two equally near ones, the nearer middle wins.
		const aside = side === 'up' || side === 'down' ? across : 2 * along;
		const middles = Math.abs(place.left + place.columns / 2 - here.left - here.columns / 2);
		return box.id !== from && beyond >= 0 ? [{id: box.id, distance: beyond + 4 * aside + middles / 1000}] : [];
	});
	return distances.sort((a, b) => a.distance - b.distance)[0]?.id;
};

/** Selects the box that acts, or that holds the followed object. */
export const selectBox = (state: State): State => {
	const placed = placedOnScreen(state);
	const boxes: readonly Box[] = placed.length === 0 ? boardOf(state).boxes : placed.map(({box}) => box);
	const first = boxes.find(({acts}) => acts) ?? boxes.find(({holds}) => holds) ?? boxes[0];
	return first ? select(state, first.id) : state;
};

/** Selects the box on a side of the selected one. */
export const moveToBox = (state: State, side: Side): State => {
	const from = selectedBox(state);
	if (from === undefined) {
		return selectBox(state);
	}

	const placed = placedOnScreen(state);
	if (placed.length === 0) {
		return stepThrough(state, side === 'up' || side === 'left' ? -1 : 1);
	}

	const to = neighbour(placed, from, side);
	return to === undefined ? state : select(state, to);
};

const stepThrough = (state: State, change: 1 | -1): State => {
	const {boxes} = boardOf(state);
	const at = boxes.findIndex(({id}) => id === selectedBox(state));
	const next = boxes[(at + change + boxes.length) % boxes.length];
	return next ? select(state, next.id) : state;
};

/** Selects the next box; in a lesson, its text has the whole height, as everywhere. */
export const nextBox = (state: State): State => (state.lesson ? nextPane(state, 1) : stepThrough(state, 1));

/** Opens the view with the details of the selected box. */
export const lookInside = (state: State): State => {
	const id = selectedBox(state);
	const box = boardOf(state).boxes.find((candidate) => candidate.id === id);
	if (!box) {
		return state;
	}

	const {view, node} = box.inside;
	return {
		...changed(show(changed(state, 'board', {behind: 'board'}), view), 'cluster', {
			kind: undefined,
			inside: node === undefined ? undefined : {key: node, part: 'node'},
		}),
		message: wordsOf(state).messages.inside(box.title),
	};
};

/** The effect of a click on a box: the first selects it, the next one looks inside. */
export const clickBox = (state: State, id: string): State => {
	const box = boardOf(state).boxes.find((candidate) => candidate.id === id);
	return !box || id === selectedBox(state) ? lookInside(state) : select(state, box.id);
};
