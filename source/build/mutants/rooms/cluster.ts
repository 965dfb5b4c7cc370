import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the rooms of the other controllers. */
export const clusterMutants: readonly Mutant[] = [
	...mutantsOf(
		'controllers/node/taint-eviction.js',
		{seeds: [1000007, 1000085], stories: [], tests: ['controllers/node/node.test.js']},
		[
			['Pods are evicted at once', 'sinceMs + seconds * 1000', 'sinceMs'],
			['a Pod that tolerates again is evicted all the same', 'if (atMs === undefined) {', 'if (false) {'],
		],
	),
	...mutantsOf(
		'controllers/node/pod-garbage-collector.js',
		{seeds: [1000007], stories: [], tests: ['controllers/node/node.test.js']},
		[
			['Pods of nodes that are gone stay', "if (state === 'gone') {", 'if (false) {'],
			['Pods of nodes that are gone go without a pause', 'const quarantineMs = 40_000;', 'const quarantineMs = 0;'],
		],
	),
	...mutantsOf(
		'controllers/node/node-lifecycle.js',
		{seeds: [1000007], stories: ['a rollout'], tests: ['controllers/node/node.test.js']},
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
	...mutantsOf(
		'controllers/attach-detach/decisions.js',
		{stories: ['volumes that move'], tests: ['controllers/attach-detach/decisions.test.js']},
		[
			['a volume is detached while it is mounted', 'if (!isMounted) {', 'if (true) {'],
			['a volume that allows one node is attached to two', '!modes || modes.length === 0 ||', 'true ||'],
		],
	),
	...mutantsOf('controllers/attach-detach/wanted-volumes.js', {stories: ['volumes that move'], tests: []}, [
		['volumes of Pods that have ended stay attached', 'if (isTerminal(pod)) {', 'if (false) {'],
	]),
	...mutantsOf(
		'controllers/volume/protection.js',
		{stories: ['volumes that move'], tests: ['pipeline/storage.test.js']},
		[
			['a claim goes while a Pod uses it', '!isTerminal(pod) && claimsOf(pod).includes(claim.metadata.name)', 'false'],
			['a claim stays when its last Pod is gone', "type === 'DELETED' || isTerminal(object)", 'false'],
		],
	),
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
	...mutantsOf('controllers/namespace.js', {stories: ['owners, dependents and namespaces'], tests: []}, [
		[
			'a namespace that is being deleted empties nothing',
			'if (before.length === 0) {\n        return before;\n    }',
			'return before;',
		],
	]),
	...mutantsOf(
		'controllers/endpoints/endpoint.js',
		{stories: ['Services and their clients'], tests: ['controllers/endpoints/endpoint-slice.test.js']},
		[
			['a Pod that terminates is ready', '(serving && !terminating)', 'serving'],
			['a Pod that is not ready is an endpoint that is', 'const serving = isPodReady(pod);', 'const serving = true;'],
			['Pods that have ended stay endpoints', '!isTerminal(pod) &&\n', 'true &&\n'],
		],
	),
];
