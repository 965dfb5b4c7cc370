import test from 'ava';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {must} from '../../testing/must.js';
import {exclusiveCount, grantCPUs, releaseCPUs, type CPUState} from './static-policy.js';

interface Sketch {
	readonly name: string;
	readonly cpu?: string;
	readonly restartPolicy?: string;
}

const podOf = (uid: string, containers: readonly Sketch[], init: readonly Sketch[] = [], spec: object = {}): Pod => {
	const each = (list: readonly Sketch[]) =>
		list.map(({name, cpu, restartPolicy}) => ({
			name,
			restartPolicy,
			resources: cpu === undefined ? {} : {requests: {cpu, memory: '1Mi'}, limits: {cpu, memory: '1Mi'}},
		}));
	return {metadata: {uid}, spec: {containers: each(containers), initContainers: each(init), ...spec}} as never;
};

const fresh: CPUState = {shared: [0, 1, 2, 3], exclusive: {}};
const main = (cpu?: string): readonly Sketch[] => [{name: 'main', cpu}];

test('only whole CPUs of Guaranteed Pods are exclusive', (t) => {
	const table: ReadonlyArray<readonly [pod: Pod, count: number]> = [
		[podOf('a', main('2')), 2],
		[podOf('a', main('2000m')), 2],
		[podOf('a', main('1500m')), 0],
		[podOf('a', main()), 0],
		[podOf('a', [...main('2'), {name: 'besteffort'}]), 0],
		[podOf('a', main('2'), [], {resources: {requests: {cpu: '2'}, limits: {cpu: '2'}}}), 0],
	];
	for (const [pod, count] of table) {
		t.is(exclusiveCount(pod, must(pod.spec.containers[0], 'container')), count);
	}
});

test('the lowest CPUs that are free and not reserved are given, and leave the shared pool', (t) => {
	const {state, given, problem} = grantCPUs(fresh, podOf('a', main('2')), [0]);
	t.deepEqual(given, [{container: 'main', cpus: [1, 2]}]);
	t.deepEqual(state, {shared: [0, 3], exclusive: {a: {main: [1, 2]}}});
	t.is(problem, undefined);
	t.deepEqual(grantCPUs(state, podOf('b', main('500m')), [0]), {state, given: []});
});

test('a Pod that wants more than is left gets nothing, in the words of upstream', (t) => {
	const {state} = grantCPUs(fresh, podOf('a', main('2')), [0]);
	t.deepEqual(grantCPUs(state, podOf('b', main('2')), [0]), {
		state,
		given: [],
		problem: 'not enough cpus available to satisfy request: requested=2, available=1',
	});
});

test('main containers use what init containers had; a sidecar keeps its own', (t) => {
	const cpus = (init: Sketch) => grantCPUs(fresh, podOf('a', main('2'), [init]), []).state.exclusive['a'];
	t.deepEqual(cpus({name: 'init', cpu: '3'}), {init: [0, 1, 2], main: [0, 1]});
	t.deepEqual(cpus({name: 'side', cpu: '1', restartPolicy: 'Always'}), {side: [0], main: [1, 2]});
});

test('a Pod that has its CPUs keeps them when it is admitted once more', (t) => {
	const pod = podOf('a', main('2'), [{name: 'init', cpu: '1'}]);
	const {state} = grantCPUs(fresh, pod, [0]);
	t.deepEqual(grantCPUs(state, pod, [0]), {state, given: []});
});

test('the CPUs of Pods that have gone are for all again', (t) => {
	const first = grantCPUs(fresh, podOf('a', main('1')), [0]).state;
	const both = grantCPUs(first, podOf('b', main('2')), [0]).state;
	t.deepEqual(both.shared, [0]);
	t.deepEqual(
		releaseCPUs(both, (uid) => uid === 'b'),
		{state: {shared: [0, 1], exclusive: {b: {main: [2, 3]}}}, released: [{uid: 'a', cpus: [1]}]},
	);
	t.deepEqual(
		releaseCPUs(both, () => true),
		{state: both, released: []},
	);
});
