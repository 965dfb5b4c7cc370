import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the rooms of the network. */
export const networkMutants: readonly Mutant[] = [
	...mutantsOf(
		'network/proxy/service-ports.js',
		{stories: ['Services and their clients', 'a rollout'], tests: ['network/proxy/iptables.test.js']},
		[
			[
				'endpoints that are not ready get traffic',
				'const isReady = (endpoint) => endpoint.ready && admits(endpoint);',
				'const isReady = (endpoint) => admits(endpoint);',
			],
			[
				'endpoints that terminate get no traffic when no other is there',
				'({ serving, terminating }) => serving && terminating',
				'() => false',
			],
			['session affinity lasts a second', '?? 10_800) : 0', '?? 1) : 0'],
			[
				'internalTrafficPolicy is ignored',
				"internalLocal: spec.internalTrafficPolicy === 'Local'",
				'internalLocal: false',
			],
		],
	),
	...mutantsOf(
		'network/proxy/service-routing.js',
		{stories: ['Services and their clients'], tests: ['network/proxy/iptables.test.js']},
		[
			[
				'a local policy without a local endpoint rejects',
				"refusal: hasEndpoints ? 'drop' : 'reject'",
				"refusal: 'reject'",
			],
		],
	),
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
];
