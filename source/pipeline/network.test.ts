import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';
import {deployment, documents, ingress, pod, service} from '../testing/manifests.js';
import type {Endpoints, EndpointSlice, Pod, Service} from '../objects/kubernetes.generated.js';

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
		.map(({status}) => status.podIP ?? '')
		.sort();

const consumers: ReadonlyArray<readonly [stage: string, process: string]> = [
	['kube-proxy.sync', 'kube-proxy/node-a'],
	['kube-proxy.sync', 'kube-proxy/node-b'],
	['dns.update', 'coredns'],
	['ingress.update', 'ingress-controller'],
	['mesh.push', 'mesh'],
];

test('N1: an endpoint is the IP and port of a ready Pod, in one EndpointSlice and one Endpoints object per Service', (t) => {
	const [slice] = trial.list<EndpointSlice>('/registry/endpointslices/default/web-');
	t.deepEqual(slice?.endpoints?.flatMap(({addresses}) => addresses).sort(), ready());
	t.is(slice?.ports?.[0]?.port, 80);
	const endpoints = trial.read<Endpoints>('/registry/services/endpoints/default/web');
	t.deepEqual(endpoints?.subsets?.[0]?.addresses?.map(({ip}) => ip).sort(), ready());
	t.is(endpoints?.subsets?.[0]?.ports?.[0]?.port, 80);
	const published = trial.at('endpoints.publish', from);
	t.true(published.some(({object}) => object?.startsWith('/registry/endpointslices/default/web-')));
	t.true(published.some(({object}) => object === '/registry/services/endpoints/default/web'));
	t.regex(sentenceOf(must(published.at(-1), 'publication')), /2 (?:ready|endpoints, 2 ready)/);
});

test('N2: kube-proxy on each node turns the endpoints into iptables rules', (t) => {
	for (const node of ['node-a', 'node-b']) {
		const last = trial.last('kube-proxy.sync', from, ({facts}) => facts?.node === node);
		t.regex(sentenceOf(last), /routed to /);
		const {text} = trial.get<{text: string}>(`/nodes/${node}/iptables`);
		for (const address of ready()) {
			t.true(text.includes(`-j DNAT --to-destination ${address}:80`), node);
		}
	}
});

test('N3: CoreDNS answers for the Service by its cluster IP, with a TTL', (t) => {
	const first = trial.first('dns.update', from);
	const {clusterIP} = trial.get<Service>('/registry/services/specs/default/web').spec;
	t.like(first.facts?.after, {
		clusterIP,
		records: [{name: 'web.default.svc.cluster.local.', type: 'A', ttl: 30, data: clusterIP}],
	});
});

test('N4: the ingress controller sends its host to the Pods themselves', (t) => {
	const last = trial.last('ingress.update', from);
	const upstreams = ready().map((address) => `${address}:80`);
	t.like(last.facts?.after, {routes: [{host: 'shop.example.test', upstreams}]});
});

test('N5: the mesh pushes the endpoints to the sidecar of a Pod', (t) => {
	const last = trial.last('mesh.push', from);
	t.true(JSON.stringify(last.facts).includes(`${ready()[0]}:80`));
});

test('N5: a request of a Pod in the mesh passes its sidecar, which knows the endpoints without kube-proxy, and that of the Pod it comes to', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}]});
	own.apply(
		documents(
			service,
			injected,
			pod.replace('labels: {app: web}', 'labels: {app: web, sidecar.istio.io/inject: "true"}'),
		),
	);
	const start = own.step;
	own.recording.submit({fault: 'crash kube-proxy/node-a'});
	own.recording.submit({traffic: {name: 'buyer', target: 'web:80', everyMs: 50, pod: 'client'}});
	own.pass(60);
	const [sent] = own.facts('traffic.request').slice(-1);
	t.deepEqual(
		sent?.hops.flatMap((hop) => (hop.case.startsWith('sidecar') || hop.case === 'endpoint' ? [hop] : [])),
		[
			{
				case: 'sidecar-out',
				pod: 'default/client',
				service: 'web.default.svc.cluster.local:80',
				endpoint: sent?.endpoint,
			},
			{case: 'sidecar-in', pod: 'default/web'},
		],
	);
	t.like(own.first('traffic.answered', start).facts, {pod: 'default/web'});
	own.begin('delete pod web --wait=false', {});
	own.pass(3000);
	t.like(own.last('traffic.lost', start).facts, {
		result: 'failed',
		loss: {case: 'no-healthy-upstream', service: 'web.default.svc.cluster.local:80', pod: 'default/client'},
	});
});

