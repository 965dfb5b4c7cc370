import test from 'ava';
import {stateOn, typed} from '../../testing/screens.js';
import {placedOnScreen} from '../panes/board/board-screen.js';
import {selectedBox} from '../panes/board/board-view.js';
import type {State} from '../state/state.js';
import {paceOf, tick} from './play.js';
import {point} from './pointer.js';

const shared = stateOn('pod');
const after = (...keys: string[]): State => typed(shared, keys);
const ticks = (state: State, count: number): State => (count === 0 ? state : ticks(tick(state), count - 1));

test('v opens the board, and again closes it: the view from before is back', (t) => {
	t.is(after('v').pane.view, 'board');
	t.is(after('4', 'v', 'v').pane.view, 'events');
	t.is(after(':board').pane.view, 'board');
});

test(':play raw plays, and each tick is a stop; space pauses, and no tick moves on', (t) => {
	const playing = after(':play raw');
	t.true(playing.board.playing);
	t.is(playing.cursor, shared.cursor);
	t.is(ticks(playing, 3).cursor, shared.cursor + 3);
	const paused = typed(ticks(playing, 3), [' ']);
	t.false(paused.board.playing);
	t.is(ticks(paused, 3).cursor, shared.cursor + 3);
});

test(':play opens the board and plays', (t) => {
	const {pane, board} = after(':play');
	t.is(pane.view, 'board');
	t.true(board.playing);
});

test('any other key pauses, and does what it does', (t) => {
	const stepped = typed(ticks(after(':play raw'), 2), ['s']);
	t.false(stepped.board.playing);
	t.is(stepped.cursor, shared.cursor + 3);
	t.false(typed(after('v', ' '), ['~']).board.playing);
	t.false(typed(after('v', ' '), ['?']).board.playing);
});

test('digits set the speed on the board and go on playing; elsewhere they show views', (t) => {
	const fast = after('v', ' ', '9');
	t.is(fast.board.speed, 9);
	t.true(fast.board.playing);
	t.is(fast.pane.view, 'board');
	t.is(tick(fast).cursor, fast.cursor + 16);
	t.is(after('7').pane.view, 'scheduler');
	t.deepEqual(paceOf({story: false, speed: 1}), {everyMs: 3000, stops: 1});
	t.deepEqual(paceOf({story: false, speed: 8}), {everyMs: 50, stops: 4});
});

test(':play x10 passes ten times as much virtual time, whatever happens in it', (t) => {
	const playing = after(':play x10');
	const startMs = shared.recording.stops.get(shared.cursor)?.timeMs ?? 0;
	t.deepEqual(paceOf(playing.board), {everyMs: 50, virtualMs: 500});
	const later = ticks(playing, 2);
	t.is(later.board.playedMs, startMs + 1000);
	t.true((later.recording.stops.get(later.cursor)?.timeMs ?? 0) <= startMs + 1000);
	t.true((later.recording.stops.get(later.cursor + 1)?.timeMs ?? Number.POSITIVE_INFINITY) > startMs + 1000);
	t.regex(later.message, /^plays at speed ×10; /);
	const slow = ticks(after(':play x0.1'), 1);
	t.is(slow.board.playedMs, startMs + 5);
});

test('playing in virtual time pauses at rest, at a breakpoint and at a key', (t) => {
	const atRest = ticks(after(':play x1000'), 3);
	t.false(atRest.board.playing);
	t.regex(atRest.message, /^the cluster is at rest/);
	const stopped = ticks(after(':break scheduler.bind', ':play x1000'), 1);
	t.is(stopped.message, 'breakpoint: scheduler.bind');
	t.false(stopped.board.playing);
	t.false(typed(ticks(after(':play x0.1'), 1), ['s']).board.playing);
});

test(':play 20/s makes so many stops a second; another speed is refused with the words', (t) => {
	t.deepEqual(paceOf(after(':play 20/s').board), {everyMs: 50, stops: 1});
	t.deepEqual(paceOf(after(':play 30/s').board), {everyMs: 1000 / 15, stops: 2});
	for (const wrong of ['x0', 'x2000', '0/s', 'fast', '5000/s']) {
		const state = after(`:play ${wrong}`);
		t.regex(state.message, /^play takes story, raw, x10 /);
		t.false(state.board.playing);
	}

	t.deepEqual(paceOf(after(':play 20/s', '9').board), {everyMs: 50, stops: 16});
});

test('playing pauses at a breakpoint', (t) => {
	const at = ticks(after(':break apiserver.admit.mutate.ServiceAccount', 'v', ' ', '8'), 40);
	t.false(at.board.playing);
	t.is(at.recording.stops.get(at.cursor)?.stage, 'apiserver.admit.mutate.ServiceAccount');
	t.is(at.message, 'breakpoint: apiserver.admit.mutate.ServiceAccount');
});

test('playing pauses where the run rests', (t) => {
	const end = ticks(after('v', ' ', '9'), 60);
	t.false(end.board.playing);
	t.regex(end.message, /^the cluster is at rest/);
	t.is(end.cursor, shared.recording.stops.length - 1);
});

test('a tick changes nothing while nothing plays', (t) => {
	t.is(tick(shared), shared);
});

/** The view that enter opens at each box. */
const insides = [
	['file', 'state'],
	['kubectl', 'state'],
	['apiserver', 'stack'],
	['etcd', 'ledger'],
	['scheduler', 'scheduler'],
	['controllers', 'ledger'],
	['network', 'network'],
	['node/node-b', 'cluster'],
] as const;

for (const [id, view] of insides) {
	test(`two clicks on ${id}, or enter when it is selected, look inside: ${view}`, (t) => {
		const board = after('v');
		const {left = -1, top = -1} = placedOnScreen(board).find(({box}) => box.id === id)?.place ?? {};
		const at = {does: 'press', button: 'left', column: left + 2, row: top + 1} as const;
		const clicked = point(board, at);
		t.is(selectedBox(clicked), id);
		const inside = typed(clicked, ['return']);
		t.is(inside.pane.view, view);
		t.deepEqual(point(clicked, at).pane, inside.pane);
		t.is(inside.cluster.inside?.key, view === 'cluster' ? '/registry/minions/node-b' : undefined);
		t.is(typed(inside, ['v']).pane.view, 'board');
	});
}

test('arrows select the box on that side, first the one that acts; esc selects none', (t) => {
	const first = after('v', 'down');
	t.is(selectedBox(first), 'kubectl');
	t.is(selectedBox(typed(first, ['right'])), 'apiserver');
	t.is(selectedBox(typed(first, ['right', 'down'])), 'controllers');
	t.is(selectedBox(typed(first, ['right', 'down', 'left'])), 'scheduler');
	t.is(selectedBox(typed(first, ['up'])), 'file');
	t.is(selectedBox(typed(first, ['tab'])), 'apiserver');
	t.is(selectedBox(typed(first, ['escape'])), undefined);
});
