import test from 'ava';
import {differingRange, equal, semanticEqual} from './equality.js';

type Case = readonly [a: unknown, b: unknown, equal: boolean, semanticEqual: boolean];

const cases: readonly Case[] = [
	[1, 1, true, true],
	[1, '1', false, false],
	[0, false, false, false],
	[{a: 1, b: [2, {c: 3}]}, {b: [2, {c: 3}], a: 1}, true, true],
	[{a: 1}, {a: 1, b: 2}, false, false],
	[{a: 1, b: 2}, {a: 1}, false, false],
	[[1, 2], [2, 1], false, false],
	[[1], [1, 2], false, false],
	[[], {}, false, false],
	[{a: undefined}, {}, true, true],
	[{a: undefined}, {b: undefined}, true, true],
	[{a: null}, {}, false, true],
	[{a: []}, {}, false, true],
	[{a: []}, {a: null}, false, true],
	[{a: {}}, {}, false, false],
	[{a: ''}, {}, false, false],
	[{a: 0}, {}, false, false],
	[undefined, null, false, true],
	[null, {}, false, false],
	[[{a: null}], [{}], false, true],
];

for (const [number, [a, b, strictly, semantically]] of cases.entries()) {
	test(`${number}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`, (t) => {
		t.deepEqual([equal(a, b), equal(b, a)], [strictly, strictly]);
		t.deepEqual([semanticEqual(a, b), semanticEqual(b, a)], [semantically, semantically]);
	});
}

const [a, b, c, d] = [{}, {}, {}, {}];

for (const [one, other, range] of [
	[[], [], [0, 0, 0]],
	[
		[a, b, c],
		[a, b, c],
		[3, 3, 3],
	],
	[
		[a, b, c],
		[a, d, c],
		[1, 2, 2],
	],
	[
		[a, b, c],
		[a, c],
		[1, 2, 1],
	],
	[
		[a, c],
		[a, b, d, c],
		[1, 1, 3],
	],
	[
		[a, b],
		[c, d],
		[0, 2, 2],
	],
	[[a, a], [a], [1, 2, 1]],
	[[], [a], [0, 0, 1]],
] as const) {
	test(`lists of ${one.length} and ${other.length} differ from ${range[0]} to ${range[1]} and ${range[2]}`, (t) => {
		const {start, end, otherEnd} = differingRange(one, other);
		t.deepEqual([start, end, otherEnd], [...range]);
	});
}
