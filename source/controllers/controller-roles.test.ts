import test from 'ava';
import {freshCluster} from '../apiserver/storage/initial-objects.js';
import {controllers} from './controller-manager.js';
import {allow, roleName, withRoles} from './controller-roles.js';

const recorded = freshCluster();
const roles = new Map(
	(recorded['/apis/rbac.authorization.k8s.io/v1/clusterroles'] ?? []).map((role) => [
		String(Object(role).metadata.name),
		Object(role).rules,
	]),
);

/** The controllers that Kubernetes has too. */
const upstream = controllers.filter((controller) => roles.has(roleName(controller)));

/** Bootstrap roles of controllers that are not simulated. */
const others = [
	'system:controller:device-taint-eviction-controller',
	'system:controller:legacy-service-account-token-cleaner',
	'system:controller:route-controller',
	'system:controller:selinux-warning-controller',
	'system:controller:service-cidrs-controller',
	'system:controller:service-controller',
	'system:controller:volumeattributesclass-protection-controller',
];

test('the rules that controllers bring are those of the bootstrap roles, role by role', (t) => {
	const names = new Set(upstream.map((controller) => roleName(controller)));
	// A controller with a wrong account would leave its role to nothing.
	t.deepEqual(
		[...roles.keys()].filter((name) => name.startsWith('system:controller:') && !names.has(name)).toSorted(),
		others,
	);
	for (const name of names) {
		const brought = controllers.filter((one) => roleName(one) === name).flatMap(({rules = []}) => rules);
		t.deepEqual(brought, roles.get(name), name);
	}
});

test('a controller that Kubernetes does not have gets a role and its binding, and no other changes', (t) => {
	t.is(withRoles(recorded, upstream), recorded);
	const own = {
		name: 'greeter',
		reportsAs: 'greeter-controller',
		rules: [allow('get list watch', 'pods'), allow('update', 'leases', 'coordination.k8s.io', ['one'])],
		build: () => ({handlers: {}, *sync() {}}),
	};
	const added = withRoles(recorded, [...upstream, own]);
	const role = Object(added['/apis/rbac.authorization.k8s.io/v1/clusterroles']?.at(-1));
	t.is(role.metadata.name, 'system:controller:greeter-controller');
	t.deepEqual(role.rules, [
		{apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch']},
		{apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['update'], resourceNames: ['one']},
	]);
	t.deepEqual(Object(added['/apis/rbac.authorization.k8s.io/v1/clusterrolebindings']?.at(-1)).subjects, [
		{kind: 'ServiceAccount', name: 'greeter-controller', namespace: 'kube-system'},
	]);
	t.deepEqual(
		Object.keys(added)
			.filter((path) => added[path] !== recorded[path])
			.toSorted(),
		['/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', '/apis/rbac.authorization.k8s.io/v1/clusterroles'],
	);
});
