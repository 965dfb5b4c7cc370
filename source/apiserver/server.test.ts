import test from 'ava';
import {ApiError} from '../client/errors.js';
import {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {TypedEvent} from '../client/client.js';
import type {Pod, Service, Status} from '../objects/kubernetes.generated.js';
import {TinyServer} from '../testing/tiny-server.js';

const pod = (name: string, spec: object = {}) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, labels: {app: name}},
	spec: {containers: [{name: 'main', image: 'nginx:1.27'}], ...spec},
});
const settings = (data: Record<string, string> = {colour: 'blue'}) => ({
	apiVersion: 'v1',
	kind: 'ConfigMap',
	metadata: {name: 'settings', namespace: 'default'},
	data,
});
const configMaps = '/api/v1/namespaces/default/configmaps';

/** The status of the error that a routine ends with. */
function* refusal(routine: Routine<unknown>): Routine<Status> {
	try {
		yield* routine;
	} catch (error) {
		if (error instanceof ApiError) {
			return error.status;
		}

		throw error;
	}

	throw new Error('it was not refused');
}

test('A1: at start the server chain, the generic apiserver, OpenAPI and each API group are stops', (t) => {
	const {stops, server} = new TinyServer();
	const start = stops.filter(({stage}) => stage === 'apiserver.start');
	t.deepEqual(start[0]?.facts?.['chain'], [
		'kube-aggregator',
		'kube-apiserver',
		'apiextensions-apiserver',
		'not found',
	]);
	t.true(start.some(({facts}) => (facts?.['paths'] as string[] | undefined)?.includes('/openapi/v3')));
	t.true(start.some(({facts, frame}) => facts?.['group'] === 'apps/v1' && frame?.name === 'install API groups'));
	t.is(server.reader.get('namespaces', undefined, 'kube-system')?.status?.phase, 'Active');
	t.truthy(server.reader.get('clusterroles.rbac.authorization.k8s.io', undefined, 'cluster-admin'));
});

test('A2: a request goes to a registered route, else to the handler of its path, else it is a 404', (t) => {
	const world = new TinyServer();
	const routes = (path: string) => {
		const from = world.stops.length;
		const {status} = world.send('GET', path);
		return [world.stops.slice(from).find(({stage}) => stage === 'apiserver.route')?.facts?.['route'], status];
	};

	t.deepEqual(routes('/api/v1/namespaces/default/pods'), ['resource', 200]);
	t.deepEqual(routes('/apis'), ['path', 200]);
	t.deepEqual(routes('/healthz'), ['path', 200]);
	t.deepEqual(routes('/api/v1/nosuch'), ['no resource', 404]);
	t.deepEqual(routes('/nosuch'), ['none', 404]);
});

test('A2: what is registered at a path is only looked up for callers who may ask for it', (t) => {
	const world = new TinyServer();
	const jane = world.client('curl', 'jane');
	for (const path of ['/nosuch', '/api/v1/nosuch', '/apis/no.such/v1/things', '/api/v1/pods']) {
		const {result, stops} = world.run(() => jane.exchange('GET', path));
		t.is(result.status, 403, path);
		t.deepEqual(
			stops.map(({stage}) => stage),
			['apiserver.authenticate', 'apiserver.audit', 'apiserver.authorize', 'apiserver.respond'],
		);
	}
});

test('A3: the Authorization header is gone after authentication, and the user is in its place', (t) => {
	const world = new TinyServer({tokens: [{token: 'secret', user: 'jane', groups: ['system:masters']}]});
	const from = world.stops.length;
	const {status} = world.send('GET', '/api/v1/namespaces', {headers: {authorization: 'Bearer secret'}});
	const stops = world.stops.slice(from);
	t.is(status, 200);
	const route = stops.find(({stage}) => stage === 'apiserver.route')!;
	t.false(JSON.stringify(route.facts).includes('secret'));
	const proven = stops.find(({stage}) => stage === 'apiserver.authenticate');
	t.like(proven?.facts, {verdict: 'authenticated', dropsHeader: true});
	const audit = stops.find(({stage}) => stage === 'apiserver.audit')!;
	t.false(JSON.stringify(audit.facts).includes('secret'));
});

