import test from 'ava';
import type {WatchEvent} from '../../client/request.js';
import {TinyServer} from '../../testing/tiny-server.js';

const accept = (as: string, v = 'v1') => ({accept: `application/json;as=${as};v=${v};g=meta.k8s.io`});

interface Table {
	readonly apiVersion: string;
	readonly columnDefinitions: ReadonlyArray<{readonly name: string; readonly type: string}> | null;
	readonly rows: ReadonlyArray<{
		readonly cells: readonly unknown[];
		readonly object: {readonly apiVersion: string; readonly kind: string};
	}>;
}

const created = '1970-01-01T00:00:00Z';

/** Cells of one object, without the columns that only show its age. */
const cells = (path: string, object: object, status?: object): readonly unknown[] => {
	const world = new TinyServer();
	const made = world.send('POST', path, {body: object});
	if (made.status !== 201) {
		throw new Error(JSON.stringify(made.body));
	}

	const {name} = (made.body as {metadata: {name: string}}).metadata;
	if (status) {
		const patched = world.send('PATCH', `${path}/${name}/status`, {
			body: {status},
			headers: {'content-type': 'application/merge-patch+json'},
		});
		if (patched.status !== 200) {
			throw new Error(JSON.stringify(patched.body));
		}
	}

	const {body} = world.send('GET', `${path}/${name}`, {headers: accept('Table')});
	return (body as Table).rows[0]!.cells;
};

const inDefault = (group: string, plural: string): string => `${group}/namespaces/default/${plural}`;

const endpoints = (subsets: unknown) => ({apiVersion: 'v1', kind: 'Endpoints', metadata: {name: 'web'}, subsets});
const addresses = (...ips: string[]) => ips.map((ip) => ({ip}));

test('endpoints are shown with their ports, three of them, IPv6 in brackets', (t) => {
	const shown = (subsets: unknown) => cells(inDefault('/api/v1', 'endpoints'), endpoints(subsets))[1];
	t.is(shown([]), '<none>');
	t.is(shown([{notReadyAddresses: addresses('10.0.0.1'), ports: [{port: 80}]}]), '');
	t.is(shown([{addresses: addresses('10.0.0.1', '10.0.0.2')}]), '10.0.0.1,10.0.0.2');
	t.is(
		shown([
			{
				addresses: addresses('10.0.0.1', '10.0.0.2'),
				ports: [
					{port: 80, name: 'a'},
					{port: 81, name: 'b'},
				],
			},
		]),
		'10.0.0.1:80,10.0.0.2:80,10.0.0.1:81 + 1 more...',
	);
	t.is(shown([{addresses: addresses('fd00::1'), ports: [{port: 80}]}]), '[fd00::1]:80');
});

test('the hosts of an Ingress are counted by its rules', (t) => {
	const shown = (...hosts: Array<string | undefined>) =>
		cells(inDefault('/apis/networking.k8s.io/v1', 'ingresses'), {
			apiVersion: 'networking.k8s.io/v1',
			kind: 'Ingress',
			metadata: {name: 'web', annotations: {'kubernetes.io/ingress.class': 'old'}},
			spec: {
				defaultBackend: {service: {name: 'web', port: {number: 80}}},
				rules: hosts.map((host) => ({host})),
			},
		}).slice(1, 3);
	t.deepEqual(shown(), ['<none>', '*']);
	t.deepEqual(shown('a.b', undefined, 'c.d'), ['<none>', 'a.b,c.d']);
	t.deepEqual(shown('a.b', 'c.d', 'e.f'), ['<none>', 'a.b,c.d,e.f']);
	t.deepEqual(shown('a.b', 'c.d', 'e.f', undefined), ['<none>', 'a.b,c.d,e.f + 1 more...']);
});

test('a load balancer shows each address once, sorted, and then what the spec adds', (t) => {
	const service = {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: {name: 'web'},
		spec: {type: 'LoadBalancer', ports: [{port: 80}], externalIPs: ['192.0.2.1']},
	};
	const path = inDefault('/api/v1', 'services');
	t.is(
		cells(path, service, {
			loadBalancer: {ingress: [{ip: '203.0.113.2'}, {hostname: 'a.example'}, {ip: '203.0.113.2'}]},
		})[3],
		'203.0.113.2,a.example,192.0.2.1',
	);
	t.is(cells(path, {...service, spec: {...service.spec, externalIPs: []}})[3], '<pending>');
});

