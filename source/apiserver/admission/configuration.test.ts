import test from 'ava';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {pluginsFor, type AdmissionOptions} from './plugins.js';
import type {AdmissionPlugin} from './plugin.js';
import {namespaceWith, podOf, AdmissionWorld, type Sketch} from '../../testing/admission-world.js';

const event = (name: string, namespace = 'default'): Sketch => ({
	apiVersion: 'v1',
	kind: 'Event',
	metadata: {name, namespace},
	involvedObject: {kind: 'Pod', name: 'web', namespace},
	source: {component: 'kubelet'},
});

/** Sends events through one plug-in whose buckets persist. */
const limiter = (limits: NonNullable<AdmissionOptions['eventRateLimit']>['limits']) => {
	const world = new AdmissionWorld();
	const plugin: AdmissionPlugin = pluginsFor({enable: ['EventRateLimit'], eventRateLimit: {limits}}).find(
		({name}) => name === 'EventRateLimit',
	)!;
	return (namespace: string, username: string, dryRun = false): string | undefined => {
		try {
			plugin.validate!(
				{
					operation: 'CREATE',
					resource: {group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true} as never,
					subresource: '',
					namespace,
					name: 'e',
					user: {username, groups: []},
					object: event('e', namespace) as never,
					dryRun,
				},
				world.context,
			);
			return undefined;
		} catch (error) {
			return (error as Error).message;
		}
	};
};

test('Events are limited for all, by namespace, by user or by source and object', (t) => {
	const reached = (type: string, key: string) => `Too many requests: limit reached on type ${type} for key ${key}`;
	const server = limiter([{type: 'Server', qps: 1, burst: 2}]);
	t.deepEqual([server('a', 'x'), server('b', 'y'), server('c', 'z')], [undefined, undefined, reached('Server', '')]);
	const namespace = limiter([{type: 'Namespace', qps: 1, burst: 1}]);
	t.deepEqual(
		[namespace('a', 'x'), namespace('b', 'x'), namespace('a', 'y')],
		[undefined, undefined, reached('Namespace', 'a')],
	);
	const user = limiter([{type: 'User', qps: 1, burst: 1}]);
	t.deepEqual([user('a', 'x'), user('a', 'y'), user('b', 'x')], [undefined, undefined, reached('User', 'x')]);
	t.is(user('b', 'x', true), undefined);
	const both = limiter([
		{type: 'User', qps: 1, burst: 1},
		{type: 'SourceAndObject', qps: 1, burst: 1},
	]);
	t.deepEqual([both('a', 'x'), both('a', 'x')], [undefined, reached('SourceAndObject', 'kubeletPodaweb')]);
});

test('Events of the group events.k8s.io are not limited', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	const plugins: AdmissionOptions = {
		enable: ['EventRateLimit'],
		eventRateLimit: {limits: [{type: 'Server', qps: 1, burst: 0}]},
	};
	t.is(world.admit(event('e'), {plugins}).failure?.status.code, 429);
	t.is(world.admit({...event('e'), apiVersion: 'events.k8s.io/v1'}, {plugins}).failure, undefined);
});

test('The selector of nodes has a default, and a namespace may be held to some labels', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	const plugins = (podNodeSelector: AdmissionOptions['podNodeSelector']): AdmissionOptions => ({
		enable: ['PodNodeSelector'],
		podNodeSelector,
	});
	const selected = world.admit(podOf('web'), {plugins: plugins({clusterDefaultNodeSelector: 'env=dev'})}).value as Pod;
	t.deepEqual(selected.spec.nodeSelector, {env: 'dev'});
	const held = (nodeSelector: object) =>
		world.admit(podOf('web', {nodeSelector}), {plugins: plugins({default: 'env=dev,disk=ssd'})}).failure?.status
			.message;
	t.is(held({disk: 'ssd'}), undefined);
	t.is(
		held({disk: 'hdd'}),
		'pods "web" is forbidden: pod node label selector labels conflict with its namespace whitelist',
	);
});

