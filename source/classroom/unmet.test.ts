import test from 'ava';
import {changedInList, conjuncts, firstUnmet} from './unmet.js';

const object = {status: {readyReplicas: 1, phase: 'Pending'}, spec: {unschedulable: true}};

test('the parts of a condition are those outside brackets and quotes', (t) => {
	t.deepEqual(conjuncts("a == 'x && y' && b.exists(c, c.d && has(c.e)) && f"), [
		"a == 'x && y'",
		'b.exists(c, c.d && has(c.e))',
		'f',
	]);
});

for (const [title, cel, failing, unmet] of [
	[
		'a number',
		'object.status.readyReplicas == 2',
		'readyReplicas',
		{field: 'status.readyReplicas', is: '1', comparison: '==', wanted: '2'},
	],
	[
		'a text, after a part that holds',
		"object.status.readyReplicas == 1 && object.status.phase == 'Running'",
		'phase',
		{field: 'status.phase', is: 'Pending', comparison: '==', wanted: 'Running'},
	],
	[
		'a field that is missing',
		'object.status.replicas >= 2',
		'replicas',
		{field: 'status.replicas', is: undefined, comparison: '>=', wanted: '2'},
	],
	[
		'a field whose presence is asked for first',
		'has(object.status.availableReplicas) && object.status.availableReplicas == 5',
		'availableReplicas',
		{field: 'status.availableReplicas', is: undefined, comparison: '==', wanted: '5'},
	],
	[
		'the symptom before its cause',
		"object.spec.unschedulable == false && object.status.phase == 'Running'",
		'object',
		{field: 'status.phase', is: 'Pending', comparison: '==', wanted: 'Running'},
	],
	['another kind of expression', 'has(object.status.conditions) && object.status.readyReplicas == 2', 'has', undefined],
	['a field without a comparison', 'object.spec.ready', 'ready', undefined],
	['a value that is no plain one', 'object.status == 1', 'status', undefined],
] as const) {
	test(`the field that a condition misses: ${title}`, (t) => {
		t.deepEqual(
			firstUnmet(cel, object, (part) => !part.includes(failing)),
			unmet,
		);
	});
}

const containers = (restartCount: number, reason?: string) => ({
	status: {
		list: [
			{name: 'side', restartCount: 1},
			{name: 'web', restartCount, ...(reason && {lastState: {reason}})},
		],
	},
});

for (const [title, cel, before, after, expected] of [
	[
		'a value that changes',
		"has(object.a) && object.status.list.exists(c, c.name == 'web' && c.restartCount == 1)",
		containers(0),
		containers(1),
		{field: 'status.list.restartCount', old: '0', now: '1'},
	],
	[
		'a field that is new',
		"object.status.list.exists(c, has(c.lastState) && c.lastState.reason == 'Error')",
		containers(0),
		containers(1, 'Error'),
		{field: 'status.list.lastState.reason', old: undefined, now: 'Error'},
	],
	[
		'no change',
		"object.status.list.exists(c, c.name == 'web' && c.restartCount == 1)",
		containers(1),
		containers(1),
		undefined,
	],
	['another kind of condition', 'object.status.list.size() == 2', containers(0), containers(1), undefined],
] as const) {
	test(`what changed in a list: ${title}`, (t) => {
		t.deepEqual(changedInList(cel, before, after), expected);
	});
}

test('a key in brackets is a step of a field', (t) => {
	const rules = {services: {'default/shop': {port: 80}}};
	t.deepEqual(
		firstUnmet("object.services['default/shop'].port == 8080", rules, () => false),
		{field: "services['default/shop'].port", is: '80', comparison: '==', wanted: '8080'},
	);
});
