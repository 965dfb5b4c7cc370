import test from 'ava';
import type {Pod} from '../objects/kubernetes.generated.js';
import type {Expander} from '../objects/node-group.js';
import {podInfo} from '../scheduler/pod-info.js';
import {bestExpansions, preferredCpuMillis, type Expansion} from './expander.js';
import {reasonsMessage} from './scale-up.js';

const podOf = (cpu: string, memory: string): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		name: 'p',
		namespace: 'default',
		uid: 'p',
		resourceVersion: '1',
		creationTimestamp: '2026-01-01T00:00:00Z',
	},
	spec: {containers: [{name: 'c', resources: {requests: {cpu, memory}}}]},
	status: {},
});

const expansion = (
	name: string,
	cpu: string,
	memory: string,
	nodes: number,
	pods: number,
	price?: number,
): Expansion => ({
	group: {
		name,
		min: 0,
		max: 10,
		...(price === undefined ? {} : {price}),
		template: {apiVersion: 'v1', kind: 'Node', metadata: {name}, spec: {}, status: {capacity: {cpu, memory}}},
	},
	nodes,
	pods: Array.from({length: pods}, () => podInfo(podOf('1', '1Gi'))),
});

const small = expansion('small', '2', '4Gi', 2, 4, 0.5);
const large = expansion('large', '16', '64Gi', 1, 4, 0.1);
const twin = expansion('twin', '2', '4Gi', 2, 4, 0.5);
const tiny = expansion('tiny', '1', '2Gi', 1, 1);

const cases: ReadonlyArray<readonly [Expander[], readonly Expansion[], string[]]> = [
	[['least-waste'], [large, small], ['small']],
	[['least-nodes'], [small, large], ['large']],
	[['most-pods'], [tiny, small, large], ['small', 'large']],
	[['most-pods', 'least-waste'], [tiny, small, large], ['small']],
	[['price'], [small, large], ['large']],
	[['least-waste'], [small, twin], ['small', 'twin']],
	[['random'], [small, large], ['small', 'large']],
];

for (const [expanders, options, best] of cases) {
	test(`${expanders.join(' and then ')} chooses ${best.join(' or ')} of ${options.map(({group}) => group.name).join(', ')}`, (t) => {
		t.deepEqual(
			bestExpansions(options, expanders, 3).map(({group}) => group.name),
			best,
		);
	});
}

test('larger clusters prefer larger nodes', (t) => {
	t.deepEqual(
		[1, 2, 3, 6, 7, 20, 60, 200, 201].map(preferredCpuMillis),
		[1000, 1000, 2000, 2000, 4000, 4000, 8000, 16_000, 32_000],
	);
});

test('the message counts the groups of each reason', (t) => {
	t.is(
		reasonsMessage(['Insufficient cpu', 'max node group size reached', 'Insufficient cpu']),
		'2 Insufficient cpu, 1 max node group size reached',
	);
});
