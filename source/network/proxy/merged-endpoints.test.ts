import test from 'ava';
import {Random} from '../../kernel/random.js';
import type {EndpointSlice} from '../../objects/kubernetes.generated.js';
import {MergedEndpoints} from './merged-endpoints.js';

type SliceEndpoint = NonNullable<EndpointSlice['endpoints']>[number];

const endpoint = (ip: string, ready = true, nodeName = 'node-a'): SliceEndpoint =>
	Object.freeze({addresses: [ip], conditions: {ready, serving: ready, terminating: false}, nodeName});

const sliceOf = (endpoints: readonly SliceEndpoint[], fields: Partial<EndpointSlice> = {}): EndpointSlice => ({
	apiVersion: 'discovery.k8s.io/v1',
	kind: 'EndpointSlice',
	metadata: {name: 'web', namespace: 'default', uid: 'web', resourceVersion: '1', creationTimestamp: ''},
	addressType: 'IPv4',
	ports: [{name: 'http', port: 80, protocol: 'TCP'}],
	endpoints,
	...fields,
});

test('endpoints of a port come from all slices that have it, in the order of their texts', (t) => {
	const port = new MergedEndpoints({portName: 'http', protocol: 'TCP', family: 'IPv4'});
	const {endpoints, ready, byNode} = port.of([
		sliceOf([endpoint('10.0.0.3', false), endpoint('10.0.0.1')]),
		sliceOf([endpoint('10.0.0.2', true, 'node-b')]),
		sliceOf([endpoint('10.0.0.4')], {ports: [{name: 'other', port: 80, protocol: 'TCP'}]}),
		sliceOf([endpoint('10.0.0.5')], {ports: [{name: 'http', port: 80, protocol: 'UDP'}]}),
		sliceOf([endpoint('fd00::1')], {addressType: 'IPv6'}),
	]);
	t.deepEqual(
		endpoints.map(({text}) => text),
		['10.0.0.1:80', '10.0.0.2:80', '10.0.0.3:80'],
	);
	t.deepEqual(ready, ['10.0.0.1:80', '10.0.0.2:80']);
	t.deepEqual(
		[...byNode].map(([node, own]) => `${node} ${own.length}`),
		['node-a 2', 'node-b 1'],
	);
});

test('the same slices have one answer, and an endpoint that stays is one object', (t) => {
	const port = new MergedEndpoints({portName: 'http', protocol: 'TCP', family: 'IPv4'});
	const [first, second] = [endpoint('10.0.0.1'), endpoint('10.0.0.2')];
	const slices = [sliceOf([first, second])];
	const before = port.of(slices);
	t.is(port.of([...slices]), before);
	const after = port.of([sliceOf([endpoint('10.0.0.0'), first])]);
	t.is(after.endpoints[1], before.endpoints[0]);
	t.is(after.endpoints.length, 2);
});

test('an endpoint that stays is one object for each port', (t) => {
	const ports = [
		{name: 'http', port: 80},
		{name: 'metrics', port: 9090},
	];
	const slices = [sliceOf([endpoint('10.0.0.1')], {ports})];
	const [http, metrics] = ports.map(
		({name}) => new MergedEndpoints({portName: name, protocol: 'TCP', family: 'IPv4'}).of(slices).endpoints[0],
	);
	t.deepEqual([http?.text, metrics?.text], ['10.0.0.1:80', '10.0.0.1:9090']);
	for (const known of [http, metrics, http]) {
		const name = known === http ? 'http' : 'metrics';
		t.is(new MergedEndpoints({portName: name, protocol: 'TCP', family: 'IPv4'}).of(slices).endpoints[0], known);
	}
});

test('what changed slices give is what all slices give', (t) => {
	for (let seed = 1; seed <= 25; seed++) {
		const random = new Random(seed, 'merged');
		const port = new MergedEndpoints({portName: 'http', protocol: 'TCP', family: 'IPv4'});
		const known = Array.from({length: 14}, (_, index) =>
			endpoint(`10.0.0.${index % 11}`, index % 3 > 0, `node-${index % 2}`),
		);
		let slices: readonly EndpointSlice[] = [];
		for (let round = 0; round < 60; round++) {
			const chosen = known.filter(() => random.below(4) === 0);
			const changed = random.below(5);
			slices =
				changed === 0
					? slices.slice(1)
					: changed === 1
						? [...slices, sliceOf(chosen)]
						: slices.map((slice, index) =>
								index === changed - 2 ? sliceOf([...(slice.endpoints ?? []).slice(random.below(2)), ...chosen]) : slice,
							);
			const {endpoints, ready, byNode} = port.of(slices);
			const all = new MergedEndpoints({portName: 'http', protocol: 'TCP', family: 'IPv4'}).of(slices);
			const last = new Map(
				slices.flatMap((slice) => (slice.endpoints ?? []).map((one) => [`${one.addresses[0] ?? ''}:80`, one])),
			);
			t.deepEqual([endpoints, ready, byNode], [all.endpoints, all.ready, all.byNode], `seed ${seed}, round ${round}`);
			t.deepEqual(
				endpoints.map(({text, ready: isReady}) => [text, isReady]),
				[...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([text, one]) => [text, one.conditions?.ready]),
			);
		}
	}
});
