import test from 'ava';
import type {Deployment, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {webDeployment} from '../../testing/controllers-world.js';
import {maxSurge, maxUnavailable, newReplicaSetSize, planOldReplicaSets, planScale} from './rollout.js';

const deployment = (replicas: number, surge: string | number, unavailable: string | number): Deployment =>
	webDeployment(replicas, {
		strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: surge, maxUnavailable: unavailable}},
	}) as unknown as Deployment;

const set = (name: string, replicas: number, availableReplicas: number, max?: number): ReplicaSet =>
	({
		metadata: {
			name,
			creationTimestamp: name,
			annotations: max === undefined ? {} : {'deployment.kubernetes.io/max-replicas': String(max)},
		},
		spec: {replicas},
		status: {replicas, availableReplicas},
	}) as unknown as ReplicaSet;

test('maxSurge is rounded up, maxUnavailable down, and both are never 0', (t) => {
	const table = [
		[4, '25%', '25%', 1, 1],
		[3, '25%', '25%', 1, 0],
		[10, '25%', '25%', 3, 2],
		[1, '0%', '25%', 0, 1],
		[3, 0, 1, 0, 1],
		[0, '25%', '25%', 0, 0],
	] as const;
	for (const [replicas, surge, unavailable, up, down] of table) {
		t.deepEqual(
			[maxSurge(deployment(replicas, surge, unavailable)), maxUnavailable(deployment(replicas, surge, unavailable))],
			[up, down],
		);
	}
});

test('the new ReplicaSet grows as far as the surge leaves room', (t) => {
	t.is(newReplicaSetSize(deployment(4, '25%', '25%'), 4, 0), 1);
	t.is(newReplicaSetSize(deployment(4, '25%', '25%'), 3, 1), 2);
	t.is(newReplicaSetSize(deployment(3, 0, 1), 3, 0), 0);
	t.is(newReplicaSetSize(deployment(3, 1, 0), 0, 0), 3);
});

test('old ReplicaSets shrink by what is unhealthy first, then by what may be missing', (t) => {
	const table: Array<[Deployment, ReplicaSet, ReplicaSet[], Array<[string, number]>]> = [
		[deployment(4, 1, 1), set('new', 1, 0), [set('old', 4, 4)], [['old', 3]]],
		[deployment(4, 1, 1), set('new', 2, 0), [set('old', 3, 3)], []],
		[deployment(4, 1, 1), set('new', 1, 0), [set('old', 4, 3)], [['old', 3]]],
		[deployment(3, 1, 0), set('new', 1, 1), [set('old', 3, 3)], [['old', 2]]],
		// The unavailable new Pods already use up maxUnavailable: old ones stay, even unhealthy ones.
		[deployment(4, 1, 1), set('new', 2, 0), [set('old', 3, 1)], []],
		[
			deployment(2, 0, 2),
			set('new', 0, 0),
			[set('a', 1, 1), set('b', 1, 1)],
			[
				['a', 0],
				['b', 0],
			],
		],
	];
	// The old status still counts a Pod that is ending: how many are available is not known.
	t.deepEqual(planOldReplicaSets(deployment(3, 2, 0), set('new', 3, 2), [set('old', 2, 3)]), []);
	for (const [one, current, old, expected] of table) {
		t.deepEqual(
			planOldReplicaSets(one, current, old).map(({replicaSet, to}) => [replicaSet.metadata.name, to]),
			expected,
		);
	}
});

test('a change of the wished number in the middle of a rollout is shared out in proportion', (t) => {
	const plan = (one: Deployment, current: ReplicaSet | undefined, old: ReplicaSet[]) =>
		planScale(one, current, old).map(({replicaSet, to}) => [replicaSet.metadata.name, to]);
	t.deepEqual(plan(deployment(4, 1, 1), set('new', 1, 1), []), [['new', 4]]);
	t.deepEqual(plan(deployment(15, 3, 2), set('new', 5, 0, 13), [set('old', 8, 8, 13)]), [
		['old', 11],
		['new', 7],
	]);
	t.deepEqual(plan(deployment(3, 1, 1), set('new', 0, 0), [set('old', 3, 3)]), []);
	const complete = {
		...set('new', 3, 3),
		metadata: {...set('new', 3, 3).metadata, annotations: {'deployment.kubernetes.io/desired-replicas': '3'}},
	};
	t.deepEqual(plan(deployment(3, 1, 1), complete, [set('b', 1, 1), set('a', 2, 2), set('c', 0, 0)]), [
		['a', 0],
		['b', 0],
	]);
});

test('a Deployment that is scaled to none leaves none in any of its ReplicaSets, and no surge', (t) => {
	const plan = planScale(deployment(0, 2, 0), set('new', 4, 4, 6), [set('old', 2, 2, 6)]);
	t.deepEqual(
		plan.map(({to}) => to),
		[0, 0],
	);
});
