import fc from 'fast-check';
import test from 'ava';
import {composed, heightOf, stacked} from './region.js';
import {line, plainText, width} from './text.js';

const part = (name: string, ...rows: readonly string[]) => ({name, rows: rows.map((row) => line(row))});

test('parts stand one below the other, and what has no room is left out', (t) => {
	const parts = [part('rule', '──'), part('none'), part('pane', 'a', 'b', 'c')];
	t.is(heightOf(parts), 4);
	t.deepEqual(
		stacked(parts, {left: 3, top: 5, columns: 9, rows: 3}).map(({name, left, top, columns, rows}) => [
			name,
			left,
			top,
			columns,
			rows.length,
		]),
		[
			['rule', 3, 5, 9, 1],
			['none', 3, 6, 9, 0],
			['pane', 3, 6, 9, 2],
		],
	);
});

test('regions make a screen, each cut to its columns', (t) => {
	const regions = [
		...stacked([part('right', 'right', 'below')], {left: 6, top: 0, columns: 6, rows: 2}),
		...stacked([part('left', 'a long text')], {left: 0, top: 0, columns: 5, rows: 2}),
		...stacked([part('foot', 'foot')], {left: 0, top: 2, columns: 12, rows: 1}),
		...stacked([part('outside', 'x')], {left: 0, top: 3, columns: 12, rows: 1}),
	];
	t.deepEqual(
		composed(regions, {columns: 12, rows: 3}).map((row) => plainText(row)),
		['a lo… right ', '      below ', 'foot        '],
	);
});

test('whatever text regions have, each stays in its own columns', (t) => {
	const anyText = fc.string({unit: 'grapheme', maxLength: 30});
	fc.assert(
		fc.property(anyText, anyText, fc.integer({min: 1, max: 30}), (one, other, columns) => {
			const regions = [
				...stacked([part('left', one)], {left: 0, top: 0, columns, rows: 1}),
				...stacked([part('right', '|', other)], {left: columns, top: 0, columns: 20, rows: 2}),
			];
			const [first = '', second = ''] = composed(regions, {columns: columns + 20, rows: 2}).map((row) =>
				plainText(row),
			);
			t.is(width(first), columns + 20);
			t.is(width(first.slice(0, first.lastIndexOf('|'))), columns);
			t.is(width(second), columns + 20);
			t.true(second.startsWith(' '.repeat(columns)));
		}),
		{numRuns: 300, seed: 7},
	);
});
