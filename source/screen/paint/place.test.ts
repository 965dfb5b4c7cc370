import test from 'ava';
import {aimed, placeAt} from './place.js';
import type {Target} from './target.js';
import {fit, line, toASCII, type Line} from './text.js';

const timeline: Target = {timeline: true};
const rows: readonly Line[] = [
	[
		{text: ' ', tone: 'plain'},
		{text: '▁▃', tone: 'good', target: timeline},
		{text: '●', tone: 'here', target: timeline},
		{text: '··', tone: 'dim', target: timeline},
		{text: ' end', tone: 'dim'},
	],
	aimed(
		[
			{text: '日本', tone: 'plain'},
			{text: 'x', tone: 'key', target: {key: 'x'}},
		],
		{view: 'why', row: 3},
	),
];

test('a place is everything beside each other that stands for the same', (t) => {
	for (const column of [1, 3, 5]) {
		t.deepEqual(placeAt(rows, column, 0), {target: timeline, from: 1, columns: 5}, String(column));
	}
});

test('where nothing stands for something there is no place', (t) => {
	for (const [column, row] of [
		[0, 0],
		[6, 0],
		[99, 0],
		[0, 2],
	] as const) {
		t.is(placeAt(rows, column, row), undefined, `${column} ${row}`);
	}
});

test('wide characters take two columns, and what stands for more keeps it within its pane', (t) => {
	t.deepEqual(placeAt(rows, 3, 1), {target: {view: 'why', row: 3}, from: 0, columns: 4});
	t.deepEqual(placeAt(rows, 4, 1), {target: {view: 'why', row: 3, key: 'x'}, from: 4, columns: 1});
});

test('what a text stands for survives cutting, and plain characters', (t) => {
	const cutRow = fit([{text: 'a long text', tone: 'plain', target: {step: 7}}], 5);
	t.deepEqual(cutRow, [{text: 'a lo…', tone: 'plain', target: {step: 7}}]);
	t.deepEqual(toASCII(cutRow), [{text: 'a lo~', tone: 'plain', target: {step: 7}}]);
	t.is(fit(line('a'), 3).at(-1)?.target, undefined);
});
