import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the rooms of apiserver, etcd and client. */
export const apiMutants: readonly Mutant[] = [
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
	...mutantsOf(
		'apiserver/subresources/binding.js',
		{stories: ['a rollout'], tests: ['apiserver/subresources/subresources.test.js']},
		[
			['a Pod is bound a second time', 'if (pod.spec.nodeName) {', 'if (false) {'],
			['a Pod that is being deleted is bound', 'if (pod.metadata.deletionTimestamp !== undefined) {', 'if (false) {'],
			['a binding does not compare the uid', 'if (uid && uid !== pod.metadata.uid) {', 'if (false) {'],
		],
	),
	...mutantsOf(
		'apiserver/subresources/eviction.js',
		{stories: ['a drain that a budget slows'], tests: ['apiserver/subresources/eviction.test.js']},
		[['an eviction does not ask the budget', 'const refusal = budgetApplies(pod) ?', 'const refusal = false ?']],
	),
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
	...mutantsOf('apiserver/verbs/update.js', {stories: ['a rollout'], tests: []}, [
		[
			'an update of another uid is accepted',
			'checkUID(exchange, services.etcd.shown(key), uid, existing.metadata.uid);',
			'',
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
	...mutantsOf('etcd/etcd.js', {stories: ['a rollout'], tests: ['etcd/etcd.test.js']}, [
		['etcd does not compare', 'const failed = compare.find(', 'const failed = [].find('],
		[
			'revisions do not rise',
			'this.#revision = Math.max(this.#revision + 1, atLeast);',
			'this.#revision = Math.max(this.#revision, atLeast);',
		],
	]),
	...mutantsOf('client/work-queue.js', {stories: ['a rollout'], tests: ['client/work-queue.test.js']}, [
		[
			'a key that changes while it is worked on is lost',
			'(again ? this.#dirty : this.#waiting).add(key);',
			'if (!again) this.#waiting.add(key);',
		],
		['failures do not slow a key down', 'Math.min(lastMs, firstMs * 2 ** Math.min(failures, 60))', 'firstMs'],
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
];
