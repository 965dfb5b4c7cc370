import test from 'ava';
import {stateOn, typed} from '../../testing/screens.js';
import {changed, type State} from '../state/state.js';
import {partsUntilSaid} from './long-work.js';
import {resume} from './motions.js';
import {goneOn, press} from './press.js';

const create = ':kubectl create deployment web --image=nginx:1.27 --replicas=2';

/** A state in which every search pauses as soon as possible. */
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

const withFinished = [create, 'c'];

for (const [what, keys] of Object.entries({
	'a command in the past': [':goto 300', ':kubectl get pods'],
	'a command after one that is still running': [
		':kubectl wait --for=delete pod/nobody --timeout=5s',
		':kubectl get ns',
	],
	'a fault in the past': [':goto 300', ':crash kube-scheduler'],
	'traffic in the past': [':goto 300', ':traffic 10.96.0.1:443'],
	'describing an object in the past': [':goto 900', '9', 'j', 'd'],
	'what was done later, done again': [':goto 300', ':crash kube-scheduler', ':other', ':goto 100', ':branch', ':again'],
	'time in the future': [':goto +200s'],
	'a condition': [':goto 300', ':until deployment/web ready'],
	'a condition that never holds': [':until pod/nobody ready'],
	'the next change of an object': [':follow node/node-a', '}'],
})) {
	test(`${what}: in parts it comes to the same as at once`, (t) => {
		const inParts = (pause?: () => boolean): State => {
			let state = stateOn('empty', withFinished, pause ? {pause} : {});
			for (const key of keys) {
				state = resumed(typed(resumed(state), [key]));
			}

			return state;
		};
		let pauses = 0;
		const parts = inParts(() => {
			pauses++;
			return true;
		});
		const whole = inParts();
		t.true(pauses > 0);
		t.deepEqual(placeOf(parts), placeOf(whole));
		t.is(parts.recording.fingerprint, whole.recording.fingerprint);
		t.is(parts.pane.view, whole.pane.view);
		t.deepEqual(parts.cluster, whole.cluster);
		t.deepEqual(
			parts.futures.map(({name, run}) => [name, run.steps]),
			whole.futures.map(({name, run}) => [name, run.steps]),
		);
	});
}

test('a command in the past that is ended before it was done has done nothing, and says so', (t) => {
	const begun = typed(resumed(impatient(['c'])), [':goto 300', ':kubectl create ns a']);
	t.truthy(begun.search);
	const ended = typed(begun, ['escape']);
	t.is(ended.search, undefined);
	t.is(ended.message, 'cancelled before it finished');
	t.is(ended.recording, begun.recording);
	t.deepEqual(ended.futures, []);
});

test('keys that are typed ahead of the end of a command in the past follow it', (t) => {
	const past = ['c', ':goto 300'];
	const whole = stateOn('empty', [create, ...past, ':kubectl create ns a', 's', '9']);
	let parts = typed(resumed(impatient(['c'])), [':goto 300']);
	parts = typed(resumed(parts), [':kubectl create ns a', 's', '9']);
	t.deepEqual(parts.search?.ahead, ['s', '9']);
	while (parts.search) {
		parts = goneOn(parts);
	}

	t.deepEqual(placeOf(parts), placeOf(whole));
	t.is(parts.pane.view, whole.pane.view);
	let said = typed(resumed(typed(resumed(impatient(['c'])), [':goto 300'])), [':kubectl create ns a']);
	for (let count = 0; count < partsUntilSaid; count++) {
		said = goneOn(said);
	}

	t.regex(said.message, /keys wait, esc stops it$/);
	t.deepEqual(typed(said, ['s']).search?.ahead, ['s']);
	t.is(typed(said, ['escape']).search, undefined);
});

test('a command that is typed ahead, key by key, is on the command line as it was typed', (t) => {
	for (const line of [':kubectl get pods', 'kubectl get pods']) {
		const past = typed(resumed(impatient(['c'])), [':goto 300']);
		let state = [...line].reduce((now, key) => press(now, key), typed(resumed(past), [':kubectl create ns a']));
		t.truthy(state.search);
		while (state.search) {
			state = goneOn(state);
		}

		t.is(state.mode, 'command', line);
		t.is(state.commandLine.typed, 'kubectl get pods', line);
	}
});

test('a search that has paused shows how far it is, and any key stops it there', (t) => {
	let state = impatient(['c']);
	t.truthy(state.search);
	t.is(state.message, '');
	for (let parts = 0; parts < partsUntilSaid; parts++) {
		state = resume(state);
	}

	t.regex(state.message, /^running: #\d+, \+[\d.]+ s; any key stops it here$/);
	const stopped = typed(state, ['ctrl+c']);
	t.is(stopped.search, undefined);
	t.is(stopped.cursor, state.cursor);
	t.is(stopped.message, 'stopped here; c continues');
	t.false(stopped.leaving.left);
	t.is(typed(state, ['N']).cursor < state.cursor, true);
});

test('a search records as many stops as the screen was opened with, and goes on when it is asked to', (t) => {
	const opened = stateOn('empty', [create]);
	const limited = changed(opened, 'setup', {stopsAtOnce: 100});
	const before = limited.recording.stops.length;
	const once = typed(limited, ['c']);
	t.is(once.recording.stops.length, before + 100);
	t.is(once.message, 'no such stop so far; c continues from here');
	t.is(typed(once, ['c']).recording.stops.length, before + 200);
});

test('a breakpoint that only the search has is gone when it is stopped', (t) => {
	const state = impatient(['t']);
	t.is(state.session.breakpoints.length, 1);
	t.deepEqual(typed(state, ['escape']).session.breakpoints, []);
});

test('futures are begun and compared in parts as at once; escape ends that', (t) => {
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
	for (let count = 0; count < partsUntilSaid; count++) {
		later = resume(later);
	}

	t.regex(later.message, /^working: #\d+, \+[\d.]+ s; keys wait, esc stops it$/);
	const stopped = typed(later, ['escape']);
	t.is(stopped.search, undefined);
	t.is(stopped.comparison, undefined);
	t.is(stopped.mode, 'debug');
});