test('A4: who is not allowed gets 403 in the words of Kubernetes, and the chain ends there', (t) => {
	const world = new TinyServer();
	const jane = world.client('curl', 'jane');
	const {result, stops} = world.run(() => refusal(jane.create('configmaps', 'default', settings())));
	t.is(
		result.message,
		'configmaps is forbidden: User "jane" cannot create resource "configmaps" in API group "" in the namespace "default"',
	);
	t.deepEqual(
		stops.map(({stage}) => stage),
		['apiserver.authenticate', 'apiserver.audit', 'apiserver.authorize', 'apiserver.respond'],
	);
	t.is(stops.at(-1)?.outcome, 'refused');
});

test('A6 A8: a create goes through decoding, defaults, admission, validation, storage and the answer, each a stop', (t) => {
	const world = new TinyServer();
	const {result, stops} = world.run(() => world.admin.create('pods', 'default', pod('web')));
	const stages = stops.map(({stage}) => stage).filter((stage) => !stage.startsWith('apiserver.admit'));
	t.deepEqual(stages, [
		'apiserver.authenticate',
		'apiserver.audit',
		'apiserver.authorize',
		'apiserver.route',
		'apiserver.decode',
		'apiserver.default',
		'apiserver.validate',
		'apiserver.store',
		'etcd.txn',
		'apiserver.watch',
		'apiserver.store',
		'apiserver.respond',
	]);
	const mutating = stops.findIndex(({stage}) => stage.startsWith('apiserver.admit.mutate.'));
	const validating = stops.findIndex(({stage}) => stage.startsWith('apiserver.admit.validate.'));
	const validate = stops.findIndex(({stage}) => stage === 'apiserver.validate');
	t.true(mutating !== -1 && mutating < validate && validate < validating);
	t.is(result.metadata.creationTimestamp, '2026-01-01T00:00:00Z');
	t.regex(result.metadata.uid, /^[\da-f-]{36}$/);
	t.is(result.metadata.resourceVersion, String(world.server.etcd.revision));
	t.is(result.spec.restartPolicy, 'Always');
});

test('A6: a read passes no admission', (t) => {
	const world = new TinyServer();
	const {stops} = world.run(() => world.admin.list('pods'));
	t.false(stops.some(({stage}) => stage.startsWith('apiserver.admit')));
});

test('E1 E2: the object is in etcd under its namespace and name, and only after the transaction', (t) => {
	const world = new TinyServer();
	const key = '/registry/pods/default/web';
	const {stops} = world.run(() => world.admin.create('pods', 'default', pod('web')));
	const commit = stops.find(({stage}) => stage === 'etcd.txn')!;
	t.is(commit.object, key);
	t.is(world.kernel.ledger.readAt(key, commit.step - 1), undefined);
	t.truthy(world.kernel.ledger.readAt(key, commit.step));
});

test('E4: until somebody acts the Pod is a record in phase Pending', (t) => {
	const world = new TinyServer();
	const {result} = world.run(() => world.admin.create('pods', 'default', pod('web', {nodeName: undefined})));
	t.is(result.status.phase, 'Pending');
	world.advance(600_000);
	t.is(world.server.reader.get('pods', 'default', 'web')?.status.phase, 'Pending');
});

