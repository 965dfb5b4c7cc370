import test from 'ava';
import {blame, blamedStep} from './blame.js';
import {recordShop} from '../testing/shop.js';

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

test('a part that changed is blamed on the form in flight that first had it so', (t) => {
	const found = blame([
		{
			step: 9,
			inFlight: [
				{step: 3, value: {name: 'web', image: 'nginx'}},
				{step: 5, value: {name: 'web', image: 'nginx', policy: 'Always', volumes: [{name: 'own'}]}},
				{step: 7, value: {name: 'web', image: 'nginx', policy: 'Always', volumes: [{name: 'own'}, {name: 'token'}]}},
			],
			value: {name: 'web', image: 'nginx', policy: 'Always', volumes: [{name: 'own'}, {name: 'token'}], uid: 'u'},
		},
	]);
	const steps = ['name', 'policy', 'uid'].map((part) => blamedStep(found, [part]));
	t.deepEqual(steps, [3, 5, 9]);
	t.is(blamedStep(found, ['volumes', 0, 'name']), 5);
	t.is(blamedStep(found, ['volumes', 1, 'name']), 7);
});

test('what a form in flight lacks and a later one gives back keeps its writer', (t) => {
	const found = blame([
		{step: 2, value: {spec: 1, policy: 'Always', status: {ready: true}}},
		{
			step: 9,
			inFlight: [
				{step: 5, value: {spec: 2}},
				{step: 6, value: {spec: 2, policy: 'Always'}},
			],
			value: {spec: 2, policy: 'Always', status: {ready: true}},
		},
	]);
	t.deepEqual(
		[['spec'], ['policy'], ['status', 'ready']].map((path) => blamedStep(found, path)),
		[5, 2, 2],
	);
});

test('what a form in flight changes and the stored one does not have is nobody’s', (t) => {
	const found = blame([{step: 9, inFlight: [{step: 5, value: {a: 1, b: 1}}], value: {a: 2}}]);
	t.is(blamedStep(found, ['a']), 9);
	t.is(found?.parts?.['b'], undefined);
});
