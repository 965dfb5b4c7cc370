import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {must} from '../testing/must.js';
import {
	NetworkWorld,
	shopIngress as ingress,
	shopService as service,
	shopSlice as slice,
} from '../testing/network-world.js';
import {Ledger} from '../kernel/ledger.js';
import {findRoute, type IngressEntry} from './ingress.js';
import type {SidecarConfig} from './mesh.js';

test('N2: kube-proxy writes rules for a Service and its endpoints, on every node', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
	world.advance(2000);

	t.deepEqual(world.rules('node-b').services['default/shop']?.cluster, ['10.244.1.2:8080']);
	t.regex(world.rules('node-b').text, /--to-destination 10\.244\.1\.2:8080/);
	t.true(
		world
			.at('kube-proxy.sync')
			.some((stop) => sentenceOf(stop).includes('default/shop (10.96.0.9:80) is routed to 10.244.1.2:8080')),
	);
});

test('N2: kube-proxy syncs at once, and then not within a second', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.advance(3000);
	const before = world.at('kube-proxy.sync').length;
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
	world.advance(50);
	t.is(world.at('kube-proxy.sync').length, before + 2);

	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2', '10.244.1.3'));
	world.advance(500);
	t.is(world.at('kube-proxy.sync').length, before + 2);
	world.advance(600);
	t.is(world.at('kube-proxy.sync').length, before + 4);
});

test('N3: CoreDNS updates its entries', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.advance(100);

	t.is(
		world.told('dns.update').at(-1),
		'shop.default.svc.cluster.local resolves to 10.96.0.9, whichever Pods are behind it.',
	);
	t.like(world.kernel.ledger.read('/network/dns/default/shop'), {kind: 'cluster', clusterIP: '10.96.0.9'});
});

test('N4: an ingress controller sets its upstreams to the ready endpoints', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
	world.put('ingresses.networking.k8s.io', ingress);
	world.advance(100);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2', '10.244.1.3'));
	world.advance(100);

	t.deepEqual(world.kernel.ledger.read<IngressEntry>('/network/ingress/default/shop')?.routes[0]?.upstreams, [
		'10.244.1.2:8080',
		'10.244.1.3:8080',
	]);
	t.true(world.at('ingress.update').length >= 2);
});

test('an ingress controller follows its Services, and forgets an Ingress that is deleted', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.put('ingresses.networking.k8s.io', ingress);
	world.advance(1000);
	t.truthy(world.kernel.ledger.read('/network/ingress/default/shop'));
	world.command(() => world.admin.delete('ingresses.networking.k8s.io', 'default', 'shop'));
	world.advance(1000);
	t.is(world.kernel.ledger.read('/network/ingress/default/shop'), undefined);
	t.deepEqual(world.kernel.ledger.read('/network/ingress'), []);
});

test('a sync of kube-proxy has all Services that have changed, however many they are', (t) => {
	const world = new NetworkWorld();
	const names = Array.from({length: 30}, (_, index) => `shop-${index}`);
	for (const [index, name] of names.entries()) {
		world.put('services', {
			metadata: {name, namespace: 'default'},
			spec: {...service.spec, clusterIP: `10.96.1.${index + 1}`},
		});
	}

	world.advance(3000);
	t.deepEqual(
		names.filter((name) => world.rules('node-b').services[`default/${name}`] === undefined),
		[],
	);
});

