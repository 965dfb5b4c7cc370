import test from 'ava';
import type {Endpoints, EndpointSlice, Pod, Service} from '../../objects/kubernetes.generated.js';
import {readyStatus, webPod, world} from '../world.js';
import {endpointOf} from './endpoint.js';
import {hinted} from './hints.js';
import {planSlices, type Group} from './plan-slices.js';

const service = (spec: object = {}) => ({
	apiVersion: 'v1',
	kind: 'Service',
	metadata: {name: 'web', namespace: 'default', labels: {team: 'shop'}},
	spec: {
		selector: {app: 'web'},
		ports: [{port: 80, targetPort: 8080, protocol: 'TCP'}],
		clusterIP: '10.96.0.5',
		...spec,
	},
});

const node = {
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {name: 'node-a', labels: {'topology.kubernetes.io/zone': 'zone-a'}},
};

const onNode = (name: string, status: object, metadata: object = {}) =>
	webPod(name, {spec: {nodeName: 'node-a'}, status, metadata});

test('N1: an endpoint is the address and port of a ready Pod, in an EndpointSlice and in Endpoints', (t) => {
	const tiny = world('endpointslice', 'endpoints');
	tiny.create('nodes', node);
	tiny.create('services', service());
	const slice = () => tiny.server.all<EndpointSlice>('EndpointSlice')[0]!;
	t.deepEqual([slice().endpoints, slice().ports], [[], []]);
	tiny.create('pods', onNode('web-1', {...readyStatus('10.244.0.1'), conditions: []}));
	t.like(slice().endpoints![0], {
		addresses: ['10.244.0.1'],
		conditions: {ready: false, serving: false, terminating: false},
	});
	tiny.command(() =>
		tiny.user.patch('pods', 'default', 'web-1', {status: readyStatus('10.244.0.1')}, {subresource: 'status'}),
	);
	const {uid} = tiny.server.all<Pod>('Pod')[0]!.metadata;
	t.deepEqual(slice().endpoints, [
		{
			addresses: ['10.244.0.1'],
			conditions: {ready: true, serving: true, terminating: false},
			targetRef: {kind: 'Pod', namespace: 'default', name: 'web-1', uid},
			nodeName: 'node-a',
			zone: 'zone-a',
		},
	]);
	t.deepEqual(slice().ports, [{name: '', port: 8080, protocol: 'TCP'}]);
	t.deepEqual(slice().metadata.labels, {
		team: 'shop',
		'kubernetes.io/service-name': 'web',
		'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
	});
	t.is(tiny.server.all('EndpointSlice').length, 1);
	const endpoints = tiny.server.all<Endpoints>('Endpoints')[0]!;
	t.like(endpoints.subsets![0], {
		addresses: [{ip: '10.244.0.1', nodeName: 'node-a'}],
		ports: [{port: 8080, protocol: 'TCP'}],
	});
	t.is(endpoints.metadata.labels!['endpoints.kubernetes.io/managed-by'], 'endpoint-controller');
	t.regex(
		tiny.told('endpoints.publish').at(-2)! + tiny.told('endpoints.publish').at(-1)!,
		/lists 1 endpoints, 1 ready: 10\.244\.0\.1\./,
	);
});

test('N1: the endpoint of a deleted Pod goes, and the slice stays, empty', (t) => {
	const tiny = world('endpointslice', 'endpoints');
	tiny.create('nodes', node);
	tiny.create('services', service());
	tiny.create('pods', onNode('web-1', readyStatus()));
	tiny.command(() => tiny.user.delete('pods', 'default', 'web-1'));
	t.deepEqual(
		tiny.server.all<EndpointSlice>('EndpointSlice').map(({endpoints, ports}) => [endpoints, ports]),
		[[[], []]],
	);
	t.deepEqual(tiny.server.all<Endpoints>('Endpoints')[0]!.subsets, []);
	tiny.command(() => tiny.user.delete('services', 'default', 'web'));
	t.is(tiny.server.all('Endpoints').length, 0);
});

test('D1: a Pod that terminates is not ready as an endpoint, but may still serve', (t) => {
	const pod = onNode('web-1', readyStatus(), {deletionTimestamp: '2026-01-01T00:00:00Z'}) as unknown as Pod;
	const of = (spec: object) => endpointOf(pod, undefined, service(spec) as unknown as Service, 'IPv4').conditions;
	t.deepEqual(of({}), {ready: false, serving: true, terminating: true});
	t.deepEqual(of({publishNotReadyAddresses: true}), {ready: true, serving: true, terminating: true});
});

test('a slice holds 100 endpoints, and a change touches only the slices it has to', (t) => {
	const ports = [{name: '', port: 80, protocol: 'TCP'}] as const;
	const group = (count: number): Group => ({
		ports,
		endpoints: Array.from({length: count}, (_, index) => ({
			addresses: [`10.0.${index >> 8}.${index & 255}`],
			conditions: {ready: true},
		})),
	});
	const made = planSlices('IPv4', [group(250)], []);
	t.deepEqual(
		made.create.map(({endpoints}) => endpoints.length),
		[100, 100, 50],
	);
	const existing = made.create.map((slice, index) => ({
		...slice,
		metadata: {name: `web-${index}`},
	})) as unknown as EndpointSlice[];
	const less = planSlices(
		'IPv4',
		[{ports, endpoints: group(250).endpoints.filter((_, index) => index !== 130)}],
		existing,
	);
	t.deepEqual(
		less.update.map(({slice}) => slice.metadata.name),
		['web-1'],
	);
	t.deepEqual([less.create, less.remove], [[], []]);
	const more = planSlices('IPv4', [group(251)], existing);
	t.deepEqual(
		more.update.map(({slice, content}) => [slice.metadata.name, content.endpoints.length]),
		[['web-2', 51]],
	);
	const none = planSlices('IPv4', [], existing.slice(0, 1));
	t.deepEqual(
		none.update.map(({content}) => content),
		[{addressType: 'IPv4', ports: [], endpoints: []}],
	);
});

test('one ready endpoint without a zone means no zone hints for anybody', (t) => {
	const endpoint = (zone?: string, ready = true) => ({
		addresses: ['10.0.0.1'],
		conditions: {ready},
		zone,
		nodeName: 'node-a',
	});
	const hints = (distribution: string, ...endpoints: Array<ReturnType<typeof endpoint>>) =>
		hinted(service({trafficDistribution: distribution}) as unknown as Service, endpoints).map((one) => one.hints);
	t.deepEqual(hints('PreferClose', endpoint('a'), endpoint('b', false)), [{forZones: [{name: 'a'}]}, undefined]);
	t.deepEqual(hints('PreferClose', endpoint('a'), endpoint()), [undefined, undefined]);
	t.deepEqual(hints('PreferSameNode', endpoint('a')), [{forNodes: [{name: 'node-a'}], forZones: [{name: 'a'}]}]);
});