test('metrics of an autoscaler are shown as they are and as they shall be, two of them', (t) => {
	const shown = (metrics: readonly object[], currentMetrics?: readonly object[]) =>
		cells(
			inDefault('/apis/autoscaling/v2', 'horizontalpodautoscalers'),
			{
				apiVersion: 'autoscaling/v2',
				kind: 'HorizontalPodAutoscaler',
				metadata: {name: 'web'},
				spec: {maxReplicas: 3, scaleTargetRef: {kind: 'Deployment', name: 'web', apiVersion: 'apps/v1'}, metrics},
			},
			currentMetrics && {currentMetrics, desiredReplicas: 1, conditions: []},
		).slice(1, 6);
	const cpu = {type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 80}}};
	const memory = {type: 'Resource', resource: {name: 'memory', target: {type: 'AverageValue', averageValue: '1Gi'}}};
	const queue = {
		type: 'External',
		external: {metric: {name: 'queue'}, target: {type: 'AverageValue', averageValue: '5'}},
	};
	const requests = {
		type: 'Pods',
		pods: {metric: {name: 'requests'}, target: {type: 'AverageValue', averageValue: '10'}},
	};
	t.deepEqual(shown([cpu]), ['Deployment/web', 'cpu: <unknown>/80%', '1', 3, 0]);
	t.is(
		shown(
			[cpu, queue],
			[{type: 'Resource', resource: {name: 'cpu', current: {averageUtilization: 40, averageValue: '1'}}}],
		)[1],
		'cpu: 40%/80%, <unknown>/5 (avg)',
	);
	t.is(shown([memory, requests, cpu])[1], 'memory: <unknown>/1Gi, <unknown>/10 + 1 more...');
});

test('objects without columns of their own show when they were made', (t) => {
	const world = new TinyServer();
	const path = inDefault('/api/v1', 'limitranges');
	world.send('POST', path, {
		body: {apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'limits'}, spec: {limits: []}},
	});
	const {columnDefinitions, rows} = world.send('GET', path, {headers: accept('Table')}).body as Table;
	t.deepEqual(
		columnDefinitions!.map(({name, type}) => `${name} ${type}`),
		['Name string', 'Created At date'],
	);
	t.regex(rows[0]!.cells[1] as string, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('cells are numbers where upstream counts', (t) => {
	const settings = {
		apiVersion: 'v1',
		kind: 'ConfigMap',
		metadata: {name: 'a'},
		data: {a: '1'},
		binaryData: {b: 'AA=='},
	};
	t.is(cells(inDefault('/api/v1', 'configmaps'), settings)[1], 2);
	const secret = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'a'}, stringData: {a: '1'}};
	t.deepEqual(cells(inDefault('/api/v1', 'secrets'), secret).slice(1, 3), ['Opaque', 1]);
});

const podWith = (status: object, spec: object = {}) =>
	cells(
		inDefault('/api/v1', 'pods'),
		{
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: {name: 'web'},
			spec: {
				schedulerName: 'nobody',
				containers: [
					{name: 'a', image: 'a'},
					{name: 'b', image: 'b'},
				],
				...spec,
			},
		},
		status,
	).slice(1, 4);
const container = (name: string, state: object, others: object = {}) => ({
	name,
	image: name,
	imageID: '',
	ready: false,
	restartCount: 0,
	state,
	...others,
});
const running = {running: {startedAt: created}};
const ended = (exitCode: number, others: object = {}) => ({terminated: {exitCode, ...others}});

test('the status of a Pod is that of its first container that has something to say', (t) => {
	t.deepEqual(
		podWith({
			phase: 'Running',
			containerStatuses: [container('a', ended(0, {reason: 'Completed'})), container('b', running, {ready: true})],
			conditions: [{type: 'Ready', status: 'True'}],
		}),
		['1/2', 'Running', '0'],
	);
	t.deepEqual(
		podWith({
			phase: 'Running',
			containerStatuses: [container('a', ended(0, {reason: 'Completed'})), container('b', running, {ready: true})],
		}),
		['1/2', 'NotReady', '0'],
	);
	t.deepEqual(
		podWith({
			phase: 'Failed',
			containerStatuses: [container('a', ended(0, {reason: 'Completed'})), container('b', ended(1, {reason: 'Error'}))],
		}),
		['0/2', 'Error', '0'],
	);
	t.is(podWith({phase: 'Failed', containerStatuses: [container('a', ended(137, {signal: 9}))]})[1], 'Signal:9');
	t.is(podWith({phase: 'Failed', containerStatuses: [container('a', ended(3))]})[1], 'ExitCode:3');
	t.is(podWith({phase: 'Running', reason: 'Lost'})[1], 'Lost');
});

