import test from 'ava';
import type {Stop} from '../kernel/stop.js';
import {causes, causesFromInput, effects, nextEffect} from './cause.js';
import {recordShop} from '../testing/shop.js';

const recording = recordShop('bread', 'cake');
const stages = (stops: ReadonlyArray<{readonly step: number; readonly stage: string}>) =>
	stops.map(({step, stage}) => `${step} ${stage}`);

test('the chain of causes leads from a stop back to what the user did', (t) => {
	t.deepEqual(stages(causes(recording, 4)), ['4 bakery.bake', '2 book.close']);
	t.is(causes(recording, 4).at(-1)?.cause, -1);
	t.deepEqual(stages(causes(recording, 0)), ['0 shop.serve']);
});

test('a chain is the same whatever was asked for before it, with a limit too', (t) => {
	// Each step has an earlier one as its cause, now near, now far.
	const tape = Array.from({length: 40}, (_, step) => ({step, cause: step === 0 ? -1 : (step * 7) % step}) as Stop);
	const stops = {get: (step: number) => tape[step]};
	for (let asked = 0; asked < 1600; asked++) {
		const step = (asked * 29) % 40;
		const limit = asked % 3 === 0 ? 1 + (asked % 5) : 1000;
		t.deepEqual(causes({stops}, step, limit), causes({stops: {...stops}}, step, limit), `${step} ${limit}`);
	}
});

test('a chain that begins with a timer continues with the creation of its object, back to the input', (t) => {
	const stop = (step: number, cause: number, object?: string): Stop => ({
		step,
		cause,
		object,
		process: 'p',
		stage: 's',
		component: 'p',
		timeMs: 0,
		depth: 0,
		periodic: false,
	});
	const tape = [
		stop(0, -1),
		stop(1, -1, 'lease'),
		stop(2, -1),
		stop(3, 2, 'pod'),
		stop(4, 1, 'pod'),
		stop(5, 1, 'lease'),
		stop(6, 3, 'pod'),
	];
	const versions: Readonly<Record<string, ReadonlyArray<{readonly step: number}>>> = {
		pod: [{step: 3}, {step: 6}],
		lease: [{step: 1}, {step: 5}],
	};
	const shopping = {
		stops: {get: (step: number) => tape[step]},
		inputs: [{step: 2}],
		kernel: {ledger: {versions: (key: string) => versions[key] ?? []}},
	};
	const steps = (step: number) => causesFromInput(shopping, step).map(({step: at}) => at);
	t.deepEqual(steps(4), [4, 3, 2]);
	t.deepEqual(steps(6), [6, 3, 2]);
	// The lease is older than the input.
	t.deepEqual(steps(5), [5, 1]);
	t.deepEqual(
		causesFromInput({...shopping, inputs: []}, 4).map(({step}) => step),
		[4, 1],
	);
});

test('the effects of a stop are what its process did on and what others did because of it, and nothing else', (t) => {
	t.deepEqual(stages(effects(recording, 0)), ['1 book.write', '2 book.close', '3 shop.hand.over', '4 bakery.bake']);
	t.deepEqual(stages(effects(recording, 3)), []);
	t.deepEqual(stages(effects(recording, 6)), ['7 book.close', '8 shop.hand.over', '9 bakery.bake']);
});

test('every stop is an effect of each of its causes', (t) => {
	for (const {step} of recording.stops) {
		for (const cause of causes(recording, step).slice(1)) {
			t.true(
				effects(recording, cause.step).some((effect) => effect.step === step),
				`${step} of ${cause.step}`,
			);
		}
	}
});

test('the next effect is the first stop elsewhere', (t) => {
	t.is(nextEffect(recording, 0)?.step, 4);
	t.is(nextEffect(recording, 5)?.step, 9);
	t.is(nextEffect(recording, 9), undefined);
});

test('a chain is as long as one wants', (t) => {
	t.is(causes(recording, 4, 1).length, 1);
	t.is(effects(recording, 0, 2).length, 2);
});
