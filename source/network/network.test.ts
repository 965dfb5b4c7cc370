import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {Client} from '../client/client.js';
import type {Handler, Response, WatchEvent} from '../client/request.js';
import {Kernel} from '../kernel/kernel.js';
import {note, type Routine} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import {startDNS} from './dns/dns.js';
import {startIngressController, type IngressEntry} from './ingress.js';
import {startKubeProxy} from './proxy/kube-proxy.js';
import {startMesh, type SidecarConfig} from './mesh.js';
import {readRules, type ProxyMode} from './proxy/node-rules.js';
import {startTraffic, type TrafficClient, type TrafficCount} from './traffic/traffic.js';

/** As much of an apiserver as lists and watches need. */
class TinyApi {
	readonly #objects = new Map<string, any>();
	readonly #watchers: Array<{
		readonly plural: string;
		readonly name?: string;
		readonly send: (event: WatchEvent) => void;
	}> = [];
	#version = 1;

	readonly handler: Handler = (request) => this.#handle(request.path, request.query, request.onEvent);

	*#handle(
		path: string,
		query: Readonly<Record<string, string>>,
		onEvent?: (event: WatchEvent) => void,
	): Routine<Response> {
		const plural = path.split('/').at(-1)!;
		const name = query['fieldSelector']?.replace('metadata.name=', '');
		yield* note('api.request', path);
		if (query['watch']) {
			this.#watchers.push({plural, name, send: onEvent!});
			return {status: 200, headers: {}, body: {}};
		}

		const items = [...this.#objects]
			.filter(([key]) => key.startsWith(`${plural}/${name ?? ''}`))
			.map(([, object]) => object);
		return {status: 200, headers: {}, body: {metadata: {resourceVersion: String(this.#version)}, items}};
	}

	put(plural: string, object: any): void {
		const key = `${plural}/${object.metadata.name}`;
		const type = this.#objects.has(key) ? 'MODIFIED' : 'ADDED';
		const stored = {
			...object,
			metadata: {namespace: 'default', uid: key, ...object.metadata, resourceVersion: String(++this.#version)},
		};
		this.#objects.set(key, stored);
		for (const watcher of this.#watchers) {
			if (watcher.plural === plural && (watcher.name ?? object.metadata.name) === object.metadata.name) {
				watcher.send({type, object: stored});
			}
		}
	}
}

const service = {metadata: {name: 'shop'}, spec: {clusterIP: '10.96.0.9', ports: [{port: 80, protocol: 'TCP'}]}};

const slice = (...ips: readonly string[]) => ({
	metadata: {name: 'shop-1', labels: {'kubernetes.io/service-name': 'shop'}},
	addressType: 'IPv4',
	ports: [{name: '', port: 8080, protocol: 'TCP'}],
	endpoints: ips.map((ip) => ({addresses: [ip], conditions: {ready: true}, nodeName: 'node-a'})),
});

const world = (mode?: ProxyMode) => {
	const kernel = new Kernel();
	const api = new TinyApi();
	const client = (name: string) => new Client(kernel, api.handler, name);
	api.put('namespaces', {metadata: {name: 'default', namespace: undefined}});
	for (const node of ['node-a', 'node-b']) {
		startKubeProxy(kernel, client(`kube-proxy/${node}`), {node, mode});
	}

	startDNS(kernel, client('coredns'));
	startIngressController(kernel, client('ingress'));
	startMesh(kernel, client('mesh'));
	const stops: Stop[] = [];
	const run = (ms: number) => {
		const end = kernel.now + ms;
		for (let stop = kernel.step(end); stop; stop = kernel.step(end)) {
			stops.push(stop);
		}
	};

	run(100);
	let changes = 0;
	return {
		kernel,
		api,
		stops,
		run,
		at: (stage: string) => stops.filter((stop) => stop.stage === stage),
		/** What the node's runtime writes when a process starts or stops to listen. */
		listen(ip: string, accepts: boolean | undefined) {
			kernel.spawn(`runtime/${++changes}`, 'kubelet', function* () {
				const key = `/network/addresses/${ip}`;
				if (accepts === undefined) {
					kernel.ledger.delete(key);
				} else {
					kernel.ledger.write(key, {
						node: 'node-a',
						namespace: 'default',
						pod: `shop-${ip.split('.').at(-1)}`,
						uid: ip,
						listeners: [{port: 8080, container: 'main', accepts}],
					});
				}

				yield* note('container.listen', `${ip}: ${accepts}`);
			});
			run(1);
		},
		traffic(client: Partial<TrafficClient> = {}) {
			startTraffic(kernel, {
				clients: [{name: 'curl', node: 'node-a', target: 'shop.default.svc.cluster.local:80', ...client}],
			});
		},
		count: (client = 'curl') => kernel.ledger.read<TrafficCount>(`/network/traffic/${client}`)!,
		rules: (node: string) => readRules(kernel.ledger, node)!,
	};
};

test('N2: kube-proxy writes rules for a Service and its endpoints, on every node', (t) => {
	const {api, run, at, rules} = world();
	api.put('services', service);
	api.put('endpointslices', slice('10.244.1.2'));
	run(2000);

	t.deepEqual(rules('node-b').services['default/shop']!.cluster, ['10.244.1.2:8080']);
	t.regex(rules('node-b').text, /--to-destination 10\.244\.1\.2:8080/);
	t.true(
		at('kube-proxy.sync').some((stop) =>
			sentenceOf(stop).includes('default/shop (10.96.0.9:80) is sent to 10.244.1.2:8080'),
		),
	);
});

test('N2: kube-proxy syncs at once, and then not within a second', (t) => {
	const {api, run, at} = world();
	api.put('services', service);
	run(3000);
	const before = at('kube-proxy.sync').length;
	api.put('endpointslices', slice('10.244.1.2'));
	run(50);
	t.is(at('kube-proxy.sync').length, before + 2);

	api.put('endpointslices', slice('10.244.1.2', '10.244.1.3'));
	run(500);
	t.is(at('kube-proxy.sync').length, before + 2);
	run(600);
	t.is(at('kube-proxy.sync').length, before + 4);
});

test('N3: CoreDNS updates its entries', (t) => {
	const {api, run, at, kernel} = world();
	api.put('services', service);
	run(100);

	t.is(
		sentenceOf(at('dns.update').at(-1)!),
		'shop.default.svc.cluster.local is 10.96.0.9, whichever Pods are behind it.',
	);
	t.like(kernel.ledger.read('/network/dns/default/shop'), {kind: 'cluster', clusterIP: '10.96.0.9'});
});

const ingress = {
	metadata: {name: 'shop'},
	spec: {
		rules: [
			{
				host: 'shop.example.com',
				http: {paths: [{path: '/', pathType: 'Prefix', backend: {service: {name: 'shop', port: {number: 80}}}}]},
			},
		],
	},
};

test('N4: an ingress controller sets its upstreams to the ready endpoints', (t) => {
	const {api, run, at, kernel} = world();
	api.put('services', service);
	api.put('endpointslices', slice('10.244.1.2'));
	api.put('ingresses', ingress);
	run(100);
	api.put('endpointslices', slice('10.244.1.2', '10.244.1.3'));
	run(100);

	t.deepEqual(kernel.ledger.read<IngressEntry>('/network/ingress/default/shop')!.routes[0]!.upstreams, [
		'10.244.1.2:8080',
		'10.244.1.3:8080',
	]);
	t.true(at('ingress.update').length >= 2);
});

test('N5: a service mesh pushes endpoints to its sidecars', (t) => {
	const {api, run, at, kernel} = world();
	api.put('services', service);
	api.put('endpointslices', slice('10.244.1.2'));
	api.put('pods', {
		metadata: {name: 'cart', labels: {'sidecar.istio.io/inject': 'true'}},
		status: {podIP: '10.244.1.7'},
	});
	run(500);

	t.deepEqual(kernel.ledger.read<SidecarConfig>('/network/mesh/default/cart')!.endpoints, {
		'shop.default.svc.cluster.local:80': ['10.244.1.2:8080'],
	});
	t.true(at('mesh.push').length > 0);
});

test('N6, N7: all consumers hear of an endpoint from one write, and each acts on it in its own time', (t) => {
	const {api, run, stops} = world();
	api.put('services', service);
	api.put('ingresses', ingress);
	api.put('pods', {
		metadata: {name: 'cart', labels: {'sidecar.istio.io/inject': 'true'}},
		status: {podIP: '10.244.1.7'},
	});
	run(3000);
	const before = stops.length;
	api.put('endpointslices', slice('10.244.1.2'));
	run(2000);

	const first = new Map<string, number>();
	for (const {process, stage, timeMs} of stops.slice(before)) {
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
	const {api, run, traffic, count, listen, at} = world();
	api.put('services', service);
	run(2000);
	listen('10.244.1.2', true);
	traffic({everyMs: 200});
	run(500);
	t.is(count().answered, 0);
	t.deepEqual(count().reasons, {'default/shop has no endpoints': 3});

	api.put('endpointslices', slice('10.244.1.2'));
	run(2000);
	t.true(count().answered > 5);
	t.deepEqual(Object.keys(count().byPod), ['default/shop-2']);
	t.is(at('traffic.answered').filter(({periodic}) => !periodic).length, 1);
});

test('in mode nftables a sync changes what is different in the table, and requests go the same way', (t) => {
	const {api, run, traffic, count, listen, at, rules, kernel} = world('nftables');
	t.is(
		sentenceOf(at('kube-proxy.sync')[0]!),
		'kube-proxy on node-a sets up its nftables table for node ports on no address yet.',
	);
	api.put('nodes', {
		metadata: {name: 'node-a', namespace: undefined},
		status: {addresses: [{type: 'InternalIP', address: '10.0.0.1'}]},
	});
	run(2000);
	t.true(rules('node-a').text.includes('add element ip kube-proxy nodeport-ips { 10.0.0.1 }'));
	api.put('services', service);
	run(2000);
	listen('10.244.1.2', true);
	traffic({everyMs: 200});
	run(500);
	t.deepEqual(count().reasons, {'default/shop has no endpoints': 3});

	api.put('endpointslices', slice('10.244.1.2'));
	run(2000);
	t.true(count().answered > 5);
	t.is(rules('node-a').mode, 'nftables');
	t.deepEqual(kernel.ledger.keys('/nodes/node-a/'), ['/nodes/node-a/nftables']);
	const last = at('kube-proxy.sync').findLast(({process}) => process === 'kube-proxy/node-a')!;
	const {facts} = last;
	t.is(
		sentenceOf(last),
		'kube-proxy on node-a changes what is different in its nftables table: default/shop (10.96.0.9:80) is sent to 10.244.1.2:8080.',
	);
	t.deepEqual(facts!['removed'], [
		'add element ip kube-proxy no-endpoint-services { 10.96.0.9 . tcp . 80 comment "default/shop" : goto reject-chain }',
	]);
	t.is((facts!['added'] as readonly string[]).length, 4);
});

for (const [mode, result, reason] of [
	['iptables', 'timedOut', 'kube-proxy on node-a has no rule for 10.96.0.9:81 yet'],
	['nftables', 'refused', 'no Service has the port 10.96.0.9:81'],
] as const) {
	test(`in mode ${mode} a port that a Service does not have is ${result}`, (t) => {
		const {api, run, traffic, count} = world(mode);
		api.put('services', service);
		api.put('endpointslices', slice('10.244.1.2'));
		run(2000);
		traffic({target: '10.96.0.9:81'});
		run(1500);
		t.true(count()[result] > 0);
		t.deepEqual(Object.keys(count().reasons), [reason]);
	});
}

for (const mode of ['iptables', 'nftables'] as const) {
	test(`in mode ${mode} the node whose address is called takes its node port`, (t) => {
		const {api, run, traffic, count, listen} = world(mode);
		api.put('nodes', {
			metadata: {name: 'node-b', namespace: undefined},
			status: {addresses: [{type: 'InternalIP', address: '10.0.0.2'}]},
		});
		run(2000);
		api.put('services', {
			...service,
			spec: {...service.spec, type: 'NodePort', ports: [{port: 80, nodePort: 30_080, protocol: 'TCP'}]},
		});
		api.put('endpointslices', slice('10.244.1.2'));
		listen('10.244.1.2', true);
		run(2000);
		traffic({target: '10.0.0.2:30080'});
		traffic({name: 'other', target: '10.0.0.2:30081'});
		run(1500);
		t.true(count().answered > 5);
		t.deepEqual(count().reasons, {});
		t.deepEqual(Object.keys(count('other').reasons), ['nothing listens on port 30081 of node-b']);
	});
}

test('a Service with affinity keeps a client with its endpoint until it has been silent for long', (t) => {
	const {api, run, traffic, count, listen, kernel} = world();
	const affine = (timeoutSeconds: number) => ({
		...service,
		spec: {...service.spec, sessionAffinity: 'ClientIP', sessionAffinityConfig: {clientIP: {timeoutSeconds}}},
	});
	api.put('services', affine(1));
	api.put('endpointslices', slice('10.244.1.2', '10.244.1.3'));
	listen('10.244.1.2', true);
	listen('10.244.1.3', true);
	run(2000);
	traffic({everyMs: 500});
	traffic({name: 'seldom', everyMs: 2000});
	run(60_000);
	t.is(Object.keys(count().byPod).length, 1);
	t.is(Object.keys(count('seldom').byPod).length, 2);
	t.like(kernel.ledger.read('/nodes/node-a/affinity/default/shop/curl'), {
		endpoint: `10.244.1.${Object.keys(count().byPod)[0]!.split('-')[1]}:8080`,
	});
});

test('D2: a Pod that stops at once while the rules still name it costs requests', (t) => {
	const {api, run, traffic, count, listen, at} = world();
	api.put('services', service);
	api.put('endpointslices', slice('10.244.1.2', '10.244.1.3'));
	listen('10.244.1.2', true);
	listen('10.244.1.3', true);
	run(2000);
	traffic({everyMs: 20});
	run(1000);
	t.is(count().answered + count().inFlight, count().sent);

	// The process ends as soon as it hears SIGTERM; the endpoint goes at the same time, but the rules are late.
	listen('10.244.1.2', undefined);
	run(300);
	api.put('endpointslices', slice('10.244.1.3'));
	run(4000);
	const {reset, timedOut, reasons} = count();
	t.true(reset > 0);
	t.true(timedOut > 0);
	t.deepEqual(Object.keys(reasons).sort(), [
		'default/shop-2 ended before it had answered',
		'kube-proxy on node-a still sends to 10.244.1.2, whose Pod is gone',
	]);
	t.true(at('traffic.lost').every(({periodic, outcome}) => !periodic && outcome === 'failed'));
});

test('D2: a Pod that waits before it stops costs none', (t) => {
	const {api, run, traffic, count, listen} = world();
	api.put('services', service);
	api.put('endpointslices', slice('10.244.1.2', '10.244.1.3'));
	listen('10.244.1.2', true);
	listen('10.244.1.3', true);
	run(2000);
	traffic({everyMs: 20});
	run(1000);
	api.put('endpointslices', slice('10.244.1.3'));
	// A preStop hook that sleeps leaves time for everybody to hear of it.
	run(2000);
	listen('10.244.1.2', undefined);
	run(1000);

	t.deepEqual(count().reasons, {});
	t.is(count().answered + count().inFlight, count().sent);
});

test('a request through the ingress controller goes straight to a Pod', (t) => {
	const {api, run, traffic, count, listen} = world();
	api.put('services', service);
	api.put('endpointslices', slice('10.244.1.2'));
	api.put('ingresses', ingress);
	listen('10.244.1.2', true);
	run(500);
	traffic({target: 'shop.example.com', viaIngress: true});
	run(1000);

	t.deepEqual(count().byPod, {'default/shop-2': count().answered});
	t.true(count().answered > 5);
});

test('a name that does not exist is a loss with its reason', (t) => {
	const {run, traffic, count} = world();
	traffic({target: 'nobody.default.svc.cluster.local'});
	run(150);

	t.deepEqual(count().reasons, {'the name nobody.default.svc.cluster.local is not known to the DNS': 2});
});
