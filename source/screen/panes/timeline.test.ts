import test from 'ava';
import {createCluster} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import {seek} from '../../debugger/seek.js';
import {completeScenario} from '../../scenario/scenario.js';
import {must} from '../../testing/must.js';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {plainText} from '../paint/text.js';
import type {State} from '../state/state.js';
import {axisOf, partOf} from './timeline-axis.js';
import {stepAt, timeline} from './timeline.js';
import {markedSteps} from './timeline-marks.js';
import {initialState} from '../state/initial-state.js';

const shared = stateOn('pod');
const drawn = (state: State, columns = 80): string => plainText(timeline(state, columns));

test('every step lies after the one before, from the beginning of the timeline to its end', (t) => {
	const axis = axisOf(shared);
	let last = 0;
	for (let step = shared.start; step < shared.recording.stops.length; step++) {
		const part = partOf(axis, step);
		t.true(part >= last && part < 1, String(step));
		last = part;
	}

	t.is(stepAt(shared, 0), shared.start);
	t.is(stepAt(shared, 1), shared.recording.stops.length - 1);
});

test('a column leads to the steps that are drawn in it', (t) => {
	const axis = axisOf(shared);
	for (let column = 0; column < 60; column++) {
		const step = stepAt(shared, column / 60);
		t.true(partOf(axis, step) * 60 >= column && step < shared.recording.stops.length, String(column));
	}
});

test('what was simulated beyond the work leaves the work its room', (t) => {
	const work = stateOn('ready');
	const {length} = work.recording.stops;
	const before = partOf(axisOf(work), length - 1);
	const beyond = typed(work, [':goto +600s']);
	t.true(beyond.recording.stops.length > length + 100);
	t.true(partOf(axisOf(beyond), length - 1) > before * 0.8);
});

test('commands, faults, failures, breakpoints and marks have signs of their own', (t) => {
	const state = typed(stateOn('stalled'), [
		':break scheduler.bind',
		':kubectl delete pod web --wait=false',
		'c',
		'm',
		':crash kube-scheduler',
		':goto +5s',
		':break failure',
		'G',
	]);
	const text = drawn(state, 160);
	for (const sign of ['$', '✗', '!', '▼', '○']) {
		t.true(text.includes(sign), `${sign} in ${text}`);
	}

	t.true(text.includes(`✗ ${axisOf(state).failures.length}`));
});

test('that a controller had an old copy is no failure, while the conflict of a command is one', (t) => {
	const ready = stateOn('shop', ['c']);
	const conflicts = ready.recording.stops.slice(ready.start).filter(({facts}) => facts?.code === 409);
	t.true(conflicts.length > 0);
	t.deepEqual(axisOf(ready).failures, []);
	t.notRegex(drawn(ready), /✗/);
	const mine = typed(ready, [':kubectl create deployment shop --image=nginx:1.27', 'c']);
	t.regex(drawn(mine), /✗ \d/);
});

test('that something is not there yet is no failure', (t) => {
	t.deepEqual(axisOf(shared).failures, []);
});

test('the cursor is always seen, and the row is as wide as the screen', (t) => {
	for (const columns of [20, 40, 80, 160]) {
		for (const keys of [[], ['G'], [':goto 0']]) {
			const text = drawn(typed(shared, keys), columns);
			t.true(text.includes('●'), text);
			t.true(columns < 40 || text.length <= columns, text);
		}
	}

	t.is(rowsOn(typed(shared, ['G'])).length, 24);
});

test('faults that a scenario brings are marked where they begin', (t) => {
	const recording = new Recording(completeScenario({faults: ['pause kubelet/node-a at=300ms']}), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 10_000});
	const start = recording.stops.length;
	recording.submit({kubectl: 'get pods', files: {}});
	seek(recording, start - 1, 1, () => false, {untilMs: 20_000, pastRest: true});
	const begins = must(
		recording.stops.slice(start).find(({stage}) => stage === 'fault.pause'),
		'stop of the fault',
	).step;
	const state = initialState(recording, {cursor: start, start});
	t.deepEqual(axisOf(state).faults, [begins]);
	t.deepEqual(markedSteps(state, axisOf(state)).get('fault'), [begins]);
	t.true(drawn(state).includes('!'));
});

test('a run of very few stops leaves room for those to come', (t) => {
	const recording = new Recording(completeScenario(), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	const start = recording.stops.length;
	recording.submit({kubectl: 'get pods', files: {}});
	const bars = (stops: number): number => {
		while (recording.stops.length < start + stops) {
			recording.extend();
		}

		return drawn(initialState(recording, {cursor: start, start})).replaceAll(/[^▁▂▃▄▅▆▇█]/g, '').length;
	};

	t.true(bars(1) <= 2, String(bars(1)));
	t.true(bars(5) <= 10, String(bars(5)));
});
