import test from 'ava';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import type {SchedulerConfiguration} from '../../objects/scheduler-configuration/configuration.js';
import {container, node, pod, SchedulerWorld} from '../../testing/scheduler-world.js';
import {replayPods} from './replay.js';

const sizes = ['1', '500m', '2', '250m'];

const podOf = (index: number) => ({
	...pod(`p-${index}`, {containers: [container({cpu: sizes[index % sizes.length] ?? '1', memory: '512Mi'})]}),
	metadata: {name: `p-${index}`, namespace: 'default', labels: {app: `app-${index % 3}`}},
});

const most: SchedulerConfiguration = {
	profiles: [{pluginConfig: [{name: 'NodeResourcesFit', args: {scoringStrategy: {type: 'MostAllocated'}}}]}],
};

for (const [name, configuration] of [
	['the default profile', undefined],
	['MostAllocated', most],
] as const) {
	test(`a replay puts Pods where the simulated scheduler puts them, with ${name}`, (t) => {
		const nodes = ['a', 'b', 'c', 'd'].map((letter, index) =>
			node(letter, {
				labels: {'topology.kubernetes.io/zone': String(index % 2)},
				allocatable: {cpu: String(2 + 2 * index)},
			}),
		);
		const world = new SchedulerWorld(nodes, {configuration, ties: 'random'});
		const pods = Array.from({length: 30}, (_, index) => podOf(index));
		for (const one of pods) {
			world.apply(one);
		}

		const stored = pods.map(({metadata}) => world.pod(metadata.name)).filter((one) => one !== undefined);
		const replayed = replayPods(
			{
				nodes: world.list('nodes'),
				fixed: [],
				arrivals: stored.map(({spec: {nodeName: _node, ...spec}, ...one}) => ({atMs: 0, pod: {...one, spec}})),
				objects: [],
			},
			{configuration, seed: world.kernel.seed},
		);
		t.deepEqual(
			new Map(stored.map(({metadata, spec}) => [`default/${metadata.name}`, spec.nodeName])),
			new Map(
				stored.map(({metadata}) => [`default/${metadata.name}`, replayed.placed.get(`default/${metadata.name}`)]),
			),
		);
		t.true(replayed.waiting.size > 0 && replayed.placed.size > 10);
	});
}

const small: Node = {
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {name: 'n', namespace: '', uid: 'n', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z'},
	spec: {},
	status: {allocatable: {cpu: '1', memory: '1Gi', pods: '110'}},
};

const asks = (name: string, more: Partial<Pod['spec']> = {}): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, namespace: 'x', uid: name, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z'},
	spec: {containers: [container({cpu: '1'})], ...more},
	status: {phase: 'Pending'},
});

test('a Pod that leaves makes room for one that waits; hours of the node are counted', (t) => {
	const arrivals = [
		{pod: asks('first'), atMs: 0, leavesAtMs: 3_600_000},
		{pod: asks('second'), atMs: 1000, leavesAtMs: 7_200_000},
	];
	const {
		placed,
		waiting,
		most: nodesAtOnce,
		nodeHours,
	} = replayPods({nodes: [small], fixed: [], arrivals, objects: []}, {seed: 1});
	t.deepEqual([placed.get('x/first'), placed.get('x/second'), waiting.size, nodesAtOnce], ['n', 'n', 0, 1]);
	t.is(nodeHours.get('n'), 2);
});

test('a Pod of higher priority evicts, and the Pod that it evicts waits with a message', (t) => {
	const arrivals = [asks('low'), asks('high', {priority: 5})].map((one) => ({pod: one, atMs: 0}));
	const {placed, waiting, evictions} = replayPods({nodes: [small], fixed: [], arrivals, objects: []}, {seed: 1});
	t.deepEqual([...placed], [['x/high', 'n']]);
	t.is(evictions, 1);
	t.regex(waiting.get('x/low') ?? '', /^0\/1 nodes are available: 1 Insufficient cpu\./);
});