test('CoreDNS, the ingress controller and the mesh forget what is deleted while they are down', (t) => {
	const world = new NetworkWorld();
	const sidecar = (name: string) => ({
		metadata: {name, namespace: 'default', labels: {'sidecar.istio.io/inject': 'true'}},
		spec: {containers: [{name: 'main', image: 'nginx'}]},
		status: {phase: 'Running' as const, podIP: '10.244.1.9'},
	});
	world.put('namespaces', {metadata: {name: 'team'}});
	world.put('services', service);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
	world.put('ingresses.networking.k8s.io', ingress);
	world.put('pods', sidecar('cart'));
	world.put('pods', sidecar('till'));
	world.advance(1000);
	const known = [
		'/network/dns/default/shop',
		'/network/dns-namespaces/team',
		'/network/ingress/default/shop',
		'/network/mesh/default/cart',
	];
	for (const key of known) {
		t.truthy(world.kernel.ledger.read(key), key);
	}

	const followers = ['coredns', 'ingress-controller', 'mesh'];
	for (const name of followers) {
		world.kernel.processes.crash(name);
	}

	world.command(function* () {
		yield* world.admin.delete('services', 'default', 'shop');
		yield* world.admin.delete('ingresses.networking.k8s.io', 'default', 'shop');
		yield* world.admin.delete('pods', 'default', 'cart', {gracePeriodSeconds: 0});
		yield* world.admin.delete('namespaces', undefined, 'team');
		const team = yield* world.admin.get('namespaces', undefined, 'team');
		yield* world.admin.exchange('PUT', '/api/v1/namespaces/team/finalize', {
			body: {...team, spec: {finalizers: []}},
		});
	});
	for (const name of followers) {
		world.kernel.processes.restart(name);
	}

	world.advance(1000);
	t.deepEqual(
		known.filter((key) => world.kernel.ledger.read(key) !== undefined),
		[],
	);
	t.deepEqual(world.kernel.ledger.read('/network/ingress'), []);
	t.deepEqual(world.kernel.ledger.read<SidecarConfig>('/network/mesh/default/till')?.endpoints, {});
});

test('N5: a service mesh pushes endpoints to its sidecars', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
	world.put('pods', {
		metadata: {name: 'cart', namespace: 'default', labels: {'sidecar.istio.io/inject': 'true'}},
		spec: {containers: [{name: 'main', image: 'nginx'}]},
		status: {podIP: '10.244.1.7', podIPs: [{ip: '10.244.1.7'}]},
	});
	world.advance(500);

	t.deepEqual(world.kernel.ledger.read<SidecarConfig>('/network/mesh/default/cart')?.endpoints, {
		'shop.default.svc.cluster.local:80': ['10.244.1.2:8080'],
	});
	t.true(world.at('mesh.push').length > 0);
});

test('N6, N7: all consumers hear of an endpoint from one write, and each acts on it in its own time', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.put('ingresses.networking.k8s.io', ingress);
	world.put('pods', {
		metadata: {name: 'cart', namespace: 'default', labels: {'sidecar.istio.io/inject': 'true'}},
		spec: {containers: [{name: 'main', image: 'nginx'}]},
		status: {podIP: '10.244.1.7', podIPs: [{ip: '10.244.1.7'}]},
	});
	world.advance(3000);
	const before = world.stops.length;
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
	world.advance(2000);

	const first = new Map<string, number>();
	for (const {process, stage, timeMs} of world.stops.slice(before)) {
		if (['kube-proxy.sync', 'dns.update', 'ingress.update', 'mesh.push'].includes(stage) && !first.has(process)) {
			first.set(process, timeMs);
		}
	}

	t.deepEqual([...first.keys()].sort(), [
		'coredns',
		'ingress-controller',
		'kube-proxy/node-a',
		'kube-proxy/node-b',
		'mesh',
	]);
	t.true(new Set(first.values()).size > 1);
});

test("N7: a Pod gets requests only when the rules of the client's node know it", (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.advance(2000);
	world.listen('10.244.1.2', true);
	world.traffic({everyMs: 200});
	world.advance(500);
	t.is(world.count().answered, 0);
	t.deepEqual(world.reasons(), {'default/shop has no endpoints': 3});

	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
	world.advance(2000);
	t.true(world.count().answered > 5);
	t.deepEqual(Object.keys(world.count().byPod), ['default/shop-2']);
	t.is(world.at('traffic.answered').filter(({periodic}) => !periodic).length, 1);
});

