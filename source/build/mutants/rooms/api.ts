import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the verbs, the subresources and the storage of the apiserver, and in etcd. */
export const apiMutants: readonly Mutant[] = [
	...mutantsOf('apiserver/managed-fields/apply.js', {tests: ['apiserver/managed-fields/ownership.test.js']}, [
		[
			'a conflict of server-side apply is ignored',
			'if (found.conflicts.length > 0 && !application.force) {',
			'if (false) {',
		],
	]),
	...mutantsOf('apiserver/storage/cacher.js', {}, [
		[
			'a bookmark is ahead of what was sent',
			'object: bookmark(cache.resource, this.revision)',
			'object: bookmark(cache.resource, this.revision + 5)',
		],
	]),
	...mutantsOf('apiserver/storage/storage.js', {stories: ['a rollout'], tests: []}, [
		['a write retries although its version is old', 'if (options.conditional()) {', 'if (false) {'],
		['a write that changes nothing is written', "change.type === 'write' && isSameObject(object, before)", 'false'],
	]),
	...mutantsOf(
		'apiserver/storage/watch-cache.js',
		{stories: ['a rollout'], tests: ['apiserver/storage/cacher.test.js']},
		[
			[
				'the watch cache keeps what is deleted',
				'this.#objects.delete(event.key);\n            this.#count--;',
				'this.#count--;',
			],
			['lists of the watch cache are not renewed', "this.#lists.delete('');", ''],
			[
				'a deletion is sent with the version before it',
				'resourceVersion: String(event.revision)',
				'resourceVersion: object.metadata.resourceVersion',
			],
		],
	),
	...mutantsOf('apiserver/storage/watchers.js', {}, [
		[
			'a watch with a selector does not hear what leaves it',
			'const before = old !== undefined && matches(old);',
			"const before = type === 'DELETED' || (old !== undefined && matches(old) && matches(object));",
		],
		[
			'a watcher does not see that an object leaves its selection',
			'if (!before) {\n        return undefined;',
			"if (!before || type !== 'DELETED') {\n        return undefined;",
		],
	]),
	...mutantsOf(
		'apiserver/subresources/binding.js',
		{stories: ['a rollout'], tests: ['apiserver/subresources/subresources.test.js']},
		[
			['a Pod is bound a second time', 'if (pod.spec.nodeName) {', 'if (false) {'],
			['a Pod that is being deleted is bound', 'if (pod.metadata.deletionTimestamp !== undefined) {', 'if (false) {'],
			['a binding does not compare the uid', 'if (uid && uid !== pod.metadata.uid) {', 'if (false) {'],
		],
	),
	...mutantsOf('apiserver/subresources/binding.js', {}, [
		['a Binding is for any Pod of that name', 'if (uid && uid !== pod.metadata.uid) {', 'if (false) {'],
	]),
	...mutantsOf(
		'apiserver/subresources/eviction.js',
		{stories: ['a drain that a budget slows'], tests: ['apiserver/subresources/eviction.test.js']},
		[['an eviction does not ask the budget', 'const refusal = budgetApplies(pod) ?', 'const refusal = false ?']],
	),
	...mutantsOf('apiserver/subresources/eviction.js', {tests: ['apiserver/subresources/eviction.test.js']}, [
		['of several budgets of a Pod the first decides', 'if (budgets.length > 1) {', 'if (false) {'],
		[
			'an eviction is not noted in its budget',
			'disruptedPods: { ...present.status.disruptedPods, [pod.metadata.name]: services.kernel.timestamp() }',
			'disruptedPods: { ...present.status.disruptedPods }',
		],
	]),
	...mutantsOf(
		'apiserver/verbs/delete.js',
		{stories: ['owners, dependents and namespaces'], tests: ['apiserver/verbs/deletion.test.js']},
		[
			[
				'preconditions of a deletion are ignored',
				'        checkPreconditions(object, options);\n        const plan',
				'        const plan',
			],
		],
	),
	...mutantsOf('apiserver/verbs/deletion.js', {stories: ['Pods that end slowly']}, [
		[
			'a deletion with less time is counted from now on and not from the first one',
			'timestamp(parseTimestamp(metadata.deletionTimestamp) + (seconds - before) * 1000)',
			'timestamp(nowMs + (seconds + before) * 1000)',
		],
	]),
	...mutantsOf(
		'apiserver/verbs/deletion.js',
		{
			stories: ['owners, dependents and namespaces', 'Pods that end slowly'],
			tests: ['apiserver/verbs/deletion.test.js'],
		},
		[
			[
				'an object with finalizers goes at once',
				"if (!held) {\n        return {\n            verdict: 'gone',",
				"if (true) {\n        return {\n            verdict: 'gone',",
			],
			[
				'a deletion can be given more time',
				'if (asked === undefined || asked >= before) {',
				'if (asked === undefined) {',
			],
			['a Pod goes without grace', 'if (seconds > 0) {\n        return {', 'if (false) {\n        return {'],
			[
				'a deletion leaves the generation',
				'generation: metadata.generation ? metadata.generation + 1 : metadata.generation',
				'generation: metadata.generation',
			],
		],
	),
	...mutantsOf('apiserver/verbs/deletion.js', {}, [
		[
			'a shorter grace period moves the end of a Pod into the future',
			'+ (seconds - before) * 1000)',
			'+ seconds * 1000)',
		],
	]),
	...mutantsOf('apiserver/verbs/list.js', {seeds: [1_560_001], tests: ['apiserver/server.test.js']}, [
		[
			'the next page of a list begins with the last object of this one',
			'start: `${place}${name}\\u0000`',
			'start: `${place}${name}`',
		],
	]),
	...mutantsOf('apiserver/verbs/list.js', {tests: ['apiserver/server.test.js']}, [
		['a list counts the objects of its page as remaining', 'items.length - limit', 'items.length'],
	]),
	...mutantsOf('apiserver/verbs/update.js', {stories: ['a rollout']}, [
		[
			'an update does not compare the version that it names',
			"if (seen === '' || seen === '0') {",
			"if (true) return; if (seen === '' || seen === '0') {",
		],
	]),
	...mutantsOf('apiserver/verbs/update.js', {stories: ['a rollout'], tests: []}, [
		[
			'an update of another uid is accepted',
			'checkUID(exchange, services.etcd.shown(key), uid, existing.metadata.uid);',
			'',
		],
	]),
	...mutantsOf('etcd/etcd.js', {stories: ['a rollout'], tests: ['etcd/etcd.test.js']}, [
		['etcd does not compare', 'const failed = compare.find(', 'const failed = [].find('],
		[
			'revisions do not rise',
			'this.#revision = Math.max(this.#revision + 1, atLeast);',
			'this.#revision = Math.max(this.#revision, atLeast);',
		],
	]),
	...mutantsOf('etcd/etcd.js', {tests: ['etcd/etcd.test.js']}, [
		['an old revision is read as the oldest that is kept', 'this.since(revision).toReversed()', 'this.since(revision)'],
		[
			'a watch misses what has happened before it is open',
			'for (const event of missed) {',
			'for (const event of []) {',
		],
	]),
	...mutantsOf('apiserver/admission/chain.js', {tests: ['apiserver/admission/webhook/webhooks.test.js']}, [
		['a webhook that changes an object starts no second round', 'if (reinvocation.wanted) {', 'if (false) {'],
	]),
	...mutantsOf('apiserver/admission/chain.js', {tests: ['apiserver/authorization/authorize.test.js']}, [
		['a role may grant rights that its author lacks', 'if (couldEscalate(current)) {', 'if (false) {'],
	]),
	...mutantsOf('apiserver/authorization/node.js', {tests: ['apiserver/authorization/authorize.test.js']}, [
		['a kubelet lists the Pods of all nodes', "if (selects(attributes, 'spec.nodeName', node)) {", 'if (true) {'],
		[
			'a kubelet reads the Leases of others',
			"if (verb !== 'create' && name !== node) {\n        return 'can only access node lease",
			"if (false) {\n        return 'can only access node lease",
		],
	]),
	...mutantsOf('apiserver/authorization/node.js', {tests: ['apiserver/recorded-answers.test.js']}, [
		[
			'a user with the name of a node is its kubelet',
			"username.startsWith(prefix) && groups.includes('system:nodes')",
			'username.startsWith(prefix)',
		],
	]),
	...mutantsOf('apiserver/authorization/node-graph.js', {tests: ['apiserver/authorization/authorize.test.js']}, [
		[
			'a mirror Pod lets its kubelet read Secrets',
			'pod.metadata.annotations?.[mirrorAnnotation] === undefined && test',
			'test',
		],
		[
			'a kubelet reads the volume of any claim',
			'return volume !== undefined && volumeLeadsTo(reader, node, volume);',
			'return volume !== undefined;',
		],
	]),
	...mutantsOf('apiserver/authorization/rules.js', {tests: ['apiserver/authorization/authorize.test.js']}, [
		[
			'a rule for one name allows all names',
			'rule.resourceNames.length === 0 || rule.resourceNames.includes(name)',
			'true',
		],
		['a path of a rule allows all paths that begin with it', 'url === path ||', 'path.startsWith(url) ||'],
	]),
	...mutantsOf('apiserver/authorization/access-review.js', {tests: ['apiserver/authorization/access-review.test.js']}, [
		[
			'a local review answers about other namespaces',
			'...(spec.resourceAttributes && asked !== namespace',
			'...(false',
		],
	]),
	...mutantsOf('apiserver/verbs/create.js', {tests: ['apiserver/allocation/cluster-ips.test.js']}, [
		['an object that is refused keeps its addresses', 'yield* allocation.revert();', ''],
	]),
	...mutantsOf('apiserver/verbs/create.js', {tests: ['apiserver/server.test.js']}, [
		['events last six minutes', 'etcd.leases.grant(eventLeaseSeconds +', 'etcd.leases.grant(eventLeaseSeconds / 10 +'],
	]),
	...mutantsOf('registry/field-selection.js', {tests: ['registry/field-selection.test.js']}, [
		['a field selector takes not equal as equal', "=== value) === (operator !== '!='));", '=== value));'],
	]),
];
