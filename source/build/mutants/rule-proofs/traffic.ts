import type {RuleProof} from './rule-proof.js';

/** Rules about addresses, endpoints, and ways to them. */
export const trafficProofs: readonly RuleProof[] = [
	{
		rule: 'at rest, the ready endpoints of a Service are the ready Pods that it selects',
		mistake: 'an endpoint that left is kept in its slice',
		seed: 1_370_005,
	},
	{
		rule: 'an endpoint that terminates, or does not serve, is not ready',
		mistake: 'a Pod that terminates is ready',
		seed: 1_110_005,
	},
	{
		rule: 'without faults, an endpoint stops being ready within five seconds of its Pod',
		mistake: 'a Pod that is not ready is an endpoint that is',
		seed: 1_110_009,
	},
	{
		rule: 'at rest, the routes of the ingress controller lead to the ready endpoints',
		mistake: 'the routes of an Ingress do not follow its Services',
		seed: 1_110_005,
	},
	{
		rule: 'at rest, CoreDNS has each Service with its address, or with those of its ready endpoints',
		mistake: 'CoreDNS has no hosts of headless Services',
		seed: 1_010_005,
	},
	{
		rule: 'at rest, the rules of a kube-proxy name no address of a Service that is gone',
		mistake: 'kube-proxy forgets nothing: a deleted Service keeps its rules',
		seed: 1_370_005,
	},
	{
		rule: 'at rest, each node port has its rules on each node, and no two Services share it',
		mistake: 'NodePorts are not written',
		seed: 1_370_005,
	},
	{
		rule: 'at rest, each node has a route to the Pods of each other node, and of no other',
		mistake: 'routes to a node that is gone stay',
		seed: 1_330_005,
	},
	{
		rule: 'a connection between Pods passes when the NetworkPolicies of both allow it, and only then',
		mistake: 'a NetworkPolicy with no rule lets all in',
		seed: 1_380_005,
	},
	{
		rule: 'without faults, each cluster IP at rest is kept for a Service that has it',
		mistake: 'the address of a Service that is gone is kept',
		seed: 1_370_005,
	},
	{
		rule: 'at rest, CoreDNS answers for no Service that is gone',
		mistake: 'CoreDNS keeps what was deleted while it was down',
		seed: 50_495,
	},
	{
		rule: 'a kube-proxy writes its rules at most once a second',
		mistake: 'kube-proxy writes its rules without a pause',
		seed: 1_370_005,
	},
	{
		rule: 'at rest, the rules of a kube-proxy give each endpoint of a Service the same share',
		mistake: 'the first endpoint of a Service gets less than its share in iptables',
		seed: 1_000_005,
	},
	{
		rule: 'without faults, a Service with the affinity ClientIP answers a client by the same Pod while that is ready',
		mistake: 'the affinity of a client is over at once',
		seed: 1_460_005,
	},
];