test('Tolerations of the configuration count where a namespace says nothing', (t) => {
	const gpu = {key: 'gpu', operator: 'Exists', effect: 'NoSchedule'} as const;
	const plugins: AdmissionOptions = {
		enable: ['PodTolerationRestriction'],
		disable: ['DefaultTolerationSeconds'],
		podTolerationRestriction: {default: [gpu], whitelist: [gpu]},
	};
	const admitted = (annotations: Readonly<Record<string, string>>, spec: object = {}) => {
		const [namespace, account] = namespaceWith('default') as [Sketch, Sketch];
		const world = new AdmissionWorld({...namespace, metadata: {...namespace.metadata, annotations}}, account);
		const {value, failure} = world.admit(podOf('web', spec as never), {plugins});
		return failure?.status.message ?? (value as Pod).spec.tolerations ?? [];
	};
	t.deepEqual(admitted({}), [gpu]);
	t.deepEqual(admitted({'scheduler.alpha.kubernetes.io/defaultTolerations': ''}), []);
	t.is(
		admitted({}, {tolerations: [{key: 'disk', operator: 'Exists'}]}),
		'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
	);
});

test('What is limited by configuration is used only where a quota speaks of it', (t) => {
	const quota: Sketch = {
		apiVersion: 'v1',
		kind: 'ResourceQuota',
		metadata: {name: 'pods', namespace: 'default'},
		spec: {},
		status: {hard: {pods: '5'}, used: {pods: '0'}},
	};
	const high = {scopeName: 'PriorityClass', operator: 'In', values: ['high']};
	const refused = (limited: object, spec: object, ...objects: readonly Sketch[]) =>
		new AdmissionWorld(
			...namespaceWith('default'),
			{apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'high'}, value: 5},
			...objects,
		).admit(podOf('web', spec as never, {resources: {requests: {cpu: '1'}}}), {
			plugins: {resourceQuota: {limitedResources: [{resource: 'pods', ...limited}]}},
		}).failure?.status;
	t.is(
		refused({matchContains: ['requests.cpu']}, {}, quota)?.message,
		'pods "web" is forbidden: insufficient quota to consume: requests.cpu',
	);
	t.is(
		refused({matchContains: ['pods']}, {}, quota)?.message,
		'pods "web" is forbidden: insufficient quota to consume: count/pods',
	);
	const scoped = refused({matchScopes: [high]}, {priorityClassName: 'high'}, quota);
	t.is(scoped?.message, 'insufficient quota to match these scopes: [{PriorityClass In [high]}]');
	t.is(scoped?.code, 500);
	t.is(refused({matchScopes: [high]}, {}, quota), undefined);
	t.is(
		refused(
			{matchScopes: [high]},
			{priorityClassName: 'high'},
			{...quota, spec: {scopeSelector: {matchExpressions: [high]}}},
		),
		undefined,
	);
});

test('ImagePolicyWebhook sends the images that a request brings: containers first, or ephemeral containers alone', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'));
	const url = 'https://images.example.com';
	const plugins = {enable: ['ImagePolicyWebhook'], imagePolicy: {url, defaultAllow: true}};
	const spec = {
		initContainers: [{name: 'first', image: 'busybox:1'}],
		containers: [{name: 'main', image: 'nginx:1'}],
		ephemeralContainers: [{name: 'look', image: 'alpine:3'}],
	};
	const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web', namespace: 'default'}, spec};
	const sent = (subresource: string) => {
		const disable = ['PodSecurity', 'ServiceAccount', 'NamespaceLifecycle', 'Priority', 'LimitRanger'];
		const {stops, failure} = world.admit(pod, {plugins: {...plugins, disable}, subresource});
		t.is(failure, undefined);
		const asked = stops.find(({facts}) => facts?.['case'] === 'image-review');
		return JSON.stringify(asked?.facts?.['request']).match(/"image":"[^"]+"/g);
	};
	t.deepEqual(sent(''), ['"image":"nginx:1"', '"image":"busybox:1"']);
	t.deepEqual(sent('ephemeralcontainers'), ['"image":"alpine:3"']);
});
