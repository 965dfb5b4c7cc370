import test from 'ava';
import type {EndpointSlice, Service} from '../../objects/kubernetes.generated.js';
import {nftablesName} from './chain-name.js';
import {nftables, nftablesChanges, nftablesOf} from './nftables.js';
import {servicePorts} from './service-ports.js';

interface Backend {
	readonly ip: string;
	/** `a`, the node under test, by default. */
	readonly node?: string;
	readonly conditions?: object;
}

const service = (namespace: string, clusterIP: string, spec: object = {}, status: object = {}): Service =>
	({
		metadata: {namespace, name: 'web'},
		spec: {type: 'ClusterIP', clusterIP, ports: [{port: 80, targetPort: 8080, protocol: 'TCP'}], ...spec},
		status,
	}) as unknown as Service;

const slice = (backends: readonly Backend[], ports: ReadonlyArray<{name?: string; port?: number}> = [{}]) =>
	({
		addressType: 'IPv4',
		ports: ports.map(({name = '', port = 8080}) => ({name, port, protocol: 'TCP'})),
		endpoints: backends.map(({ip, node = 'a', conditions}) => ({
			addresses: [ip],
			nodeName: node,
			conditions: conditions ?? {ready: true, serving: true, terminating: false},
		})),
	}) as unknown as EndpointSlice;

const terminating = {ready: false, serving: true, terminating: true};
const portsOf = (one: Service, slices: readonly EndpointSlice[]) => servicePorts(one, slices, {node: 'a', zone: ''});

interface Case {
	readonly name: string;
	readonly service: Service;
	readonly slices?: readonly EndpointSlice[];
	/** Lines without `add` and `ip kube-proxy`. */
	readonly lines: readonly string[];
}

const inside = (service: string, external: string) => [
	`rule ${external} ip saddr 10.244.0.0/16 goto ${service} comment "short-circuit pod traffic"`,
	`rule ${external} fib saddr type local mark set mark or 0x00004000 comment "masquerade local traffic"`,
	`rule ${external} fib saddr type local goto ${service} comment "short-circuit local traffic"`,
];

