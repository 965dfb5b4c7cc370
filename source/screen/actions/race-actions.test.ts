import test from 'ava';
import {must} from '../../testing/must.js';
import {raced} from '../../testing/raced.js';
import {plainText} from '../paint/text.js';
import {raceRows} from '../panes/race-rows.js';
import {raceOf, subjectAt} from '../state/race.js';
import {changed, stopOf, type State} from '../state/state.js';
import {resume} from './motions.js';
import {press} from './press.js';

const state = raced();
const shown = press(press(state, '8'), 'T');

test('N7: the race of a deleted Pod has its signal, its slice, and each consumer in its own time', (t) => {
	const race = must(raceOf(state.recording, must(subjectAt(state.recording, state.cursor), 'subject')), 'race');
	t.is(race.subject.kind, 'leaves');
	t.is(race.service, 'default/shop');
	t.is(race.signal, 'SIGQUIT');
	t.is(must(race.exitMs, 'exit') - must(race.signalMs, 'signal'), 100);
	t.is(race.publishedMs, 3);
	t.deepEqual(
		race.consumers.map(({name}) => name),
		['kube-proxy node-a', 'kube-proxy node-b', 'CoreDNS'],
	);
	const late = Math.max(...race.consumers.map(({actedMs}) => must(actedMs, 'acted')));
	t.true(late >= 303, `${late}`);
	t.is(race.windowMs, late - must(race.signalMs, 'signal'));
	const lost = race.requests.filter(({end}) => end?.result !== 'answered');
	t.deepEqual([...new Set(lost.map(({endpoint}) => endpoint))], [`${race.ip}:80`]);
	t.deepEqual([...new Set(lost.map(({end}) => end?.result))].sort(), ['refused', 'timedOut']);
});

test('left and right move the time of the debugger, and enter walks the request that was sent last', (t) => {
	const race = must(raceOf(state.recording, must(shown.network.subject, 'subject')), 'race');
	const begun = press(press({...shown, cursor: race.subject.step}, 'right'), 'right');
	const moved = must(stopOf(begun), 'stop').timeMs - race.startMs;
	t.true(moved > 0 && moved < 30, `${moved}`);
	t.is(must(stopOf(press(press(begun, 'left'), 'left')), 'stop').timeMs, race.startMs);
	const end = {...shown, cursor: must(race.requests.at(-1), 'request').step};
	const walked = press(end, 'return');
	t.deepEqual(walked.network.walk, {request: end.cursor});
	t.is(press(walked, 'escape').network.part, 'race', 'esc comes back');
});

test('with a preStop sleep no request is lost: a branch shows it, and the own timeline stays', (t) => {
	const before = state.recording.stops.length;
	const futured = press(shown, 'w');
	t.is(state.recording.stops.length, before);
	t.is(futured.recording, state.recording);
	t.like(futured.network.future, {case: 'counted', lost: 0});
	let parts = press(changed(shown, 'setup', {services: {...shown.setup.services, pause: () => true}}), 'w');
	t.truthy(parts.search);
	while (parts.search) {
		parts = resume(parts);
	}

	t.deepEqual(parts.network.future, futured.network.future);
	t.true(raceRows(futured, 80).some((row) => / with a 1 s preStop sleep: 0 of \d+ lost/.test(plainText(row))));
});

test('each part of the network opens by its key, and the same key goes on', (t) => {
	const parts = ['t', 't', 't'].reduce<State[]>(
		(all, key) => [...all, press(must(all.at(-1), 'state'), key)],
		[press(state, '8')],
	);
	t.deepEqual(
		parts.map(({network}) => network.part),
		['endpoints', 'traffic', 'race', 'endpoints'],
	);
});
