import test from 'ava';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {proposeReplicas, requestOf, Uncomputable, type Target} from './replica-calculator.js';

const nowMs = Date.UTC(2026, 0, 1, 1);
const started = '2026-01-01T00:00:00Z';
const later = '2026-01-01T00:59:55Z';

/** A Pod that requests 100m; it has been ready for an hour, for 5 s, or not yet. */
const podOf = (name: string, state: 'ready' | 'young' | 'pending' = 'ready', request = '100m'): Pod => {
	const since = state === 'young' ? later : started;
	const spec = {containers: [{name: 'main', image: 'x', resources: {requests: {cpu: request}}}]};
	const ready = {type: 'Ready', status: 'True', lastTransitionTime: since} as const;
	const status =
		state === 'pending'
			? {phase: 'Pending' as const}
			: {phase: 'Running' as const, startTime: since, conditions: [ready]};
	const metadata = {name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: started};
	return {apiVersion: 'v1', kind: 'Pod', metadata, spec, status};
};

const half: Target = {case: 'utilization', percent: 50};

/** The proposed replicas when Pods `a`, `b`, … use these thousandths of a CPU; `undefined` for an unknown usage. */
const propose = (pods: readonly Pod[], used: ReadonlyArray<number | undefined>, target: Target = half) => {
	const measured = new Map(
		used.flatMap((value, index) =>
			value === undefined ? [] : [['abcdef'.charAt(index), {value, timeMs: nowMs, windowMs: 15_000}] as const],
		),
	);
	return proposeReplicas(pods.length, pods, measured, {resource: 'cpu', target}, nowMs);
};

const table: ReadonlyArray<
	readonly [fact: string, pods: readonly Pod[], used: ReadonlyArray<number | undefined>, replicas: number]
> = [
	['twice what is wanted takes twice the Pods', [podOf('a'), podOf('b')], [100, 100], 4],
	['a tenth more or less is close enough', [podOf('a'), podOf('b')], [55, 54], 2],
	['half of what is wanted takes half', [podOf('a'), podOf('b'), podOf('c'), podOf('d')], [25, 25, 25, 25], 2],
	['a Pod that starts counts as idle when more are wanted', [podOf('a'), podOf('b', 'young')], [100, 500], 2],
	['a Pod that starts is left out when fewer are wanted', [podOf('a'), podOf('b', 'young')], [20, 500], 1],
	['a Pod that waits is no reason for more', [podOf('a'), podOf('b', 'pending')], [100, undefined], 2],
	['a Pod without a metric counts as fully used before Pods go', [podOf('a'), podOf('b')], [10, undefined], 2],
	['a Pod without a metric counts as idle before Pods come', [podOf('a'), podOf('b')], [100, undefined], 2],
];

for (const [fact, pods, used, replicas] of table) {
	test(fact, (t) => {
		t.is(propose(pods, used).replicas, replicas);
	});
}

test('a Pod that is being deleted, or has failed, does not count', (t) => {
	const leaving = {...podOf('b'), metadata: {...podOf('b').metadata, deletionTimestamp: later}};
	t.is(propose([podOf('a'), leaving], [100, 100]).replicas, 2);
	const failed = {...podOf('b'), status: {...podOf('b').status, phase: 'Failed' as const}};
	t.is(propose([podOf('a'), failed], [100, 100]).replicas, 2);
});

test('a metric of one container compares with the request of that container', (t) => {
	const pod = podOf('a');
	const sidecar = {name: 'sidecar', image: 'x', resources: {requests: {cpu: '900m'}}};
	const both = {...pod, spec: {...pod.spec, containers: [sidecar, ...pod.spec.containers]}};
	t.is(requestOf(both, 'cpu', undefined), 1000);
	t.is(requestOf(both, 'cpu', 'main'), 100);
});

test('memory counts from the start of a Pod', (t) => {
	const measured = new Map([['a', {value: 100, timeMs: nowMs, windowMs: 15_000}]]);
	const target = {case: 'average', value: 50} as const;
	t.is(proposeReplicas(1, [podOf('a', 'young')], measured, {resource: 'memory', target}, nowMs).replicas, 2);
});

test('utilization and average are what status shows; an amount has no utilization', (t) => {
	t.deepEqual(propose([podOf('a')], [25]), {replicas: 1, utilization: 25, average: 25});
	t.deepEqual(propose([podOf('a')], [25], {case: 'average', value: 10}), {
		replicas: 3,
		utilization: undefined,
		average: 25,
	});
});

test('what requests nothing has no utilization', (t) => {
	const pod = podOf('a');
	const [container] = pod.spec.containers;
	const idle = {...pod, spec: {...pod.spec, containers: container ? [{...container, resources: {}}] : []}};
	const error = t.throws(() => propose([idle], [1]), {instanceOf: Uncomputable});
	t.is(error?.message, 'missing request for cpu in container main of Pod a');
});
