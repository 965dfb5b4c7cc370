import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {Trial} from '../testing/trial.js';
import {deployment, documents, ingress, pod, service} from '../testing/manifests.js';
import type {Endpoints, EndpointSlice, Pod} from '../objects/kubernetes.generated.js';

const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
const from = trial.step;
trial.begin('get endpointslices --watch --watch-only');
const injected = pod.replace(
	'name: web\n  labels: {app: web}',
	'name: client\n  labels: {sidecar.istio.io/inject: "true"}',
);
trial.apply(documents(deployment(), service, ingress, injected));
const ready = () =>
	trial
		.list<Pod>('/registry/pods/default/')
		.filter(({metadata}) => metadata.labels?.app === 'web')
		.map(({status}) => status.podIP!)
		.sort();

const consumers: ReadonlyArray<readonly [stage: string, process: string]> = [
	['kube-proxy.sync', 'kube-proxy/node-a'],
	['kube-proxy.sync', 'kube-proxy/node-b'],
	['dns.update', 'coredns'],
	['ingress.update', 'ingress-controller'],
	['mesh.push', 'mesh'],
];

test('N1: an endpoint is the IP and port of a ready Pod, in one EndpointSlice and one Endpoints object per Service', (t) => {
	const [slice] = trial.list<EndpointSlice>('/registry/endpointslices/default/');
	t.deepEqual(slice?.endpoints?.flatMap(({addresses}) => addresses).sort(), ready());
	t.is(slice?.ports?.[0]?.port, 80);
	const endpoints = trial.read<Endpoints>('/registry/services/endpoints/default/web');
	t.deepEqual(endpoints?.subsets?.[0]?.addresses?.map(({ip}) => ip).sort(), ready());
	t.is(endpoints?.subsets?.[0]?.ports?.[0]?.port, 80);
	const published = trial.at('endpoints.publish', from);
	t.true(published.some(({object}) => object?.startsWith('/registry/endpointslices/default/web-')));
	t.true(published.some(({object}) => object === '/registry/services/endpoints/default/web'));
	t.regex(sentenceOf(published.at(-1)!), /2 (?:ready|endpoints, 2 ready)/);
});

test('N2: kube-proxy on each node turns the endpoints into iptables rules', (t) => {
	for (const node of ['node-a', 'node-b']) {
		const last = trial.at('kube-proxy.sync', from).findLast(({facts}) => facts?.node === node)!;
		t.regex(sentenceOf(last), /sent to /);
		const {text} = trial.read<{text: string}>(`/nodes/${node}/iptables`)!;
		for (const address of ready()) {
			t.true(text.includes(`-j DNAT --to-destination ${address}:80`), node);
		}
	}
});

test('N3: CoreDNS answers for the Service by its cluster IP, with a TTL', (t) => {
	const first = trial.at('dns.update', from)[0]!;
	const {clusterIP, records} = first.facts!.after as {
		clusterIP: string;
		records: ReadonlyArray<{name: string; type: string; ttl: number; data: string}>;
	};
	t.like(
		records.find(({name}) => name === 'web.default.svc.cluster.local.'),
		{type: 'A', ttl: 30, data: clusterIP},
	);
});

test('N4: the ingress controller sends its host to the Pods themselves', (t) => {
	const last = trial.at('ingress.update', from).at(-1)!;
	const {routes} = last.facts!.after as {routes: ReadonlyArray<{host: string; upstreams: readonly string[]}>};
	t.like(routes[0], {host: 'shop.example.test'});
	t.deepEqual(
		[...routes[0]!.upstreams].sort(),
		ready().map((address) => `${address}:80`),
	);
});

test('N5: the mesh pushes the endpoints to the sidecar of a Pod', (t) => {
	const last = trial.at('mesh.push', from).at(-1)!;
	t.true(JSON.stringify(last.facts).includes(`${ready()[0]}:80`));
});

test('N6, N7: one write of endpoints goes to everybody who watches, a stranger too, and each acts in its own time', (t) => {
	const commit = trial.at('etcd.txn', from).findLast(({object}) => object?.startsWith('/registry/endpointslices/'))!;
	const told = trial.recording.stops.find(({stage, cause}) => stage === 'apiserver.watch' && cause === commit.step)!;
	for (const name of ['coredns', 'ingress-controller', 'kube-proxy/node-a', 'kube-proxy/node-b', 'mesh', 'kubectl']) {
		t.true((told.facts!.watchers as string[]).includes(name), name);
	}

	const acted = consumers.map(
		([stage, process]) =>
			trial.recording.stops.slice(told.step).find((stop) => stop.stage === stage && stop.process === process)!.timeMs,
	);
	t.true(new Set(acted).size > 1);
	t.regex(trial.read<{stdout: string}>('/terminal/1')!.stdout, /^web-\w+ +IPv4 +80 /m);
});

test('N7: a client gets its answer from a new Pod only when the rules of its node know it', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}]});
	own.apply(service);
	own.recording.submit({traffic: {name: 'shopper', target: 'web.default.svc.cluster.local:80', everyMs: 20}});
	own.pass(200);
	const start = own.step;
	own.begin('apply -f pod.yaml', {'pod.yaml': pod});
	own.pass(10_000);
	const order = [
		own.at('container.listen', start)[0]!,
		own.at('endpoints.publish', start).find((stop) => sentenceOf(stop).includes('1 ready'))!,
		own.at('kube-proxy.sync', start).find((stop) => sentenceOf(stop).includes('sent to'))!,
		own.at('traffic.answered', start)[0]!,
	].map(({step}) => step);
	t.deepEqual(
		order,
		order.toSorted((a, b) => a - b),
	);
	t.is(own.at('traffic.lost', start).filter(({step}) => step > order[3]!).length, 0);
});
