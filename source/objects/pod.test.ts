import test from 'ava';
import type {Pod, PodSpec} from './kubernetes.generated.js';
import {podLimitQuantities, podRequestQuantities} from './pod-resources.js';
import {isPodActive, isPodReady, isTerminal, podLimits, podRequests, qosClass} from './pod.js';

const spec = (value: object): {spec: PodSpec} => ({spec: value as PodSpec});
const asks = (requests: object, limits?: object, more: object = {}) => ({
	name: 'c',
	resources: {requests, limits},
	...more,
});

test('what a Pod asks for', (t) => {
	const table: ReadonlyArray<readonly [string, object, object]> = [
		['nothing', {containers: [{name: 'a'}]}, {}],
		[
			'main containers together',
			{containers: [asks({cpu: '100m', memory: '1Mi'}), asks({cpu: '0.2'})]},
			{cpu: 300, memory: 1_048_576},
		],
		[
			'an init container alone',
			{containers: [asks({cpu: '1'})], initContainers: [asks({cpu: '2'}), asks({cpu: '500m'})]},
			{cpu: 2000},
		],
		[
			'sidecars beside the main ones',
			{containers: [asks({cpu: '1'})], initContainers: [asks({cpu: '1'}, {}, {restartPolicy: 'Always'})]},
			{cpu: 2000},
		],
		[
			'init containers with the sidecars before them',
			{
				containers: [asks({cpu: '1'})],
				initContainers: [asks({cpu: '1'}, {}, {restartPolicy: 'Always'}), asks({cpu: '3'})],
			},
			{cpu: 4000},
		],
		[
			'the runtime’s overhead',
			{containers: [asks({cpu: '1'})], overhead: {cpu: '250m', memory: '10'}},
			{cpu: 1250, memory: 10},
		],
		[
			'resources of the Pod',
			{containers: [asks({cpu: '1', 'example.com/gpu': '2'})], resources: {requests: {cpu: '3'}}},
			{cpu: 3000, 'example.com/gpu': 2},
		],
	];
	for (const [name, value, expected] of table) {
		t.deepEqual(podRequests(spec(value)), expected as Record<string, number>, name);
	}
});

test('quantities keep the format they were written in', (t) => {
	const pod = spec({containers: [asks({memory: '1Gi'}, {memory: '2Gi'}), asks({memory: '512Mi'})]});
	t.deepEqual(podRequestQuantities(pod), {memory: '1536Mi'});
	t.deepEqual(podLimitQuantities(pod), {memory: '2Gi'});
	t.deepEqual(podLimits(pod), {memory: 2 * 1024 ** 3});
});

test('while a container is resized it counts for the most of what it asks for and has', (t) => {
	const pod = {
		...spec({containers: [asks({cpu: '1'})]}),
		status: {
			conditions: [{type: 'PodResizeInProgress'}],
			containerStatuses: [{name: 'c', allocatedResources: {cpu: '2'}}],
		},
	} as unknown as Pod;
	t.deepEqual(podRequests(pod), {cpu: 2000});
});

test('quality of service', (t) => {
	const both = {cpu: '1', memory: '1Gi'};
	const table: ReadonlyArray<readonly [object, ReturnType<typeof qosClass>]> = [
		[{containers: [{name: 'a'}]}, 'BestEffort'],
		[{containers: [asks({'example.com/gpu': '1'})]}, 'BestEffort'],
		[{containers: [asks({cpu: '0'})]}, 'BestEffort'],
		[{containers: [asks(both, both)]}, 'Guaranteed'],
		[{containers: [asks({cpu: '1000m', memory: '1024Mi'}, both)]}, 'Guaranteed'],
		[{containers: [asks(both, both), {name: 'b'}]}, 'Burstable'],
		[{containers: [asks(both, both)], initContainers: [{name: 'b'}]}, 'Burstable'],
		[{containers: [asks({cpu: '1'}, both)]}, 'Burstable'],
		[{containers: [{name: 'a'}], resources: {requests: both, limits: both}}, 'Guaranteed'],
	];
	for (const [value, expected] of table) {
		t.is(qosClass(spec(value)), expected, JSON.stringify(value));
	}
});

test('states of a Pod', (t) => {
	const pod = (status: object, metadata: object = {}) => ({status, metadata}) as unknown as Pod;
	t.true(isPodReady(pod({conditions: [{type: 'Ready', status: 'True'}]})));
	t.false(isPodReady(pod({conditions: [{type: 'ContainersReady', status: 'True'}]})));
	t.true(isTerminal(pod({phase: 'Failed'})));
	t.false(isTerminal(pod({phase: 'Running'})));
	t.false(isPodActive(pod({phase: 'Running'}, {deletionTimestamp: '2026-01-01T00:00:00Z'})));
});
