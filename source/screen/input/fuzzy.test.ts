import fc from 'fast-check';
import test from 'ava';
import {fuzzy} from './fuzzy.js';

const order = (query: string, ...texts: readonly string[]): readonly string[] =>
	texts
		.flatMap((text) => {
			const worth = fuzzy(query, text);
			return worth === undefined ? [] : [{text, worth}];
		})
		.sort((a, b) => b.worth - a.worth)
		.map(({text}) => text);

test('every character must occur, in the order in which it was typed', (t) => {
	t.deepEqual(order('stp', 'step', 'pets', 'stop'), ['step', 'stop']);
	t.deepEqual(order('xyz', 'step'), []);
});

test('beginnings of words and runs of characters count most, then what is short', (t) => {
	t.deepEqual(order('rt', 'start', 'run-to'), ['run-to', 'start']);
	t.deepEqual(order('sb', 'usable', 'scheduler.bind'), ['scheduler.bind', 'usable']);
	t.deepEqual(order('bind', 'scheduler.bind', 'b-i-n-d', 'bind'), ['bind', 'scheduler.bind', 'b-i-n-d']);
});

test('upper case, and spaces between words, mean nothing', (t) => {
	t.deepEqual(order('pod Web', 'pod/default/web'), ['pod/default/web']);
	t.is(fuzzy('', 'anything at all'), -0.15);
});

test('a text is found by any characters of it in their order', (t) => {
	fc.assert(
		fc.property(fc.stringMatching(/^[a-z .\d]{1,40}$/), fc.array(fc.boolean(), {maxLength: 24}), (text, kept) => {
			const query = [...text].filter((_, index) => kept[index] ?? false).join('');
			return fuzzy(query, text) !== undefined;
		}),
	);
	t.pass();
});

test('the worst texts take no time to speak of', (t) => {
	const began = process.cpuUsage().user;
	for (let turn = 0; turn < 500; turn++) {
		fuzzy('a'.repeat(24), `${'a'.repeat(100)}b`);
	}

	t.true(process.cpuUsage().user - began < 2_000_000);
});
