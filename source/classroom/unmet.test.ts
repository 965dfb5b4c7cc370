import test from 'ava';
import {conjuncts, firstUnmet} from './unmet.js';

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
