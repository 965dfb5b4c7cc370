import test from 'ava';
import type {Hop} from '../../stages/facts/network/traffic.js';
import {shopPort, walkLedger} from '../../testing/walk-world.js';
import {proxyModes} from '../../objects/simulated-node.js';
import type {ServicePort} from '../proxy/service-ports.js';
import {nodeRequester, outsideRequester, podRequester} from '../traffic/requesters.js';
import {routeToService} from '../traffic/route.js';
import type {Requester} from '../traffic/way.js';
import {traceRules} from './rule-hops.js';

type Fields = Partial<ServicePort>;

/** The rules of nodes a and b for a Service. */
const shapes: Readonly<Record<string, readonly [a: Fields, b: Fields]>> = {
	'of two endpoints': [{}, {}],
	'without endpoints': [
		{cluster: [], hasEndpoints: false, nodePort: 30_080},
		{cluster: [], hasEndpoints: false, nodePort: 30_080},
	],
	'with a node port': [{nodePort: 30_080}, {nodePort: 30_080}],
	'with policy Local and an endpoint on node-a': [
		{nodePort: 30_080, externalLocal: true, local: ['10.244.1.2:8080']},
		{nodePort: 30_080, externalLocal: true},
	],
	'with internal policy Local and an endpoint on node-a': [
		{internalLocal: true, cluster: [], local: ['10.244.1.2:8080']},
		{internalLocal: true, cluster: [], local: []},
	],
	'with an external IP': [{externalIPs: ['198.51.100.7']}, {externalIPs: ['198.51.100.7']}],
	'with a load balancer': [
		{loadBalancerIPs: ['198.51.100.7'], nodePort: 30_080},
		{loadBalancerIPs: ['198.51.100.7'], nodePort: 30_080},
	],
	'with a load balancer for some': [
		{loadBalancerIPs: ['198.51.100.7'], nodePort: 30_080, sourceRanges: ['192.0.2.0/24']},
		{loadBalancerIPs: ['198.51.100.7'], nodePort: 30_080, sourceRanges: ['192.0.2.0/24']},
	],
	'with a load balancer for this client': [
		{loadBalancerIPs: ['198.51.100.7'], nodePort: 30_080, sourceRanges: ['203.0.113.0/24']},
		{loadBalancerIPs: ['198.51.100.7'], nodePort: 30_080, sourceRanges: ['203.0.113.0/24']},
	],
	'with affinity': [{affinitySeconds: 60}, {affinitySeconds: 60}],
};

const targets: ReadonlyArray<readonly [host: string, port: number]> = [
	['10.96.0.9', 80],
	['10.96.0.9', 81],
	['192.168.0.11', 30_080],
	['192.168.0.12', 30_080],
	['198.51.100.7', 80],
	['10.244.1.2', 8080],
];

type RuleHop = Extract<Hop, {readonly case: 'checked' | 'no-rule' | 'verdict' | 'endpoint'}>;

const isRuleHop = (hop: Hop): hop is RuleHop =>
	hop.case === 'checked' || hop.case === 'no-rule' || hop.case === 'verdict' || hop.case === 'endpoint';

/** The rules' part in a request's decision: the packet's next target. */
const decided = (hop: RuleHop, host: string, port: number): string => {
	switch (hop.case) {
		case 'endpoint': {
			return `accept ${hop.endpoint}`;
		}

		case 'verdict': {
			return hop.verdict;
		}

		case 'checked': {
			return 'reject';
		}

		case 'no-rule': {
			return `accept ${host}:${port}`;
		}
	}
};

for (const mode of proxyModes) {
	for (const [name, [a, b]] of Object.entries(shapes)) {
		test(`what a request meets is what the text of ${mode} says, for a Service ${name}`, (t) => {
			const ledger = walkLedger((node) => [shopPort(node === 'node-a' ? a : b)], mode);
			const clients: ReadonlyArray<Requester | undefined> = [
				nodeRequester(ledger, 'node-a', 'curl', 0),
				podRequester(ledger, 'default', 'shop-1', 0),
				outsideRequester('phone', 0),
			];
			let met = 0;
			for (const client of clients) {
				for (const [host, port] of client ? targets : []) {
					for (const last of [false, true]) {
						const target = {host, port, path: '/'};
						const way = client && routeToService(ledger, client, target, (items) => items.at(last ? -1 : 0));
						const hop = way?.hops.find((one) => isRuleHop(one));
						if (!client || !hop) {
							continue;
						}

						const endpoint = hop.case === 'endpoint' ? hop.endpoint : undefined;
						const trace = traceRules(ledger, {client, target}, hop.node, host, endpoint);
						const text = trace?.verdict === 'accept' ? `accept ${trace.destination}` : trace?.verdict;
						t.is(text, decided(hop, host, port), `${client.name} → ${host}:${port}`);
						met++;
					}
				}
			}

			t.true(met >= 12, `${met}`);
		});
	}
}

test('a packet to a Service goes through the chain of the Service and of one endpoint', (t) => {
	const ledger = walkLedger();
	const client = nodeRequester(ledger, 'node-a', 'curl', 0);
	const target = {host: '10.96.0.9', port: 80, path: '/'};
	const trace = traceRules(ledger, {client, target}, 'node-a', '10.96.0.9', '10.244.1.2:8080');
	t.deepEqual(
		trace?.rules.map(({text, chosen}) => `${chosen ? '>' : ' '} ${text.replaceAll(/(KUBE-SV?[CE]P?)-\w{16}/g, '$1')}`),
		[
			'> -A OUTPUT -m comment --comment "kubernetes service portals" -j KUBE-SERVICES',
			'> -A KUBE-SERVICES -m comment --comment "default/shop cluster IP" -m tcp -p tcp -d 10.96.0.9 --dport 80 -j KUBE-SVC',
			'> -A KUBE-SVC -m comment --comment "default/shop cluster IP" -m tcp -p tcp -d 10.96.0.9 --dport 80 ! -s 10.244.0.0/16 -j KUBE-MARK-MASQ',
			'> -A KUBE-MARK-MASQ -j MARK --or-mark 0x00004000',
			'> -A KUBE-SVC -m comment --comment "default/shop -> 10.244.1.2:8080" -m statistic --mode random --probability 0.5000000000 -j KUBE-SEP',
			'  -A KUBE-SVC -m comment --comment "default/shop -> 10.244.2.2:8080" -j KUBE-SEP',
			'> -A KUBE-SEP -m comment --comment default/shop -m tcp -p tcp -j DNAT --to-destination 10.244.1.2:8080',
			'> -A POSTROUTING -m comment --comment "kubernetes postrouting rules" -j KUBE-POSTROUTING',
			'> -A KUBE-POSTROUTING -j MARK --xor-mark 0x00004000',
			'> -A KUBE-POSTROUTING -m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully',
		],
	);
	t.true(trace?.masquerades);
});
