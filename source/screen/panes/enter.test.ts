import test from 'ava';
import {lessonState, rowsOn, stateOn, typed} from '../../testing/screens.js';
import {stopOf, type State} from '../state/state.js';
import {selectedRow} from '../actions/pane-actions.js';
import {enterDoes} from './enter.js';

const footer = (state: State): string => rowsOn(state).at(-1) ?? '';
const does = (state: State): string => enterDoes(state, selectedRow(state));

test('in a lesson, enter goes on; where something is selected, it opens that, and the footer says which', (t) => {
	const lesson = lessonState(3);
	t.regex(footer(lesson), /^ enter check /);
	const table = [
		['2', 'j', 'open', 'open'],
		['3', 'k', 'unfold', 'unfold'],
		['6', 'j', 'open', 'open'],
		['v', 'j', 'inside', 'inside'],
	] as const;
	for (const [view, move, done, said] of table) {
		const shown = typed(lesson, [view]);
		t.regex(footer(shown), /^ enter check /, view);
		t.is(does(shown), 'lesson', view);
		const chosen = typed(shown, [move]);
		t.is(does(chosen), done, view);
		t.regex(footer(chosen), new RegExp(`^ enter ${said} `), view);
		t.is(typed(chosen, ['return']).lesson?.run.index, 3, view);
		t.regex(footer(typed(chosen, ['escape', 'escape'])), /^ enter check /, view);
	}
});

test('a pane offers enter only where it is its own', (t) => {
	const toChange = [':break apiserver.admit.mutate.ServiceAccount', 'c'];
	const free = typed(stateOn('pod'), toChange);
	t.true(rowsOn(free).some((row) => row.includes('enter: unfold')));
	t.is(typed(free, ['return']).object.form, 'whole');
	const guessing = typed(free, ['p']);
	t.false(rowsOn(guessing).some((row) => row.includes('enter: unfold')));
	const lesson = rowsOn(lessonState(3));
	t.true(lesson.some((row) => row.includes('y: unfold')));
	t.is(typed(lessonState(3), ['y']).object.form, 'whole');
	t.false(rowsOn(typed(lessonState(3), ['v'])).some((row) => row.includes('enter looks inside')));
});

test('enter on the board selects the box that acts, and then looks inside', (t) => {
	const board = typed(stateOn('pod'), ['v', 'return']);
	t.is(board.pane.view, 'board');
	t.not(board.pane.selected.board, undefined);
	t.not(typed(board, ['return']).pane.view, 'board');
});

test('in a lesson that shows a race, enter goes on', (t) => {
	const race = typed(lessonState(2), ['8', 'T']);
	t.is(does(race), 'lesson');
	t.is(does(typed(stateOn('traffic'), ['G', ':kubectl delete pod web --wait=false', ':goto +8s', '8', 'T'])), 'walk');
});

test('enter at a connection or a request walks its way, and so does :packet without words', (t) => {
	const wget = ':kubectl run probe --image=busybox:1.37 --restart=Never -- wget -qO- http://web';
	const at = typed(stateOn('pod'), ['G', wget, ':break container.connect', 'c']);
	t.is(stopOf(at)?.stage, 'container.connect');
	t.regex(footer(at), /^ enter open /);
	for (const keys of [['return'], [':packet']]) {
		const walked = typed(at, keys);
		const rows = rowsOn(walked).join('\n');
		t.is(walked.pane.view, 'network');
		t.regex(rows, /default\/probe/);
		t.regex(rows, /DNAT/);
		t.is(walked.cursor, at.cursor);
	}

	const request = typed(stateOn('traffic'), [':break traffic.request', 'c', 'return']);
	t.is(stopOf(request)?.stage, 'traffic.request');
	t.is(request.network.part, 'walk');
});

test('a connection that fails dies on its way', (t) => {
	const wget = ':kubectl run probe --image=busybox:1.37 --restart=Never -- wget -T 2 -qO- http://web:81';
	const at = typed(stateOn('pod'), ['G', wget, ':break container.connect', 'c', 'return']);
	t.regex(rowsOn(at).join('\n'), /✗/);
});
