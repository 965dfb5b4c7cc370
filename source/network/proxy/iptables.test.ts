import test from 'ava';
import type {EndpointSlice, Service} from '../../objects/kubernetes.generated.js';
import {chainName} from './chain-name.js';
import {iptablesOf} from '../../testing/iptables-part.js';
import {iptables} from './iptables.js';
import {isProxied, servicePorts} from './service-ports.js';

const service = (spec: object = {}, status: object = {}): Service =>
	({
		metadata: {namespace: 't-network-nodeport-local', name: 'web'},
		spec: {type: 'ClusterIP', clusterIP: '10.96.27.1', ports: [{port: 80, targetPort: 8080, protocol: 'TCP'}], ...spec},
		status,
	}) as unknown as Service;

const slice = (
	...endpoints: ReadonlyArray<{ip: string; node?: string; conditions?: object; hints?: object}>
): EndpointSlice =>
	({
		addressType: 'IPv4',
		ports: [{name: '', port: 8080, protocol: 'TCP'}],
		endpoints: endpoints.map(({ip, node, conditions, hints}) => ({
			addresses: [ip],
			nodeName: node ?? 'a',
			conditions: conditions ?? {ready: true, serving: true, terminating: false},
			hints,
		})),
	}) as unknown as EndpointSlice;

const rules = (one: Service, slices: readonly EndpointSlice[], node = 'a'): string[] =>
	iptablesOf(iptables(servicePorts(one, slices, {node, zone: 'zone-a'}), '10.0.0.1'), 't-network-nodeport-local')
		.trim()
		.split('\n');

const id = 't-network-nodeport-local/web';
const about = (what: string) => `-m comment --comment "${id} ${what}"`;

test('chain names are the hashes that real nodes have', (t) => {
	t.is(chainName('SVC', `${id}tcp`), 'KUBE-SVC-FDCAW6X3WPQVLOQ7');
	t.is(chainName('SEP', `${id}tcp10.244.27.1:8080`), 'KUBE-SEP-6R36RP4VZIGADYIG');
});

test('N2: a cluster IP leads to each of its endpoints with the same chance', (t) => {
	const chain = 'KUBE-SVC-FDCAW6X3WPQVLOQ7';
	const all = rules(service(), [slice({ip: '10.244.27.1'}, {ip: '10.244.27.2'})]);

	t.deepEqual(
		all.filter((rule) => rule.startsWith('-A KUBE-SERVICES') || rule.startsWith(`-A ${chain}`)),
		[
			`-A KUBE-SERVICES ${about('cluster IP')} -m tcp -p tcp -d 10.96.27.1 --dport 80 -j ${chain}`,
			`-A ${chain} ${about('cluster IP')} -m tcp -p tcp -d 10.96.27.1 --dport 80 ! -s 10.244.0.0/16 -j KUBE-MARK-MASQ`,
			`-A ${chain} ${about('-> 10.244.27.1:8080')} -m statistic --mode random --probability 0.5000000000 -j KUBE-SEP-6R36RP4VZIGADYIG`,
			`-A ${chain} ${about('-> 10.244.27.2:8080')} -j KUBE-SEP-YKXBWD56LHX6EP52`,
		],
	);
	t.true(
		all.includes(
			`-A KUBE-SEP-6R36RP4VZIGADYIG -m comment --comment ${id} -m tcp -p tcp -j DNAT --to-destination 10.244.27.1:8080`,
		),
	);
});

test('endpoints are ordered by their text and not by their number', (t) => {
	const [port] = servicePorts(service(), [slice({ip: '10.244.27.1'}, {ip: '10.244.27.10'}, {ip: '10.244.27.2'})], {
		node: 'a',
		zone: '',
	});

	t.deepEqual(port!.cluster, ['10.244.27.10:8080', '10.244.27.1:8080', '10.244.27.2:8080']);
});

test('without endpoints nothing is in nat, and the address is refused', (t) => {
	t.deepEqual(rules(service(), []), [
		'*nat',
		'COMMIT',
		'*filter',
		':KUBE-SERVICES - [0:0]',
		`-A KUBE-SERVICES ${about('has no endpoints')} -m tcp -p tcp -d 10.96.27.1 --dport 80 -j REJECT`,
		'COMMIT',
	]);
});

