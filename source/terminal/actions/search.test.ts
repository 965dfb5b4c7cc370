import test from 'ava';
import {stateOn, typed} from '../../testing/screens.js';
import type {State} from '../state/state.js';
import {resume} from './motions.js';

const create = ':kubectl create deployment web --image=nginx:1.27 --replicas=2';

/** A state in which every search pauses as soon as it may. */
const impatient = (keys: readonly string[]): State => stateOn('empty', [create, ...keys], {pause: () => true});

const resumed = (state: State): State => {
	let now = state;
	for (let parts = 0; now.search && parts < 100_000; parts++) {
		now = resume(now);
	}

	return now;
};

const placeOf = ({recording, cursor, message, search, session}: State) => ({
	stop: recording.stops.get(cursor),
	message,
	search,
	breakpoints: session.breakpoints,
});

for (const keys of [['c'], [':break scheduler.bind', 'c'], [':break kubelet.sync', 'c', 't']]) {
	test(`${keys.join(' ')} comes to the same place in parts as at once`, (t) => {
		const parts = resumed(typed(resumed(impatient(keys.slice(0, -1))), keys.slice(-1)));
		t.deepEqual(placeOf(parts), placeOf(stateOn('empty', [create, ...keys])));
	});
}

test('a search that has paused shows how far it is, and any key stops it there', (t) => {
	let state = impatient(['c']);
	t.truthy(state.search);
	t.is(state.message, '');
	for (let parts = 0; parts < 6; parts++) {
		state = resume(state);
	}

	t.regex(state.message, /^runs: #\d+, \+[\d.]+ s; any key stops it here$/);
	const stopped = typed(state, ['ctrl+c']);
	t.is(stopped.search, undefined);
	t.is(stopped.cursor, state.cursor);
	t.is(stopped.message, 'stopped here; c goes on');
	t.false(stopped.leaving.left);
	t.is(typed(state, ['N']).cursor < state.cursor, true);
});

test('a breakpoint that only the search has is gone when it is stopped', (t) => {
	const state = impatient(['t']);
	t.is(state.session.breakpoints.length, 1);
	t.deepEqual(typed(state, ['escape']).session.breakpoints, []);
});

test('futures are begun and compared in parts as at once; any key ends that', (t) => {
	const keys = ['c', ':goto 300', ':branch other', ':crash kube-scheduler'];
	const whole = typed(stateOn('empty', [create, ...keys]), [':compare']);
	let state = impatient([]);
	for (const key of keys) {
		state = resumed(typed(state, [key]));
	}

	t.is(state.future.name, 'other');
	const begun = typed(state, [':compare']);
	t.truthy(begun.search);
	const parts = resumed(begun);
	t.is(parts.mode, 'compare');
	t.deepEqual(parts.comparison?.aligned, whole.comparison?.aligned);
	t.deepEqual(parts.comparison?.ends, whole.comparison?.ends);
	let later = typed(state, [':compare']);
	for (let count = 0; count < 6; count++) {
		later = resume(later);
	}

	t.regex(later.message, /^runs: #\d+, \+[\d.]+ s; any key stops it here$/);
	const stopped = typed(later, ['escape']);
	t.is(stopped.search, undefined);
	t.is(stopped.comparison, undefined);
	t.is(stopped.mode, 'debug');
});
