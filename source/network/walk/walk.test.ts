import test from 'ava';
import {ledgerAt} from '../../kernel/ledger-view.js';
import type {Ledger} from '../../kernel/ledger.js';
import {shopPort, walkLedger} from '../../testing/walk-world.js';
import {readRequest} from './request-words.js';
import {walk, type Walk} from './walk.js';

const walked = (ledger: Ledger, words: string): Walk =>
	walk(ledger, 2, readRequest({ledger: ledgerAt(ledger, 2), clients: [], timeMs: 0}, words), (step) => step * 100);

/** `3 rules node-a`. */
const hopsOf = ({hops}: Walk): readonly string[] => hops.map(({what, where}) => `${what} ${where}`.trim());

test('L12: a packet to a Pod of another node travels inside of a packet from node to node', (t) => {
	const {hops, arrives} = walked(walkLedger(), 'node-b shop:80');
	t.true(arrives);
	t.deepEqual(hopsOf({hops, arrives, ending: '', otherwise: []}), [
		'client node-b',
		'DNS node-b',
		'rules node-b',
		'NAT node-b',
		'route node-b',
		'overlay node-a',
		'veth node-a',
		'container node-a',
		'answer node-b',
	]);
	t.deepEqual(hops.find(({what}) => what === 'overlay')?.lines, [
		{text: 'outer: 192.168.0.12 → 192.168.0.11 UDP 8472', chosen: true},
		{text: 'inner: 10.244.2.0 → 10.244.1.2:8080 TCP', chosen: false},
	]);
	t.is(hops.find(({what}) => what === 'veth')?.says, 'cni0 → veth-shop-1 → eth0 of default/shop-1');
});

test('the resolver asks its search list, name by name', (t) => {
	const {hops} = walked(walkLedger(), 'pod/shop-1 shop.default:80');
	t.deepEqual(
		hops[1]?.lines.map(({text, chosen}) => `${chosen ? '>' : ' '} ${text}`),
		[
			'  search default.svc.cluster.local svc.cluster.local cluster.local',
			'  nameserver 10.96.0.10',
			'  options ndots:5',
			'  shop.default.default.svc.cluster.local. NXDOMAIN',
			'> shop.default.svc.cluster.local. 30 IN A 10.96.0.9',
		],
	);
});

test('what else chance might have picked is told with its end', (t) => {
	const ledger = walkLedger();
	ledger.delete('/network/addresses/10.244.2.2');
	const {arrives, otherwise} = walked(ledger, 'node-a shop:80');
	t.true(arrives);
	t.deepEqual(otherwise, ['10.244.2.2:8080 ✗ kube-proxy on node-a still sends to 10.244.2.2, whose Pod is gone']);
});

test('a packet to a Pod that is gone dies before its veth, and the late kube-proxy is named', (t) => {
	const ledger = walkLedger(() => [shopPort({cluster: ['10.244.2.2:8080']})]);
	const slice = (ready: boolean) => ({endpoints: [{addresses: ['10.244.2.2'], conditions: {ready}}]});
	ledger.step = 0;
	ledger.write('/registry/endpointslices/default/shop-x', slice(true));
	ledger.step = 1;
	ledger.write('/registry/endpointslices/default/shop-x', slice(false));
	ledger.step = 2;
	ledger.delete('/network/addresses/10.244.2.2');
	const found = walked(ledger, 'node-a shop:80');
	t.false(found.arrives);
	t.deepEqual(hopsOf(found), [
		'client node-a',
		'DNS node-a',
		'rules node-a',
		'NAT node-a',
		'route node-a',
		'overlay node-b',
		'veth node-b',
	]);
	t.is(found.lag, 'kube-proxy on node-a is late: the EndpointSlice withdrew 10.244.2.2:8080 0.100 s ago, at #1');
});

test('without a route to its node a packet does not leave', (t) => {
	const ledger = walkLedger(() => [shopPort({cluster: ['10.244.2.2:8080']})]);
	ledger.write('/nodes/node-a/routes', {
		routes: ['10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1'],
		forwarding: [],
	});
	const {hops, ending} = walked(ledger, 'node-a shop:80');
	t.is(hops.at(-1)?.what, 'route');
	t.is(ending, 'node-a has no route to 10.244.2.2');
});

test('policy Local drops what a client outside sends to a node without an endpoint', (t) => {
	const ledger = walkLedger((node) => [
		shopPort({nodePort: 30_080, externalLocal: true, local: node === 'node-a' ? ['10.244.1.2:8080'] : []}),
	]);
	t.is(walked(ledger, 'outside node-a:30080').ending, 'default/shop-1 answers');
	const dropped = walked(ledger, 'outside node-b:30080');
	t.is(dropped.ending, 'default/shop has no local endpoints on node-b');
	t.is(
		dropped.hops.at(-1)?.lines.at(-1)?.text,
		'-A KUBE-EXTERNAL-SERVICES -m comment --comment "default/shop has no local endpoints" -m addrtype --dst-type LOCAL -m tcp -p tcp --dport 30080 -j DROP',
	);
	t.is(
		walked(ledger, 'node-b node-b:30080').ending,
		'default/shop-1 answers',
		'the node itself may use every endpoint',
	);
});

