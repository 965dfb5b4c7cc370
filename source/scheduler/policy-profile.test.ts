import test from 'ava';
import type {SchedulerPolicy} from '../objects/scheduler-policy.js';
import {policyProfile} from './policy-profile.js';

/** The filters, and the scores with their weights. */
const told = (policy: SchedulerPolicy) => {
	const profile = policyProfile(policy);
	return {
		filters: profile.filter(({look}) => look).map(({name}) => name),
		scores: profile.filter(({score}) => score).map(({name, weight}) => `${name} ${weight}`),
	};
};

test('S5: a policy names predicates and priorities: the plug-ins behind them filter and score, and no others', (t) => {
	t.deepEqual(
		told({
			predicates: [{name: 'PodFitsResources'}, {name: 'HostName'}],
			priorities: [
				{name: 'MostRequestedPriority', weight: 2},
				{name: 'ImageLocalityPriority', weight: 1},
			],
		}),
		{
			filters: ['NodeUnschedulable', 'NodeName', 'TaintToleration', 'NodeResourcesFit', 'DynamicResources'],
			scores: ['ImageLocality 1', 'NodeResourcesMostAllocated 2'],
		},
	);
});

test('S5: taints and cordoned nodes count even if a policy names no predicates, and without priorities nothing scores', (t) => {
	t.deepEqual(told({predicates: [], priorities: []}), {
		filters: ['NodeUnschedulable', 'TaintToleration', 'DynamicResources'],
		scores: [],
	});
});

test('S5: what a policy leaves out has the defaults of its time', (t) => {
	t.deepEqual(told({}), {
		filters: [
			'NodeUnschedulable',
			'NodeName',
			'TaintToleration',
			'NodeAffinity',
			'NodePorts',
			'NodeResourcesFit',
			'VolumeRestrictions',
			'NodeVolumeLimits',
			'VolumeBinding',
			'VolumeZone',
			'PodTopologySpread',
			'InterPodAffinity',
			'DynamicResources',
		],
		scores: [
			'TaintToleration 1',
			'NodeAffinity 1',
			'NodeResourcesFit 1',
			'PodTopologySpread 2',
			'InterPodAffinity 1',
			'NodeResourcesBalancedAllocation 1',
			'ImageLocality 1',
		],
	});
});
