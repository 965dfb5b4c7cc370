import test from 'ava';
import type {
	Endpoints,
	EndpointSlice,
	ObjectMeta,
	Pod,
	PodStatus,
	Service,
} from '../../objects/kubernetes.generated.js';
import type {Draft} from '../../client/client.js';
import type {Sketched} from '../../testing/tiny-server.js';
import {readyStatus, webPod, ControllersWorld} from '../../testing/controllers-world.js';
import {endpointOf} from './endpoint.js';
import {withDistributionHints} from './hints.js';
import {isMirrored, mirrorGroups} from './mirroring.js';
import {TriggerTimes} from './services-of.js';
import {planSlices, type Group} from './plan-slices.js';
import {portsInOrder} from './port-order.js';

const service = (spec: Draft<Service>['spec'] = {}): Sketched<Service> => ({
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

const onNode = (name: string, status: PodStatus, metadata: Partial<ObjectMeta> = {}) =>
	webPod(name, {spec: {nodeName: 'node-a'}, status, metadata});

test('N1: an endpoint is the address and port of a ready Pod, in an EndpointSlice and in Endpoints', (t) => {
	const tiny = new ControllersWorld('endpointslice', 'endpoints');
	tiny.create('nodes', node);
	tiny.create('services', service());
	const slice = () => tiny.list('endpointslices.discovery.k8s.io')[0]!;
	t.like(slice(), {endpoints: null, ports: null});
	tiny.create('pods', onNode('web-1', {...readyStatus('10.244.0.1'), conditions: []}));
	t.like(slice().endpoints![0], {
		addresses: ['10.244.0.1'],
		conditions: {ready: false, serving: false, terminating: false},
	});
	tiny.command(() =>
		tiny.admin.patch('pods', 'default', 'web-1', {status: readyStatus('10.244.0.1')}, {subresource: 'status'}),
	);
	const {uid} = tiny.list('pods')[0]!.metadata;
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
	t.is(tiny.list('endpointslices.discovery.k8s.io').length, 1);
	const endpoints = tiny.list('endpoints')[0]!;
	t.like(endpoints.subsets![0], {
		addresses: [{ip: '10.244.0.1', nodeName: 'node-a'}],
		ports: [{port: 8080, protocol: 'TCP'}],
	});
	t.is(endpoints.metadata.labels!['endpoints.kubernetes.io/managed-by'], 'endpoint-controller');
	t.regex(
		tiny.told('endpoints.publish').at(-2)! + tiny.told('endpoints.publish').at(-1)!,
		/lists 1 endpoint, 1 ready: 10\.244\.0\.1\./,
	);
});

test('N1: the endpoint of a deleted Pod goes, and the slice stays, empty', (t) => {
	const tiny = new ControllersWorld('endpointslice', 'endpoints');
	tiny.create('nodes', node);
	tiny.create('services', service());
	tiny.create('pods', onNode('web-1', readyStatus()));
	tiny.command(() => tiny.admin.delete('pods', 'default', 'web-1', {gracePeriodSeconds: 0}));
	const slices = tiny.list('endpointslices.discovery.k8s.io');
	t.is(slices.length, 1);
	t.like(slices[0], {endpoints: null, ports: null});
	t.is(tiny.list('endpoints').length, 1);
	t.is(tiny.list('endpoints')[0]?.subsets, undefined);
	tiny.command(() => tiny.admin.delete('services', 'default', 'web'));
	t.is(tiny.list('endpoints').length, 0);
});

test('N1: endpoints follow the labels of Pods and the selector of their Service, and Endpoints that others delete come back', (t) => {
	const tiny = new ControllersWorld('endpointslice', 'endpoints');
	tiny.create('nodes', node);
	tiny.create('services', service());
	tiny.create('pods', onNode('web-1', readyStatus('10.244.0.1')), onNode('web-2', readyStatus('10.244.0.2')));
	const addresses = (): ReadonlyArray<readonly string[]> => [
		tiny
			.list('endpointslices.discovery.k8s.io')
			.flatMap(({endpoints}) => (endpoints ?? []).flatMap((one) => one.addresses)),
		(tiny.get('endpoints', 'default', 'web')?.subsets ?? []).flatMap((one) => (one.addresses ?? []).map(({ip}) => ip)),
	];
	const both = ['10.244.0.1', '10.244.0.2'];
	t.deepEqual(addresses(), [both, both]);
	tiny.command(() => tiny.admin.patch('pods', 'default', 'web-2', {metadata: {labels: {app: 'other'}}}));
	t.deepEqual(addresses(), [['10.244.0.1'], ['10.244.0.1']], 'a Pod that loses its label is no endpoint');
	tiny.command(() => tiny.admin.patch('services', 'default', 'web', {spec: {selector: {app: 'other'}}}));
	t.deepEqual(addresses(), [['10.244.0.2'], ['10.244.0.2']], 'a Service with another selector has other endpoints');
	tiny.command(() => tiny.admin.delete('endpoints', 'default', 'web'));
	t.deepEqual(addresses(), [['10.244.0.2'], ['10.244.0.2']]);
});

test('the write of a slice names the earliest of the changes that caused it', (t) => {
	const times = new TriggerTimes();
	const ready = (name: string, lastTransitionTime: string): readonly [string, Pod] => [
		name,
		JSON.parse(
			JSON.stringify(webPod(name, {status: {conditions: [{type: 'Ready', status: 'True', lastTransitionTime}]}})),
		),
	];
	const own: Service = JSON.parse(
		JSON.stringify({...service(), metadata: {...service().metadata, creationTimestamp: '2026-01-01T00:00:00Z'}}),
	);
	t.is(times.next(own, {pods: new Map(), isAll: true}), '2026-01-01T00:00:00Z', 'the first write, the Service itself');
	const late = [
		ready('b', '2026-01-01T00:00:09Z'),
		ready('a', '2026-01-01T00:00:05Z'),
		ready('c', '2026-01-01T00:00:07Z'),
	];
	t.is(times.next(own, {pods: new Map(late), isAll: false}), '2026-01-01T00:00:05Z');
	t.is(times.next(own, {pods: new Map(late), isAll: false}), undefined, 'nothing is new');
});

test('Endpoints that are not over capacity do not say that they are', (t) => {
	const overCapacity = 'endpoints.kubernetes.io/over-capacity';
	const tiny = new ControllersWorld('endpoints');
	tiny.create('services', service());
	tiny.create('pods', onNode('web-1', readyStatus('10.244.0.1')));
	const annotations = () => tiny.list('endpoints')[0]?.metadata.annotations ?? {};
	tiny.command(() =>
		tiny.admin.patch('endpoints', 'default', 'web', {metadata: {annotations: {[overCapacity]: 'truncated'}}}),
	);
	t.is(annotations()[overCapacity], 'truncated');
	tiny.command(() => tiny.admin.patch('services', 'default', 'web', {metadata: {annotations: {note: 'look again'}}}));
	t.is(annotations()[overCapacity], undefined);
	t.is(tiny.list('endpoints')[0]?.subsets?.[0]?.addresses?.length, 1);
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
	const existing: readonly EndpointSlice[] = JSON.parse(
		JSON.stringify(made.create.map((slice, index) => ({...slice, metadata: {name: `web-${index}`}}))),
	);
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
	const emptied = planSlices('IPv4', [{ports, endpoints: group(250).endpoints.slice(100)}], existing);
	t.deepEqual(
		[emptied.remove.map(({metadata}) => metadata.name), emptied.update, emptied.create],
		[['web-0'], [], []],
		'a slice that has lost all its endpoints goes',
	);
	const sizes = existing.map((slice, index) => ({
		...slice,
		endpoints: group(250).endpoints.slice(index * 60, index * 60 + ([20, 60, 40][index] ?? 0)),
	}));
	const added = planSlices(
		'IPv4',
		[
			{
				ports,
				endpoints: [...sizes.flatMap(({endpoints}) => endpoints ?? []), ...group(250).endpoints.slice(249)],
			},
		],
		sizes,
	);
	t.deepEqual(
		added.update.map(({slice, content}) => [slice.metadata.name, content.endpoints.length]),
		[['web-1', 61]],
		'the fullest that has room is filled',
	);
	const none = planSlices('IPv4', [], existing.slice(0, 1));
	t.deepEqual(
		none.update.map(({content}) => content),
		[{addressType: 'IPv4', ports: [], endpoints: []}],
	);
});

const endpoint = (zone?: string, ready = true) => ({
	addresses: ['10.0.0.1'],
	conditions: {ready},
	zone,
	nodeName: 'node-a',
});

const zones = (...names: readonly string[]) => ({forZones: names.map((name) => ({name}))});

test('trafficDistribution gives each ready endpoint a hint for its own zone or node', (t) => {
	const hints = (distribution: string, ...endpoints: Array<ReturnType<typeof endpoint>>) =>
		withDistributionHints(
			planSlices(
				'IPv4',
				[{ports: [], endpoints: endpoints.map((one, index) => ({...one, addresses: [`10.0.0.${index}`]}))}],
				[],
			),
			distribution,
		).create.flatMap((slice) => slice.endpoints.map((one) => one.hints));
	t.deepEqual(hints('PreferClose', endpoint('a'), endpoint('b', false)), [zones('a'), undefined]);
	t.deepEqual(hints('PreferSameZone', endpoint('a'), endpoint()), [zones('a'), undefined]);
	t.deepEqual(hints('PreferSameNode', endpoint('a'), endpoint()), [
		{...zones('a'), forNodes: [{name: 'node-a'}]},
		{forNodes: [{name: 'node-a'}]},
	]);
	t.deepEqual(hints('', endpoint('a')), [undefined]);
});

test('a slice is written for its hints alone, and when nobody wants them any more', (t) => {
	const slice = (hints?: object) =>
		({
			metadata: {name: 'web-1'},
			addressType: 'IPv4',
			ports: [],
			endpoints: [{...endpoint('a'), ...(hints && {hints})}],
		}) as unknown as EndpointSlice;
	const updates = (distribution: string | undefined, hints?: object) =>
		withDistributionHints(
			planSlices('IPv4', [{ports: [], endpoints: [endpoint('a')]}], [slice(hints)]),
			distribution,
		).update.map(({content}) => content.endpoints[0]!.hints);
	t.deepEqual(updates('PreferClose', zones('a')), []);
	t.deepEqual(updates('PreferClose', zones('b')), [zones('a')]);
	t.deepEqual(updates('PreferClose'), [zones('a')]);
	t.deepEqual(updates(undefined, zones('a')), [undefined]);
	t.deepEqual(updates(undefined), []);
});

const zoned = (name: string, zone: string, spec: {cpu?: string; ready?: string; labels?: object} = {}) => ({
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {name, labels: {'topology.kubernetes.io/zone': zone, ...spec.labels}},
	status: {
		allocatable: {cpu: spec.cpu ?? '4'},
		conditions: [{type: 'Ready', status: spec.ready ?? 'True'}],
	},
});

const auto = {'service.kubernetes.io/topology-mode': 'Auto'};

test('topology-mode Auto shares endpoints out among the zones, and says so once', (t) => {
	const tiny = new ControllersWorld('endpointslice');
	tiny.create('nodes', zoned('node-a', 'zone-a'), zoned('node-b', 'zone-b'));
	for (const [name, on] of [
		['1', 'a'],
		['2', 'a'],
		['3', 'b'],
		['4', 'b'],
	] as const) {
		tiny.create(
			'pods',
			webPod(`web-${name}`, {spec: {nodeName: `node-${on}`}, status: readyStatus(`10.244.0.${name}`)}),
		);
	}

	const annotated = service();
	tiny.create('services', {...annotated, metadata: {...annotated.metadata, annotations: auto}});
	const hints = () =>
		tiny.list('endpointslices.discovery.k8s.io')[0]!.endpoints!.map((one) => one.hints?.forZones?.[0]?.name);
	t.deepEqual(hints(), ['zone-a', 'zone-a', 'zone-b', 'zone-b']);
	t.deepEqual(tiny.events(), ['TopologyAwareHintsEnabled: Topology Aware Hints has been enabled, addressType: IPv4']);

	const tooMany =
		'TopologyAwareHintsDisabled: Unable to allocate minimum required endpoints to each zone without exceeding overload threshold (5 endpoints, 2 zones), addressType: IPv4';
	// Five cannot be divided between two zones so that each stays within a fifth above its share.
	const more = (name: string) =>
		tiny.create('pods', webPod(name, {spec: {nodeName: 'node-b'}, status: readyStatus(`10.244.0.${name.slice(4)}`)}));
	more('web-5');
	t.deepEqual(new Set(hints()), new Set([undefined]));
	more('web-6');
	t.deepEqual(hints(), ['zone-a', 'zone-a', 'zone-a', 'zone-b', 'zone-b', 'zone-b']);
	t.deepEqual(tiny.events().slice(1), [
		tooMany,
		// The sixth Pod wakes the Service before it has an address.
		tooMany,
		'TopologyAwareHintsEnabled: Topology Aware Hints has been enabled, addressType: IPv4',
	]);

	// A zone loses its nodes: the Services that used it are synced again.
	tiny.command(() => tiny.admin.delete('nodes', undefined, 'node-b'));
	t.deepEqual(hints(), [undefined, undefined]);
	t.is(
		tiny.events()[4],
		'TopologyAwareHintsDisabled: Insufficient Node information: allocatable CPU or zone not specified on one or more nodes, addressType: IPv4',
	);
});

test('without the annotation hints by topology go, and that is said', (t) => {
	const tiny = new ControllersWorld('endpointslice');
	tiny.create('nodes', zoned('node-a', 'zone-a'), zoned('node-b', 'zone-b'));
	tiny.create('pods', webPod('web-1', {spec: {nodeName: 'node-a'}, status: readyStatus('10.244.0.1')}));
	tiny.create('pods', webPod('web-2', {spec: {nodeName: 'node-b'}, status: readyStatus('10.244.0.2')}));
	const plain = service();
	tiny.create('services', {...plain, metadata: {...plain.metadata, annotations: auto}});
	tiny.command(() =>
		tiny.admin.patch('services', 'default', 'web', {
			metadata: {annotations: {...auto, 'service.kubernetes.io/topology-mode': 'Disabled'}},
		}),
	);
	t.deepEqual(
		tiny.list('endpointslices.discovery.k8s.io')[0]!.endpoints!.map((one) => one.hints),
		[undefined, undefined],
	);
	t.is(tiny.events().at(-1), 'TopologyAwareHintsDisabled: Topology Aware Hints has been disabled, addressType: IPv4');
});

test('a Pod whose node does not exist is left out, and looked at again until there is one', (t) => {
	const tiny = new ControllersWorld('endpointslice');
	tiny.create('services', service());
	tiny.create('pods', onNode('web-1', readyStatus()));
	t.like(tiny.list('endpointslices.discovery.k8s.io')[0], {endpoints: null});
	t.is(
		tiny.events()[0],
		'FailedToUpdateEndpointSlices: Error updating Endpoint Slices for Service default/web: skipping Pod web-1 for Service default/web: Node node-a Not Found',
	);
	tiny.create('nodes', node);
	tiny.advance(600_000);
	t.is(tiny.list('endpointslices.discovery.k8s.io')[0]!.endpoints!.length, 1);
});

for (const [ports, order] of [
	['metrics 9100 TCP, dns 5353 UDP, http 8080 TCP http', 'dns http metrics'],
	['http 80 TCP, https 443 TCP', 'https http'],
] as const) {
	test(`the ports ${ports} of a slice are in the order of their hashes`, (t) => {
		const served = ports.split(', ').map((text) => {
			const [name = '', port, protocol, appProtocol] = text.split(' ');
			return {name, port: Number(port), protocol: protocol as 'TCP' | 'UDP', ...(appProtocol && {appProtocol})};
		});
		t.is(
			portsInOrder(served)
				.map(({name}) => name)
				.join(' '),
			order,
		);
	});
}

test('a Pod that has ended, or has no address, is no endpoint', (t) => {
	const tiny = new ControllersWorld('endpointslice');
	tiny.create('nodes', node);
	tiny.create('services', service({publishNotReadyAddresses: true}));
	tiny.create(
		'pods',
		onNode('ready', readyStatus('10.244.0.1')),
		onNode('done', {...readyStatus('10.244.0.2'), phase: 'Succeeded'}),
		onNode('failed', {...readyStatus('10.244.0.3'), phase: 'Failed'}),
		onNode('early', {phase: 'Pending'}),
	);
	t.deepEqual(
		tiny
			.list('endpointslices.discovery.k8s.io')
			.flatMap(({endpoints}) => endpoints?.flatMap(({addresses}) => addresses)),
		['10.244.0.1'],
	);
});

test('handwritten Endpoints are mirrored, each address as ready as it is written', (t) => {
	const groups = mirrorGroups(
		{
			apiVersion: 'v1',
			kind: 'Endpoints',
			metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''},
			subsets: [
				{
					addresses: [{ip: '192.0.2.1'}, {ip: '2001:db8::1'}],
					notReadyAddresses: [{ip: '192.0.2.2'}],
					ports: [{port: 80}],
				},
			],
		},
		'IPv4',
	);
	t.deepEqual(
		groups.flatMap(({endpoints}) => endpoints.map(({addresses, conditions}) => [addresses[0], conditions?.ready])),
		[
			['192.0.2.1', true],
			['192.0.2.2', false],
		],
	);
});

test('Endpoints are mirrored unless a label refuses it or they are a lock of an election', (t) => {
	const endpoints = (more: Partial<ObjectMeta>): Endpoints => ({
		apiVersion: 'v1',
		kind: 'Endpoints',
		metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: '', ...more},
	});
	const skip = 'endpointslice.kubernetes.io/skip-mirror';
	t.true(isMirrored(endpoints({})));
	t.true(isMirrored(endpoints({labels: {[skip]: 'false'}})));
	t.false(isMirrored(endpoints({labels: {[skip]: 'true'}})));
	t.false(isMirrored(endpoints({annotations: {'control-plane.alpha.kubernetes.io/leader': '{}'}})));
});

test('a mirrored slice has the annotations of its Endpoints, but not what kubectl has applied to them', (t) => {
	const tiny = new ControllersWorld('endpointslice-mirroring');
	tiny.create('services', service({selector: undefined}));
	const applied = 'kubectl.kubernetes.io/last-applied-configuration';
	tiny.create('endpoints', {
		apiVersion: 'v1',
		kind: 'Endpoints',
		metadata: {name: 'web', namespace: 'default', annotations: {team: 'shop', [applied]: '{}'}},
		subsets: [{addresses: [{ip: '10.0.0.1'}], ports: [{port: 80}]}],
	});
	t.deepEqual(
		tiny.list('endpointslices.discovery.k8s.io').map(({metadata}) => metadata.annotations),
		[{team: 'shop'}],
	);
});
