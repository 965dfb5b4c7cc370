import test from 'ava';
import {validateUpdate} from '../../testing/intake.js';

const told = (apiVersion: string, kind: string, status: object, old: object = {}): string[] => {
	const object = (of: object): object => ({
		apiVersion,
		kind,
		metadata: {name: 'a', namespace: 'b', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z'},
		spec: {},
		status: of,
	});
	return validateUpdate(object(status), object(old), 'status').map(
		({field, badValue, detail}) => `${field} ${JSON.stringify(badValue)} ${detail}`,
	);
};

const negative = 'must be greater than or equal to 0';
const tooMany = 'cannot be greater than status.replicas';

test('numbers in a status that cannot be are refused in the order of upstream', (t) => {
	t.deepEqual(
		told('apps/v1', 'Deployment', {
			observedGeneration: -1,
			replicas: -1,
			unavailableReplicas: -2,
			terminatingReplicas: -3,
			collisionCount: -4,
		}),
		[
			`status.observedGeneration -1 ${negative}`,
			`status.replicas -1 ${negative}`,
			`status.unavailableReplicas -2 ${negative}`,
			`status.terminatingReplicas -3 ${negative}`,
			`status.collisionCount -4 ${negative}`,
			`status.updatedReplicas 0 ${tooMany}`,
			`status.readyReplicas 0 ${tooMany}`,
			`status.availableReplicas 0 ${tooMany}`,
		],
	);
	t.deepEqual(told('apps/v1', 'StatefulSet', {replicas: 1, currentReplicas: 2}), [
		`status.currentReplicas 2 ${tooMany}`,
	]);
});

test('collisions are never forgotten', (t) => {
	for (const kind of ['Deployment', 'DaemonSet', 'StatefulSet']) {
		t.deepEqual(told('apps/v1', kind, {}, {collisionCount: 2}), ['status.collisionCount 0 cannot be decremented']);
		t.deepEqual(told('apps/v1', kind, {collisionCount: 1}, {collisionCount: 2}), [
			'status.collisionCount 1 cannot be decremented',
		]);
		t.deepEqual(told('apps/v1', kind, {collisionCount: 3}, {collisionCount: 2}), []);
	}
});

test('conditions are of a form', (t) => {
	const good = {type: 'A', status: 'True', reason: 'B', message: '', lastTransitionTime: '2026-01-01T00:00:00Z'};
	const budget = (conditions: object[]): string[] => told('policy/v1', 'PodDisruptionBudget', {conditions});
	t.deepEqual(budget([good, {...good, type: 'B', reason: 'A,B:c_'}]), []);
	t.deepEqual(budget([good, {...good, status: 'x', reason: '', observedGeneration: -1, lastTransitionTime: null}]), [
		'status.conditions[1].type "A" ',
		'status.conditions[1].status "x" supported values: "False", "True", "Unknown"',
		'status.conditions[1].observedGeneration -1 must be greater than or equal to zero',
		'status.conditions[1].lastTransitionTime "" must be set',
		'status.conditions[1].reason "" must be set',
	]);
	t.regex(budget([{...good, reason: '1'}])[0]!, /^status\.conditions\[0\]\.reason "1" a condition reason must start/);
});
