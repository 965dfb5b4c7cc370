import test from 'ava';
import {bootstrapObjects, podOf, AdmissionWorld, type Sketch} from '../../testing/admission-world.js';
import type {UserInfo} from '../request/user.js';
import {allowsPath} from './rules.js';
import {authorize, decide, forbiddenStatus, type Attributes} from './authorize.js';

const asked = (user: UserInfo, verb: string, resource: string, more: Partial<Attributes> = {}): Attributes => ({
	user,
	verb,
	group: '',
	version: 'v1',
	resource,
	subresource: '',
	namespace: '',
	name: '',
	path: '',
	isResourceRequest: true,
	...more,
});

const jane: UserInfo = {username: 'jane', groups: ['system:authenticated']};
const kubelet: UserInfo = {username: 'system:node:a', groups: ['system:nodes', 'system:authenticated']};

const role = (name: string, rules: readonly unknown[]): Sketch => ({
	apiVersion: 'rbac.authorization.k8s.io/v1',
	kind: 'Role',
	metadata: {name, namespace: 'default'},
	rules,
});

const binding = (name: string, roleName: string, subject: Readonly<Record<string, string>>): Sketch => ({
	apiVersion: 'rbac.authorization.k8s.io/v1',
	kind: 'RoleBinding',
	metadata: {name, namespace: 'default'},
	roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: roleName},
	subjects: [subject],
});

test('A4: nobody allows it, so it is forbidden, in the words of the apiserver', (t) => {
	const {reader} = new AdmissionWorld();
	const table: ReadonlyArray<readonly [Attributes, string]> = [
		[
			asked(jane, 'list', 'pods', {namespace: 'default'}),
			'pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default"',
		],
		[
			asked(jane, 'get', 'jobs', {namespace: 'default', group: 'batch', name: 'sum'}),
			'jobs.batch "sum" is forbidden: User "jane" cannot get resource "jobs" in API group "batch" in the namespace "default"',
		],
		[
			asked(jane, 'get', 'pods', {namespace: 'default', name: 'web', subresource: 'log'}),
			'pods "web" is forbidden: User "jane" cannot get resource "pods/log" in API group "" in the namespace "default"',
		],
		[
			asked(jane, 'get', 'namespaces', {name: 'default'}),
			'namespaces "default" is forbidden: User "jane" cannot get resource "namespaces" in API group "" in the namespace "default"',
		],
		[
			asked(jane, 'list', 'nodes'),
			'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope',
		],
		[
			asked(jane, 'get', '', {path: '/metrics', isResourceRequest: false}),
			'forbidden: User "jane" cannot get path "/metrics"',
		],
	];
	for (const [attributes, message] of table) {
		const decision = decide(attributes, {reader});
		t.false(decision.allowed);
		t.is(forbiddenStatus(attributes, decision).message, message);
	}
});

test('A4: authorizing is a stop; a refusal is marked as one', (t) => {
	const world = new AdmissionWorld();
	const {stops, value} = world.run(() =>
		authorize(asked(jane, 'list', 'pods', {namespace: 'default'}), {reader: world.reader}),
	);
	t.false(value!.allowed);
	t.deepEqual(
		stops.map(({stage, outcome}) => [stage, outcome]),
		[['apiserver.authorize', 'refused']],
	);
});

test('A5: RBAC says which binding of which role allows it', (t) => {
	const world = new AdmissionWorld(
		role('reader', [{apiGroups: [''], resources: ['pods'], verbs: ['get']}]),
		binding('jane-reads', 'reader', {kind: 'User', name: 'jane'}),
	);
	const get = asked(jane, 'get', 'pods', {namespace: 'default', name: 'web'});
	t.is(decide(get, world).reason, 'RBAC: allowed by RoleBinding "jane-reads/default" of Role "reader" to User "jane"');
	t.false(decide({...get, subresource: 'log'}, world).allowed);
	t.false(decide({...get, namespace: 'elsewhere'}, world).allowed);
	t.false(decide({...get, verb: 'delete'}, world).allowed);
});

