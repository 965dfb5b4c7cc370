import {mutantsOf, type Mutant} from '../mutant.js';

/** Further mistakes in the decisions about workloads, found by reading them as a stranger does. */
export const secondLookWorkloadMutants: readonly Mutant[] = [
	...mutantsOf('controllers/deployment/rollout.js', {tests: ['controllers/deployment/rollout.test.js']}, [
		[
			'old ReplicaSets go down newest first',
			'const sizes = new Map(oldestFirst(old).map((replicaSet) => [replicaSet, size(replicaSet)]));',
			'const sizes = new Map(oldestFirst(old).reverse().map((replicaSet) => [replicaSet, size(replicaSet)]));',
		],
		[
			'proportional scaling rounds down',
			'? 0\n        : Math.round((size(replicaSet)',
			'? 0\n        : Math.floor((size(replicaSet)',
		],
		[
			'proportional scaling of a Deployment at 0 replicas keeps the surge',
			'(want > 0 ? want + maxSurge(deployment) : 0)',
			'(want + maxSurge(deployment))',
		],
	]),
	...mutantsOf('controllers/daemon-set/plan.js', {tests: ['controllers/daemon-set/plan.test.js']}, [
		[
			'a surging DaemonSet keeps old Pods that are not ready until their turn',
			'create: [...atOnce, ...next]',
			'create: [...next]',
		],
		[
			'a DaemonSet ends old Pods that are ready before old Pods that are not',
			"if (rolls) {\n                remove.push({ pod: oldest, why: 'update' });\n            }",
			'',
		],
		[
			'maxUnavailable of a DaemonSet counts nodes that it does not run on',
			"const limit = scaledValue(rollingUpdate?.maxUnavailable ?? 1, desired, 'up')",
			"const limit = scaledValue(rollingUpdate?.maxUnavailable ?? 1, nodes.length, 'up')",
		],
		[
			'daemon Pods of the host network do not tolerate a node without network',
			"...(template.spec?.hostNetwork ? ['node.kubernetes.io/network-unavailable'] : [])",
			'',
		],
	]),
	...mutantsOf('controllers/stateful-set/plan.js', {tests: ['controllers/stateful-set/plan.test.js']}, [
		[
			'maxUnavailable of a StatefulSet rounds up',
			"updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, replicas, 'down'",
			"updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, replicas, 'up'",
		],
		[
			'the partition of a StatefulSet ignores where its ordinals start',
			'ordinal >= start + partition',
			'ordinal >= partition',
		],
	]),
	...mutantsOf('controllers/job/plan.js', {tests: ['controllers/job/plan.test.js']}, [
		[
			'a success policy with a list of indexes needs all of them even when it names a count',
			'met >= (succeededCount ?? required.size)',
			'met >= required.size',
		],
		[
			'restarts of init containers do not count for the backoffLimit of a Job',
			'[...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])])\n        .reduce',
			'[...(status?.containerStatuses ?? [])])\n        .reduce',
		],
		[
			'failures before the last success lengthen the pause of a Job',
			'const after = ends.filter((end) => end > successMs);',
			'const after = ends;',
		],
		['the deadline of a Job runs while it is suspended', '!status?.startTime || spec.suspend', '!status?.startTime'],
	]),
	...mutantsOf('controllers/job/plan.js', {tests: ['controllers/job/job.test.js']}, [
		[
			'the pause of a Job after failures has no upper bound',
			'Math.min(600_000, 10_000 * 2 ** (count - 1))',
			'(10_000 * 2 ** (count - 1))',
		],
	]),
	...mutantsOf('controllers/job/next-pods.js', {tests: ['controllers/job/job.test.js']}, [
		[
			'an Indexed Job gives the index to init containers not',
			'initContainers: knowing(initContainers)',
			'initContainers',
		],
	]),
	...mutantsOf('controllers/job/next-pods.js', {tests: ['controllers/recorded-answers.test.js']}, [
		['Pods of an Indexed Job have no hostname', 'hostname: `${owner.metadata.name}-${index}`,', ''],
	]),
	...mutantsOf('controllers/job/failed-pod.js', {tests: ['controllers/job/plan.test.js']}, [
		[
			'a failure policy looks only at the first rule',
			'for (const [index, rule] of (spec?.podFailurePolicy?.rules ?? []).entries()) {',
			'for (const [index, rule] of (spec?.podFailurePolicy?.rules ?? []).slice(0, 1).entries()) {',
		],
		[
			'a rule on a Pod condition matches whatever the status of the condition',
			'type === one.type && value === one.status',
			'type === one.type',
		],
	]),
	...mutantsOf('controllers/job/cron-job.js', {tests: ['controllers/job/cron-job.test.js']}, [
		[
			'a startingDeadlineSeconds wins over the last run',
			'const since = Math.max(parseTimestamp(',
			'const since = Math.min(parseTimestamp(',
		],
		[
			'Jobs that a CronJob has made are deleted without their Pods',
			"{ propagationPolicy: 'Background' }",
			"{ propagationPolicy: 'Orphan' }",
		],
		[
			'a CronJob with a time zone follows UTC',
			'lastRunIn(schedule, timeZone, since, kernel.wallClockMs)',
			'lastRunIn(schedule, undefined, since, kernel.wallClockMs)',
		],
	]),
	...mutantsOf(
		'controllers/autoscaler/replica-calculator.js',
		{tests: ['controllers/autoscaler/replica-calculator.test.js']},
		[
			[
				'an autoscaler counts Pods that are being deleted',
				'!metadata.deletionTimestamp && status?.phase',
				'status?.phase',
			],
			[
				'utilization is a share of the limits of one container only',
				'.filter(({ name }) => container === undefined || name === container)',
				'.slice(0, 1)',
			],
			[
				'memory of a Pod that has just started is not used',
				"resource === 'cpu' && isUnready(pod, found, nowMs)",
				'isUnready(pod, found, nowMs)',
			],
		],
	),
	...mutantsOf(
		'controllers/autoscaler/scaling-history.js',
		{tests: ['controllers/autoscaler/scaling-history.test.js']},
		[
			[
				'selectPolicy Min takes the fastest policy',
				"selectPolicy === 'Min' ? Math.min(...proposed)",
				"selectPolicy === 'Min' ? Math.max(...proposed)",
			],
			[
				'the stabilization of a scale up takes the highest recommendation',
				'const lowest = Math.min(recommended, ...since(upMs));',
				'const lowest = Math.max(recommended, ...since(upMs));',
			],
		],
	),
];
