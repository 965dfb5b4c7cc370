import test from 'ava';
import type {Stop} from '../kernel/stop.js';
import {firstDifferentFact, marksOf} from '../testing/fact-marks.js';

const stop = (step: number, more: Partial<Stop> = {}): Stop => ({
	step,
	timeMs: 10 * step,
	process: 'kubelet/node-a',
	component: 'kubelet',
	depth: 1,
	stage: 'cni.add',
	facts: {config: {hairpinMode: true}, name: 'cbr0'},
	cause: -1,
	periodic: false,
	...more,
});

const golden = [stop(0), stop(1), stop(2)].map((one) => marksOf(one));

const cases: ReadonlyArray<readonly [what: string, stops: readonly Stop[], expected: string | undefined]> = [
	['equal stops', [stop(0), stop(1), stop(2)], undefined],
	[
		'a value inside a fact',
		[stop(0), stop(1, {facts: {name: 'cbr0', config: {hairpinMode: false}}}), stop(2)],
		'stop 1, cni.add of kubelet/node-a: the fact config is another one, now {"hairpinMode":false}',
	],
	[
		'a fact that is no more',
		[stop(0), stop(1, {facts: {name: 'cbr0', config: undefined}}), stop(2)],
		'stop 1, cni.add of kubelet/node-a: it had 2 facts, and has name',
	],
	[
		'another time',
		[stop(0, {timeMs: 5}), stop(1), stop(2)],
		'stop 0, cni.add of kubelet/node-a: its place, time, outcome or cause is another one: no object, 5 ms, no outcome, cause -1',
	],
	['a stop more', [stop(0), stop(1), stop(2), stop(3)], 'stop 3, cni.add of kubelet/node-a: the golden ends before it'],
	['a stop less', [stop(0), stop(1)], 'the golden has 3 stops, and this run 2'],
];

for (const [what, stops, expected] of cases) {
	test(`the first different fact: ${what}`, (t) => {
		t.is(firstDifferentFact(golden, stops), expected);
	});
}

test('a mark does not depend on the order of facts', (t) => {
	t.is(marksOf(stop(1, {facts: {name: 'cbr0', config: {hairpinMode: true}}})), marksOf(stop(1)));
});
