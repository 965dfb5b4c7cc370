import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in StatefulSets and DaemonSets. */
export const setMutants: readonly Mutant[] = [
	...mutantsOf('controllers/daemon-set/daemon-set.js', {stories: ['daemons that roll']}, [
		[
			'Pods of a DaemonSet have only the tolerations of their template',
			'tolerations: daemonTolerations(set.spec.template),',
			'',
		],
		[
			'a DaemonSet counts each of its Pods as updated',
			'counts.updated += isUpdated(set, pod, hash) ? 1 : 0;',
			'counts.updated += 1;',
		],
		[
			'a DaemonSet does not follow the labels of nodes',
			"type === 'DELETED' || !sameFit(suits(old, set), suits(object, set))",
			"type === 'DELETED'",
		],
	]),
	...mutantsOf(
		'controllers/daemon-set/plan.js',
		{stories: ['a drain that a budget slows'], tests: ['controllers/daemon-set/plan.test.js']},
		[
			[
				'a DaemonSet makes a second Pod on a node',
				'if (here.every((pod) => isTerminal(pod) && !held.has(pod))) {',
				'if (true) {',
			],
			[
				'a DaemonSet leaves out nodes with a taint that it tolerates',
				'const tolerations = daemonTolerations(template);',
				'const tolerations = [];',
			],
			['a DaemonSet keeps Pods on nodes that do not suit', 'if (!stay) {', 'if (false) {'],
		],
	),
	...mutantsOf('controllers/daemon-set/plan.js', {stories: ['daemons that roll']}, [
		['DaemonSet update takes down all nodes at once', 'Math.max(0, limit - unavailable)', 'desired'],
	]),
	...mutantsOf('controllers/daemon-set/plan.js', {seeds: [1_490_001], tests: ['controllers/daemon-set/plan.test.js']}, [
		[
			'a DaemonSet that surges ends the old Pod before the new one is available',
			'newer && older && isAvailable(newer) ? [older] : []',
			'newer && older ? [older] : []',
		],
		['a DaemonSet surges on all nodes', '.slice(0, Math.max(0, maxSurge - waiting))', ''],
	]),
	...mutantsOf('controllers/stateful-set/claims.js', {stories: ['StatefulSets with partitions and claims']}, [
		[
			'StatefulSet claim is made with the labels but of another ordinal',
			"whenScaled === 'Delete' && !isInRange(set, ordinalOf(set, pod))",
			"whenScaled === 'Delete'",
		],
	]),
	...mutantsOf('controllers/stateful-set/plan.js', {stories: ['a StatefulSet in order']}, [
		['a StatefulSet makes the next Pod before the last is ready', 'else if (healthy(pod)) {', 'else if (true) {'],
		[
			'a StatefulSet ends its first Pod first',
			'.sort((a, b) => ordinalOf(set, b) - ordinalOf(set, a));',
			'.sort((a, b) => ordinalOf(set, a) - ordinalOf(set, b));',
		],
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
	...mutantsOf('controllers/stateful-set/plan.js', {seeds: [1_490_001]}, [
		[
			'a StatefulSet does not wait for minReadySeconds',
			'isPodAvailable(pod, minReadySeconds, nowMs) && !leaves(pod)',
			'isPodAvailable(pod, 0, nowMs) && !leaves(pod)',
		],
	]),
	...mutantsOf(
		'controllers/stateful-set/plan.js',
		{seeds: [1_490_001], tests: ['controllers/stateful-set/plan.test.js']},
		[
			[
				'a StatefulSet counts from 0 whatever its ordinals say',
				'const start = ordinals?.start ?? 0;\n    const byOrdinal',
				'const start = 0;\n    const byOrdinal',
			],
		],
	),
	...mutantsOf(
		'controllers/stateful-set/stateful-set.js',
		{stories: ['Pods that a kubelet alone decides about', 'a StatefulSet in order']},
		[
			[
				'a StatefulSet makes old Pods of its new template',
				"step.do === 'create' && step.revision === revisions.current ? current : update",
				'update',
			],
			[
				'a StatefulSet moves its current revision before its Pods are updated',
				'const done = completes && updated === pods.length && ready',
				'const done = ready',
			],
			[
				'a StatefulSet counts Pods that leave as ready',
				'const live = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);',
				'const live = pods;',
			],
			[
				'Pods of a StatefulSet share a claim',
				'claimName: `${volume}-${name}`',
				'claimName: `${volume}-${set.metadata.name}-0`',
			],
		],
	),
	...mutantsOf('controllers/stateful-set/stateful-set.js', {tests: ['controllers/stateful-set/stateful-set.test.js']}, [
		[
			'an update of a StatefulSet is over before its Pods are ready',
			'updated === pods.length && ready === pods.length &&',
			'updated === pods.length &&',
		],
		[
			'a StatefulSet counts Pods that terminate as ready',
			'const ready = live.filter((pod) => isPodReady(pod)).length;',
			'const ready = pods.filter((pod) => isPodReady(pod)).length;',
		],
	]),
];
