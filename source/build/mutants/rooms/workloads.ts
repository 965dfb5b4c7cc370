import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in Deployments and ReplicaSets, and in the ways in which controllers claim and count Pods. */
export const workloadsMutants: readonly Mutant[] = [
	...mutantsOf('controllers/claim.js', {stories: ['owners that leave slowly']}, [
		[
			'adoption does not ask anew whether the owner is being deleted',
			'return fresh.metadata.deletionTimestamp === undefined\n',
			'return true\n',
		],
	]),
	...mutantsOf('controllers/claim.js', {stories: ['labels that change']}, [
		['a Pod whose labels no longer match is not released', "return 'release';", "return 'ignore';"],
	]),
	...mutantsOf('controllers/deployment/deployment-status.js', {stories: ['a rollout'], tests: []}, [
		[
			'the status of a Deployment counts no ready Pods',
			'readyReplicas: ready || undefined',
			'readyReplicas: undefined',
		],
	]),
	...mutantsOf('controllers/deployment/deployment-status.js', {stories: ['a rollout']}, [
		[
			'a condition of a Deployment has a new time although its status is the same',
			'? { ...condition, lastTransitionTime: current.lastTransitionTime } : condition',
			'? condition : condition',
		],
	]),
	...mutantsOf('controllers/deployment/deployment-status.js', {tests: ['controllers/deployment/deployment.test.js']}, [
		['fewer old Pods are no progress of a rollout', 'oldPods(after) < oldPods(before) ||', ''],
		[
			'a Deployment counts as unavailable only Pods that exist',
			'Math.max(0, totalSize(all) - available)',
			'Math.max(0, replicas - available)',
		],
	]),
	...mutantsOf('controllers/deployment/deployment.js', {stories: ['rollouts that pause and keep their history']}, [
		['Recreate does not wait until the old Pods are gone', 'if (this.#oldPodsRun(before)) {', 'if (false) {'],
		[
			'a paused Deployment rolls all the same',
			'if (paused || isScaling(known, owned)) {',
			'if (isScaling(known, owned)) {',
		],
	]),
	...mutantsOf(
		'controllers/deployment/replica-sets.js',
		{stories: ['a rollout', 'volumes of several sizes, Pods of two owners, and clients that stay with their Pod']},
		[
			[
				'a new revision is the number of old ReplicaSets and one',
				'const revision = maxRevision(sets.old) + 1;',
				'const revision = sets.old.length + 1;',
			],
		],
	),
	...mutantsOf('controllers/deployment/revision.js', {stories: ['rollouts that pause and keep their history']}, [
		['the revision history is never trimmed', '.slice(0, Math.max(0, alive.length - limit))', '.slice(0, 0)'],
	]),
	...mutantsOf('controllers/deployment/rollout.js', {stories: ['a rollout']}, [
		[
			'a rollout makes one Pod more than maxSurge',
			'const room = want + maxSurge(deployment) - others - current;',
			'const room = want + maxSurge(deployment) + 1 - others - current;',
		],
		[
			'a rollout ends one available Pod more than maxUnavailable',
			'let spare = totalAvailable(all) - minAvailable;',
			'let spare = totalAvailable(all) - minAvailable + 1;',
		],
	]),
	...mutantsOf(
		'controllers/deployment/rollout.js',
		{stories: ['a rollout'], tests: ['controllers/deployment/rollout.test.js']},
		[
			[
				'a percentage of surge is rounded down',
				"round === 'up' ? Math.ceil(share) : Math.floor(share)",
				'Math.floor(share)',
			],
			[
				'maxUnavailable counts even when it is 0 together with maxSurge',
				'Math.min(want, unavailable === 0 && maxSurge(deployment) === 0 ? 1 : unavailable)',
				'Math.min(want, unavailable)',
			],
			[
				'a new ReplicaSet gets all Pods at once',
				'return room <= 0 ? current : current + Math.min(room, want - current);',
				'return want;',
			],
			[
				'unhealthy Pods of the new ReplicaSet are not taken into account',
				'totalSize(all) - minAvailable - newUnavailable',
				'totalSize(all) - minAvailable',
			],
			['a status that is behind does not stop a rollout', 'current > 0 && less < 0', 'false'],
			['a Deployment that is scaled does not scale its only ReplicaSet', 'only && size(only) !== want', 'false'],
			[
				'old ReplicaSets keep their Pods when the new one is complete',
				'{ replicaSet, to: 0 }',
				'{ replicaSet, to: size(replicaSet) }',
			],
		],
	),
	...mutantsOf('controllers/deployment/rollout.js', {}, [
		[
			'a new ReplicaSet takes all the room of the surge, beyond what is wanted',
			'current + Math.min(room, want - current)',
			'current + room',
		],
		[
			'the rest of a proportional scaling goes to the smallest ReplicaSet',
			'size(b) - size(a) || newer(a, b)',
			'size(a) - size(b) || newer(a, b)',
		],
	]),
	...mutantsOf(
		'controllers/deployment/status-writer.js',
		{stories: ['a rollout', 'volumes of several sizes, Pods of two owners, and clients that stay with their Pod']},
		[
			[
				'a Deployment does not show its new revision',
				'if (metadata.annotations?.[revisionAnnotation] === revision && !condition) {',
				'if (!condition) {',
			],
		],
	),
	...mutantsOf('controllers/expectations.js', {seeds: [1_000_000], stories: ['a rollout']}, [
		[
			'controllers do not wait until their caches show what they have done',
			'return (!expectation ||',
			'return (true ||',
		],
	]),
	...mutantsOf('controllers/expectations.js', {stories: ['a rollout'], tests: []}, [
		['a creation that is seen counts twice', 'expectation.creations -= count;', 'expectation.creations -= 2 * count;'],
		['a deletion that is seen is not noted', 'this.#byKey.get(key)?.deletions.delete(uid);', ';'],
	]),
	...mutantsOf(
		'controllers/pod-availability.js',
		{stories: ['a rollout'], tests: ['controllers/pod-availability.test.js']},
		[['minReadySeconds counts in milliseconds', 'minReadySeconds * 1000', 'minReadySeconds']],
	),
	...mutantsOf(
		'controllers/replica-set/deletion-order.js',
		{stories: ['a rollout'], tests: ['controllers/replica-set/replica-set.test.js']},
		[
			[
				'ready Pods go before Pods that are not',
				'Number(isPodReady(a)) - Number(isPodReady(b))',
				'Number(isPodReady(b)) - Number(isPodReady(a))',
			],
			[
				'Pods with a node go before Pods without',
				'Number(Boolean(a.spec?.nodeName)) - Number(Boolean(b.spec?.nodeName))',
				'Number(Boolean(b.spec?.nodeName)) - Number(Boolean(a.spec?.nodeName))',
			],
			['the cost of a deletion is ignored', 'costOf(a) - costOf(b)', '0'],
		],
	),
	...mutantsOf(
		'controllers/replica-set/deletion-order.js',
		{stories: ['nodes that are full', 'quotas at their limit']},
		[
			[
				'a ReplicaSet ends Pods with a node before those without',
				'const assigned = Number(Boolean(a.spec?.nodeName)) - Number(Boolean(b.spec?.nodeName));',
				'const assigned = Number(Boolean(b.spec?.nodeName)) - Number(Boolean(a.spec?.nodeName));',
			],
		],
	),
	...mutantsOf('controllers/replica-set/deletion-order.js', {}, [
		[
			'a ReplicaSet ends the Pods that restarted least',
			'return restarts(b) - restarts(a);',
			'return restarts(a) - restarts(b);',
		],
	]),
	...mutantsOf('controllers/replica-set/plan-replicas.js', {stories: ['a rollout'], tests: []}, [
		['a ReplicaSet makes one Pod too few', 'count: Math.min(missing, burst)', 'count: Math.min(missing - 1, burst)'],
		[
			'a ReplicaSet ends one Pod too many',
			'const count = Math.min(-missing, burst);',
			'const count = Math.min(1 - missing, burst);',
		],
		['batches begin with ten Pods', 'size = 1; rest > 0', 'size = 10; rest > 0'],
	]),
	...mutantsOf('controllers/replica-set/replica-set-status.js', {stories: ['a rollout'], tests: []}, [
		['the status of a ReplicaSet counts one ready Pod for many', 'ready += size;', 'ready += 1;'],
		['Pods are available before minReadySeconds', 'isPodAvailable(pod, minReadySeconds, nowMs) ? size : 0', 'size'],
		[
			'the status of a ReplicaSet does not count Pods that are not ready',
			'replicas += size;',
			'replicas += isPodReady(pod) ? size : 0;',
		],
	]),
	...mutantsOf(
		'controllers/replica-set/replica-set.js',
		{stories: ['owners that leave slowly', 'labels that change']},
		[
			[
				'a ReplicaSet that is being deleted makes Pods',
				'if (settled && set.metadata.deletionTimestamp === undefined) {',
				'if (settled) {',
			],
			[
				'a ReplicaSet waits for a Pod that could not be created',
				'expectations.creationsObserved(key, failure.failed);',
				'',
			],
			[
				'a ReplicaSet does not compare the uid of the owner of a Pod',
				'return set?.metadata.uid === owner.uid ? keyOf(set) : undefined;',
				'return set ? keyOf(set) : undefined;',
			],
			['a ReplicaSet does not see that a Pod was released', 'if (before && before !== owner) {', 'if (false) {'],
		],
	),
	...mutantsOf('controllers/revision-history.js', {}, [
		['a template that comes back keeps its old revision', 'if (unchanged.revision === highest) {', 'if (true) {'],
	]),
];
