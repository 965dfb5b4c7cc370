import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the rooms of the network, beyond kube-proxy. */
export const networkMutants: readonly Mutant[] = [
	...mutantsOf(
		'network/dns/dns.js',
		{stories: ['a StatefulSet in order', 'Services and their clients'], tests: ['network/network.test.js']},
		[
			[
				'CoreDNS has no hosts of headless Services',
				"const hosts = names.kind === 'external' ? noHosts : given;",
				'const hosts = noHosts;',
			],
		],
	),
	...mutantsOf('network/dns/dns.js', {stories: ['Services of all kinds']}, [
		[
			'CoreDNS answers for a Service that is gone',
			'if (before) {\n                this.#ledger.delete(key);',
			'if (before) {',
		],
	]),
	...mutantsOf('network/dns/dns.js', {}, [
		['CoreDNS does not answer for namespaces', 'this.#ledger.write(key, { name });', ''],
	]),
	...mutantsOf('network/dns/look-up.js', {}, [
		['a name with as many dots as ndots is searched first', 'length - 1 < ndots', 'length - 1 <= ndots'],
	]),
	...mutantsOf('network/dns/slice-hosts.js', {stories: ['probes of all kinds']}, [
		[
			'CoreDNS does not follow the slices of headless Services',
			'.filter(({ conditions }) => conditions?.ready !== false)',
			'',
		],
	]),
	...mutantsOf('network/flannel/routes.js', {stories: ['taints that send away']}, [
		[
			'routes to a node that is gone stay',
			"type === 'DELETED' ? { node: change.node, lease: undefined } : change",
			'change',
		],
	]),
	...mutantsOf('network/ingress.js', {stories: ['Services and their clients'], tests: ['network/network.test.js']}, [
		[
			'the routes of an Ingress do not follow its Services',
			"for (const ingress of this.#ingresses.byIndex('service', service)) {",
			'for (const ingress of []) {',
		],
		[
			'an Ingress that is deleted keeps its routes',
			"if (change?.type === 'DELETED') {\n            const { namespace, name } = change.object.metadata;\n            yield* this.#forget(namespace, name);",
			"if (change?.type === 'DELETED') {",
		],
	]),
	...mutantsOf('network/ingress.js', {seeds: [1_470_001]}, [
		['the shortest path of an Ingress wins', 'route.path.length * 2 +', '(500 - route.path.length) * 2 +'],
		[
			'an Exact path of an Ingress matches as a prefix',
			"route.pathType === 'Exact' ? path === route.path : path === route.path",
			'path === route.path',
		],
		['a prefix of an Ingress ends within a part of a path', 'path.startsWith(prefix)', 'path.startsWith(route.path)'],
	]),
	...mutantsOf('network/mesh.js', {seeds: [1_470_001], tests: ['network/network.test.js']}, [
		[
			'the mesh pushes to a sidecar once',
			'if (status?.podIP && has?.version !== version) {',
			'if (status?.podIP && !has) {',
		],
	]),
	...mutantsOf('network/policy/decide.js', {stories: ['policies on both sides']}, [
		['a policy selects Pods of other namespaces', 'metadata.namespace === pod.namespace &&', ''],
		['a NetworkPolicy with no rule lets all in', 'return { allowed: passing.length > 0,', 'return { allowed: true,'],
		['endPort is ignored', 'to.number <= (endPort ?? first)', 'to.number <= first'],
	]),
	...mutantsOf('network/policy/decide.js', {seeds: [1_540_001], tests: ['network/policy/decide.test.js']}, [
		['the except of an ipBlock is ignored', '&& !(ipBlock.except ?? []).some((range) => isWithin(address, range))', ''],
		['endPort of a policy is ignored', 'to.number <= (endPort ?? first)', 'to.number <= first'],
	]),
	...mutantsOf('network/traffic/connection-policies.js', {stories: ['policies on both sides']}, [
		[
			'policies for leaving traffic are ignored',
			"const leaving = decide(policies, 'egress', from, to, port);",
			'const leaving = undefined;',
		],
		[
			'a policy sees no labels of the namespace',
			'namespaceLabels: ledger.read(`/registry/namespaces/${namespace}`)?.metadata.labels,',
			'',
		],
	]),
	...mutantsOf(
		'network/traffic/passage.js',
		{stories: ['Services and their clients'], tests: ['network/network.test.js', 'network/walk/walk.test.js']},
		[
			[
				'packets pass between nodes that do not reach each other',
				'if (peer && isCut(ledger, node, peer.node)) {',
				'if (false) {',
			],
			['the least exact route is taken', 'bitsOf(b) - bitsOf(a)', 'bitsOf(a) - bitsOf(b)'],
		],
	),
	...mutantsOf(
		'network/traffic/route.js',
		{stories: ['volumes of several sizes, Pods of two owners, and clients that stay with their Pod']},
		[
			[
				'the affinity of a client is over at once',
				'known !== undefined && known.untilMs > client.timeMs',
				'known !== undefined && known.untilMs < client.timeMs',
			],
		],
	),
	...mutantsOf('network/traffic/route.js', {tests: ['network/network.test.js']}, [
		['affinity sends a client to an endpoint that has left', '&& endpoints.includes(known.endpoint)', ''],
	]),
	...mutantsOf('network/flannel/lease-log.js', {tests: ['network/flannel/lease-log.test.js']}, [
		['a node whose address changes keeps its route', '&& address === other[index].address', ''],
		[
			'a daemon takes the first lease of a node',
			'findLast((entry) => entry.version <= version)',
			'find((entry) => entry.version <= version)',
		],
	]),
	...mutantsOf('network/dns/dns-zone.js', {tests: ['network/dns/dns-zone.test.js']}, [
		['DNS does not know the port names of a Service', 'ports.some((port) => isWanted(port)));', 'false);'],
		[
			'the reverse name of an address is in its own order',
			"`${ip.split('.').reverse().join('.')}.in-addr.arpa.`",
			'`${ip}.in-addr.arpa.`',
		],
		[
			'an alias of a Service has no address',
			"answered('NOERROR', [alias, ...answers])",
			"answered('NOERROR', [alias])",
		],
	]),
];