test('in mode nftables a sync changes what is different in the table, and requests go the same way', (t) => {
	const world = new NetworkWorld('nftables');
	t.is(
		world.told('kube-proxy.sync')[0],
		'kube-proxy on node-a sets up its nftables table; the node has no address yet.',
	);
	world.put('nodes', {
		metadata: {name: 'node-a'},
		status: {addresses: [{type: 'InternalIP', address: '10.0.0.1'}]},
	});
	world.advance(2000);
	t.true(world.rules('node-a').text.includes('add element ip kube-proxy nodeport-ips { 10.0.0.1 }'));
	world.put('services', service);
	world.advance(2000);
	world.listen('10.244.1.2', true);
	world.traffic({everyMs: 200});
	world.advance(500);
	t.deepEqual(world.reasons(), {'default/shop has no endpoints': 3});

	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
	world.advance(2000);
	t.true(world.count().answered > 5);
	t.is(world.rules('node-a').mode, 'nftables');
	t.deepEqual(world.kernel.ledger.keys('/nodes/node-a/'), ['/nodes/node-a/nftables']);
	const last = world.at('kube-proxy.sync').findLast(({process}) => process === 'kube-proxy/node-a');
	const facts = last?.facts;
	t.is(
		must(last && sentenceOf(last), 'sync of kube-proxy'),
		'kube-proxy on node-a updates its nftables table: default/shop (10.96.0.9:80) is routed to 10.244.1.2:8080.',
	);
	t.deepEqual(facts?.['removed'], [
		'add element ip kube-proxy no-endpoint-services { 10.96.0.9 . tcp . 80 comment "default/shop" : goto reject-chain }',
	]);
	t.true(Array.isArray(facts?.['added']) && facts['added'].length === 4);
});

for (const [mode, result, reason] of [
	['iptables', 'timedOut', 'no Service port matches 10.96.0.9:81'],
	['nftables', 'refused', 'no Service port matches 10.96.0.9:81'],
] as const) {
	test(`in mode ${mode} a port that a Service does not have is ${result}`, (t) => {
		const world = new NetworkWorld(mode);
		world.put('services', service);
		world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
		world.advance(2000);
		world.traffic({target: '10.96.0.9:81'});
		world.advance(1500);
		t.true(world.count()[result] > 0);
		t.deepEqual(Object.keys(world.reasons()), [reason]);
	});
}

for (const mode of ['iptables', 'nftables'] as const) {
	test(`in mode ${mode} the node whose address is called takes its node port`, (t) => {
		const world = new NetworkWorld(mode);
		world.put('nodes', {
			metadata: {name: 'node-b'},
			status: {addresses: [{type: 'InternalIP', address: '10.0.0.2'}]},
		});
		world.advance(2000);
		world.put('services', {
			...service,
			spec: {...service.spec, type: 'NodePort', ports: [{port: 80, nodePort: 30_080, protocol: 'TCP'}]},
		});
		world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
		world.listen('10.244.1.2', true);
		world.advance(2000);
		world.traffic({target: '10.0.0.2:30080'});
		world.traffic({name: 'other', target: '10.0.0.2:30081'});
		world.advance(1500);
		t.true(world.count().answered > 5);
		t.deepEqual(world.reasons(), {});
		t.deepEqual(Object.keys(world.reasons('other')), ['nothing listens on port 30081 of node-b']);
	});
}

test('a Service with affinity keeps a client with its endpoint until it has been silent for long', (t) => {
	const world = new NetworkWorld();
	const affine = (timeoutSeconds: number): typeof service => ({
		...service,
		spec: {...service.spec, sessionAffinity: 'ClientIP', sessionAffinityConfig: {clientIP: {timeoutSeconds}}},
	});
	world.put('services', affine(1));
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2', '10.244.1.3'));
	world.listen('10.244.1.2', true);
	world.listen('10.244.1.3', true);
	world.advance(2000);
	world.traffic({everyMs: 500});
	world.traffic({name: 'seldom', everyMs: 2000});
	world.advance(60_000);
	t.is(Object.keys(world.count().byPod).length, 1);
	t.is(Object.keys(world.count('seldom').byPod).length, 2);
	t.like(world.kernel.ledger.read('/nodes/node-a/affinity/default/shop/curl'), {
		endpoint: `10.244.1.${Object.keys(world.count().byPod)[0]?.split('-')[1]}:8080`,
	});
});

