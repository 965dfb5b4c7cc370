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
	...mutantsOf('apiserver/admission/service-account.js', {tests: ['apiserver/admission/decisions.test.js']}, [
		[
			'the pull secrets of an account replace those of its Pods',
			'(pod.spec.imagePullSecrets ?? []).length === 0 ? (account.imagePullSecrets ?? []) : []',
			'(account.imagePullSecrets ?? [])',
		],
	]),
	...mutantsOf('apiserver/admission/service-account.js', {tests: ['apiserver/recorded-answers.test.js']}, [
		[
			'an account decides on its token against the Pod',
			'pod.spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true',
			'account.automountServiceAccountToken ?? pod.spec.automountServiceAccountToken ?? true',
		],
		[
			'a second container of a Pod gets no token',
			'spec.containers = (containers ?? []).map((container) => mount(container));',
			'spec.containers = (containers ?? []).map((container, at) => at > 0 ? container : mount(container));',
		],
	]),
	...mutantsOf('apiserver/admission/runtime-class.js', {tests: ['apiserver/recorded-answers.test.js']}, [
		[
			'a Pod may claim an overhead without a runtime class',
			'if (!wanted && own && Object.keys(own).length > 0) {',
			'if (false) {',
		],
		[
			'a runtime class does not choose nodes',
			'...(nodeSelector ? { nodeSelector: { ...pod.spec.nodeSelector, ...nodeSelector } } : {}),',
			'',
		],
	]),
	...mutantsOf('apiserver/admission/matching.js', {tests: ['apiserver/admission/edges.test.js']}, [
		[
			'a policy looks only at the labels after a change',
			'matchesLabelsOf(selector, object) || matchesLabelsOf(selector, oldObject)',
			'matchesLabelsOf(selector, object)',
		],
	]),
	...mutantsOf('apiserver/admission/matching.js', {tests: ['apiserver/admission/policy/policies.test.js']}, [
		['a policy applies to what its rules exclude', 'if (excludedRules.length > 0 &&', 'if (false &&'],
		[
			'webhooks judge the configuration of webhooks',
			"resource.group === 'admissionregistration.k8s.io' && exempt.has(resource.plural)",
			'false',
		],
	]),
	...mutantsOf('apiserver/admission/matching.js', {tests: ['apiserver/admission/webhook/webhooks.test.js']}, [
		['a rule for namespaced kinds matches all kinds', "(rule.scope === 'Namespaced') === isNamespaced", 'true'],
	]),
	...mutantsOf('apiserver/admission/node-restriction/pods.js', {tests: ['apiserver/recorded-answers.test.js']}, [
		['a kubelet deletes Pods of other nodes', 'if (pod && pod.spec.nodeName !== node) {', 'if (false) {'],
		['a kubelet writes the status of Pods on other nodes', 'if (old && old.spec.nodeName !== node) {', 'if (false) {'],
		[
			'a kubelet changes labels by a status',
			'if (old && before !== after && JSON.stringify(sorted(before)) !== JSON.stringify(sorted(after))) {',
			'if (false) {',
		],
	]),
	...mutantsOf('apiserver/admission/node-restriction/nodes.js', {tests: ['apiserver/admission/edges.test.js']}, [
		[
			'a kubelet takes a taint from its node',
			'if (!equal(object.spec?.taints ?? [], old.spec?.taints ?? [])) {',
			'if (false) {',
		],
	]),
	...mutantsOf('apiserver/admission/node-restriction/nodes.js', {tests: ['apiserver/recorded-answers.test.js']}, [
		['a kubelet writes the Node of another kubelet', 'if (requested !== node) {', 'if (false) {'],
	]),
	...mutantsOf(
		'apiserver/admission/node-restriction/service-accounts.js',
		{tests: ['apiserver/admission/edges.test.js']},
		[['a kubelet gets tokens for Pods of other nodes', 'if (pod.spec.nodeName !== node) {', 'if (false) {']],
	),
	...mutantsOf(
		'apiserver/admission/persistent-volume-claim-resize.js',
		{tests: ['apiserver/admission/decisions.test.js']},
		[['a claim grows whatever its class allows', 'if (!found?.allowVolumeExpansion) {', 'if (false) {']],
	),
	...mutantsOf(
		'apiserver/admission/persistent-volume-claim-resize.js',
		{tests: ['apiserver/admission/edges.test.js']},
		[['a claim that is not bound grows', "if (old.status?.phase !== 'Bound') {", 'if (false) {']],
	),
	...mutantsOf('apiserver/admission/taint-nodes-by-condition.js', {tests: ['apiserver/admission/chain.test.js']}, [
		['a new node takes Pods before it is ready', 'taints: [...taints, taint] }', 'taints }'],
	]),
	...mutantsOf(
		'apiserver/admission/storage-object-in-use-protection.js',
		{tests: ['apiserver/admission/chain.test.js']},
		[
			[
				'volumes and claims are not protected while in use',
				'object && !present.includes(finalizer) ? withMetadata(object, { finalizers: [...present, finalizer] }) : object',
				'object',
			],
		],
	),
	...mutantsOf('apiserver/admission/pod-node-selector.js', {tests: ['apiserver/admission/decisions.test.js']}, [
		[
			'a Pod may contradict the node selector of its namespace',
			'own[key] !== undefined && own[key] !== value',
			'false',
		],
	]),
	...mutantsOf('apiserver/admission/event-rate-limit.js', {tests: ['apiserver/admission/edges.test.js']}, [
		['the bucket of an event limit never fills again', '((kernel.now - known.sinceMs) / 1000) * qps', '0'],
	]),
	...mutantsOf('apiserver/admission/webhook/webhooks.js', {tests: ['apiserver/admission/webhook/webhooks.test.js']}, [
		['of several webhooks that refuse the last is reported', 'refusal ??= error;', 'refusal = error;'],
		[
			'a webhook that fails does not close',
			"if (webhook.failurePolicy !== 'Ignore') {\n            throw callFailure(answer.error);",
			'if (false) {\n            throw callFailure(answer.error);',
		],
	]),
	...mutantsOf('apiserver/admission/webhook/call.js', {tests: ['apiserver/admission/webhook/webhooks.test.js']}, [
		['a webhook may take as long as it likes', 'if (takesMs > limitMs) {', 'if (false) {'],
		[
			'a webhook with side effects is called in a dry run',
			"if (dryRun && webhook.sideEffects !== 'None' && webhook.sideEffects !== 'NoneOnDryRun') {",
			'if (false) {',
		],
	]),
	...mutantsOf('apiserver/admission/policy/validate.js', {tests: ['apiserver/admission/policy/policies.test.js']}, [
		[
			'a policy that cannot be evaluated denies although it should ignore errors',
			'return { index, denied: !ignoreErrors, message: outcome.error',
			'return { index, denied: true, message: outcome.error',
		],
	]),
	...mutantsOf('apiserver/admission/policy/params.js', {tests: ['apiserver/admission/policy/policies.test.js']}, [
		[
			'a policy takes all objects of the kind as its parameters',
			'matchesLabelSelector(reference.selector, metadata.labels)',
			'true',
		],
		['a policy without its parameters does not deny', "reference.parameterNotFoundAction === 'Deny'", 'false'],
	]),
	...mutantsOf(
		'apiserver/admission/owner-references-permission-enforcement.js',
		{tests: ['apiserver/recorded-answers.test.js']},
		[
			[
				'owners change without the right to delete',
				'if (!decision.allowed) {\n                throw refuse(attributes, `cannot set an ownerRef',
				'if (false) {\n                throw refuse(attributes, `cannot set an ownerRef',
			],
		],
	),
	...mutantsOf('apiserver/admission/reinvocation.js', {tests: ['apiserver/admission/reinvocation.test.js']}, [
		['the second round calls each webhook again', '!this.rounds.again || this.#due.has(key)', 'true'],
	]),
	...mutantsOf('apiserver/admission/escalation.js', {tests: ['apiserver/authorization/authorize.test.js']}, [
		[
			'the right to bind is asked for all roles instead of one',
			'name: target.name,\n        path',
			"name: '',\n        path",
		],
		['a change of a role may grant more than its author has', '(old && isForCollectorOnly(object, old))', 'old'],
	]),
	...mutantsOf('registry/core/claim-quota.js', {tests: ['registry/quota/quota.test.js']}, [
		[
			'a claim that has grown is charged as before',
			'asked && given && compareQuantities(given, asked) > 0 ? given : asked',
			'given ?? asked',
		],
	]),
	...mutantsOf('registry/core/service/quota.js', {tests: ['registry/quota/quota.test.js']}, [
		[
			'a load balancer is charged no node ports',
			'spec.allocateLoadBalancerNodePorts === false ? String(ports.filter(({ nodePort }) => nodePort).length) : all',
			"'0'",
		],
	]),
];
