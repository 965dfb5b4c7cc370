import test from 'ava';
import {barsOf, distributionOf, slicesOf, smallestWithout, spreadOf} from './distribution.js';

const upTo = (last: number): readonly number[] => Array.from({length: last}, (_, index) => index + 1);

test('quantiles are numbers that occurred', (t) => {
	t.deepEqual(spreadOf(upTo(100)), {min: 1, p5: 5, median: 50, p95: 95, max: 100});
	t.deepEqual(spreadOf([7]), {min: 7, p5: 7, median: 7, p95: 7, max: 7});
	t.deepEqual(spreadOf([3, 1]), {min: 1, p5: 1, median: 1, p95: 3, max: 3});
});

test('classes are of a round width, begin at its multiples, and are ten at most', (t) => {
	t.deepEqual(barsOf([]), []);
	t.deepEqual(barsOf([4, 4]), [{from: 4, to: 4, count: 2}]);
	t.deepEqual(barsOf([0, 1, 3]), [
		{from: 0, to: 0, count: 1},
		{from: 1, to: 1, count: 1},
		{from: 2, to: 2, count: 0},
		{from: 3, to: 3, count: 1},
	]);
	const bars = barsOf([5, 14, 100, 103]);
	t.deepEqual(bars[0], {from: 0, to: 19, count: 2});
	t.deepEqual(bars.at(-1), {from: 100, to: 119, count: 2});
	t.is(bars.length, 6);
	t.deepEqual(barsOf([0.25, 0.5]), [
		{from: 0.25, to: 0.29, count: 1},
		{from: 0.3, to: 0.34, count: 0},
		{from: 0.35, to: 0.39, count: 0},
		{from: 0.4, to: 0.44, count: 0},
		{from: 0.45, to: 0.49, count: 0},
		{from: 0.5, to: 0.54, count: 1},
	]);
});

test('words are counted, the most frequent first; runs without an answer count apart', (t) => {
	t.deepEqual(distributionOf(['done', 'stalled', 'done', undefined]), {
		missing: 1,
		bars: [],
		tally: [
			['done', 2],
			['stalled', 1],
		],
	});
	t.deepEqual(distributionOf([undefined]), {missing: 1, bars: [], tally: []});
	t.deepEqual(distributionOf([2, undefined]).spread, {min: 2, p5: 2, median: 2, p95: 2, max: 2});
});

test('runs are put together by the values of a setting, or by classes of many', (t) => {
	t.deepEqual(slicesOf([10, 2, 10]), [
		{value: '2', indexes: [1]},
		{value: '10', indexes: [0, 2]},
	]);
	t.deepEqual(slicesOf(['b', 'a', 'b']), [
		{value: 'b', indexes: [0, 2]},
		{value: 'a', indexes: [1]},
	]);
	t.deepEqual(
		slicesOf(upTo(20)).map(({value, indexes}) => `${value}: ${indexes.length}`),
		['0 … 4: 4', '5 … 9: 5', '10 … 14: 5', '15 … 19: 5', '20 … 24: 1'],
	);
});

const smallest: ReadonlyArray<
	readonly [
		settings: readonly number[],
		answers: ReadonlyArray<number | undefined>,
		found: ReturnType<typeof smallestWithout>,
	]
> = [
	[[0, 1, 2, 3], [9, 2, 0, 0], {value: 2, runs: 2}],
	[[0, 1, 2, 3, 2], [9, 0, 0, 0, 1], {value: 3, runs: 1}],
	[[0, 1], [3, 1], undefined],
	[[0, 1], [0, 0], undefined],
	[[0, 1], [1, undefined], undefined],
	[upTo(20), [1, ...upTo(19).map(() => 0)], undefined],
];

for (const [settings, answers, found] of smallest) {
	test(`the smallest of ${settings.join()} without any of ${answers.join()} is ${found?.value}`, (t) => {
		t.deepEqual(smallestWithout(settings, answers), found);
	});
}