test('a Service with affinity gives a client another endpoint when its own has left', (t) => {
	const world = new NetworkWorld();
	const sessionAffinityConfig = {clientIP: {timeoutSeconds: 10_800}};
	world.put('services', {...service, spec: {...service.spec, sessionAffinity: 'ClientIP', sessionAffinityConfig}});
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2', '10.244.1.3'));
	world.listen('10.244.1.2', true);
	world.listen('10.244.1.3', true);
	world.advance(2000);
	world.traffic({everyMs: 500});
	world.advance(5000);
	const remembered = () => world.kernel.ledger.read('/nodes/node-a/affinity/default/shop/curl');
	const before = JSON.stringify(remembered()).includes('10.244.1.2') ? '10.244.1.2' : '10.244.1.3';
	world.put('endpointslices.discovery.k8s.io', slice(before === '10.244.1.2' ? '10.244.1.3' : '10.244.1.2'));
	world.advance(5000);
	t.false(JSON.stringify(remembered()).includes(before));
	t.is(Object.keys(world.count().byPod).length, 2);
});

test('D2: a Pod that stops at once while the rules still name it costs requests', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2', '10.244.1.3'));
	world.listen('10.244.1.2', true);
	world.listen('10.244.1.3', true);
	world.advance(2000);
	world.traffic({everyMs: 20});
	world.advance(1000);
	t.is(world.count().answered + world.count().inFlight, world.count().sent);

	// The process ends as soon as it receives SIGTERM; the endpoint is removed at the same time, but the rules are late.
	world.listen('10.244.1.2', undefined);
	world.advance(300);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.3'));
	world.advance(4000);
	const {reset, timedOut} = world.count();
	t.true(reset > 0);
	t.true(timedOut > 0);
	t.deepEqual(Object.keys(world.reasons()).sort(), [
		'default/shop-2 ended before it answered',
		'kube-proxy on node-a still sends to 10.244.1.2, whose Pod is gone',
	]);
	t.true(world.at('traffic.lost').every(({periodic, outcome}) => !periodic && outcome === 'failed'));
});

test('D2: a Pod that waits before it stops costs none', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2', '10.244.1.3'));
	world.listen('10.244.1.2', true);
	world.listen('10.244.1.3', true);
	world.advance(2000);
	world.traffic({everyMs: 20});
	world.advance(1000);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.3'));
	// A preStop hook that sleeps leaves time for the change to reach every node.
	world.advance(2000);
	world.listen('10.244.1.2', undefined);
	world.advance(1000);

	t.deepEqual(world.reasons(), {});
	t.is(world.count().answered + world.count().inFlight, world.count().sent);
});

test('a request through the ingress controller goes straight to a Pod', (t) => {
	const world = new NetworkWorld();
	world.put('services', service);
	world.put('endpointslices.discovery.k8s.io', slice('10.244.1.2'));
	world.put('ingresses.networking.k8s.io', ingress);
	world.listen('10.244.1.2', true);
	world.advance(500);
	world.traffic({target: 'shop.example.com', viaIngress: true});
	world.advance(1000);

	t.deepEqual(world.count().byPod, {'default/shop-2': world.count().answered});
	t.true(world.count().answered > 5);
});

test('a name that does not exist is a loss with its reason', (t) => {
	const world = new NetworkWorld();
	world.traffic({target: 'nobody.default.svc.cluster.local'});
	world.advance(150);

	t.deepEqual(world.reasons(), {'DNS does not know the name nobody.default.svc.cluster.local': 2});
});

test('a request to an ingress takes the route of its host before a longer path of all hosts, and a wildcard is one label', (t) => {
	const ledger = new Ledger();
	const route = (host: string, path: string) => ({
		host,
		path,
		pathType: 'Prefix',
		service: `${host}${path}`,
		upstreams: [],
	});
	ledger.write('/network/ingress', ['/network/ingress/default/web']);
	ledger.write('/network/ingress/default/web', {
		namespace: 'default',
		name: 'web',
		className: 'nginx',
		routes: [route('', '/long/path'), route('shop.example.com', '/'), route('*.example.com', '/')],
	});
	const service = (host: string, path: string) => findRoute(ledger, host, path)?.service;
	t.is(service('shop.example.com', '/long/path'), 'shop.example.com/');
	t.is(service('blog.example.com', '/long/path'), '*.example.com/');
	t.is(service('a.blog.example.com', '/'), undefined);
	t.is(service('other.test', '/long/path/x'), '/long/path');
});