test('A5: RBAC: a ServiceAccount is the one of its namespace, which is that of the binding unless it says another', (t) => {
	const world = new AdmissionWorld(
		role('reader', [{apiGroups: [''], resources: ['pods'], verbs: ['get']}]),
		binding('own', 'reader', {kind: 'ServiceAccount', name: 'robot'}),
		binding('other', 'reader', {kind: 'ServiceAccount', name: 'guest', namespace: 'elsewhere'}),
	);
	const may = (account: string): boolean =>
		decide(
			asked({username: `system:serviceaccount:${account}`, groups: []}, 'get', 'pods', {
				namespace: 'default',
				name: 'web',
			}),
			world,
		).allowed;
	t.deepEqual(
		['default:robot', 'elsewhere:robot', 'elsewhere:guest', 'default:guest'].map((account) => may(account)),
		[true, false, true, false],
	);
});

test('A5: RBAC sees a changed role at the next question', (t) => {
	const world = new AdmissionWorld(
		role('reader', [{apiGroups: [''], resources: ['pods'], verbs: ['get']}]),
		binding('jane-reads', 'reader', {kind: 'User', name: 'jane'}),
	);
	const remove = asked(jane, 'delete', 'pods', {namespace: 'default', name: 'web'});
	t.false(decide(remove, world).allowed);
	world.put(role('reader', [{apiGroups: ['*'], resources: ['*'], resourceNames: ['web'], verbs: ['*']}]));
	t.true(decide(remove, world).allowed);
	t.false(decide({...remove, name: 'other'}, world).allowed);
});

test('A5: RBAC: a binding to a role that is not there allows nothing and says so', (t) => {
	const world = new AdmissionWorld(binding('ghost', 'nowhere', {kind: 'User', name: 'jane'}));
	t.is(
		decide(asked(jane, 'get', 'pods', {namespace: 'default'}), world).reason,
		'RBAC: role.rbac.authorization.k8s.io "nowhere" not found',
	);
});

test('A5: RBAC: the bootstrap roles are ordinary objects', (t) => {
	const world = new AdmissionWorld(...bootstrapObjects());
	const scheduler: UserInfo = {username: 'system:kube-scheduler', groups: ['system:authenticated']};
	t.true(
		decide(asked(scheduler, 'create', 'pods', {subresource: 'binding', namespace: 'default', name: 'web'}), world)
			.allowed,
	);
	t.false(decide(asked(scheduler, 'list', 'secrets', {namespace: 'default'}), world).allowed);
	const anonymous: UserInfo = {username: 'system:anonymous', groups: ['system:unauthenticated']};
	const path = (name: string) => asked(anonymous, 'get', '', {path: name, isResourceRequest: false});
	t.deepEqual(
		['/healthz', '/version', '/metrics'].map((name) => decide(path(name), world).allowed),
		[true, true, false],
	);
	const controller: UserInfo = {
		username: 'system:serviceaccount:kube-system:replicaset-controller',
		groups: ['system:serviceaccounts'],
	};
	t.is(
		decide(asked(controller, 'create', 'pods', {namespace: 'default'}), world).reason,
		'RBAC: allowed by ClusterRoleBinding "system:controller:replicaset-controller" of ClusterRole "system:controller:replicaset-controller" to ServiceAccount "replicaset-controller/kube-system"',
	);
});

