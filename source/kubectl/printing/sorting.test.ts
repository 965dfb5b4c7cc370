import test from 'ava';
import {sortBy} from './sorting.js';

import {CommandFailure} from '../failure.js';

const order = (values: readonly unknown[]): readonly unknown[] =>
	sortBy(
		values.map((value) => (value === undefined ? {} : {x: value})),
		'.x',
		(thing) => thing,
	).map(({x}) => x);

const orders: ReadonlyArray<[string, readonly unknown[], readonly unknown[]]> = [
	['numbers', [3, 10, 1], [1, 3, 10]],
	['texts by their bytes', ['web-9', 'web-10', 'api', 'Web'], ['Web', 'api', 'web-10', 'web-9']],
	['quantities', ['1Gi', '900Mi', '2'], ['2', '900Mi', '1Gi']],
	['things without the field first', ['b', undefined, 'a'], [undefined, 'a', 'b']],
];

for (const [what, given, expected] of orders) {
	test(`kubectl sorts ${what}`, (t) => {
		t.deepEqual(order(given), expected);
	});
}

test('a field that nothing has is refused', (t) => {
	t.throws(() => sortBy([{}], 'x.y', (thing) => thing), {
		message: `couldn't find any field with path "{.x.y}" in the list of objects`,
	});
	t.deepEqual(
		sortBy([], 'x.y', (thing) => thing),
		[],
	);
	t.throws(() => sortBy<object>([{constructor: 1}, {}], '.toString', (thing) => thing));
});

const unsortable: ReadonlyArray<[string, readonly unknown[], string]> = [
	['booleans', [true, false], 'unsortable type: bool'],
	['lists', [[1], [2]], 'unsortable type: []interface {}'],
	['maps', [{}, {}], 'unsortable type: map[string]interface {}'],
	['a number and a text', [1, '2'], 'unsortable interface: interface'],
];

for (const [what, values, why] of unsortable) {
	test(`kubectl ends with a line of its log where it sorts ${what}`, (t) => {
		const message = `Field {.x} in *unstructured.Unstructured is an unsortable type: interface, err: ${why}`;
		const error = t.throws(() => order(values), {instanceOf: CommandFailure, message});
		t.is(error.options.logged, 'sorter.go:329');
	});
}