test('E5: a watch by node begins when the Pod gets that node, and a watch of the unassigned then ends', (t) => {
	const world = new TinyServer();
	const unassigned = new Mailbox<TypedEvent<Pod>>('unassigned');
	const node = new Mailbox<TypedEvent<Pod>>('node');
	const {stops} = world.run(function* () {
		const watches = yield* watchBoth(world, unassigned, node);
		yield* world.admin.create('pods', 'default', pod('web'));
		yield* world.admin.createSubresource('pods', 'default', 'web', 'binding', binding('web'));
		yield* world.admin.delete('pods', 'default', 'web', {gracePeriodSeconds: 0});
		yield* world.admin.list('pods');
		for (const watch of watches) {
			watch.close();
		}
	});
	const types = (mailbox: Mailbox<TypedEvent<Pod>>) => mailbox.waiting.map(({message}) => message.type);
	t.deepEqual(types(unassigned), ['ADDED', 'DELETED']);
	t.deepEqual(types(node), ['ADDED', 'MODIFIED', 'DELETED']);
	const passed = stops.filter(({stage, process}) => stage === 'apiserver.watch' && process === 'kube-apiserver/cacher');
	t.is(node.waiting[0]!.cause, passed[1]!.step);
});

function* watchBoth(world: TinyServer, unassigned: Mailbox<TypedEvent<Pod>>, node: Mailbox<TypedEvent<Pod>>) {
	return [
		yield* world.admin.watch('pods', {fieldSelector: 'spec.nodeName='}, unassigned, (event) => event),
		yield* world.admin.watch('pods', {fieldSelector: 'spec.nodeName=node-a'}, node, (event) => event),
	];
}

const binding = (name: string, more: object = {}) => ({
	apiVersion: 'v1',
	kind: 'Binding',
	metadata: {name, ...more},
	target: {apiVersion: 'v1', kind: 'Node', name: 'node-a'},
});

test('S4 E3: a Binding becomes nodeName, annotations and PodScheduled=True of the Pod, and is written to etcd', (t) => {
	const world = new TinyServer();
	const {result, stops} = world.run(function* () {
		yield* world.admin.create('pods', 'default', pod('web'));
		yield* world.admin.createSubresource(
			'pods',
			'default',
			'web',
			'binding',
			binding('web', {annotations: {by: 'me'}}),
		);
		return yield* world.admin.get('pods', 'default', 'web');
	});
	t.is(result.spec.nodeName, 'node-a');
	t.is(result.metadata.annotations?.['by'], 'me');
	t.like(result.status.conditions?.[0], {type: 'PodScheduled', status: 'True'});
	const bind = stops.findIndex(({stage}) => stage === 'apiserver.bind');
	t.true(bind !== -1);
	t.is(stops.slice(bind).find(({stage}) => stage === 'etcd.txn')?.object, '/registry/pods/default/web');
});

test('a Pod that has a node cannot be bound again', (t) => {
	const world = new TinyServer();
	const {result} = world.run(function* () {
		yield* world.admin.create('pods', 'default', pod('web', {nodeName: 'node-b'}));
		return yield* refusal(world.admin.createSubresource('pods', 'default', 'web', 'binding', binding('web')));
	});
	t.is(
		result.message,
		'Operation cannot be fulfilled on pods/binding "web": pod web is already assigned to node "node-b"',
	);
});

test('an update with an old resourceVersion is a conflict, without one it wins', (t) => {
	const world = new TinyServer();
	const {result} = world.run(function* () {
		const first = yield* world.admin.create('configmaps', 'default', settings());
		yield* world.admin.update('configmaps', {...first, data: {colour: 'red'}});
		return yield* refusal(world.admin.update('configmaps', {...first, data: {colour: 'green'}}));
	});
	t.is(result.code, 409);
	t.is(
		result.message,
		'Operation cannot be fulfilled on configmaps "settings": the object has been modified; please apply your changes to the latest version and try again',
	);
	t.is(world.send('PUT', `${configMaps}/settings`, {body: settings({colour: 'green'})}).status, 200);
});

test('an update that changes nothing writes nothing', (t) => {
	const world = new TinyServer();
	const {stops} = world.run(function* () {
		const first = yield* world.admin.create('configmaps', 'default', settings());
		const second = yield* world.admin.update('configmaps', first);
		t.is(second.metadata.resourceVersion, first.metadata.resourceVersion);
	});
	t.is(stops.filter(({stage}) => stage === 'etcd.txn').length, 1);
});

