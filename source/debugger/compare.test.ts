import test from 'ava';
import {blame, compare} from './compare.js';
import {recordShop} from '../testing/shop.js';

const before = {
	a: 1,
	list: [
		{name: 'x', v: 1},
		{name: 'y', v: 1},
	],
	gone: true,
	plain: [1, 2],
};
const after = {
	a: 2,
	list: [
		{name: 'y', v: 2},
		{name: 'x', v: 1},
		{name: 'z', v: 1},
	],
	plain: [1],
	fresh: null,
};

test('a difference is reported by its path; items of lists are matched by name', (t) => {
	t.deepEqual(
		compare(before, after).map(({path, kind}) => `${kind} ${path.join('.')}`),
		['changed a', 'changed list.0.v', 'added list.2', 'removed gone', 'removed plain.1', 'added fresh'],
	);
	t.deepEqual(compare(before, structuredClone(before)), []);
});

test('every field is blamed on the step that gave it its present form', (t) => {
	const found = blame([
		{step: 3, value: {a: 1, list: [{name: 'x', v: 1}]}},
		{
			step: 5,
			value: {
				a: 1,
				list: [
					{name: 'w', v: 0},
					{name: 'x', v: 1},
				],
				b: 'new',
			},
		},
		{
			step: 9,
			value: {
				a: 2,
				list: [
					{name: 'w', v: 0},
					{name: 'x', v: 2},
				],
				b: 'new',
			},
		},
	]);
	t.is(found?.parts?.a?.step, 9);
	t.is(found?.parts?.b?.step, 5);
	t.is(found?.parts?.list?.parts?.[0]?.step, 5);
	t.is(found?.parts?.list?.parts?.[1]?.parts?.name?.step, 3);
	t.is(found?.parts?.list?.parts?.[1]?.parts?.v?.step, 9);
});

test('what was deleted and made anew is blamed on the new beginning', (t) => {
	const value = {a: 1};
	t.is(
		blame([
			{step: 1, value},
			{step: 2, value: undefined},
			{step: 3, value},
		])?.parts?.a?.step,
		3,
	);
	t.is(blame([{step: 1, value: undefined}]), undefined);
});

test('blame reads the versions of a ledger key', (t) => {
	const recording = recordShop('bread');
	const found = blame(recording.kernel.ledger.versions('/orders/bread'));
	const stageOf = (part: string) => recording.stops.get(found?.parts?.[part]?.step ?? -1)?.stage;
	t.is(stageOf('state'), 'bakery.bake');
	t.is(stageOf('metadata'), 'book.write');
});
