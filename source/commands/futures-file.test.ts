import test from 'ava';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import {completeScenario} from '../scenario/scenario.js';
import {resume} from '../screen/actions/motions.js';
import {stateOf} from '../screen/start.js';
import {changed} from '../screen/state/state.js';
import {typed} from '../testing/screens.js';
import {checkRecording, printRecording, readRecording} from './replay.js';
import {startOfRecording} from './screen-starts.js';

/** A run of a bare control plane with two other futures, as a file. */
const saved = (): string => {
	const recording = new Recording(completeScenario({nodes: [], components: []}), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 1000});
	const opened = stateOf({view: 'recording', recording, start: 0, cursor: recording.stops.length - 1}, {});
	const state = typed(opened, [
		':kubectl create ns a',
		':until rest',
		':kubectl create ns b',
		':until rest',
		':goto 26',
		':kubectl create ns c',
		':until rest',
		':branch later',
		':kubectl create ns d',
		':until rest',
	]);
	return printRecording(state.recording, {family: state});
};

const text = saved();

test('a recording keeps all futures, what was done in each, and what came later in the one that was left', (t) => {
	const state = stateOf(startOfRecording(readRecording(text, 'run.yaml')), {});
	t.is(state.future.name, 'later');
	t.is(state.message, 'futures in this recording: 3; :futures lists them');
	t.deepEqual(
		state.futures.map(({name, from}) => [name, from?.name, from?.step]),
		[
			['main', undefined, undefined],
			['2', 'main', 26],
		],
	);
	const second = typed(state, [':future 2']);
	t.deepEqual(
		second.future.later.map(({input}) => input),
		[
			{kubectl: 'create ns a', files: {}},
			{kubectl: 'create ns b', files: {}},
		],
	);
	// It is played in parts, when the user opens it.
	const other = stateOf(startOfRecording(readRecording(text, 'run.yaml')), {});
	let parts = typed(changed(other, 'setup', {services: {...other.setup.services, pause: () => true}}), [':future 2']);
	t.truthy(parts.search);
	while (parts.search) {
		parts = resume(parts);
	}

	t.is(parts.recording.fingerprint, second.recording.fingerprint);
	const again = typed(second, [':again']);
	t.is(again.message, '2 of 2 repeated');
	t.deepEqual(
		['a', 'b', 'c', 'd'].filter((name) => again.recording.kernel.ledger.read(`/registry/namespaces/${name}`)),
		['a', 'b', 'c'],
	);
	const said: string[] = [];
	t.is(
		checkRecording(readRecording(text, 'run.yaml'), 'run.yaml', (line) => said.push(line)),
		0,
	);
	t.deepEqual(
		said.map((line) => line.split(':')[0]),
		['✓ run.yaml', '✓ run.yaml (main)', '✓ run.yaml (2)'],
	);
});

test('a run with one future says nothing of futures', (t) => {
	const recording = new Recording(completeScenario({nodes: [], components: []}), createCluster);
	t.notRegex(printRecording(recording, {family: {future: {name: 'main', later: []}, futures: []}}), /future/);
});

const wrong = (change: (text: string) => string, message: RegExp): void => {
	test(`futures of a file are refused: ${message.source}`, (t) => {
		t.throws(() => readRecording(change(text), 'run.yaml'), {message});
	});
};

wrong((all) => all.replace('- name: "2"', '- name: main'), /there is already a future "main"/);
wrong((all) => all.replace('- name: "2"', String.raw`- name: "\e[31m"`), /is not a name for a future/);
wrong(
	(all) => all.replace(/from:\n {6}name: main/, 'from:\n      name: nowhere'),
	/the future later branches from a future that does not exist|the future 2 branches from a future that does not exist/,
);
wrong(
	(all) => all.replace(/from:\n {6}name: main/, 'from:\n      name: later'),
	/branches from a future that does not exist/,
);
