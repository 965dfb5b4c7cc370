import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the checks and defaults of a request: authentication, authorization, admission, allocation, and the registry. */
export const admissionMutants: readonly Mutant[] = [
	...mutantsOf('apiserver/admission/default-toleration-seconds.js', {tests: ['apiserver/admission/chain.test.js']}, [
		[
			'a Pod does not tolerate that its node falls silent',
			"const keys = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];",
			"const keys = ['node.kubernetes.io/not-ready'];",
		],
	]),
	...mutantsOf(
		'apiserver/admission/limit-ranger.js',
		{stories: ['quotas and limits'], tests: ['apiserver/admission/plugins.test.js']},
		[
			['default requests of a LimitRange are not filled in', 'Object.assign(requests, item.defaultRequest);', ''],
			['what is outside the bounds of a LimitRange is admitted', 'if (problems.length > 0) {', 'if (false) {'],
		],
	),
	...mutantsOf(
		'apiserver/admission/namespace-lifecycle.js',
		{
			stories: ['owners, dependents and namespaces'],
			tests: ['apiserver/admission/plugins.test.js', 'apiserver/admission/decisions.test.js'],
		},
		[
			[
				'objects are created in a namespace that is being deleted',
				"if (found.status?.phase === 'Terminating' || found.metadata.deletionTimestamp !== undefined) {",
				'if (false) {',
			],
			['the namespace default can be deleted', 'if (immortal.has(name)) {', 'if (false) {'],
		],
	),
	...mutantsOf(
		'apiserver/admission/pod-security/pod-security.js',
		{seeds: [1_510_001], tests: ['apiserver/admission/pod-security/pod-security.test.js']},
		[['PodSecurity enforces nothing on Pods', 'if (violations.length > 0) {', 'if (false) {']],
	),
	...mutantsOf('apiserver/admission/priority.js', {tests: ['apiserver/admission/chain.test.js']}, [
		[
			'of several default classes the highest counts',
			'(candidate.value ?? 0) < (lowest.value ?? 0)',
			'(candidate.value ?? 0) > (lowest.value ?? 0)',
		],
	]),
	...mutantsOf(
		'apiserver/admission/resource-quota.js',
		{stories: ['quotas and limits'], tests: ['apiserver/admission/plugins.test.js']},
		[
			['a quota is checked and not charged', "yield* context.update('resourcequotas', after);", ''],
			[
				'an object beyond a quota is created',
				"if (typeof charges === 'string') {",
				"if (typeof charges === 'string') return { case: 'not-counted', namespace, resource: resource.plural }; if (false) {",
			],
		],
	),
	...mutantsOf('apiserver/allocation/cluster-ips.js', {stories: ['Services of all kinds']}, [
		['the address of a Service that is gone is kept', "yield* this.#remove(current, service.name, 'released');", ''],
	]),
	...mutantsOf('apiserver/allocation/node-ports.js', {}, [
		['the node port of a Service that is gone is kept', 'this.#taken.delete(port);', ''],
		[
			'two Services get the same node port',
			'const port = firstNodePort + reserved + ((start + index) % span);\n            if (!this.#taken.has(port)) {',
			'const port = firstNodePort + reserved + (index % span);\n            if (true) {',
		],
	]),
	...mutantsOf('apiserver/authentication/token.js', {tests: ['apiserver/authentication/authenticate.test.js']}, [
		['a token that has expired is accepted', 'nowSeconds !== undefined && nowSeconds >= claims.exp', 'false'],
		['a token outlives the Pod that it is bound to', 'if (!bound || bound.metadata.uid !== pod.uid) {', 'if (false) {'],
	]),
	...mutantsOf('apiserver/authorization/rbac.js', {tests: ['apiserver/authorization/authorize.test.js']}, [
		[
			'a ServiceAccount has the rights of one with its name in another namespace',
			'account?.name === name && account.namespace === place',
			'account?.name === name',
		],
	]),
	...mutantsOf(
		'objects/pod.js',
		{stories: ['volumes of several sizes, Pods of two owners, and clients that stay with their Pod']},
		[
			[
				'a Pod counts as Guaranteed although it says nothing about memory',
				'guaranteed &&= request !== undefined && limit !== undefined && compareQuantities(request, limit) === 0;',
				'guaranteed &&= compareQuantities(request ?? 0, limit ?? 0) === 0;',
			],
		],
	),
	...mutantsOf('registry/pod/quota.js', {seeds: [1_390_001], tests: ['registry/quota/quota.test.js']}, [
		['a Pod that has ended is charged to its quota', 'if (isTerminal(pod)) {', 'if (false) {'],
	]),
	...mutantsOf('registry/pod/quota.js', {seeds: [1_510_001]}, [
		['the scope BestEffort of a quota counts all Pods', "return qosClass(pod) === 'BestEffort';", 'return true;'],
	]),
	...mutantsOf('registry/prepare.js', {stories: ['a rollout'], tests: ['registry/prepare.test.js']}, [
		['the generation rises by two', '(old.metadata.generation ?? 0) + 1', '(old.metadata.generation ?? 0) + 2'],
		['a change of the spec leaves the generation', "kind?.generation === 'counts changes' &&", 'false &&'],
		['a write of the status changes the spec', 'copyInto(prepared, old, ownFields);', ''],
		[
			'an update takes the creation time of the client',
			"keep(metadata, 'creationTimestamp', before.creationTimestamp);",
			'',
		],
	]),
	...mutantsOf('registry/quota/charge.js', {stories: ['quotas at their limit']}, [
		[
			'a request is charged for two objects',
			'const used = addAmounts(before, requested);',
			'const used = addAmounts(addAmounts(before, requested), requested);',
		],
	]),
	...mutantsOf('registry/quota/charge.js', {stories: ['quotas at their limit', 'quotas and limits']}, [
		[
			'the quota admits one object more than hard',
			"compareQuantities(used[name] ?? '0', hard[name] ?? '0') > 0",
			"compareQuantities(before[name] ?? '0', hard[name] ?? '0') > 0",
		],
	]),
];