test('A5: Node: a kubelet reads what the Pods bound to its node refer to, and nothing else', (t) => {
	const world = new AdmissionWorld(
		podOf('web', {nodeName: 'a', serviceAccountName: 'builder'}, {envFrom: [{secretRef: {name: 'mine'}}]}),
		podOf('far', {nodeName: 'b'}),
	);
	const reason = (verb: string, resource: string, name: string, more: Partial<Attributes> = {}): string => {
		const decision = decide(asked(kubelet, verb, resource, {namespace: 'default', name, ...more}), world);
		return decision.allowed ? decision.authorizer : decision.reason;
	};
	const stranger = "no relationship found between node 'a' and this object";
	const table: ReadonlyArray<readonly [string, string]> = [
		[reason('get', 'secrets', 'mine'), 'Node'],
		[reason('get', 'secrets', 'mine'), 'Node'],
		[reason('get', 'secrets', 'other'), stranger],
		[reason('list', 'secrets', ''), 'No Object name found'],
		[reason('patch', 'secrets', 'mine'), 'can only read resources of this type'],
		[reason('get', 'pods', 'web'), 'Node'],
		[reason('get', 'pods', 'far'), stranger],
		[reason('list', 'pods', ''), 'can only list/watch pods with spec.nodeName field selector'],
		[reason('list', 'pods', '', {fieldSelector: [{field: 'spec.nodeName', operator: '=', value: 'a'}]}), 'Node'],
		[
			reason('watch', 'pods', '', {fieldSelector: [{field: 'spec.nodeName', operator: '=', value: 'b'}]}),
			'can only list/watch pods with spec.nodeName field selector',
		],
		[reason('patch', 'pods', 'web', {subresource: 'status'}), 'Node'],
		[reason('patch', 'pods', 'web'), ''],
		[reason('create', 'serviceaccounts', 'builder', {subresource: 'token'}), 'Node'],
		[reason('create', 'serviceaccounts', 'other', {subresource: 'token'}), stranger],
		[reason('create', 'serviceaccounts', ''), 'can only create tokens for individual service accounts'],
		[reason('list', 'serviceaccounts', ''), 'can only create tokens for individual service accounts'],
		[reason('create', 'serviceaccounts', 'builder'), 'can only create token subresource of serviceaccount'],
		[reason('get', 'nodes', 'b', {namespace: ''}), "node 'a' cannot read 'b', only its own Node object"],
		[
			reason('get', 'leases', 'b', {namespace: 'kube-node-lease', group: 'coordination.k8s.io'}),
			'can only access node lease with the same name as the requesting node',
		],
		[reason('create', 'events', ''), 'Node'],
	];
	for (const [actual, expected] of table) {
		t.is(actual, expected);
	}

	const {stops} = world.run(() =>
		authorize(asked(kubelet, 'get', 'secrets', {namespace: 'default', name: 'mine'}), world),
	);
	t.is(stops[0]?.facts?.['authorizer'], 'Node');
});