/** The names and lines are those of a real kube-proxy of v1.36. */
const cases: readonly Case[] = [
	{
		name: 'without endpoints the cluster IP is rejected',
		service: service('t-network-clusterip-no-pods', '10.96.10.1'),
		lines: [
			'element cluster-ips { 10.96.10.1 }',
			'element no-endpoint-services { 10.96.10.1 . tcp . 80 comment "t-network-clusterip-no-pods/web" : goto reject-chain }',
		],
	},
	{
		name: 'the chain of a Service rewrites the destination by itself, and Pods of this node can come to themselves',
		service: service('t-network-external-ips-basic', '10.96.43.1', {externalIPs: ['198.18.43.20', '198.18.43.21']}),
		slices: [slice([{ip: '10.244.43.1'}, {ip: '10.244.43.202', node: 'b'}])],
		lines: [
			'element cluster-ips { 10.96.43.1 }',
			'element hairpin-connections { 10.244.43.1 . 10.244.43.1 . tcp . 8080 }',
			'element service-ips { 10.96.43.1 . tcp . 80 : goto service-KM4HIX7L-t-network-external-ips-basic/web/tcp/ }',
			'element service-ips { 198.18.43.20 . tcp . 80 : goto external-KM4HIX7L-t-network-external-ips-basic/web/tcp/ }',
			'element service-ips { 198.18.43.21 . tcp . 80 : goto external-KM4HIX7L-t-network-external-ips-basic/web/tcp/ }',
			'chain service-KM4HIX7L-t-network-external-ips-basic/web/tcp/',
			'rule service-KM4HIX7L-t-network-external-ips-basic/web/tcp/ meta l4proto tcp dnat ip addr . port to numgen random mod 2 map { 0 : 10.244.43.1 . 8080 , 1 : 10.244.43.202 . 8080 }',
			'chain external-KM4HIX7L-t-network-external-ips-basic/web/tcp/',
			'rule external-KM4HIX7L-t-network-external-ips-basic/web/tcp/ mark set mark or 0x00004000 comment "masquerade"',
			'rule external-KM4HIX7L-t-network-external-ips-basic/web/tcp/ goto service-KM4HIX7L-t-network-external-ips-basic/web/tcp/',
		],
	},
	{
		name: 'each port has a chain of its own',
		service: service('t-network-clusterip-two-named-ports', '10.96.4.1', {
			ports: [
				{name: 'http', port: 80, protocol: 'TCP'},
				{name: 'metrics', port: 9100, protocol: 'TCP'},
			],
		}),
		slices: [slice([{ip: '10.244.4.1', node: 'b'}], [{name: 'http'}, {name: 'metrics', port: 9100}])],
		lines: [
			'element cluster-ips { 10.96.4.1 }',
			'element service-ips { 10.96.4.1 . tcp . 80 : goto service-K5RUE7K3-t-network-clusterip-two-named-ports/web/tcp/http }',
			'element service-ips { 10.96.4.1 . tcp . 9100 : goto service-VDIOVB4S-t-network-clusterip-two-named-ports/web/tcp/metrics }',
			'chain service-K5RUE7K3-t-network-clusterip-two-named-ports/web/tcp/http',
			'rule service-K5RUE7K3-t-network-clusterip-two-named-ports/web/tcp/http meta l4proto tcp dnat ip addr . port to numgen random mod 1 map { 0 : 10.244.4.1 . 8080 }',
			'chain service-VDIOVB4S-t-network-clusterip-two-named-ports/web/tcp/metrics',
			'rule service-VDIOVB4S-t-network-clusterip-two-named-ports/web/tcp/metrics meta l4proto tcp dnat ip addr . port to numgen random mod 1 map { 0 : 10.244.4.1 . 9100 }',
		],
	},
	{
		name: 'policy Local without a local endpoint drops who comes from outside, and serves who is inside',
		service: service('t-network-nodeport-local', '10.96.27.1', {
			type: 'NodePort',
			externalTrafficPolicy: 'Local',
			ports: [{port: 80, nodePort: 30_271, protocol: 'TCP'}],
		}),
		slices: [slice([{ip: '10.244.27.1', node: 'b'}])],
		lines: [
			'element cluster-ips { 10.96.27.1 }',
			'element no-endpoint-nodeports { tcp . 30271 comment "t-network-nodeport-local/web" : drop }',
			'element service-ips { 10.96.27.1 . tcp . 80 : goto service-34RIOZJT-t-network-nodeport-local/web/tcp/ }',
			'element service-nodeports { tcp . 30271 : goto external-34RIOZJT-t-network-nodeport-local/web/tcp/ }',
			'chain service-34RIOZJT-t-network-nodeport-local/web/tcp/',
			'rule service-34RIOZJT-t-network-nodeport-local/web/tcp/ meta l4proto tcp dnat ip addr . port to numgen random mod 1 map { 0 : 10.244.27.1 . 8080 }',
			'chain external-34RIOZJT-t-network-nodeport-local/web/tcp/',
			...inside(
				'service-34RIOZJT-t-network-nodeport-local/web/tcp/',
				'external-34RIOZJT-t-network-nodeport-local/web/tcp/',
			),
		],
	},
	{
		name: 'policy Local with a local endpoint has a chain of these alone',
		service: service(
			't-network-balancer-local',
			'10.96.38.1',
			{
				type: 'LoadBalancer',
				externalTrafficPolicy: 'Local',
				healthCheckNodePort: 30_389,
				ports: [{port: 80, nodePort: 30_381, protocol: 'TCP'}],
			},
			{loadBalancer: {ingress: [{ip: '198.18.38.10', ipMode: 'VIP'}]}},
		),
		slices: [slice([{ip: '10.244.38.1'}, {ip: '10.244.38.202', node: 'b'}])],
		lines: [
			'element cluster-ips { 10.96.38.1 }',
			'element hairpin-connections { 10.244.38.1 . 10.244.38.1 . tcp . 8080 }',
			'element service-ips { 10.96.38.1 . tcp . 80 : goto service-TVTWTAUG-t-network-balancer-local/web/tcp/ }',
			'element service-ips { 198.18.38.10 . tcp . 80 : goto external-TVTWTAUG-t-network-balancer-local/web/tcp/ }',
			'element service-nodeports { tcp . 30381 : goto external-TVTWTAUG-t-network-balancer-local/web/tcp/ }',
			'chain service-TVTWTAUG-t-network-balancer-local/web/tcp/',
			'rule service-TVTWTAUG-t-network-balancer-local/web/tcp/ meta l4proto tcp dnat ip addr . port to numgen random mod 2 map { 0 : 10.244.38.1 . 8080 , 1 : 10.244.38.202 . 8080 }',
			'chain external-TVTWTAUG-t-network-balancer-local/web/tcp/',
			...inside(
				'service-TVTWTAUG-t-network-balancer-local/web/tcp/',
				'external-TVTWTAUG-t-network-balancer-local/web/tcp/',
			),
			'rule external-TVTWTAUG-t-network-balancer-local/web/tcp/ goto local-TVTWTAUG-t-network-balancer-local/web/tcp/',
			'chain local-TVTWTAUG-t-network-balancer-local/web/tcp/',
			'rule local-TVTWTAUG-t-network-balancer-local/web/tcp/ meta l4proto tcp dnat ip addr . port to numgen random mod 1 map { 0 : 10.244.38.1 . 8080 }',
		],
	},
	{
		name: 'source ranges are a firewall before the maps, even where nobody serves; a node in a range may use the address itself',
		service: service(
			't-network-balancer-source-ranges',
			'10.96.34.1',
			{
				type: 'LoadBalancer',
				ports: [{port: 80, protocol: 'TCP'}],
				loadBalancerSourceRanges: ['198.51.100.0/24', '10.0.0.0/24'],
			},
			{loadBalancer: {ingress: [{ip: '198.18.34.10', ipMode: 'VIP'}]}},
		),
		lines: [
			'element cluster-ips { 10.96.34.1 }',
			'element firewall-ips { 198.18.34.10 . tcp . 80 : goto firewall-XSI6CVBD-t-network-balancer-source-ranges/web/tcp/ }',
			'element no-endpoint-services { 10.96.34.1 . tcp . 80 comment "t-network-balancer-source-ranges/web" : goto reject-chain }',
			'element no-endpoint-services { 198.18.34.10 . tcp . 80 comment "t-network-balancer-source-ranges/web" : goto reject-chain }',
			'chain firewall-XSI6CVBD-t-network-balancer-source-ranges/web/tcp/',
			'rule firewall-XSI6CVBD-t-network-balancer-source-ranges/web/tcp/ ip saddr != { 198.51.100.0/24 , 10.0.0.0/24 , 198.18.34.10 } drop',
		],
	},
	{
		name: 'with affinity each endpoint has a chain that remembers its clients',
		service: service('t-network-affinity-client-ip', '10.96.53.1', {
			sessionAffinity: 'ClientIP',
			sessionAffinityConfig: {clientIP: {timeoutSeconds: 60}},
		}),
		slices: [
			slice([
				{ip: '10.244.53.1', node: 'b'},
				{ip: '10.244.53.202', node: 'b'},
			]),
		],
		lines: [
			'element cluster-ips { 10.96.53.1 }',
			'element service-ips { 10.96.53.1 . tcp . 80 : goto service-KS66GASC-t-network-affinity-client-ip/web/tcp/ }',
			'chain service-KS66GASC-t-network-affinity-client-ip/web/tcp/',
			'rule service-KS66GASC-t-network-affinity-client-ip/web/tcp/ ip saddr @affinity-HUFT27UL-t-network-affinity-client-ip/web/tcp/__10.244.53.1/8080 goto endpoint-HUFT27UL-t-network-affinity-client-ip/web/tcp/__10.244.53.1/8080',
			'rule service-KS66GASC-t-network-affinity-client-ip/web/tcp/ ip saddr @affinity-RNDWXT44-t-network-affinity-client-ip/web/tcp/__10.244.53.202/8080 goto endpoint-RNDWXT44-t-network-affinity-client-ip/web/tcp/__10.244.53.202/8080',
			'rule service-KS66GASC-t-network-affinity-client-ip/web/tcp/ numgen random mod 2 vmap { 0 : goto endpoint-HUFT27UL-t-network-affinity-client-ip/web/tcp/__10.244.53.1/8080 , 1 : goto endpoint-RNDWXT44-t-network-affinity-client-ip/web/tcp/__10.244.53.202/8080 }',
			...['HUFT27UL|10.244.53.1', 'RNDWXT44|10.244.53.202'].flatMap((one) => {
				const [hash, ip] = one.split('|');
				const of = `${hash}-t-network-affinity-client-ip/web/tcp/__${ip}/8080`;
				return [
					`chain endpoint-${of}`,
					`rule endpoint-${of} update @affinity-${of} { ip saddr }`,
					`rule endpoint-${of} meta l4proto tcp dnat to ${ip}:8080`,
					`set affinity-${of} { type ipv4_addr ; flags dynamic,timeout ; timeout 60s ; }`,
				];
			}),
		],
	},
	{
		name: 'an endpoint that terminates is not used while another is ready, and is no way back to itself',
		service: service('t-network-terminating-one-of-two', '10.96.107.1'),
		slices: [
			slice([
				{ip: '10.244.107.1', conditions: terminating},
				{ip: '10.244.107.202', node: 'b'},
			]),
		],
		lines: [
			'element cluster-ips { 10.96.107.1 }',
			'element service-ips { 10.96.107.1 . tcp . 80 : goto service-H3TGKFLS-t-network-terminating-one-of-two/web/tcp/ }',
			'chain service-H3TGKFLS-t-network-terminating-one-of-two/web/tcp/',
			'rule service-H3TGKFLS-t-network-terminating-one-of-two/web/tcp/ meta l4proto tcp dnat ip addr . port to numgen random mod 1 map { 0 : 10.244.107.202 . 8080 }',
		],
	},
];