test('two patches at the same time both succeed: the slower one is applied again to what the faster one wrote', (t) => {
	const world = new TinyServer();
	world.run(() => world.admin.create('configmaps', 'default', settings()));
	for (const key of ['a', 'b']) {
		world.kernel.spawn(`patch-${key}`, 'test', function* () {
			yield* world.admin.patch('configmaps', 'default', 'settings', {data: {[key]: '1'}});
		});
	}

	const from = world.stops.length;
	world.advance(100);
	t.deepEqual(world.server.reader.get('configmaps', 'default', 'settings')?.data, {colour: 'blue', a: '1', b: '1'});
	t.is(world.stops.slice(from).filter(({stage, outcome}) => stage === 'etcd.txn' && outcome === 'refused').length, 1);
});

test('a finalizer holds an object that is deleted, and its removal lets it go', (t) => {
	const world = new TinyServer();
	world.send('POST', configMaps, {
		body: {...settings(), metadata: {name: 'settings', finalizers: ['example.com/hold']}},
	});
	world.send('DELETE', `${configMaps}/settings`);
	t.truthy(world.server.reader.get('configmaps', 'default', 'settings')?.metadata.deletionTimestamp);
	world.send('PATCH', `${configMaps}/settings`, {
		headers: {'content-type': 'application/merge-patch+json'},
		body: {metadata: {finalizers: null}},
	});
	t.is(world.server.reader.get('configmaps', 'default', 'settings'), undefined);
});

test('a Pod on a node is marked with its grace, and goes when the grace is cut to 0', (t) => {
	const world = new TinyServer();
	const {result} = world.run(function* () {
		yield* world.admin.create('pods', 'default', pod('web', {nodeName: 'node-a'}));
		const marked = (yield* world.admin.delete('pods', 'default', 'web')) as Pod;
		yield* world.admin.delete('pods', 'default', 'web', {
			gracePeriodSeconds: 0,
			preconditions: {uid: marked.metadata.uid},
		});
		return marked;
	});
	t.is(result.metadata.deletionGracePeriodSeconds, 30);
	t.is(result.metadata.deletionTimestamp, '2026-01-01T00:00:30Z');
	t.is(world.server.reader.get('pods', 'default', 'web'), undefined);
});

test('a dry run goes through everything and stores nothing', (t) => {
	const world = new TinyServer();
	const {revision} = world.server.etcd;
	t.is(world.send('POST', `${configMaps}?dryRun=All`, {body: settings()}).status, 201);
	t.is(world.server.etcd.revision, revision);
});

test('pages of a list continue at the revision of the first', (t) => {
	const world = new TinyServer();
	for (const name of ['a', 'b', 'c']) {
		world.send('POST', '/api/v1/namespaces/kube-node-lease/secrets', {
			body: {apiVersion: 'v1', kind: 'Secret', metadata: {name}},
		});
	}

	type Page = {
		readonly items: ReadonlyArray<{readonly metadata: {readonly name: string}}>;
		readonly metadata: {readonly continue: string; readonly remainingItemCount: number};
	};
	const first = world.send('GET', '/api/v1/namespaces/kube-node-lease/secrets?limit=2').body as Page;
	world.send('DELETE', '/api/v1/namespaces/kube-node-lease/secrets/c');
	const second = world.send(
		'GET',
		`/api/v1/namespaces/kube-node-lease/secrets?limit=2&continue=${first.metadata.continue}`,
	).body as Page;
	t.is(first.metadata.remainingItemCount, 1);
	t.deepEqual(
		[first, second].map(({items}) => items.map(({metadata}) => metadata.name)),
		[['a', 'b'], ['c']],
	);
});