test('A5: Node: the way to an object leads over claims, volumes and their Secrets, never over a mirror Pod', (t) => {
	const volume = (name: string, spec: object): Sketch => ({
		apiVersion: 'v1',
		kind: 'PersistentVolume',
		metadata: {name},
		spec: {claimRef: {namespace: 'default', name: 'data'}, ...spec},
	});
	const mirror = podOf('static', {nodeName: 'a'}, {envFrom: [{secretRef: {name: 'stolen'}}]});
	const world = new AdmissionWorld(
		podOf('web', {
			nodeName: 'a',
			volumes: [
				{name: 'data', persistentVolumeClaim: {claimName: 'data'}},
				{name: 'scratch', ephemeral: {}},
			],
			resourceClaims: [
				{name: 'gpu', resourceClaimTemplateName: 'gpus'},
				{name: 'own', resourceClaimName: 'mine'},
			],
		}),
		{...mirror, metadata: {...mirror.metadata, annotations: {'kubernetes.io/config.mirror': 'x'}}},
		volume('disk', {csi: {driver: 'd', volumeHandle: 'h', nodeStageSecretRef: {namespace: 'vault', name: 'stage'}}}),
		volume('foreign', {claimRef: {namespace: 'default', name: 'of-another-node'}}),
		volume('share', {azureFile: {secretName: 'azure', shareName: 's'}}),
		volume('control', {
			csi: {driver: 'd', volumeHandle: 'h', controllerPublishSecretRef: {namespace: 'vault', name: 'control'}},
		}),
		{apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: {name: 'slice-a'}, spec: {nodeName: 'a'}},
		{apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: {name: 'slice-b'}, spec: {nodeName: 'b'}},
	);
	const stranger = "no relationship found between node 'a' and this object";
	const inDefault = {namespace: 'default'};
	const devices = {group: 'resource.k8s.io'};
	const ofNode = (value: string) => ({fieldSelector: [{field: 'spec.nodeName', operator: '=' as const, value}]});
	const table: ReadonlyArray<readonly [string, string, Partial<Attributes>, string]> = [
		['get', 'persistentvolumeclaims', {...inDefault, name: 'data'}, 'Node'],
		['get', 'persistentvolumeclaims', {...inDefault, name: 'web-scratch'}, 'Node'],
		['get', 'persistentvolumes', {name: 'disk'}, 'Node'],
		['get', 'persistentvolumes', {name: 'other'}, stranger],
		['get', 'persistentvolumes', {name: 'foreign'}, stranger],
		['get', 'secrets', {namespace: 'vault', name: 'stage'}, 'Node'],
		['get', 'secrets', {...inDefault, name: 'azure'}, 'Node'],
		['get', 'secrets', {namespace: 'vault', name: 'control'}, stranger],
		['get', 'secrets', {...inDefault, name: 'stolen'}, stranger],
		['list', 'persistentvolumes', {}, 'can only get individual resources of this type'],
		['patch', 'persistentvolumeclaims', {...inDefault, name: 'data', subresource: 'status'}, 'Node'],
		['patch', 'persistentvolumeclaims', {...inDefault, name: 'other', subresource: 'status'}, stranger],
		[
			'get',
			'persistentvolumeclaims',
			{...inDefault, name: 'data', subresource: 'status'},
			'can only get/update/patch this type',
		],
		['get', 'resourceclaims', {...inDefault, ...devices, name: 'mine'}, 'Node'],
		['get', 'resourceclaims', {...inDefault, ...devices, name: 'gpu-1'}, stranger],
		['create', 'resourceslices', devices, 'Node'],
		['get', 'resourceslices', {...devices, name: 'slice-a'}, 'Node'],
		['delete', 'resourceslices', {...devices, name: 'slice-b'}, stranger],
		['list', 'resourceslices', {...devices, ...ofNode('a')}, 'Node'],
		[
			'list',
			'resourceslices',
			{...devices, ...ofNode('b')},
			'can only list/watch/deletecollection resourceslices with nodeName field selector',
		],
		['list', 'pods', {...inDefault, name: 'web'}, 'Node'],
		['watch', 'nodes', {name: 'a'}, 'Node'],
		['list', 'nodes', {}, "node 'a' cannot read all nodes, only its own Node object"],
		['delete', 'nodes', {name: 'a'}, ''],
		[
			'create',
			'serviceaccounts',
			{...inDefault, name: 'x', subresource: 'other'},
			'can only create token subresource of serviceaccount',
		],
	];
	for (const [verb, resource, more, expected] of table) {
		const decision = decide(asked(kubelet, verb, resource, more), world);
		t.is(decision.allowed ? decision.authorizer : decision.reason, expected, `${verb} ${resource} ${more.name}`);
	}

	const nameless = {username: 'system:node:', groups: ['system:nodes']};
	t.is(decide(asked(nameless, 'get', 'pods'), world).reason, 'unknown node for user "system:node:"');
});

test('a rule for a path holds for that path alone, and with a star for all that begin with it', (t) => {
	const rule = {nonResourceURLs: ['/healthz', '/logs/*'], verbs: ['get']};
	const table = [
		['get', '/healthz', true],
		['get', '/healthz/etcd', false],
		['get', '/healthzz', false],
		['get', '/logs/a', true],
		['get', '/logs', false],
		['post', '/healthz', false],
	] as const;
	for (const [verb, path, expected] of table) {
		t.is(allowsPath(rule, verb, path), expected, `${verb} ${path}`);
	}
});

