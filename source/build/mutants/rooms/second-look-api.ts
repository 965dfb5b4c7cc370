import {mutantsOf, type Mutant} from '../mutant.js';

/** Further mistakes in the API, its clients and the network, found by reading them as a stranger does. */
export const secondLookApiMutants: readonly Mutant[] = [
	...mutantsOf('apiserver/admission/limit-ranger.js', {tests: ['apiserver/admission/limit-ranger.test.js']}, [
		[
			'the ratio of a LimitRange is that of the request to the limit',
			'return limit / request > Number(parseQuantity(bound)) / 1000',
			'return request / limit > Number(parseQuantity(bound)) / 1000',
		],
		[
			'a LimitRange does not look at init containers',
			'[...pod.spec.containers, ...(pod.spec.initContainers ?? [])].flatMap(({ resources }) => problems',
			'[...pod.spec.containers].flatMap(({ resources }) => problems',
		],
	]),
	...mutantsOf('apiserver/admission/limit-ranger.js', {tests: ['apiserver/recorded-answers.test.js']}, [
		[
			'a claim below the minimum of a LimitRange is admitted',
			'...entries(item.min).flatMap(([name, bound]) => tooSmall(item.type, name, bound, requests, {})),',
			'',
		],
	]),
	...mutantsOf('apiserver/subresources/token.js', {tests: ['apiserver/recorded-answers.test.js']}, [
		[
			'a token is issued for a Pod of another account',
			'if (pod && pod.spec.serviceAccountName !== info.name) {',
			'if (false) {',
		],
		['a token is bound to an object with another uid', 'if (reference.uid && reference.uid !== uid) {', 'if (false) {'],
		['a token may live for a minute', 'seconds < 600 ?', 'seconds < 60 ?'],
	]),
	...mutantsOf('apiserver/authentication/token.js', {tests: ['apiserver/authentication/token.test.js']}, [
		[
			'a token for another audience is accepted',
			'if (!claims.aud.some((audience) => audiences.includes(audience))) {',
			'if (false) {',
		],
		[
			'a token outlives an account that was made anew',
			'if (account.metadata.uid !== serviceaccount.uid) {',
			'if (false) {',
		],
	]),
	...mutantsOf('registry/pod/quota.js', {tests: ['registry/quota/quota.test.js']}, [
		[
			'a Pod with a deadline of 0 seconds is not Terminating for a quota',
			'(spec.activeDeadlineSeconds ?? -1) >= 0',
			'(spec.activeDeadlineSeconds ?? -1) > 0',
		],
		[
			'anti-affinity to other namespaces escapes its quota',
			'[spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity]',
			'[spec.affinity?.podAffinity]',
		],
		[
			'a quota of limits does not ask that containers have them',
			"(kind === 'limits' ? resources?.limits : resources?.requests)?.[resource] === undefined",
			'resources?.requests?.[resource] === undefined',
		],
	]),
	...mutantsOf('registry/pod/resize.js', {tests: ['registry/recorded-answers.test.js']}, [
		['a resize changes the QoS class of a Pod', 'if (qosClass(old) !== qosClass(pod)) {', 'if (false) {'],
	]),
	...mutantsOf('registry/custom-resources/prune.js', {tests: ['registry/custom-resources/custom.test.js']}, [
		[
			'metadata of an embedded object is pruned',
			"isRoot || Boolean(schema['x-kubernetes-embedded-resource'])",
			'isRoot',
		],
	]),
	...mutantsOf('registry/custom-resources/defaults.js', {tests: ['registry/custom-resources/custom.test.js']}, [
		[
			'null of a field with a default stays',
			'if (value === null && known && !known.nullable && known.default !== undefined) {',
			'if (false) {',
		],
		[
			'defaults below a default are not filled in',
			'for (const [name, value] of filled) {',
			'for (const [name, value] of Object.entries(fields)) {',
		],
	]),
	...mutantsOf('registry/custom-resources/ratchet.js', {tests: ['registry/custom-resources/rules.test.js']}, [
		[
			'an old mistake of a custom object counts even where its field was changed',
			'if (before !== undefined && semanticEqual(now, before)) {',
			'if (before !== undefined) {',
		],
	]),
	...mutantsOf(
		'apiserver/custom-resources/conversion-answer.js',
		{tests: ['apiserver/custom-resources/conversion-answer.test.js']},
		[
			['a conversion may change the uid of an object', "['UID', 'uid'],", ''],
			[
				'a conversion may change the finalizers of an object',
				'const { labels: _labels, annotations: _annotations, ...kept } = before.metadata;',
				'const kept = { ...before.metadata, finalizers: metadata["finalizers"] };',
			],
		],
	),
	...mutantsOf('apiserver/aggregation/availability.js', {tests: ['apiserver/aggregation/availability.test.js']}, [
		['an endpoint that is not ready makes an aggregated API available', 'conditions?.ready !== false', 'true'],
	]),
	...mutantsOf('objects/strategic-merge-patch/apply.js', {tests: ['objects/patch.test.js']}, [
		['deleteFromPrimitiveList deletes nothing', 'result[field].filter((value) => !gone.has(value))', 'result[field]'],
		[
			'$patch: replace of a map keeps the old fields',
			'delete patch[directive];\n        return patch;',
			'delete patch[directive];\n        return { ...before, ...patch };',
		],
	]),
	...mutantsOf('network/policy/decide.js', {tests: ['network/policy/decide.test.js']}, [
		[
			'a peer with both selectors matches Pods of its own namespace',
			'namespaceSelector ? matchesLabelSelector(namespaceSelector, pod.namespaceLabels) : pod.namespace === own',
			'pod.namespace === own || (namespaceSelector !== undefined && matchesLabelSelector(namespaceSelector, pod.namespaceLabels))',
		],
		['a policy with egress rules and no types is about ingress only', '|| (egress ?? []).length > 0', ''],
	]),
	...mutantsOf('network/dns/look-up.js', {tests: ['network/dns/look-up.test.js']}, [
		['a name that ends with a dot is searched', "if (host.endsWith('.')) {", 'if (false) {'],
	]),
	...mutantsOf('network/ingress.js', {tests: ['network/network.test.js']}, [
		[
			'a rule without host wins over one with the host',
			'const byHost = route.host === host ? 2_000_000 : byWildcard;',
			'const byHost = 0;',
		],
		[
			'a wildcard host matches a name with two labels more',
			"host.slice(host.indexOf('.')) === route.host.slice(1)",
			'host.endsWith(route.host.slice(1))',
		],
	]),
	...mutantsOf('network/proxy/service-ports.js', {tests: ['network/recorded-answers.test.js']}, [
		['a load balancer in proxy mode is short-cut by the nodes', " && ipMode === 'VIP'", ''],
		[
			'source ranges apply although one of them is everything',
			"own.some((range) => range.endsWith('/0')) ? [] : own",
			'own',
		],
	]),
	...mutantsOf('client/leader-election.js', {tests: ['client/leader-election.test.js']}, [
		[
			'a candidate takes a Lease as soon as it is older than half its time',
			'(spec.leaseDurationSeconds ?? leaseSeconds) * 1000 - nowMs',
			'(spec.leaseDurationSeconds ?? leaseSeconds) * 500 - nowMs',
		],
	]),
];
