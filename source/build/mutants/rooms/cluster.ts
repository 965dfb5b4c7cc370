import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the controllers of nodes, namespaces, owners, quotas and service accounts, and in the objects that they share. */
export const clusterMutants: readonly Mutant[] = [
	...mutantsOf('controllers/garbage-collector/garbage-collector.js', {stories: ['owners, dependents and namespaces']}, [
		[
			'the garbage collector takes away all finalizers with its own',
			'metadata.finalizers?.filter((one) => one !== finalizer) ?? []',
			'[]',
		],
		[
			'the garbage collector does not wait for dependents that block an owner',
			'if (blocking.length === 0) {',
			'if (true) {',
		],
	]),
	...mutantsOf(
		'controllers/garbage-collector/garbage-collector.js',
		{
			stories: ['owners, dependents and namespaces'],
			tests: ['controllers/garbage-collector/garbage-collector.test.js'],
		},
		[
			[
				'dependents of an owner that is gone stay',
				'(owner ? present : dangling).push(reference)',
				'(owner ? present : solid).push(reference)',
			],
			['an owner with the same name and another uid counts', 'found.metadata.uid === uid ? found : undefined', 'found'],
			[
				'dependents lose no reference when they are orphaned',
				'yield* this.#dropReferences(dependent, undefined, [uid]);',
				'',
			],
		],
	),
	...mutantsOf(
		'controllers/garbage-collector/garbage-collector.js',
		{stories: ['volumes of several sizes, Pods of two owners, and clients that stay with their Pod']},
		[
			[
				'the garbage collector deletes what has lost one of its owners',
				"if (solid.length > 0) {\n        return 'drop-references';",
				"if (solid.length > 0 && dangling.length === 0) {\n        return 'drop-references';",
			],
		],
	),
	...mutantsOf(
		'controllers/garbage-collector/garbage-collector.js',
		{tests: ['controllers/garbage-collector/garbage-collector.test.js']},
		[
			[
				'the garbage collector takes all owners from a custom object that has lost one',
				'ownerReferences.filter((owner) => !owners.includes(owner.uid));',
				'ownerReferences.filter(() => false);',
			],
			[
				'the dependents of an orphaning owner keep their reference to it',
				'yield* this.#dropReferences(dependent, undefined, [uid]);',
				'',
			],
			[
				'the garbage collector deletes by name, whatever the uid is by then',
				'{ preconditions: { uid }, propagationPolicy }',
				'{ propagationPolicy }',
			],
		],
	),
	...mutantsOf('controllers/namespace.js', {stories: ['owners, dependents and namespaces']}, [
		[
			'a namespace goes while something is still in it',
			'if (rest.length === 0 && failing.length === 0) {',
			'if (true) {',
		],
	]),
	...mutantsOf('controllers/namespace.js', {stories: ['owners, dependents and namespaces'], tests: []}, [
		[
			'a namespace that is being deleted empties nothing',
			'if (before.length === 0) {\n        return before;\n    }',
			'return before;',
		],
	]),
	...mutantsOf(
		'controllers/node/node-ipam.js',
		{stories: ['taints that send away'], tests: ['controllers/node/node-ipam.test.js']},
		[['two nodes get the same podCIDR', 'this.take(ranges);', '']],
	),
	...mutantsOf(
		'controllers/node/node-lifecycle.js',
		{seeds: [1_000_007], stories: ['a rollout'], tests: ['controllers/node/node.test.js']},
		[
			['a node is lost before its grace is over', 'silentMs > graceMs ?', 'silentMs > graceMs / 5 ?'],
			['a lost node never becomes Unknown', 'silentMs > graceMs ?', 'false ?'],
			[
				'Pods of a lost node stay ready',
				"if (ready === 'True') {\n            yield* this.#fallen(updated);",
				'if (false) {\n            yield* this.#fallen(updated);',
			],
			[
				'all nodes are tainted when none is ready',
				"const anyReady = nodes.some((node) => readyOf(node) === 'True');",
				'const anyReady = true;',
			],
		],
	),
	...mutantsOf('controllers/node/node-lifecycle.js', {stories: ['a node that falls silent']}, [
		[
			'a lost node keeps its unreachable taint after it is back',
			'(taint.key !== notReady && taint.key !== unreachable) || taint.key === key',
			'(taint.key !== notReady && taint.key !== unreachable) || true',
		],
	]),
	...mutantsOf('controllers/node/node-lifecycle.js', {seeds: [1_570_001]}, [
		[
			'several nodes get their NoExecute taint in the same round',
			'if (more && kernel.now < this.#nextTaintMs) {',
			'if (false) {',
		],
	]),
	...mutantsOf('controllers/node/node-lifecycle.js', {seeds: [1_200_001], tests: ['controllers/node/node.test.js']}, [
		[
			'the controller of nodes takes away taints of the administrator',
			"effect !== 'NoSchedule' || !ours.has(key) || keys.includes(key)",
			"effect !== 'NoSchedule' || keys.includes(key)",
		],
	]),
	...mutantsOf(
		'controllers/node/pod-garbage-collector.js',
		{seeds: [1_000_007], stories: [], tests: ['controllers/node/node.test.js']},
		[
			['Pods of nodes that are gone stay', "if (state === 'gone') {", 'if (false) {'],
			['Pods of nodes that are gone go without a pause', 'const quarantineMs = 40_000;', 'const quarantineMs = 0;'],
		],
	),
	...mutantsOf('controllers/node/pod-garbage-collector.js', {}, [
		['Pods of a node that is gone are forced away without a quarantine', 'kernel.now - since >= quarantineMs', 'true'],
		[
			'of Pods that have ended the newest are deleted beyond the limit',
			'.sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1))',
			'.sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? 1 : -1))',
		],
	]),
	...mutantsOf(
		'controllers/node/taint-eviction.js',
		{seeds: [1_000_007, 1_000_085], stories: [], tests: ['controllers/node/node.test.js']},
		[
			['Pods are evicted at once', 'sinceMs + seconds * 1000', 'sinceMs'],
			['a Pod that tolerates again is evicted all the same', 'if (atMs === undefined) {', 'if (false) {'],
		],
	),
	...mutantsOf('controllers/node/taint-eviction.js', {seeds: [1_570_001], tests: ['controllers/node/node.test.js']}, [
		[
			'the time of a toleration begins again at each look',
			'const sinceMs = planned?.sinceMs ?? kernel.now;',
			'const sinceMs = kernel.now;',
		],
	]),
	...mutantsOf('controllers/resource-quota.js', {stories: ['quotas at their limit']}, [
		[
			'the controller of quotas leaves out an object',
			'if (inScopes(quota, resource, object)) {',
			'if (inScopes(quota, resource, object) && object !== objects[1]) {',
		],
		[
			'quota controller does not count what is deleted',
			"const relevant = type === 'DELETED' ||",
			'const relevant = false ||',
		],
	]),
	...mutantsOf('controllers/service-account.js', {stories: ['Pods that a kubelet alone decides about']}, [
		[
			'an account default that was deleted is not made again',
			"type === 'DELETED' && object.metadata.name === fixture.name ? [object.metadata.namespace] : []",
			'[]',
		],
	]),
	...mutantsOf('objects/owner.js', {stories: ['a rollout']}, [
		['a reference to an owner has the uid of something else', 'uid: ', 'uid: "0" + '],
	]),
	...mutantsOf('objects/taints.js', {seeds: [1_570_001], tests: ['objects/taints.test.js']}, [
		[
			'a Pod stays for the longest of its tolerations',
			'Math.min(shortest ?? Number.POSITIVE_INFINITY, Math.max(0, tolerationSeconds))',
			'Math.max(shortest ?? 0, tolerationSeconds)',
		],
	]),
	...mutantsOf('controllers/cluster-role-aggregation.js', {tests: ['controllers/recorded-answers.test.js']}, [
		['an aggregated role does not follow its parts', '.filter((role) => differs(role))', '.filter(() => false)'],
	]),
	...mutantsOf('controllers/service-account-token.js', {tests: ['controllers/service-account-token.test.js']}, [
		['the token of an account that is gone stays', 'yield* remove(client, secret, name);', ''],
	]),
	...mutantsOf('controllers/certificate-signing.js', {tests: ['controllers/certificate-signing.test.js']}, [
		[
			'a certificate of a kubelet is for any organization',
			"organizations.length !== 1 || organizations[0] !== 'system:nodes'",
			'false',
		],
	]),
	...mutantsOf('controllers/controller.js', {tests: ['controllers/resource-quota.test.js']}, [
		['a key that failed is not tried again', 'const pauseMs = queue.addRateLimited(key);', 'const pauseMs = 0;'],
	]),
];
