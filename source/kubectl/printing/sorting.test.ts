import test from 'ava';
import {sortBy} from './sorting.js';

const order = (values: readonly unknown[]): readonly unknown[] =>
	sortBy(
		values.map((value) => (value === undefined ? {} : {x: value})),
		'.x',
		(thing) => thing,
	).map(({x}) => x);

const orders: ReadonlyArray<[string, readonly unknown[], readonly unknown[]]> = [
	['numbers', [3, 10, 1], [1, 3, 10]],
	['numbers inside of texts', ['web-10', 'web-9', 'api'], ['api', 'web-9', 'web-10']],
	['quantities', ['1Gi', '900Mi', '2'], ['2', '900Mi', '1Gi']],
	['things without the field first', ['b', undefined, 'a'], [undefined, 'a', 'b']],
	['leading zeros last', ['a01', 'a1', 'a001'], ['a1', 'a01', 'a001']],
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
