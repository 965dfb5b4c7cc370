import test from 'ava';
import {drawn, filled, slotsIn, variation, variationCount} from './slots.js';

const slots = {ns: ['a', 'b', 'c'], size: ['1Gi', '2Gi']};

test('the slots of a text are names in angle brackets', (t) => {
	t.deepEqual(slotsIn('pod/<ns>/web of <size>, 3 < 4 and 5 > 2, <NS>'), ['ns', 'size']);
});

test('variations show each value at least once', (t) => {
	t.is(variationCount(slots), 3);
	t.is(variationCount({}), 1);
	t.deepEqual(
		[0, 1, 2].map((number) => variation(slots, number)),
		[
			{ns: 'a', size: '1Gi'},
			{ns: 'b', size: '2Gi'},
			{ns: 'c', size: '1Gi'},
		],
	);
});

test('a seed draws the same values each time, and each task for itself', (t) => {
	t.deepEqual(drawn(slots, 7, 'one'), drawn(slots, 7, 'one'));
	const seen = new Set(
		Array.from({length: 40}, (_, seed) => JSON.stringify([drawn(slots, seed, 'one'), drawn(slots, seed, 'two')])),
	);
	t.true(seen.size > 15);
});

test('slots are filled in texts, lists and keys; other brackets stay', (t) => {
	t.deepEqual(filled({'<ns>.yaml': ['pod/<ns>', 3], other: '<else>'}, {ns: 'a'}), {
		'a.yaml': ['pod/a', 3],
		other: '<else>',
	});
	t.is(filled('<constructor>', {ns: 'a'}), '<constructor>');
});
