import test from 'ava';
import {nestedMapSlice, nestedString, nestedStringSlice} from '../../objects/unstructured.js';
import {networkOf} from '../../objects/cluster-network.js';
import type {Stop} from '../../kernel/stop.js';
import {TinyServer} from '../../testing/tiny-server.js';
import {candidates} from './cluster-ips.js';

const services = '/api/v1/namespaces/default/services';
const addresses = '/apis/networking.k8s.io/v1/ipaddresses';

/** The answer to a posted Service: its type and addresses, or the reason of the refusal. */
const create = (world: TinyServer, name: string, spec: object = {}) => {
	const {status, body} = world.send('POST', services, {
		body: {apiVersion: 'v1', kind: 'Service', metadata: {name}, spec: {ports: [{port: 80}], ...spec}},
	});
	return {
		status,
		message: nestedString(body, 'message'),
		clusterIP: nestedString(body, 'spec', 'clusterIP') ?? '',
		clusterIPs: nestedStringSlice(body, 'spec', 'clusterIPs'),
	};
};

/** IPAddresses as `name parent`, without that of Service kubernetes. */
const kept = (world: TinyServer): string[] =>
	nestedMapSlice(world.send('GET', addresses).body, 'items')
		.map((item) => {
			const [name, namespace, parent] = [
				nestedString(item, 'metadata', 'name'),
				nestedString(item, 'spec', 'parentRef', 'namespace'),
				nestedString(item, 'spec', 'parentRef', 'name'),
			];
			return `${name} ${namespace}/${parent}`;
		})
		.filter((line) => !line.endsWith('default/kubernetes'));

test('a cluster IP is an IPAddress, written before its Service and deleted after it', (t) => {
	const world = new TinyServer();
	const {clusterIP} = create(world, 'web');
	const stored = (from: readonly Stop[]) =>
		from.flatMap(({stage, object}) => (stage === 'etcd.txn' ? [object ?? ''] : []));
	t.deepEqual(stored(world.stops).slice(-2), [
		`/registry/ipaddresses/${clusterIP}`,
		'/registry/services/specs/default/web',
	]);
	t.like(world.send('GET', `${addresses}/${clusterIP}`).body, {
		metadata: {
			labels: {
				'ipaddress.kubernetes.io/ip-family': 'IPv4',
				'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
			},
			managedFields: {0: {manager: 'kube-apiserver', operation: 'Update'}},
		},
		spec: {parentRef: {resource: 'services', namespace: 'default', name: 'web'}},
	});
	const from = world.stops.length;
	world.send('DELETE', `${services}/web`);
	t.deepEqual(stored(world.stops.slice(from)), [
		'/registry/services/specs/default/web',
		`/registry/ipaddresses/${clusterIP}`,
	]);
	t.deepEqual(kept(world), []);
});

