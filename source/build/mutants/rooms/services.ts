import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes on the way from a Service to its Pods: endpoints and kube-proxy. */
export const serviceMutants: readonly Mutant[] = [
	...mutantsOf(
		'controllers/endpoints/endpoint.js',
		{stories: ['Services and their clients'], tests: ['controllers/endpoints/endpoint-slice.test.js']},
		[
			['a Pod that terminates is ready', '(serving && !terminating)', 'serving'],
			['a Pod that is not ready is an endpoint that is', 'const serving = isPodReady(pod);', 'const serving = true;'],
			['Pods that have ended stay endpoints', '!isTerminal(pod) &&\n', 'true &&\n'],
		],
	),
	...mutantsOf('controllers/endpoints/endpoint.js', {stories: ['Services of all kinds']}, [
		[
			'EndpointSlices of a Service without selector match everything',
			'serving && !terminating',
			'serving || terminating',
		],
	]),
	...mutantsOf('controllers/endpoints/endpoint.js', {seeds: [1_560_001]}, [
		[
			'each Pod with a hostname has a DNS name below each Service',
			'pod.spec?.hostname && pod.spec.subdomain === service.metadata.name ?',
			'pod.spec?.hostname ?',
		],
	]),
	...mutantsOf(
		'controllers/endpoints/endpoint.js',
		{seeds: [1_370_001], tests: ['controllers/endpoints/endpoint-slice.test.js']},
		[
			[
				'publishNotReadyAddresses is ignored',
				'(service.spec?.publishNotReadyAddresses ?? false) || (serving',
				'(serving',
			],
		],
	),
	...mutantsOf(
		'controllers/endpoints/endpoint.js',
		{seeds: [1_410_001], tests: ['controllers/endpoints/endpoint-slice.test.js']},
		[
			[
				'an endpoint that terminates does not serve',
				'const serving = isPodReady(pod);',
				'const serving = isPodReady(pod) && pod.metadata.deletionTimestamp === undefined;',
			],
		],
	),
	...mutantsOf('controllers/endpoints/endpoint.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		[
			'an endpoint has no zone',
			"zone: node?.metadata.labels?.['topology.kubernetes.io/zone'] || undefined,",
			'zone: undefined,',
		],
	]),
	...mutantsOf('controllers/endpoints/hints.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		[
			'hints lead to a zone that is not that of the endpoint',
			'const forZones = zone ? { forZones: [{ name: zone }] } : {};',
			"const forZones = zone ? { forZones: [{ name: 'west' }] } : {};",
		],
	]),
	...mutantsOf('controllers/endpoints/mirroring.js', {}, [
		['mirrored addresses that are not ready are ready', 'conditions: { ready },', 'conditions: { ready: true },'],
	]),
	...mutantsOf('controllers/endpoints/mirroring.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		['Endpoints that ask not to be mirrored are mirrored', "metadata.labels?.[skipLabel] !== 'true' &&", ''],
	]),
	...mutantsOf('controllers/endpoints/slice-book.js', {stories: ['Services of all kinds']}, [
		[
			'an endpoint that left is kept in its slice',
			'else if (holder) {\n                touched.add(holder);\n            }',
			'else if (holder) {\n            }',
		],
	]),
	...mutantsOf('network/proxy/iptables.js', {stories: ['a rollout']}, [
		[
			'the first endpoint of a Service gets less than its share in iptables',
			'${(1 / left).toFixed(10)}',
			'${(1 / endpoints.length / 2).toFixed(10)}',
		],
	]),
	...mutantsOf('network/proxy/kube-proxy.js', {stories: ['Services of all kinds']}, [
		['kube-proxy forgets nothing: a deleted Service keeps its rules', 'ports.delete(key);', ''],
		[
			'kube-proxy syncs without the last change',
			'const changed = [...this.#changed].sort();\n        this.#changed.clear();',
			'const changed = [...this.#changed].sort().slice(0, 20);\n        this.#changed.clear();',
		],
		[
			'kube-proxy writes its rules without a pause',
			'kernel.now + (this.options.minSyncPeriodMs ?? 1000)',
			'kernel.now',
		],
	]),
	...mutantsOf('network/proxy/kube-proxy.js', {}, [
		['kube-proxy does not follow the zone of its node', 'if (zone !== this.#place.zone) {', 'if (false) {'],
	]),
	...mutantsOf('network/proxy/merged-endpoints.js', {}, [
		['the endpoints of a port do not follow its protocol', "(port.protocol ?? 'TCP') === protocol && ", ''],
		['a port of UDP has the endpoints of TCP', "(port.protocol ?? 'TCP') === protocol &&", ''],
	]),
	...mutantsOf('network/proxy/nftables.js', {stories: ['rules in nftables']}, [
		[
			'the last endpoint of a Service gets no request in nftables',
			'const choose = `numgen random mod ${endpoints.length}`;',
			'const choose = `numgen random mod ${Math.max(1, endpoints.length - 1)}`;',
		],
	]),
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
	...mutantsOf('network/proxy/service-ports.js', {stories: ['zones and neighbours']}, [
		['hints leave nodes without endpoints', 'ready.some(({ zoneHints }) => zoneHints.includes(zone))', 'true'],
	]),
	...mutantsOf('network/proxy/service-ports.js', {stories: ['Services of all kinds']}, [
		['NodePorts are not written', 'nodePort: port.nodePort ?? 0,', 'nodePort: 0,'],
	]),
	...mutantsOf('network/proxy/service-ports.js', {tests: ['network/proxy/iptables.test.js']}, [
		[
			'a Service with externalTrafficPolicy Local sends to all nodes',
			"const externalLocal = spec.externalTrafficPolicy === 'Local' &&",
			'const externalLocal = false &&',
		],
	]),
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
	...mutantsOf('controllers/endpoints/plan-slices.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		['slices without endpoints stay', 'if (after.length === 0) {', 'if (false) {'],
		[
			'a Service without endpoints has no slice',
			'if (existing.length === remove.length && create.length === 0) {',
			'if (false) {',
		],
		['the least filled slice is filled', 'b.after.length - a.after.length', 'a.after.length - b.after.length'],
	]),
	...mutantsOf('controllers/endpoints/plan-slices.js', {tests: ['controllers/endpoints/selected-pods.test.js']}, [
		[
			'an endpoint is the same whatever its Pod',
			"`${targetRef?.uid ?? ''}/${addresses.join(',')}`",
			"`${addresses.join(',')}`",
		],
	]),
	...mutantsOf('controllers/endpoints/slice-writer.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		['a slice that others delete does not come back', "if (type !== 'ADDED') {", "if (type === 'ADDED') {"],
	]),
	...mutantsOf('controllers/endpoints/endpoints.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		[
			'Endpoints that others delete do not come back',
			"endpoints: ({ type, object }) => (type === 'DELETED' ? [keyOf(object)] : []),",
			'endpoints: () => [],',
		],
		['the Endpoints of a Service that is gone stay', 'yield* deleteEndpoints(client, existing.metadata);', ''],
	]),
	...mutantsOf('controllers/endpoints/selected-pods.js', {tests: ['controllers/endpoints/selected-pods.test.js']}, [
		[
			'a Pod that loses its label stays an endpoint',
			'else if (this.#pods.delete(key)) {',
			'else if (!pod && this.#pods.delete(key)) {',
		],
	]),
	...mutantsOf('controllers/endpoints/selected-pods.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		['a Service that changes its selector keeps its Pods', '!equal(selection.selector, selector)', 'false'],
	]),
	...mutantsOf('controllers/endpoints/services-of.js', {tests: ['controllers/endpoints/endpoint-slice.test.js']}, [
		[
			'a Service that a Pod leaves is not looked at',
			'relabeled && matchesLabels(selector, old.metadata.labels)',
			'false',
		],
		[
			'the latest of several changes is named as the trigger',
			'parseTimestamp(time) < parseTimestamp(earliest)',
			'parseTimestamp(time) > parseTimestamp(earliest)',
		],
	]),
	...mutantsOf('controllers/endpoints/topology-hints.js', {tests: ['controllers/endpoints/topology-hints.test.js']}, [
		['nodes that are not ready count for the zones', '|| !isReady(node)) {', ') {'],
		['a zone gets less than its least share', 'Math.ceil(share * leastPart)', 'Math.floor(share * leastPart)'],
	]),
];
