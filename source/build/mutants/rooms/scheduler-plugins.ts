import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the plug-ins of the scheduler. */
export const schedulerPluginMutants: readonly Mutant[] = [
	...mutantsOf('scheduler/plugins/default-preemption.js', {stories: ['room for what is more important']}, [
		[
			'a Pod preempts Pods of its own priority',
			'({ priority }) => priority < pod.priority',
			'({ priority }) => priority <= pod.priority',
		],
	]),
	...mutantsOf(
		'scheduler/plugins/default-preemption.js',
		{
			stories: ['room for what is more important'],
			tests: ['scheduler/placements.test.js', 'scheduler/scheduler.test.js'],
		},
		[['a Pod that must not preempt preempts', "if (pod.spec?.preemptionPolicy === 'Never') {", 'if (false) {']],
	),
	...mutantsOf('scheduler/plugins/default-preemption.js', {stories: ['victims that a budget protects']}, [
		[
			'preemption prefers victims that a budget protects',
			'[...lower.filter((one) => guarded.has(one)), ...lower.filter((one) => !guarded.has(one))]',
			'[...lower.filter((one) => !guarded.has(one)), ...lower.filter((one) => guarded.has(one))]',
		],
		[
			'preemption takes all lower Pods',
			'if (verdict()) {\n            changed.remove(other);',
			'if (true) {\n            changed.remove(other);',
		],
	]),
	...mutantsOf('scheduler/plugins/default-preemption.js', {seeds: [1_530_001]}, [
		[
			'preemption does not look at the priority of its victims',
			'({ victims }) => victims[0]?.priority ?? Number.NEGATIVE_INFINITY,',
			'() => 0,',
		],
		[
			'preemption ends the Pods that started first',
			'startedAt(a) < startedAt(b) ? -1 : 1',
			'startedAt(a) < startedAt(b) ? 1 : -1',
		],
	]),
	...mutantsOf('scheduler/plugins/image-locality.js', {}, [
		[
			'an image that one node has counts as much as one that all have',
			'(imageSizes.get(name) ?? 0) * share',
			'(imageSizes.get(name) ?? 0)',
		],
	]),
	...mutantsOf(
		'scheduler/plugins/inter-pod-affinity.js',
		{stories: ['places that are taken or closed'], tests: ['scheduler/placements.test.js']},
		[
			['anti-affinity keeps no Pods apart', 'at(antiAffinity, term.topologyKey, node) > 0', 'false'],
			['anti-affinity of Pods that are there is ignored', 'if (at(existing, key, node) > 0) {', 'if (false) {'],
			['affinity is ignored', 'if (!joins(info.requiredAffinity, node, affinity, matchesItself)) {', 'if (false) {'],
		],
	),
	...mutantsOf(
		'scheduler/plugins/inter-pod-affinity.js',
		{seeds: [1_520_001], tests: ['scheduler/placements.test.js']},
		[
			[
				'preferred anti-affinity attracts',
				'weighOwn(info.preferredAntiAffinity, node, -1);',
				'weighOwn(info.preferredAntiAffinity, node, 1);',
			],
		],
	),
	...mutantsOf(
		'scheduler/plugins/node-affinity.js',
		{stories: ['places that are taken or closed'], tests: ['scheduler/placements.test.js']},
		[
			['node affinity is ignored', 'return meetsRequiredNodeAffinity(pod.spec, node)\n', 'return true\n'],
			[
				'preferred node affinity is ignored',
				'if (weight !== 0 && matchesNodeSelectorTerm(preference, node)) {',
				'if (false) {',
			],
		],
	),
	...mutantsOf('scheduler/plugins/node-affinity.js', {}, [
		['all preferences for nodes weigh the same', 'sum += weight;', 'sum += 1;'],
	]),
	...mutantsOf(
		'scheduler/plugins/node-ports.js',
		{stories: ['places that are taken or closed'], tests: ['scheduler/placements.test.js']},
		[['two Pods get the same host port', 'a.port === b.port && a.protocol === b.protocol &&', 'false &&']],
	),
	...mutantsOf(
		'scheduler/plugins/node-resources-balanced-allocation.js',
		{seeds: [1_520_001], tests: ['scheduler/placements.test.js']},
		[
			[
				'balanced allocation is the wrong way round',
				'Math.trunc((maxNodeScore / 2 + change) / 2)',
				'Math.trunc((maxNodeScore / 2 - change) / 2)',
			],
		],
	),
	...mutantsOf('scheduler/plugins/node-resources-fit.js', {stories: ['room for what is more important']}, [
		[
			'the scheduler fills nodes without counting the Pods that are there',
			'if (wanted > allocatable - (node.requested[name] ?? 0)) {',
			'if (wanted > allocatable) {',
		],
	]),
	...mutantsOf(
		'scheduler/plugins/node-resources-fit.js',
		{stories: ['room for what is more important'], tests: ['scheduler/placements.test.js']},
		[
			['the number of Pods of a node is not limited', "node.podCount + 1 > (node.allocatable['pods'] ?? 0)", 'false'],
			['a Pod that is gone wakes no Pod that lacks room', "return event.action === 'DELETED' ||", 'return false ||'],
		],
	),
	...mutantsOf(
		'scheduler/plugins/node-unschedulable.js',
		{stories: ['places that are taken or closed'], tests: ['scheduler/placements.test.js']},
		[
			['Pods come to a cordoned node', 'node.spec?.unschedulable && !tolerated', 'false && !tolerated'],
			[
				'a node that is uncordoned wakes no Pod',
				"event.action !== 'DELETED' && !event.object.spec?.unschedulable",
				'false',
			],
		],
	),
	...mutantsOf('scheduler/plugins/node-volume-limits.js', {stories: ['more volumes than a node takes']}, [
		['volume limits are ignored', 'if (more > 0 && has + more > allocatable.count) {', 'if (false) {'],
	]),
	...mutantsOf(
		'scheduler/plugins/pod-topology-spread.js',
		{stories: ['places that are taken or closed'], tests: ['scheduler/placements.test.js']},
		[
			[
				'a spread may be larger by one',
				'selfMatch - least > constraint.maxSkew',
				'selfMatch - least > constraint.maxSkew + 1',
			],
		],
	),
	...mutantsOf(
		'scheduler/plugins/pod-topology-spread.js',
		{seeds: [1_430_001], tests: ['scheduler/recorded-answers.test.js']},
		[
			[
				'a soft spread prefers the place with most Pods',
				'(maxNodeScore * (most + least - score)) / most',
				'(maxNodeScore * score) / most',
			],
		],
	),
	...mutantsOf('scheduler/plugins/pod-topology-spread.js', {}, [
		[
			'a spread does not count the Pod that is placed',
			'selfMatch: constraint.selects(info.pod.metadata.labels) ? 1 : 0',
			'selfMatch: 0',
		],
		['minDomains of a spread is ignored', 'counts.size < constraint.minDomains ? 0 :', ''],
	]),
	...mutantsOf('scheduler/plugins/priority-sort.js', {stories: ['nodes that are full']}, [
		[
			'the queue takes lower priorities first',
			'(b.pod.spec?.priority ?? 0) - (a.pod.spec?.priority ?? 0)',
			'(a.pod.spec?.priority ?? 0) - (b.pod.spec?.priority ?? 0)',
		],
	]),
	...mutantsOf('scheduler/plugins/taint-toleration.js', {stories: ['places that are taken or closed']}, [
		[
			'the scheduler does not look at taints',
			'filter: ({ pod }, { node }) => untoleratedTaint(',
			'filter: ({ pod }, { node }) => false && untoleratedTaint(',
		],
	]),
	...mutantsOf('scheduler/plugins/taint-toleration.js', {seeds: [1_520_001], tests: ['scheduler/placements.test.js']}, [
		['the scheduler prefers nodes with more soft taints', 'scaleScores(scores, true)', 'scaleScores(scores, false)'],
	]),
	...mutantsOf(
		'scheduler/plugins/volume-binding.js',
		{stories: ['volumes that move'], tests: ['scheduler/placements.test.js']},
		[
			[
				'a Pod with a claim that is being deleted is scheduled',
				'if (claim.metadata.deletionTimestamp) {',
				'if (false) {',
			],
			['a Pod comes to a node that its volume is not on', 'volume && !reaches(volume, node)', 'false'],
		],
	),
	...mutantsOf('scheduler/plugins/volume-restrictions.js', {stories: ['volumes that Pods share']}, [
		['ReadWriteOncePod is ignored', 'return inUse\n', 'return false\n'],
	]),
	...mutantsOf('scheduler/plugins/volume-zone.js', {tests: ['scheduler/scheduler.test.js']}, [
		['a volume of several zones belongs to none', "labels[key].split('__')", '[labels[key]]'],
	]),
];
