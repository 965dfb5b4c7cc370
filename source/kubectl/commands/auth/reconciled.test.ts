import test from 'ava';
import {inGoOrder} from '../../../objects/field-order.js';
import {KubectlWorld} from '../../../testing/kubectl-world.js';
import type {PolicyRule} from '../../../objects/kubernetes.generated.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import {reconciledBinding, reconciledRole, subjectsOf, type Reconciled} from './reconciled.js';

const role = (rules: readonly PolicyRule[], extra: object = {}): Unstructured => ({
	apiVersion: 'rbac.authorization.k8s.io/v1',
	kind: 'Role',
	metadata: {name: 'reader', namespace: 'shop'},
	rules,
	...extra,
});
const pods = (...verbs: string[]) => ({apiGroups: [''], resources: ['pods'], verbs});
const selecting = (value: string) => ({aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: value}}]}});

const roles: ReadonlyArray<
	[
		title: string,
		existing: Unstructured,
		expected: Unstructured,
		removeExtra: boolean,
		operation: Reconciled['operation'],
		changed: object,
	]
> = [
	['what is granted already needs nothing', role([pods('get', 'list')]), role([pods('get')]), false, 'none', {}],
	[
		'what is missing is added in its smallest parts',
		role([pods('get')]),
		role([pods('get', 'list', 'watch')]),
		false,
		'update',
		{rules: [pods('get'), pods('list'), pods('watch')]},
	],
	[
		'without the extra it gets just the expected rules',
		role([pods('get', 'list')]),
		role([pods('list')]),
		true,
		'update',
		{rules: [pods('list')]},
	],
	[
		'a wildcard covers everything',
		role([{apiGroups: ['*'], resources: ['*'], verbs: ['*']}]),
		role([pods('get')]),
		false,
		'none',
		{},
	],
	[
		'an aggregation that is not expected goes',
		role([], selecting('a')),
		role([]),
		false,
		'update',
		{aggregationRule: undefined},
	],
	[
		'selectors are added to those that are there',
		role([], selecting('a')),
		role([], selecting('b')),
		false,
		'update',
		{aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: 'a'}}, {matchLabels: {part: 'b'}}]}},
	],
];

for (const [title, existing, expected, removeExtra, operation, changed] of roles) {
	test(`roles: ${title}`, (t) => {
		const result = reconciledRole(existing, expected, removeExtra);
		t.is(result.operation, operation);
		t.deepEqual(JSON.parse(JSON.stringify(result.object)), JSON.parse(JSON.stringify({...existing, ...changed})));
	});
}

const binding = (name: string, ...subjects: string[]): Unstructured => ({
	apiVersion: 'rbac.authorization.k8s.io/v1',
	kind: 'RoleBinding',
	metadata: {name: 'jane'},
	roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name},
	subjects: subjects.map((one) => ({kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: one})),
});

const bindings: ReadonlyArray<
	[
		title: string,
		existing: Unstructured,
		expected: Unstructured,
		removeExtra: boolean,
		operation: Reconciled['operation'],
		subjects: readonly string[],
	]
> = [
	['the same subjects need nothing', binding('a', 'jane'), binding('a', 'jane'), true, 'none', ['jane']],
	['a missing subject is added', binding('a', 'jane'), binding('a', 'joe'), false, 'update', ['jane', 'joe']],
	['an extra subject goes when told', binding('a', 'jane', 'joe'), binding('a', 'joe'), true, 'update', ['joe']],
	['to another role it is made anew', binding('a', 'jane'), binding('b', 'joe'), false, 'recreate', ['joe']],
];

for (const [title, existing, expected, removeExtra, operation, subjects] of bindings) {
	test(`bindings: ${title}`, (t) => {
		const result = reconciledBinding(existing, expected, removeExtra);
		t.is(result.operation, operation);
		t.deepEqual(
			subjectsOf(result.object).map(({name}) => name),
			subjects,
		);
	});
}

test('what was done is reported on standard error, after the object', (t) => {
	const world = new KubectlWorld();
	const file = JSON.stringify(role([pods('get')]));
	const first = world.run('auth reconcile -f role.yaml', {files: {'role.yaml': file}});
	t.is(first.stdout, 'role.rbac.authorization.k8s.io/reader reconciled\n');
	t.is(
		first.stderr,
		'\treconciliation required create\n\tmissing rules added:\n\t\t{Verbs:[get] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}\n',
	);
	const again = world.run('auth reconcile -f role.yaml', {files: {'role.yaml': file}});
	t.is(again.stderr, '');
});

test('a Role is written with its fields as the Go type has them', (t) => {
	t.deepEqual(Object.keys(inGoOrder(role([pods('get')]))), ['kind', 'apiVersion', 'metadata', 'rules']);
	t.is(
		JSON.stringify(inGoOrder(role([pods('get')]))['rules']),
		'[{"verbs":["get"],"apiGroups":[""],"resources":["pods"]}]',
	);
});
