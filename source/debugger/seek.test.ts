import test from 'ava';
import {must} from '../testing/must.js';
import {recordShop} from '../testing/shop.js';
import {move, seek, seekChange, type Motion} from './seek.js';

const recording = recordShop('bread', 'cake');
const {stops} = recording;
const stagesOf = (found: ReturnType<typeof move>) => found.stop && `${found.stop.step} ${found.stop.stage}`;
const at = (stage: string, nth = 0) =>
	must(stops.filter((stop) => stop.stage === stage)[nth], `stop ${nth} of ${stage}`).step;

test('the tape of two orders', (t) => {
	t.deepEqual(
		stops.map(({step, stage, depth}) => `${step} ${stage} ${depth}`),
		[
			'0 shop.serve 1',
			'1 book.write 2',
			'2 book.close 2',
			'3 shop.hand.over 1',
			'4 bakery.bake 0',
			'5 shop.serve 1',
			'6 book.write 2',
			'7 book.close 2',
			'8 shop.hand.over 1',
			'9 bakery.bake 0',
		],
	);
});

const motionTable: ReadonlyArray<
	readonly [motion: Motion, from: number, forward: string | undefined, back: string | undefined]
> = [
	['into', 1, '2 book.close', '0 shop.serve'],
	['into', 0, '1 book.write', undefined],
	['over', 5, '9 bakery.bake', '0 shop.serve'],
	['over', 0, '5 shop.serve', undefined],
	['over', 2, '3 shop.hand.over', '1 book.write'],
	['out', 1, '3 shop.hand.over', '0 shop.serve'],
	['stage', 1, '2 book.close', '0 shop.serve'],
	['stage', 3, '4 bakery.bake', '2 book.close'],
	['process', 4, '9 bakery.bake', '3 shop.hand.over'],
	['process', 3, '5 shop.serve', '2 book.close'],
];

for (const [motion, from, forward, back] of motionTable) {
	test(`${motion} from step ${from} leads to ${forward} and back to ${back}`, (t) => {
		t.is(stagesOf(move(recording, from, motion, 1)), forward);
		t.is(stagesOf(move(recording, from, motion, -1)), back);
	});
}

test('housekeeping is passed over by single steps, unless one is in it', (t) => {
	const own = recordShop('bread');
	for (let count = 0; count < 3; count++) {
		own.extend();
	}

	t.is(own.stops.at(-1)?.stage, 'clock.tick');
	own.submit({order: 'cake'});
	t.is(move(own, 4, 'into', 1, {pastRest: true}).stop?.stage, 'shop.serve');
	t.is(move(own, 5, 'process', 1).stop?.stage, 'clock.tick');
});

test('looking ahead records only as far as it must; looking back records nothing', (t) => {
	const own = recordShop('bread');
	own.submit({order: 'cake'});
	const length = own.stops.length;
	t.is(seek(own, 0, -1, () => false).edge, 'start');
	t.is(own.stops.length, length);
	t.is(seek(own, length - 1, 1, ({stage}) => stage === 'book.write').stop?.step, length + 1);
	t.is(own.stops.length, length + 2);
	t.is(seek(own, length + 1, 1, () => false).edge, 'rest');
	t.is(own.kernel.steps, own.stops.length);
});

test('a search ends at rest, at a time, or after so many stops, and says which', (t) => {
	const own = recordShop('bread');
	t.is(seek(own, 4, 1, () => false).edge, 'rest');
	t.is(seek(own, 4, 1, () => false, {pastRest: true, untilMs: 250}).edge, 'limit');
	t.is(own.kernel.now, 250);
	t.is(seek(own, own.stops.length - 1, 1, () => false, {pastRest: true, steps: 3}).edge, 'limit');
	t.is(seek(own, 0, 1, ({timeMs}) => timeMs >= 200).stop?.timeMs, 200);
});

test('changes of one value are found in both directions', (t) => {
	const found = (from: number, direction: 1 | -1) => seekChange(recording, from, direction, '/orders/cake').stop?.step;
	t.deepEqual([found(0, 1), found(at('book.write', 1), 1), found(9, 1)], [6, 9, undefined]);
	t.deepEqual([found(9, -1), found(6, -1)], [6, undefined]);
});

test('a change that is still to come is recorded up to', (t) => {
	const own = recordShop('bread');
	own.submit({order: 'cake'});
	t.is(seekChange(own, own.stops.length - 1, 1, '/orders/cake').stop?.stage, 'book.write');
});

test('a step back looks at one stop, whatever is on the tape', (t) => {
	let looked = 0;
	seek(recording, 9, -1, () => {
		looked++;
		return true;
	});
	t.is(looked, 1);
});
