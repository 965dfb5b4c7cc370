import test from 'ava';
import {lessonState} from '../../../testing/screens.js';
import {changed, type State} from '../../state/state.js';
import {boardScreen} from './board-screen.js';

/** A lesson on its board, on a screen of so many rows. */
const onBoard = (rows: number, playing: boolean): State => {
	const state = changed(lessonState(1, {size: {columns: 100, rows}}), 'pane', {view: 'board'});
	return changed(state, 'board', {story: true, playing});
};

const rowsOf = (state: State, name: string): number =>
	boardScreen(state).find((region) => region.name === name)?.rows.length ?? 0;

test('on a low screen the lesson’s text makes room for a story while it plays', (t) => {
	t.is(rowsOf(onBoard(14, true), 'lesson'), 0);
	t.true(rowsOf(onBoard(14, false), 'lesson') > 0);
	t.true(rowsOf(onBoard(14, true), 'board') >= rowsOf(onBoard(14, false), 'board') + 3);
});

test('where there is room, the text stays beside a story', (t) => {
	t.true(rowsOf(onBoard(24, true), 'lesson') > 0);
});