test('while a Pod is initialized, its status tells how far it has come', (t) => {
	const spec = {
		initContainers: [
			{name: 'first', image: 'a'},
			{name: 'sidecar', image: 'b', restartPolicy: 'Always'},
			{name: 'last', image: 'c'},
		],
	};
	const first = container('first', ended(0), {restartCount: 2});
	const init = (...statuses: object[]) => podWith({phase: 'Pending', initContainerStatuses: statuses}, spec);
	t.deepEqual(init(container('first', {waiting: {reason: 'PodInitializing'}})), ['0/3', 'Init:0/3', '0']);
	t.deepEqual(init(first, container('sidecar', running)), ['0/3', 'Init:1/3', '2']);
	t.deepEqual(
		init(
			first,
			container('sidecar', running, {started: true, ready: true, restartCount: 4}),
			container('last', {waiting: {reason: 'CrashLoopBackOff'}}, {restartCount: 1}),
		),
		['1/3', 'Init:CrashLoopBackOff', '7'],
	);
	t.is(init(container('first', ended(2, {reason: 'Error'})), container('sidecar', running, {restartCount: 9}))[2], '0');
	t.deepEqual(
		podWith(
			{
				phase: 'Running',
				initContainerStatuses: [first, container('sidecar', running, {started: true, ready: true, restartCount: 4})],
				containerStatuses: [container('a', running, {ready: true, restartCount: 1})],
			},
			spec,
		),
		['2/3', 'Running', '5'],
	);
});

test('a table comes in the version that was asked for', (t) => {
	const world = new TinyServer();
	const get = (as: string, v?: string, path = '/api/v1/namespaces') =>
		world.send('GET', path, {headers: accept(as, v)});
	const table = get('Table', 'v1beta1').body as Table;
	t.is(table.apiVersion, 'meta.k8s.io/v1beta1');
	t.is(table.rows[0]!.object.apiVersion, 'meta.k8s.io/v1beta1');
	t.like(get('PartialObjectMetadataList', 'v1beta1').body, {
		apiVersion: 'meta.k8s.io/v1beta1',
		kind: 'PartialObjectMetadataList',
	});
	t.like(get('PartialObjectMetadata').body, {
		code: 406,
		message: 'you requested PartialObjectMetadata, but the requested object is a list (*core.NamespaceList)',
	});
	t.like(get('PartialObjectMetadataList', 'v1', '/api/v1/namespaces/default').body, {
		code: 406,
		message: 'you requested PartialObjectMetadataList, but the requested object is not a list (*core.Namespace)',
	});
});

test('a watch tells the columns with its first event only', (t) => {
	const world = new TinyServer();
	const events: WatchEvent[] = [];
	world.run(() =>
		world.admin.exchange('GET', '/api/v1/namespaces', {
			headers: accept('Table'),
			query: {watch: 'true', resourceVersion: '0'},
			onEvent: (event) => events.push(event),
		}),
	);
	t.true(events.length > 1);
	t.deepEqual(
		events.map(({object}) => (object as Table).columnDefinitions?.length ?? null),
		events.map((_, index) => (index === 0 ? 3 : null)),
	);
});

test('an event is shown the same by both of its groups', (t) => {
	const world = new TinyServer();
	world.send('POST', inDefault('/api/v1', 'events'), {
		body: {
			apiVersion: 'v1',
			kind: 'Event',
			metadata: {name: 'web.1', namespace: 'default'},
			involvedObject: {kind: 'Pod', name: 'web', namespace: 'default'},
			reason: 'Pulled',
			message: ' pulled\n',
			type: 'Normal',
			source: {component: 'kubelet'},
			reportingInstance: 'node-a',
		},
	});
	const rows = ['/api/v1', '/apis/events.k8s.io/v1'].map((group) => {
		const {body} = world.send('GET', `${inDefault(group, 'events')}/web.1`, {headers: accept('Table')});
		return (body as Table).rows[0]!.cells;
	});
	t.deepEqual(rows[0]!.slice(1), [
		'Normal',
		'Pulled',
		'pod/web',
		'',
		'kubelet, node-a',
		'pulled',
		'<unknown>',
		1,
		'web.1',
	]);
	t.deepEqual(rows[1], rows[0]);
});

test('flow schemas are shown in the order in which they are asked', (t) => {
	const {body} = new TinyServer().send('GET', '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas', {
		headers: accept('Table'),
	});
	const shown = (body as Table).rows.map(({cells}) => cells[2] as number);
	t.true(shown.length > 5);
	t.deepEqual(
		shown,
		[...shown].sort((a, b) => a - b),
	);
});
