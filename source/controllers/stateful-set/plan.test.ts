import test from 'ava';
import type {Pod, StatefulSet} from '../../objects/kubernetes.generated.js';
import {readyStatus, webPod} from '../../testing/controllers-world.js';
import {planStatefulSet} from './plan.js';

const set = (spec: object): StatefulSet =>
	({metadata: {name: 'web', namespace: 'default'}, spec}) as unknown as StatefulSet;

const pod = (ordinal: number, state: 'ready' | 'pending' | 'leaving' | 'failed' = 'ready', revision = 'new'): Pod =>
	webPod(`web-${ordinal}`, {
		metadata: {
			labels: {'controller-revision-hash': revision},
			...(state === 'leaving' ? {deletionTimestamp: 'now'} : {}),
		},
		status:
			state === 'ready' || state === 'leaving' ? readyStatus() : {phase: state === 'failed' ? 'Failed' : 'Pending'},
	}) as unknown as Pod;

const plan = (spec: object, ...pods: Pod[]): string[] =>
	planStatefulSet(set(spec), pods, {current: 'old', update: 'new'}, Date.parse('2026-01-01T00:00:00Z')).map((step) =>
		step.do === 'create'
			? `create ${step.ordinal} ${step.revision}`
			: `${step.do} ${step.pod.metadata.name} ${step.do === 'wait' ? step.for : step.why}`,
	);

test('in order there is one step at a time', (t) => {
	t.deepEqual(plan({replicas: 3}), ['create 0 new']);
	t.deepEqual(plan({replicas: 3}, pod(0, 'pending')), ['wait web-0 ready']);
	t.deepEqual(plan({replicas: 3}, pod(0)), ['create 1 new']);
	t.deepEqual(plan({replicas: 2}, pod(0), pod(1, 'failed')), ['delete web-1 failed']);
	t.deepEqual(plan({replicas: 1}, pod(0), pod(1), pod(2)), ['delete web-2 scale-down']);
	t.deepEqual(plan({replicas: 1}, pod(0), pod(1), pod(2, 'leaving')), ['wait web-2 gone']);
	t.deepEqual(plan({replicas: 1, ordinals: {start: 5}}), ['create 5 new']);
	t.deepEqual(plan({replicas: 2}, pod(0), pod(1)), []);
});

test('Parallel does everything at once, but updates still go one by one from the top', (t) => {
	t.deepEqual(plan({replicas: 2, podManagementPolicy: 'Parallel'}), ['create 0 new', 'create 1 new']);
	const old = [pod(0, 'ready', 'old'), pod(1, 'ready', 'old'), pod(2, 'ready', 'old')] as const;
	t.deepEqual(plan({replicas: 3}, ...old), ['delete web-2 update']);
	t.deepEqual(plan({replicas: 3}, old[0], old[1], pod(2)), ['delete web-1 update']);
	t.deepEqual(plan({replicas: 3, podManagementPolicy: 'Parallel'}, old[0], old[1], pod(2, 'pending')), [
		'wait web-2 ready',
	]);
	t.deepEqual(
		plan({replicas: 3, updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 2}}}, old[0], old[1], pod(2)),
		[],
	);
	t.deepEqual(plan({replicas: 3, updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 2}}}, old[0]), [
		'create 1 old',
	]);
	t.deepEqual(plan({replicas: 3, updateStrategy: {type: 'OnDelete'}}, ...old), []);
});

test('a partition counts from the first ordinal, whichever that is', (t) => {
	const spec = {
		replicas: 3,
		ordinals: {start: 5},
		updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 2}},
	};
	const old = [5, 6].map((ordinal) => pod(ordinal, 'ready', 'old'));
	t.deepEqual(plan(spec, ...old, pod(7)), []);
	t.deepEqual(plan(spec, ...old, pod(7, 'ready', 'old')), ['delete web-7 update']);
});

test('an update replaces as many Pods at a time as maxUnavailable says, where the version does', (t) => {
	const budget = (spec: object, ...pods: Pod[]): readonly string[] =>
		planStatefulSet(set(spec), pods, {current: 'old', update: 'new'}, Date.parse('2026-01-01T00:00:00Z'), true).flatMap(
			(step) => (step.do === 'delete' ? [step.pod.metadata.name] : []),
		);
	const rolling = (maxUnavailable: number | string, partition = 0) => ({
		updateStrategy: {type: 'RollingUpdate', rollingUpdate: {maxUnavailable, partition}},
	});
	const old = [0, 1, 2, 3].map((ordinal) => pod(ordinal, 'ready', 'old'));
	t.deepEqual(budget({replicas: 4}, ...old), ['web-3']);
	t.deepEqual(budget({replicas: 4, ...rolling(2)}, ...old), ['web-3', 'web-2']);
	t.deepEqual(budget({replicas: 4, ...rolling('10%')}, ...old), ['web-3'], 'at least one');
	t.deepEqual(budget({replicas: 4, ...rolling('40%')}, ...old), ['web-3'], 'a share is rounded down');
	t.deepEqual(budget({replicas: 4, ...rolling(3, 2)}, ...old), ['web-3', 'web-2'], 'none below the partition');
	const parallel = {replicas: 4, podManagementPolicy: 'Parallel', ...rolling(2)};
	t.deepEqual(budget(parallel, ...old.slice(0, 3), pod(3, 'pending')), ['web-2'], 'a new one is not ready yet');
	t.deepEqual(
		budget(parallel, pod(0, 'pending', 'old'), ...old.slice(1)),
		['web-0', 'web-3'],
		'those that are unavailable anyway come first',
	);
});

test('a place whose Pod leaves is waited for until it is gone', (t) => {
	t.deepEqual(plan({replicas: 2}, pod(0, 'leaving'), pod(1)), ['wait web-0 gone']);
	t.deepEqual(plan({replicas: 3}, pod(0), pod(1, 'leaving'), pod(2, 'ready', 'old')), ['wait web-1 gone']);
});