test('nothing leads to Services and Pods from outside the cluster', (t) => {
	t.is(walked(walkLedger(), 'outside 10.96.0.9:80').ending, 'no route leads to 10.96.0.9 from outside the cluster');
	t.is(
		walked(walkLedger(), 'outside shop.default.svc.cluster.local').ending,
		'DNS does not know the name shop.default.svc.cluster.local',
	);
});

test('a closed port says who listens where', (t) => {
	const {hops, ending} = walked(walkLedger(), 'node-a pod/shop-1:9');
	t.is(ending, 'nothing listens on port 9 of default/shop-1');
	t.deepEqual(hops.at(-1), {
		what: 'container',
		where: 'node-a',
		says: 'no process listens on port 9: connection refused',
		lines: [{text: 'LISTEN 8080 web', chosen: false}],
	});
});

for (const [words, message] of [
	['shop', 'packet takes who sends and where to: packet pod/web shop:80'],
	[
		'nobody shop',
		'no running Pod, node or client is called nobody at this step; a sender is a Pod, a node, a traffic client or outside',
	],
	['node-a pod/nobody', 'no Pod called nobody has an address at this step'],
] as const) {
	test(`"${words}" is refused with words that help`, (t) => {
		t.throws(() => walked(walkLedger(), words), {message});
	});
}

test('a Service without endpoints says whether a Pod is not ready or kube-proxy is late', (t) => {
	const ledger = walkLedger(() => [shopPort({cluster: [], hasEndpoints: false})]);
	const lag = () => walked(ledger, 'node-a shop').lag;
	const slice = (ready: boolean) => ({
		metadata: {labels: {'kubernetes.io/service-name': 'shop'}},
		endpoints: [{addresses: ['10.244.1.2'], conditions: {ready}}],
	});
	t.is(lag(), 'nothing is late: the EndpointSlice lists no Pods');
	ledger.write('/registry/endpointslices/default/shop-x', slice(false));
	t.is(lag(), 'nothing is late: the EndpointSlice lists 1 Pod, none of them ready');
	ledger.step = 1;
	ledger.write('/registry/endpointslices/default/shop-y', slice(true));
	t.is(lag(), 'kube-proxy is late: the EndpointSlice has had a ready Pod for 0.100 s, since #1');
});

const deny = (policyTypes: readonly string[], rules: object = {}) => ({
	metadata: {name: 'deny', namespace: 'default'},
	spec: {podSelector: {}, policyTypes, ...rules},
});

test('a NetworkPolicy keeps a packet out at the door of its Pod, and is named', (t) => {
	const ledger = walkLedger();
	ledger.write('/registry/networkpolicies/default/deny', deny(['Ingress']));
	const {arrives, ending, hops} = walked(ledger, 'node-b pod/shop-1:8080');
	t.false(arrives);
	t.is(ending, 'NetworkPolicy default/deny isolates default/shop-1, and no rule lets this client in');
	t.deepEqual(
		hops.slice(-2).map(({what}) => what),
		['veth', 'policy'],
	);
	t.true(walked(ledger, 'node-a pod/shop-1:8080').arrives, 'what a node sends to its own Pods always passes');
});

test('without a rule for the DNS, a Pod that is isolated for egress does not even find the address', (t) => {
	const ledger = walkLedger();
	ledger.write('/registry/networkpolicies/default/deny', deny(['Egress'], {egress: [{to: [{podSelector: {}}]}]}));
	const {ending, hops} = walked(ledger, 'pod/shop-1 shop');
	t.is(ending, 'NetworkPolicy default/deny isolates default/shop-1, and no rule lets it reach the DNS at 10.96.0.10');
	t.deepEqual(
		hops.map(({what}) => what),
		['client', 'policy'],
	);
	t.true(walked(ledger, 'pod/shop-1 10.96.0.9:80').arrives, 'its own address needs no DNS');
});

test('where the network plug-in enforces no policy, the walk says so and goes on', (t) => {
	const ledger = walkLedger();
	ledger.write('/registry/networkpolicies/default/deny', deny(['Ingress']));
	const request = readRequest({ledger: ledgerAt(ledger, 2), clients: [], timeMs: 0}, 'node-b pod/shop-1:8080');
	const {arrives, hops} = walk(ledger, 2, {...request, client: {...request.client, ignoresPolicies: true}}, () => 0);
	t.true(arrives);
	t.is(
		hops.find(({what}) => what === 'policy')?.says,
		'ingress of default/shop-1: isolated, and no rule allows it; but this network plug-in enforces no NetworkPolicy',
	);
});
