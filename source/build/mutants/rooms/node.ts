import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in a kubelet's work for its node: admission, resizing, eviction, registration and shutdown. */
export const nodeMutants: readonly Mutant[] = [
	...mutantsOf(
		'kubelet/admission/admission-handlers.js',
		{stories: ['room for what is more important'], tests: ['kubelet/kubelet.test.js']},
		[
			[
				'the kubelet admits Pods beyond what the node has',
				'if (places !== undefined && others.length + 1 > places) {',
				'if (false) {',
			],
		],
	),
	...mutantsOf('kubelet/admission/admission-handlers.js', {stories: ['Pods that a kubelet alone decides about']}, [
		[
			'a kubelet admits two Pods with a host port',
			'return wanted.length > 0 && others.some(',
			'return false && others.some(',
		],
		['a kubelet does not count what its other Pods request', 'used += podRequests(other)[name] ?? 0;', ''],
		[
			'a kubelet admits Pods that do not tolerate its node',
			"pod.spec.tolerations, ['NoExecute'])",
			'pod.spec.tolerations, [])',
		],
	]),
	...mutantsOf(
		'kubelet/allocation/resize.js',
		{stories: ['resize in place'], tests: ['kubelet/allocation/resize.test.js']},
		[
			[
				'a resize is not compared with what others use',
				'requested > 0 && requested + used > capacity',
				'requested > 0 && requested > capacity',
			],
		],
	),
	...mutantsOf('kubelet/allocation/resize.js', {tests: ['kubelet/allocation/resize.test.js']}, [
		[
			'a resize does not count the other Pods of the node',
			'requested > 0 && requested + used > capacity',
			'requested > 0 && requested > capacity',
		],
		['a container whose policy asks for a restart is resized in place', 'if (restarts) {', 'if (false) {'],
	]),
	...mutantsOf('kubelet/eviction/pressure-admission.js', {stories: ['a node short of memory']}, [
		['a node under memory pressure admits all Pods', 'if (conditions.length === 0) {', 'if (true) {'],
	]),
	...mutantsOf('kubelet/eviction/ranking.js', {stories: ['a node short of memory']}, [
		[
			'eviction takes the most important Pod first',
			'|| priorityOf(a) - priorityOf(b) || other - mine',
			'|| priorityOf(b) - priorityOf(a) || other - mine',
		],
	]),
	...mutantsOf('kubelet/eviction/ranking.js', {tests: ['kubelet/eviction/ranking.test.js']}, [
		[
			'the kubelet evicts the most important Pod first',
			'Number(other > 0) - Number(mine > 0) || priorityOf(a) - priorityOf(b) ||',
			'Number(other > 0) - Number(mine > 0) || priorityOf(b) - priorityOf(a) ||',
		],
	]),
	...mutantsOf('kubelet/eviction/ranking.js', {seeds: [1_320_001], tests: ['kubelet/eviction/ranking.test.js']}, [
		[
			'the kubelet evicts Pods within their requests first',
			'return Number(other > 0) - Number(mine > 0) ||',
			'return Number(mine > 0) - Number(other > 0) ||',
		],
	]),
	...mutantsOf('kubelet/node/node-conditions.js', {stories: ['a CronJob that fires']}, [
		[
			'each report of a node moves the times of its conditions',
			'before.find((condition) => condition.type === type && condition.status === status)?.lastTransitionTime ?? now',
			'now',
		],
	]),
	...mutantsOf(
		'kubelet/pods/node-pods.js',
		{stories: ['Pods that end slowly', 'a rollout'], tests: ['kubelet/restart.test.js']},
		[
			[
				// Leaving out only the timestamp is not a mistake: each deletion changes the grace period as well.
				'a kubelet does not see that a Pod is deleted',
				'old.metadata.generation !== pod.metadata.generation ||\n    old.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp ||\n    old.metadata.deletionGracePeriodSeconds !== pod.metadata.deletionGracePeriodSeconds ||',
				'',
			],
			[
				'a kubelet forgets no Pod',
				'if (workers.isFinished(local.uid)) {\n            this.#forget(local);',
				'if (false) {\n            this.#forget(local);',
			],
		],
	),
	...mutantsOf(
		'kubelet/registration/heartbeat.js',
		{stories: ['a rollout'], tests: ['kubelet/kubelet.test.js', 'controllers/node/node.test.js']},
		[
			['a Lease is renewed every two minutes', 'const renewMs = 10_000;', 'const renewMs = 120_000;'],
			[
				'volumes in use are not reported',
				'const changed = !equal(volumes, before?.volumesInUse ?? []) ||',
				'const changed =',
			],
		],
	),
	...mutantsOf('kubelet/registration/heartbeat.js', {}, [
		[
			'a Lease whose renewal is refused is not read again',
			"outcome: 'failed' });\n        return undefined;",
			"outcome: 'failed' });\n        return lease;",
		],
	]),
	...mutantsOf('kubelet/shutdown/node-shutdown-manager.js', {}, [
		[
			'a shutdown waits for a slow group beyond its time',
			'while (left().length > 0 && kernel.now < untilMs) {',
			'while (left().length > 0) {',
		],
	]),
	...mutantsOf('kubelet/workers/pod-work.js', {}, [
		['a sync that failed is tried again after a minute', 'failed ? backoffMs : resyncMs', 'resyncMs'],
	]),
	...mutantsOf('controllers/node/ttl.js', {tests: ['controllers/node/ttl.test.js']}, [
		['a cluster that shrinks keeps its times', 'while (nodes < boundaries[result].from) {', 'while (false) {'],
	]),
	...mutantsOf('kubelet/admission/preemption.js', {tests: ['kubelet/containers/container-values.test.js']}, [
		[
			'a critical Pod ends the largest Pods first',
			"(podRequests(a)['memory'] ?? 0) - (podRequests(b)['memory'] ?? 0)",
			"(podRequests(b)['memory'] ?? 0) - (podRequests(a)['memory'] ?? 0)",
		],
	]),
	...mutantsOf('kubelet/cpus/static-policy.js', {tests: ['kubelet/cpus/static-policy.test.js']}, [
		[
			'exclusive CPUs of Pods that are gone are not free',
			'shared: released.reduce((shared, { cpus }) => union(shared, cpus), state.shared),',
			'shared: state.shared,',
		],
		[
			'a container gets reserved CPUs',
			'union(difference(state.shared, reserved), reusable)',
			'union(state.shared, reusable)',
		],
	]),
	...mutantsOf('kubelet/shutdown/shutdown-groups.js', {tests: ['kubelet/shutdown/shutdown-groups.test.js']}, [
		[
			'a shutdown gives a Pod more than its group has',
			'Math.min(spec.terminationGracePeriodSeconds',
			'Math.max(spec.terminationGracePeriodSeconds',
		],
		[
			'a shutdown ends critical Pods first',
			'.toSorted((a, b) => a.priority - b.priority)',
			'.toSorted((a, b) => b.priority - a.priority)',
		],
	]),
];
