import {mutantsOf, type Mutant} from '../mutant.js';

/** Mistakes in the rooms of the scheduler. */
export const schedulerMutants: readonly Mutant[] = [
	...mutantsOf(
		'scheduler/plugins/node-ports.js',
		{stories: ['places that are taken or closed'], tests: ['scheduler/placements.test.js']},
		[['two Pods get the same host port', 'a.port === b.port && a.protocol === b.protocol &&', 'false &&']],
	),
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
	...mutantsOf(
		'scheduler/plugins/node-resources-fit.js',
		{stories: ['room for what is more important'], tests: ['scheduler/placements.test.js']},
		[
			['the number of Pods of a node is not limited', "node.podCount + 1 > (node.allocatable['pods'] ?? 0)", 'false'],
			['a Pod that is gone wakes no Pod that lacks room', "return event.action === 'DELETED' ||", 'return false ||'],
		],
	),
	...mutantsOf(
		'scheduler/plugins/default-preemption.js',
		{
			stories: ['room for what is more important'],
			tests: ['scheduler/placements.test.js', 'scheduler/scheduler.test.js'],
		},
		[['a Pod that must not preempt preempts', "if (pod.spec?.preemptionPolicy === 'Never') {", 'if (false) {']],
	),
	...mutantsOf(
		'scheduler/nominator.js',
		{stories: ['room for what is more important'], tests: ['scheduler/scheduler.test.js']},
		[
			[
				'a promised place is kept from no Pod',
				'nomination.node === node && nomination.info.priority >= priority',
				'false',
			],
			['a promise is never forgotten', 'this.#nominations.delete(key);', ';'],
		],
	),
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
];