test('policy Local without a local endpoint drops', (t) => {
	const local = service({
		type: 'NodePort',
		externalTrafficPolicy: 'Local',
		ports: [{port: 80, nodePort: 30_271, protocol: 'TCP'}],
	});

	t.true(
		rules(local, [slice({ip: '10.244.27.1', node: 'b'})]).includes(
			`-A KUBE-EXTERNAL-SERVICES ${about('has no local endpoints')} -m addrtype --dst-type LOCAL -m tcp -p tcp --dport 30271 -j DROP`,
		),
	);
});

const endpointCases: ReadonlyArray<readonly [name: string, slices: EndpointSlice[], cluster: string[]]> = [
	[
		'a terminating endpoint is left out while another is ready',
		[slice({ip: '10.0.0.1'}, {ip: '10.0.0.2', conditions: {ready: false, serving: true, terminating: true}})],
		['10.0.0.1:8080'],
	],
	[
		'an endpoint that serves while it terminates is used when nobody else is there',
		[slice({ip: '10.0.0.2', conditions: {ready: false, serving: true, terminating: true}})],
		['10.0.0.2:8080'],
	],
	[
		'an endpoint that terminates serves where nobody says otherwise',
		[slice({ip: '10.0.0.2', conditions: {ready: false, terminating: true}})],
		['10.0.0.2:8080'],
	],
	['an endpoint that is not ready is not used', [slice({ip: '10.0.0.2', conditions: {ready: false}})], []],
	[
		'hints keep traffic in the zone when every endpoint has one',
		[
			slice(
				{ip: '10.0.0.1', hints: {forZones: [{name: 'zone-a'}]}},
				{ip: '10.0.0.2', hints: {forZones: [{name: 'zone-b'}]}},
			),
		],
		['10.0.0.1:8080'],
	],
	[
		'one endpoint without a hint disables all',
		[slice({ip: '10.0.0.1', hints: {forZones: [{name: 'zone-a'}]}}, {ip: '10.0.0.2'})],
		['10.0.0.1:8080', '10.0.0.2:8080'],
	],
];

for (const [name, slices, cluster] of endpointCases) {
	test(name, (t) => {
		t.deepEqual(servicePorts(service(), slices, {node: 'a', zone: 'zone-a'})[0]!.cluster, cluster);
	});
}

test('headless and external Services have no rules', (t) => {
	t.false(isProxied(service({clusterIP: 'None'})));
	t.false(isProxied(service({type: 'ExternalName', clusterIP: ''})));
	t.true(isProxied(service()));
});

test('IPv6 has tables of its own: its addresses in brackets before a port, nothing for localhost', (t) => {
	const one = service({
		clusterIPs: ['10.96.27.1', 'fd00:10:96::1'],
		type: 'NodePort',
		ports: [{port: 80, targetPort: 8080, nodePort: 30_080}],
	});
	const six = {...slice({ip: 'fd00:10:244:1::2'}), addressType: 'IPv6' as const};
	const slices = [slice({ip: '10.244.1.2'}), six];
	const place = {node: 'a', zone: ''};
	const served = {family: 'IPv6' as const, clusterCIDR: 'fd00:10:244::/56', serviceCIDR: 'fd00:10:96::/112'};
	const ports = servicePorts(one, slices, place, 'IPv6');
	t.deepEqual([ports[0]?.clusterIP, ports[0]?.cluster], ['fd00:10:96::1', ['[fd00:10:244:1::2]:8080']]);
	t.deepEqual(servicePorts(one, slices, place)[0]?.cluster, ['10.244.1.2:8080']);
	const text = iptables(ports, 'fd00::b', served);
	for (const part of [
		'-d fd00:10:96::1 --dport 80 ! -s fd00:10:244::/56 -j KUBE-MARK-MASQ',
		'-s fd00:10:244:1::2 -j KUBE-MARK-MASQ',
		'-j DNAT --to-destination [fd00:10:244:1::2]:8080',
		'--dst-type LOCAL ! -d ::1/128 -j KUBE-NODEPORTS',
		'--dport 30080 -j KUBE-EXT-',
	]) {
		t.true(text.includes(part), part);
	}

	t.notRegex(text, /127\.0\.0\.0|KUBE-FIREWALL|10\.244/);
	t.false(isProxied(service(), 'IPv6'));
});
