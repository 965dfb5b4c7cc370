import test from 'ava';
import {causes, effects, nextEffect} from './cause.js';
import {recordShop} from '../testing/shop.js';

const recording = recordShop('bread', 'cake');
const stages = (stops: ReadonlyArray<{readonly step: number; readonly stage: string}>) =>
	stops.map(({step, stage}) => `${step} ${stage}`);

test('the chain of causes leads from a stop back to what the user did', (t) => {
	t.deepEqual(stages(causes(recording, 4)), ['4 bakery.bake', '2 book.close']);
	t.is(causes(recording, 4).at(-1)?.cause, -1);
	t.deepEqual(stages(causes(recording, 0)), ['0 shop.serve']);
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
