import test from 'ava';
import type {EndpointSubset, Pod, Service} from '../../objects/kubernetes.generated.js';
import {planSubsets, truncated} from './plan-subsets.js';

const subset = (ready: number, notReady: number): EndpointSubset => ({
	addresses: Array.from({length: ready}, (_, index) => ({ip: `10.0.0.${index}`})),
	notReadyAddresses: Array.from({length: notReady}, (_, index) => ({ip: `10.0.1.${index}`})),
	ports: [{port: 80}],
});

const table: ReadonlyArray<
	readonly [what: string, subsets: ReadonlyArray<readonly [number, number]>, capacity: number, left: unknown]
> = [
	['what fits stays', [[6, 4]], 10, undefined],
	['what is not ready goes first', [[6, 5]], 10, [[6, 4]]],
	['nothing that is not ready stays where the ready ones are too many', [[11, 5]], 10, [[10, 0]]],
	['as many ready ones as fit leave no room', [[10, 5]], 10, [[10, 0]]],
	[
		'each subset keeps its part, rounded up',
		[
			[8, 3],
			[4, 0],
		],
		10,
		[
			[7, 0],
			[3, 0],
		],
	],
	[
		'the last subset gets what is left',
		[
			[2, 5],
			[2, 5],
			[2, 5],
		],
		10,
		[
			[2, 2],
			[2, 2],
			[2, 0],
		],
	],
];

for (const [what, subsets, capacity, left] of table) {
	test(`Endpoints over capacity: ${what}`, (t) => {
		const before = subsets.map(([ready, notReady]) => subset(ready, notReady));
		const after = truncated(before, capacity);
		t.deepEqual(
			after?.map(({addresses = [], notReadyAddresses = []}) => [addresses.length, notReadyAddresses.length]),
			left,
		);
		for (const [index, {addresses, notReadyAddresses, ports}] of (after ?? []).entries()) {
			t.deepEqual(addresses, before[index]?.addresses?.slice(0, addresses?.length));
			t.deepEqual(ports, before[index]?.ports);
			t.not(notReadyAddresses?.length, 0);
		}
	});
}

const metadataOf = (name: string) => ({
	name,
	namespace: 'default',
	uid: `uid-${name}`,
	resourceVersion: '1',
	creationTimestamp: '2026-01-01T00:00:00Z',
});

test("addresses are in the order of their texts, and equal ones in that of their Pods' uids", (t) => {
	const service: Service = {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: metadataOf('web'),
		spec: {clusterIP: 'None', ipFamilies: ['IPv4'], selector: {app: 'web'}},
		status: {},
	};
	const pod = (name: string, podIP: string): Pod => ({
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: metadataOf(name),
		spec: {nodeName: 'node-a', containers: []},
		status: {phase: 'Running', podIP, podIPs: [{ip: podIP}], conditions: [{type: 'Ready', status: 'True'}]},
	});
	const pods = [pod('d', '10.0.0.9'), pod('c', '10.0.0.10'), pod('b', '10.0.0.1'), pod('a', '10.0.0.1')];
	const [subset] = planSubsets(service, pods);
	t.deepEqual(
		subset?.addresses?.map(({ip, targetRef}) => `${ip} ${targetRef?.name}`),
		['10.0.0.1 a', '10.0.0.1 b', '10.0.0.10 c', '10.0.0.9 d'],
	);
});