test('N6: an operator follows the endpoints as well: external-dns keeps the records of a headless Service, and clients outside find it', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}], externalDNS: {}});
	const headless = `apiVersion: v1
kind: Service
metadata: {name: shop, annotations: {external-dns.alpha.kubernetes.io/hostname: 'shop.example.test, www.example.test'}}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
`;
	const start = own.step;
	own.apply(documents(deployment(), headless));
	const pods = own
		.list<Pod>('/registry/pods/default/')
		.map(({status}) => status.podIP ?? '')
		.sort();
	const last = own.last('external-dns.sync', start);
	t.deepEqual(last.facts?.after, {
		'shop.example.test': {resource: 'service/default/shop', ips: pods},
		'www.example.test': {resource: 'service/default/shop', ips: pods},
	});
	own.recording.submit({traffic: {name: 'phone', target: 'shop.example.test:80', outside: true, everyMs: 50}});
	own.pass(60);
	t.true(
		own
			.facts('traffic.request')
			.at(-1)
			?.hops.some((hop) => hop.case === 'name' && pods.includes(hop.ip)),
	);
	own.kubectl('delete service shop');
	own.rest();
	const gone = own.last('external-dns.sync', start);
	t.deepEqual(gone.facts?.deleted, ['shop.example.test', 'www.example.test']);
	t.is(sentenceOf(gone), 'external-dns deletes shop.example.test; deletes www.example.test.');
});

test('N6, N7: one write of endpoints goes to everybody who watches, a stranger too, and each acts in its own time', (t) => {
	const commit = trial.last('etcd.txn', from, ({object}) => object?.startsWith('/registry/endpointslices/') === true);
	const told = trial.first('apiserver.watch', 0, ({cause}) => cause === commit.step);
	const watchers = JSON.stringify(told.facts?.watchers);
	for (const name of ['coredns', 'ingress-controller', 'kube-proxy/node-a', 'kube-proxy/node-b', 'mesh', 'kubectl']) {
		t.true(watchers.includes(JSON.stringify(name)), name);
	}

	const acted = consumers.map(
		([stage, consumer]) => trial.first(stage, told.step, ({process}) => process === consumer).timeMs,
	);
	t.true(new Set(acted).size > 1);
	t.regex(trial.get<{stdout: string}>('/terminal/1').stdout, /^web-\w+ +IPv4 +80 /m);
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
		own.first('container.listen', start),
		own.first('endpoints.publish', start, (stop) => sentenceOf(stop).includes('1 ready')),
		own.first('kube-proxy.sync', start, (stop) => sentenceOf(stop).includes('routed to')),
		own.first('traffic.answered', start),
	].map(({step}) => step);
	t.deepEqual(
		order,
		order.toSorted((a, b) => a - b),
	);
	t.deepEqual(own.at('traffic.lost', order.at(-1)), []);
});

test('N3: CoreDNS in Pods is what the Service kube-dns selects, and without Pods no name has an answer', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}], coreDNS: {}});
	trial.apply(`apiVersion: v1
kind: Pod
metadata: {name: client}
spec: {containers: [{name: main, image: "busybox:1.37", command: [sleep, infinity]}]}
`);
	const pods = trial.list<Pod>('/registry/pods/kube-system/');
	t.deepEqual(
		pods.map(({metadata, status}) => [metadata.labels?.['k8s-app'], status.phase]),
		[
			['kube-dns', 'Running'],
			['kube-dns', 'Running'],
		],
	);
	t.deepEqual(
		trial
			.list<EndpointSlice>('/registry/endpointslices/kube-system/')
			.flatMap(({endpoints}) => endpoints ?? [])
			.map(({targetRef}) => targetRef?.name),
		pods.map(({metadata}) => metadata.name),
	);
	t.regex(
		trial.kubectl('cluster-info').stdout,
		/^CoreDNS is running at https:\S+\/api\/v1\/namespaces\/kube-system\/services\/kube-dns:dns\/proxy$/m,
	);
	t.regex(trial.kubectl('get service kube-dns -n kube-system').stdout, / 53\/UDP,53\/TCP,9153\/TCP /);
	t.is(trial.kubectl('exec client -- nslookup kubernetes.default.svc.cluster.local').code, 0);
	trial.kubectl('scale deployment coredns -n kube-system --replicas=0');
	const lost = trial.kubectl('exec client -- nslookup kubernetes.default.svc.cluster.local');
	t.is(lost.code, 1);
	t.regex(lost.stdout, /no servers could be reached/);
});