test('Nobody grants by a role or a binding what they do not hold', (t) => {
	const world = new AdmissionWorld(
		role('writer', [
			{apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles', 'rolebindings'], verbs: ['create']},
			{apiGroups: [''], resources: ['configmaps'], verbs: ['get']},
		]),
		role('secrets', [{apiGroups: [''], resources: ['secrets'], verbs: ['get']}]),
		binding('jane-writes', 'writer', {kind: 'User', name: 'jane'}),
		{apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'default'}, status: {phase: 'Active'}},
	);
	const wanted = role('wanted', [
		{apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list']},
		{apiGroups: [''], resources: ['configmaps'], verbs: ['get']},
	]);
	t.is(
		world.admit(wanted, {user: jane}).failure?.status.message,
		'roles.rbac.authorization.k8s.io "wanted" is forbidden: user "jane" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
	);
	const bound = (roleName: string) =>
		world.admit(binding('mine', roleName, {kind: 'User', name: 'jane'}), {user: jane}).failure;
	t.is(bound('secrets')?.status.code, 403);
	t.is(bound('not-there')?.status.message, 'rolebindings.rbac.authorization.k8s.io "not-there" not found');
	t.is(bound('writer'), undefined);
	t.is(world.admit(wanted).failure, undefined);
});

test('Whoever changes a role holds all that it grants, even if the change adds nothing', (t) => {
	const clusterRole = (name: string, rules: readonly unknown[], more: object = {}): Sketch => ({
		apiVersion: 'rbac.authorization.k8s.io/v1',
		kind: 'ClusterRole',
		metadata: {name, ...(more as {metadata?: object}).metadata},
		rules,
		...more,
	});
	const writer = clusterRole('writer', [
		{apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'], verbs: ['create', 'update']},
		{
			apiGroups: ['rbac.authorization.k8s.io'],
			resources: ['clusterroles'],
			resourceNames: ['named'],
			verbs: ['escalate'],
		},
	]);
	const world = new AdmissionWorld(writer, {
		apiVersion: 'rbac.authorization.k8s.io/v1',
		kind: 'ClusterRoleBinding',
		metadata: {name: 'jane-writes'},
		roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'writer'},
		subjects: [{kind: 'User', name: 'jane'}],
	});
	const secrets = [{apiGroups: [''], resources: ['secrets'], verbs: ['get']}];
	const beyond = (name: string, lines: string) =>
		`clusterroles.rbac.authorization.k8s.io "${name}" is forbidden: user "jane" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n${lines}`;
	const message = (object: Sketch, old?: Sketch) =>
		world.admit(object, {user: jane, ...(old ? {old} : {})}).failure?.status.message;
	const old = clusterRole('plain', secrets);
	const secretsLine = '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}';
	const labelled = {...old, metadata: {name: 'plain', labels: {a: 'b'}}};
	t.is(message(labelled, old), beyond('plain', secretsLine));
	t.is(message({...old, metadata: {name: 'plain', finalizers: ['example.com/x']}}, old), undefined);
	t.is(message(clusterRole('named', secrets), clusterRole('named', [])), undefined);
	t.is(message(clusterRole('named', secrets)), beyond('named', secretsLine));
	t.is(
		message(clusterRole('paths', [{nonResourceURLs: ['/metrics'], verbs: ['get', 'post']}])),
		beyond('paths', '{NonResourceURLs:["/metrics"], Verbs:["get"]}\n{NonResourceURLs:["/metrics"], Verbs:["post"]}'),
	);
	t.is(
		message(clusterRole('all', [], {aggregationRule: {clusterRoleSelectors: [{matchLabels: {a: 'b'}}]}})),
		'clusterroles.rbac.authorization.k8s.io "all" is forbidden: must have cluster-admin privileges to use the aggregationRule',
	);
});
