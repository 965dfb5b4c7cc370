import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the rooms of the controllers of workloads. */
export const workloadsMutants: readonly Mutant[] = [
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
	...mutantsOf('controllers/replica-set/plan-replicas.js', {stories: ['a rollout'], tests: []}, [
		['a ReplicaSet makes one Pod too few', 'count: Math.min(missing, burst)', 'count: Math.min(missing - 1, burst)'],
		[
			'a ReplicaSet ends one Pod too many',
			'const count = Math.min(-missing, burst);',
			'const count = Math.min(1 - missing, burst);',
		],
		['batches begin with ten Pods', 'size = 1; rest > 0', 'size = 10; rest > 0'],
	]),
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
	...mutantsOf('controllers/expectations.js', {stories: ['a rollout'], tests: []}, [
		['a creation that is seen counts twice', 'expectation.creations -= count;', 'expectation.creations -= 2 * count;'],
		['a deletion that is seen is not noted', 'this.#byKey.get(key)?.deletions.delete(uid);', ';'],
	]),
	...mutantsOf(
		'controllers/stateful-set/plan.js',
		{stories: ['a StatefulSet in order'], tests: ['controllers/stateful-set/plan.test.js']},
		[
			['a StatefulSet does not wait for a Pod that leaves', 'else if (leaves(pod)) {', 'else if (false) {'],
			['a StatefulSet keeps a Pod that has failed', 'else if (isTerminal(pod)) {', 'else if (false) {'],
			[
				'an update of a StatefulSet does not wait for readiness',
				'if (!isHealthy(pod)) {\n            break;\n        }',
				'',
			],
			[
				'a partition is ignored',
				'const partition = updateStrategy?.rollingUpdate?.partition ?? 0;\n    for (',
				'const partition = 0;\n    for (',
			],
			[
				'a StatefulSet scales down all at once',
				"steps.push(leaves(pod) ? { do: 'wait', pod, for: 'gone' } : { do: 'delete', pod, why: 'scale-down' });\n        if (ordered) {",
				"steps.push(leaves(pod) ? { do: 'wait', pod, for: 'gone' } : { do: 'delete', pod, why: 'scale-down' });\n        if (false) {",
			],
		],
	),
	...mutantsOf(
		'controllers/daemon-set/plan.js',
		{stories: ['a drain that a budget slows'], tests: ['controllers/daemon-set/plan.test.js']},
		[
			['a DaemonSet makes a second Pod on a node', 'if (here.every((pod) => isTerminal(pod))) {', 'if (true) {'],
			[
				'a DaemonSet leaves out nodes with a taint that it tolerates',
				'const tolerations = daemonTolerations(template);',
				'const tolerations = [];',
			],
			['a DaemonSet keeps Pods on nodes that do not suit', 'if (!stay) {', 'if (false) {'],
		],
	),
	...mutantsOf(
		'controllers/job/plan.js',
		{stories: ['Jobs side by side'], tests: ['controllers/job/plan.test.js', 'controllers/job/job.test.js']},
		[
			['a Job is complete one success too early', 'succeeded >= spec.completions', 'succeeded >= spec.completions - 1'],
			['a Job is complete while Pods run', 'active === 0 && (spec', 'true && (spec'],
			[
				'a Job allows one failure more',
				'counts.failed > (job.spec?.backoffLimit ?? 6)',
				'counts.failed > (job.spec?.backoffLimit ?? 6) + 1',
			],
			['a Job does not wait after failures', 'count === 0 ? 0 : Math.max(0, lastMs', 'true ? 0 : Math.max(0, lastMs'],
			['the deadline of a Job is ignored', '(restOfDeadlineMs(job, nowMs) ?? 1) <= 0', 'false'],
			['a suspended Job makes Pods', 'if (suspend) {', 'if (false) {'],
		],
	),
	...mutantsOf(
		'controllers/job/job-status.js',
		{stories: ['Jobs side by side'], tests: ['controllers/job/job.test.js']},
		[['the Pods of a Job keep their finalizer', "pod.status?.phase === 'Succeeded' ||", 'false ||']],
	),
	...mutantsOf('controllers/job/indexes.js', {stories: ['Jobs side by side'], tests: ['controllers/job/job.test.js']}, [
		['an index is given twice', 'if (!taken.has(index)) {', 'if (true) {'],
		['completed indexes are printed without ranges', 'if (to === from + 1) {', 'if (true) {'],
	]),
	...mutantsOf(
		'controllers/job/cron-job.js',
		{stories: ['a CronJob that fires'], tests: ['controllers/job/job.test.js']},
		[
			[
				'a CronJob that forbids concurrency does not look at active Jobs',
				"if (policy === 'Forbid' && active.length > 0) {",
				'if (false) {',
			],
			['a CronJob never fires', 'if (due !== undefined) {', 'if (false) {'],
			['a CronJob keeps Jobs that have ended as active', 'if (found && isFinished(found.status)) {', 'if (false) {'],
		],
	),
	...mutantsOf(
		'controllers/autoscaler/replica-calculator.js',
		{stories: ['an autoscaler'], tests: ['controllers/autoscaler/replica-calculator.test.js']},
		[
			['an autoscaler rounds down', 'Math.ceil(first.ratio * values.size)', 'Math.floor(first.ratio * values.size)'],
			['an autoscaler has no tolerance', 'const tolerance = 0.1;', 'const tolerance = 0;'],
		],
	),
	...mutantsOf(
		'controllers/disruption.js',
		{stories: ['a drain that a budget slows'], tests: ['controllers/disruption.test.js']},
		[
			[
				'a percentage of minAvailable is rounded down',
				"scaledValue(minAvailable, expected, 'up')",
				"scaledValue(minAvailable, expected, 'down')",
			],
			['Pods that have ended count for a budget', 'selects(budget, pod) && !isTerminal(pod)', 'selects(budget, pod)'],
			['a budget does not follow the readiness of Pods', 'isPodReady(old) !== isPodReady(pod) ||', 'false ||'],
		],
	),
	...mutantsOf(
		'controllers/pod-availability.js',
		{stories: ['a rollout'], tests: ['controllers/pod-availability.test.js']},
		[['minReadySeconds counts in milliseconds', 'minReadySeconds * 1000', 'minReadySeconds']],
	),
	...mutantsOf(
		'controllers/autoscaler/horizontal-pod-autoscaler.js',
		{stories: ['an autoscaler'], tests: ['controllers/autoscaler/horizontal-pod-autoscaler.test.js']},
		[
			[
				'an autoscaler scales to one above maxReplicas',
				"{ do: 'scale', to: maxReplicas,",
				"{ do: 'scale', to: maxReplicas + 1,",
			],
			[
				'an autoscaler scales to one below minReplicas',
				"{ do: 'scale', to: minReplicas,",
				"{ do: 'scale', to: minReplicas - 1,",
			],
		],
	),
	...mutantsOf('controllers/replica-set/replica-set-status.js', {stories: ['a rollout'], tests: []}, [
		['the status of a ReplicaSet counts one ready Pod for many', 'ready += size;', 'ready += 1;'],
		['Pods are available before minReadySeconds', 'isPodAvailable(pod, minReadySeconds, nowMs) ? size : 0', 'size'],
		[
			'the status of a ReplicaSet does not count Pods that are not ready',
			'replicas += size;',
			'replicas += isPodReady(pod) ? size : 0;',
		],
	]),
	...mutantsOf('controllers/deployment/deployment-status.js', {stories: ['a rollout'], tests: []}, [
		[
			'the status of a Deployment counts no ready Pods',
			'readyReplicas: ready || undefined',
			'readyReplicas: undefined',
		],
	]),
];