test('a Service of two families has two IPAddresses, and gives one back with its second family', (t) => {
	const world = new TinyServer({network: networkOf({ipFamilies: ['IPv4', 'IPv6']})});
	const {clusterIP, clusterIPs} = create(world, 'web', {ipFamilyPolicy: 'RequireDualStack'});
	t.deepEqual(kept(world).sort(), clusterIPs.map((address) => `${address} default/web`).sort());
	const patch = {spec: {ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'], clusterIPs: [clusterIP]}};
	world.send('PATCH', `${services}/web`, {
		body: patch,
		headers: {'content-type': 'application/merge-patch+json'},
	});
	t.deepEqual(kept(world), [`${clusterIP} default/web`]);
});

test('an address that anybody has made an IPAddress of is taken', (t) => {
	const world = new TinyServer();
	world.send('POST', addresses, {
		body: {
			apiVersion: 'networking.k8s.io/v1',
			kind: 'IPAddress',
			metadata: {name: '10.96.7.7'},
			spec: {parentRef: {group: 'gateway.networking.k8s.io', resource: 'gateways', namespace: 'default', name: 'g'}},
		},
	});
	t.regex(create(world, 'web', {clusterIP: '10.96.7.7'}).message ?? '', /provided IP is already allocated$/);
	t.deepEqual(kept(world), ['10.96.7.7 default/g']);
});

test('a Service that is refused after it got an address, or that becomes an ExternalName, gives it back', (t) => {
	const world = new TinyServer();
	t.is(create(world, 'web', {ports: [{port: 80}, {port: 81}]}).status, 422);
	t.is(
		create(world, 'other', {clusterIP: '10.96.7.7', type: 'NodePort', ports: [{port: 80, nodePort: 1}]}).status,
		422,
	);
	t.deepEqual(kept(world), []);
	create(world, 'web', {clusterIP: '10.96.7.7'});
	world.send('PATCH', `${services}/web`, {
		body: {spec: {type: 'ExternalName', externalName: 'example.org', clusterIP: '', clusterIPs: [], ports: []}},
		headers: {'content-type': 'application/merge-patch+json'},
	});
	t.deepEqual(kept(world), []);
});

test('a Service that goes with its last finalizer gives back what it had', (t) => {
	const world = new TinyServer();
	const {clusterIP} = create(world, 'web', {type: 'NodePort', ports: [{port: 80, nodePort: 30_000}]});
	const finalizers = (value: readonly string[]): unknown =>
		world.send('PATCH', `${services}/web`, {
			body: {metadata: {finalizers: value}},
			headers: {'content-type': 'application/merge-patch+json'},
		});
	finalizers(['example.org/wait']);
	world.send('DELETE', `${services}/web`);
	t.deepEqual(kept(world), [`${clusterIP} default/web`]);
	finalizers([]);
	t.deepEqual(kept(world), []);
	t.is(create(world, 'next', {type: 'NodePort', ports: [{port: 80, nodePort: 30_000}]}).status, 201);
});

test('every three minutes a missing IPAddress is made again, and one that nobody has is deleted once it is a minute old', (t) => {
	const world = new TinyServer();
	create(world, 'web', {clusterIP: '10.96.7.7'});
	world.send('DELETE', `${addresses}/10.96.7.7`);
	world.advance(125_000);
	world.run(() => {
		const {addresses: clusterIPs} = world.server.allocator;
		return clusterIPs.take({name: 'gone', namespace: 'default'}, '10.96.8.1', '10.96.8.0/30', false);
	});
	t.deepEqual(kept(world), ['10.96.8.1 default/gone']);
	world.advance(60_000);
	t.deepEqual(kept(world), ['10.96.7.7 default/web', '10.96.8.1 default/gone']);
	world.advance(180_000);
	t.deepEqual(kept(world), ['10.96.7.7 default/web']);
});

test('a dry run keeps no address', (t) => {
	const world = new TinyServer();
	const {status} = world.send('POST', `${services}?dryRun=All`, {
		body: {apiVersion: 'v1', kind: 'Service', metadata: {name: 'web'}, spec: {ports: [{port: 80}]}},
	});
	t.is(status, 201);
	t.deepEqual(kept(world), []);
});

test('the upper part of a range is tried first, from a random place, then what people choose from', (t) => {
	t.deepEqual(
		[...candidates('10.0.0.0/29', () => 2)],
		['10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.6', '10.0.0.1', '10.0.0.2'],
	);
	const all = [...candidates('10.0.0.0/24', () => 0)];
	t.deepEqual(
		[all[0], all[238], all[239], all.at(-1), all.length],
		['10.0.0.16', '10.0.0.254', '10.0.0.1', '10.0.0.15', 254],
	);
});

test('a ServiceCIDR adds addresses when the range of the cluster is full, until it is not ready', (t) => {
	const world = new TinyServer({network: networkOf({serviceClusterIPRange: '10.96.0.0/29'})});
	world.send('DELETE', '/apis/networking.k8s.io/v1/servicecidrs/kubernetes');
	const first = Array.from({length: 8}, (_, index) => create(world, `first-${index}`).message ?? '');
	t.regex(first.join(''), /failed to allocate a serviceIP: range is full$/);
	const more = (name: string, cidr: string) =>
		world.send('POST', '/apis/networking.k8s.io/v1/servicecidrs', {
			body: {apiVersion: 'networking.k8s.io/v1', kind: 'ServiceCIDR', metadata: {name}, spec: {cidrs: [cidr]}},
		}).status;
	t.is(more('more', '10.97.0.0/30'), 201);
	t.regex(create(world, 'one').clusterIP, /^10\.97\.0\.[12]$/);
	t.regex(create(world, 'two').clusterIP, /^10\.97\.0\.[12]$/);
	t.regex(create(world, 'three').message ?? '', /range is full$/);
	t.is(more('asked', '10.98.0.0/30'), 201);
	t.is(create(world, 'chosen', {clusterIP: '10.98.0.2'}).clusterIP, '10.98.0.2');
	world.send('PATCH', '/apis/networking.k8s.io/v1/servicecidrs/asked/status', {
		body: {
			status: {
				conditions: [
					{
						type: 'Ready',
						status: 'False',
						reason: 'Terminating',
						message: '',
						lastTransitionTime: '2026-01-01T00:00:00Z',
					},
				],
			},
		},
		headers: {'content-type': 'application/merge-patch+json'},
	});
	t.regex(create(world, 'late').message ?? '', /range is full$/);
});