test('a watch from before the window of the cache is told to list again', (t) => {
	const world = new TinyServer();
	const mailbox = new Mailbox<TypedEvent<Pod>>('late');
	world.run(() => world.admin.watch('pods', {resourceVersion: '1'}, mailbox, (event) => event));
	t.is(mailbox.waiting[0]?.message.type, 'ERROR');
	t.like(mailbox.waiting[0]?.message, {object: {code: 410, reason: 'Expired'}});
});

test('a Service gets a cluster IP and node ports of its own, and gives them back', (t) => {
	const world = new TinyServer();
	const service = (name: string, more: object = {}) =>
		world.send('POST', '/api/v1/namespaces/default/services', {
			body: {
				apiVersion: 'v1',
				kind: 'Service',
				metadata: {name},
				spec: {type: 'NodePort', ports: [{port: 80}], ...more},
			},
		});
	const first = service('a').body as Service;
	t.regex(first.spec.clusterIP!, /^10\.96\./);
	t.true(first.spec.ports![0]!.nodePort! >= 30_086);
	const taken = service('b', {clusterIP: first.spec.clusterIP});
	t.is(taken.status, 422);
	t.true((taken.body as Status).message?.endsWith('provided IP is already allocated'));
	world.send('DELETE', '/api/v1/namespaces/default/services/a');
	t.is(service('b', {clusterIP: first.spec.clusterIP}).status, 201);
});

test('a client creates no object that is being deleted already, nor with a uid or time of its own', (t) => {
	const world = new TinyServer();
	const {body} = world.send('POST', configMaps, {
		body: {
			...settings(),
			metadata: {
				...settings().metadata,
				uid: 'mine',
				creationTimestamp: '2001-01-01T00:00:00Z',
				deletionTimestamp: '2001-01-01T00:00:00Z',
				deletionGracePeriodSeconds: 5,
				finalizers: ['example.com/hold'],
			},
		},
	});
	const {metadata} = JSON.parse(JSON.stringify(body));
	t.is(metadata.deletionTimestamp, undefined);
	t.is(metadata.deletionGracePeriodSeconds, undefined);
	t.not(metadata.uid, 'mine');
	t.not(metadata.creationTimestamp, '2001-01-01T00:00:00Z');
});

test('Events are forgotten after an hour', (t) => {
	const world = new TinyServer();
	world.send('POST', '/api/v1/namespaces/default/events', {
		body: {
			apiVersion: 'v1',
			kind: 'Event',
			metadata: {name: 'web.1'},
			involvedObject: {kind: 'Pod', namespace: 'default', name: 'web'},
			reason: 'Pulled',
			type: 'Normal',
		},
	});
	world.advance(3_500_000);
	t.truthy(world.server.reader.get('events', 'default', 'web.1'), 'it is kept for an hour');
	world.advance(200_000);
	t.is(world.server.reader.get('events', 'default', 'web.1'), undefined);
	t.true(world.stops.some(({stage}) => stage === 'etcd.lease'));
});

test('while the apiserver is down it answers nobody, and its watchers must list again when it is back', (t) => {
	const world = new TinyServer();
	const mailbox = new Mailbox<TypedEvent<Pod>>('watcher');
	const keepsWatching = new Mailbox('never');
	world.kernel.spawn('watcher', 'test', function* () {
		yield* world.admin.watch('pods', {}, mailbox, (event) => event);
		yield {kind: 'take', mailbox: keepsWatching, periodic: false};
	});
	world.advance(10);
	world.kernel.processes.crash('kube-apiserver');
	t.is(world.send('GET', '/api/v1/pods').status, 503);
	t.is(mailbox.waiting[0]?.message.type, 'ERROR');
	world.kernel.processes.restart('kube-apiserver');
	world.advance(10);
	t.is(world.send('GET', '/api/v1/pods').status, 200);
});

test('old history is compacted every five minutes', (t) => {
	const world = new TinyServer();
	world.send('POST', configMaps, {body: settings()});
	world.advance(601_000);
	t.true(world.stops.some(({stage}) => stage === 'etcd.compact'));
	t.true(world.server.etcd.compactRevision > 0);
});