for (const {name, service: one, slices = [], lines} of cases) {
	test(name, (t) => {
		t.deepEqual(
			nftablesOf(portsOf(one, slices), '10.0.0.1').map((line) => line.replace(/^add (\w+) ip kube-proxy /, '$1 ')),
			lines,
		);
	});
}

test('a name that is too long for nftables is cut, and its hash keeps it apart', (t) => {
	const what = `${'n'.repeat(63)}/${'s'.repeat(63)}/tcp/${'p'.repeat(63)}__${'1'.repeat(50)}`;
	const name = nftablesName('endpoint', what);
	t.is(name.length, 'endpoint-'.length + 240);
	t.true(name.endsWith('1...'));
	t.not(name, nftablesName('endpoint', `${what}2`));
});

test('the table is set up before the Services come into it', (t) => {
	const text = nftables(portsOf(service('default', '10.96.0.9'), []), '10.0.0.1').split('\n');
	t.is(text[0], 'add table ip kube-proxy { comment "rules for kube-proxy" ; }');
	t.true(text.includes('add element ip kube-proxy nodeport-ips { 10.0.0.1 }'));
	t.true(
		text.indexOf('add rule ip kube-proxy services ip daddr . meta l4proto . th dport vmap @service-ips') <
			text.indexOf('add element ip kube-proxy cluster-ips { 10.96.0.9 }'),
	);
	const declared = new Set(text.flatMap((line) => /^add (?:chain|map|set) ip kube-proxy (\S+)/.exec(line)?.[1] ?? []));
	const used = text.flatMap((line) => [...line.matchAll(/(?:@|goto |jump )([^\s}"]+)/g)].map(([, name]) => name!));
	t.deepEqual(
		used.filter((name) => !declared.has(name)),
		[],
	);
});

test('a change says what came and what went; what another Service needs too stays', (t) => {
	const one = service('shop', '10.96.0.9');
	const other = portsOf(service('other', '10.96.0.10'), [slice([{ip: '10.244.1.2'}])]);
	const {added, removed} = nftablesChanges(
		portsOf(one, [slice([{ip: '10.244.1.2'}])]),
		portsOf(one, []),
		other,
		'10.0.0.1',
	);
	t.deepEqual(added, [
		'add element ip kube-proxy no-endpoint-services { 10.96.0.9 . tcp . 80 comment "shop/web" : goto reject-chain }',
	]);
	t.deepEqual(
		removed.map((line) => line.split(' ').slice(1, 5).join(' ')),
		[
			'element ip kube-proxy service-ips',
			...['chain', 'rule'].map((what) => `${what} ip kube-proxy ${nftablesName('service', 'shop/web/tcp/')}`),
		],
	);
});

test('IPv6 has a table of its own, with its own names of addresses', (t) => {
	const served = {family: 'IPv6' as const, clusterCIDR: 'fd00:10:244::/56', serviceCIDR: 'fd00:10:96::/112'};
	const one = service('default', 'fd00:10:96::9');
	const slice: EndpointSlice = {
		apiVersion: 'discovery.k8s.io/v1',
		kind: 'EndpointSlice',
		metadata: {name: 'six', namespace: 'default', uid: 'six', resourceVersion: '1', creationTimestamp: ''},
		addressType: 'IPv6',
		ports: [{name: one.spec.ports?.[0]?.name ?? '', port: 8080, protocol: 'TCP'}],
		endpoints: [{addresses: ['fd00:10:244:1::2'], nodeName: 'a', conditions: {ready: true}}],
	};
	const text = nftables(servicePorts(one, [slice], {node: 'a', zone: ''}, 'IPv6'), 'fd00::b', served);
	for (const part of [
		'add table ip6 kube-proxy',
		'{ type ipv6_addr . inet_proto . inet_service : verdict ;',
		'ip6 daddr @cluster-ips ip6 saddr != fd00:10:244::/56 mark set',
		'ip6 daddr { fd00:10:96::/112 } drop',
		'dnat ip6 addr . port to numgen random mod 1 map { 0 : fd00:10:244:1::2 . 8080 }',
		'add element ip6 kube-proxy hairpin-connections { fd00:10:244:1::2 . fd00:10:244:1::2 . tcp . 8080 }',
	]) {
		t.true(text.includes(part), part);
	}

	t.notRegex(text, / ip kube-proxy|ipv4_addr|\bip [sd]addr/);
});
