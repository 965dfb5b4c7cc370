import type {Amounts} from './amounts.js';
import type {Incoming} from '../incoming.js';
import {resourceNamed, type Resource} from '../../objects/resources.js';
import test from 'ava';
import type {ResourceQuota} from '../../objects/kubernetes.generated.js';
import {chargeRequest} from './charge.js';
import {inScopes} from './scopes.js';
import {matchingNames, quotaUsage} from './usage.js';

const core = (name: string): Resource => {
	const resource = resourceNamed(name);
	if (!resource) {
		throw new TypeError(`no resource ${name}`);
	}

	return resource;
};

const object = (kind: string, fields: object): Incoming => ({apiVersion: 'v1', kind, metadata: {}, ...fields});

const pod = (resources: object = {}, spec: object = {}, status: object = {}): Incoming =>
	object('Pod', {
		metadata: {name: 'web'},
		spec: {containers: [{name: 'main', image: 'nginx', resources}], ...spec},
		status,
	});

const quota = (name: string, hard: Amounts, used: Amounts, spec: object = {}): ResourceQuota =>
	({metadata: {name, namespace: 'default'}, spec: {hard, ...spec}, status: {hard, used}}) as unknown as ResourceQuota;

test('Objects count for what their kind is counted by', (t) => {
	const table: ReadonlyArray<readonly [Resource, Incoming, Amounts]> = [
		[core('configmaps'), object('ConfigMap', {}), {'count/configmaps': '1', configmaps: '1'}],
		[core('serviceaccounts'), object('ServiceAccount', {}), {'count/serviceaccounts': '1'}],
		[core('deployments.apps'), object('Deployment', {}), {'count/deployments.apps': '1'}],
		[
			core('services'),
			object('Service', {spec: {type: 'LoadBalancer', ports: [{port: 80}, {port: 443}]}}),
			{'count/services': '1', services: '1', 'services.nodeports': '2', 'services.loadbalancers': '1'},
		],
		[
			core('services'),
			object('Service', {
				spec: {
					type: 'LoadBalancer',
					allocateLoadBalancerNodePorts: false,
					ports: [{port: 80, nodePort: 30_080}, {port: 443}],
				},
			}),
			{'count/services': '1', services: '1', 'services.nodeports': '1', 'services.loadbalancers': '1'},
		],
		[
			core('persistentvolumeclaims'),
			object('PersistentVolumeClaim', {spec: {storageClassName: 'fast', resources: {requests: {storage: '1Gi'}}}}),
			{
				'count/persistentvolumeclaims': '1',
				persistentvolumeclaims: '1',
				'requests.storage': '1Gi',
				'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
				'fast.storageclass.storage.k8s.io/requests.storage': '1Gi',
			},
		],
		[
			core('resourceclaims.resource.k8s.io'),
			object('ResourceClaim', {
				apiVersion: 'resource.k8s.io/v1',
				spec: {
					devices: {
						requests: [
							{name: 'a', exactly: {deviceClassName: 'gpu', count: 2}},
							{
								name: 'b',
								firstAvailable: [
									{name: 'x', deviceClassName: 'gpu', count: 3},
									{name: 'y', deviceClassName: 'tpu', allocationMode: 'All'},
								],
							},
						],
					},
				},
			}),
			{
				'count/resourceclaims.resource.k8s.io': '1',
				'gpu.deviceclass.resource.k8s.io/devices': '5',
				'tpu.deviceclass.resource.k8s.io/devices': '32',
			},
		],
		[
			core('pods'),
			pod({requests: {cpu: '100m', 'example.com/gpu': '1'}, limits: {cpu: '1', 'example.com/gpu': '1'}}),
			{
				'count/pods': '1',
				pods: '1',
				cpu: '100m',
				'requests.cpu': '100m',
				'requests.example.com/gpu': '1',
				'limits.cpu': '1',
			},
		],
		[core('pods'), pod({requests: {cpu: '1'}}, {}, {phase: 'Succeeded'}), {'count/pods': '1'}],
	];
	for (const [resource, item, expected] of table) {
		t.deepEqual(quotaUsage(resource, item), expected);
	}
});

test('a claim is charged for what it asks for, or for what it was given where that is more', (t) => {
	const claim = (storage: string, given?: string) =>
		object('PersistentVolumeClaim', {
			spec: {resources: {requests: {storage}}},
			status: given === undefined ? {} : {allocatedResources: {storage: given}},
		});
	const charged = (storage: string, given?: string): string | undefined =>
		quotaUsage(core('persistentvolumeclaims'), claim(storage, given))['requests.storage'];
	t.is(charged('1Gi'), '1Gi');
	t.is(charged('1Gi', '2Gi'), '2Gi');
	t.is(charged('3Gi', '2Gi'), '3Gi');
});

test('A quota concerns the kinds that its names are about', (t) => {
	const names = [
		'pods',
		'requests.cpu',
		'requests.storage',
		'services.nodeports',
		'count/jobs.batch',
		'requests.example.com/gpu',
	];
	t.deepEqual(matchingNames(core('pods'), names), ['pods', 'requests.cpu', 'requests.example.com/gpu']);
	t.deepEqual(matchingNames(core('persistentvolumeclaims'), names), ['requests.storage']);
	t.deepEqual(matchingNames(core('services'), names), ['services.nodeports']);
	t.deepEqual(matchingNames(core('jobs.batch'), names), ['count/jobs.batch']);
	t.deepEqual(matchingNames(core('secrets'), names), []);
});

test('Scopes choose the Pods and claims that a quota counts', (t) => {
	const gold = {priorityClassName: 'gold'};
	const table: ReadonlyArray<readonly [object, Incoming, boolean]> = [
		[{scopes: ['BestEffort']}, pod(), true],
		[{scopes: ['NotBestEffort']}, pod(), false],
		[{scopes: ['Terminating']}, pod({}, {activeDeadlineSeconds: 5}), true],
		[{scopes: ['NotTerminating']}, pod({}, {activeDeadlineSeconds: 5}), false],
		[{scopes: ['PriorityClass']}, pod(), false],
		[
			{scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'In', values: ['gold']}]}},
			pod({}, gold),
			true,
		],
		[
			{scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'NotIn', values: ['gold']}]}},
			pod({}, gold),
			false,
		],
		[
			{scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'NotIn', values: ['gold']}]}},
			pod(),
			true,
		],
		[{scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'DoesNotExist'}]}}, pod(), true],
		[
			{scopes: ['CrossNamespacePodAffinity']},
			pod(
				{},
				{
					affinity: {
						podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{namespaces: ['other'], topologyKey: 'a'}]},
					},
				},
			),
			true,
		],
	];
	for (const [spec, item, expected] of table) {
		t.is(inScopes(quota('q', {}, {}, spec), core('pods'), item), expected, JSON.stringify(spec));
	}

	const claims = {
		scopeSelector: {matchExpressions: [{scopeName: 'VolumeAttributesClass', operator: 'In', values: ['fast']}]},
	};
	t.true(
		inScopes(
			quota('q', {}, {}, claims),
			core('persistentvolumeclaims'),
			object('PersistentVolumeClaim', {spec: {volumeAttributesClassName: 'fast'}}),
		),
	);
	t.false(inScopes(quota('q', {}, {}, {scopes: ['BestEffort']}), core('configmaps'), object('ConfigMap', {})));
	const isIn = (scope: string, spec: object) =>
		inScopes(quota('q', {}, {}, {scopes: [scope]}), core('pods'), pod({}, spec));
	t.true(isIn('Terminating', {activeDeadlineSeconds: 0}));
	t.false(isIn('NotTerminating', {activeDeadlineSeconds: 0}));
	const term = {topologyKey: 'zone', labelSelector: {}};
	const anti = (more: object) => ({
		affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{...term, ...more}]}},
	});
	t.true(isIn('CrossNamespacePodAffinity', anti({namespaces: ['other']})));
	t.true(isIn('CrossNamespacePodAffinity', anti({namespaceSelector: {}})));
	t.false(isIn('CrossNamespacePodAffinity', anti({})));
});

test('A request is charged to every quota, or refused by the first that it does not fit', (t) => {
	const cpu = pod({requests: {cpu: '200m'}});
	const pods = quota('a-pods', {pods: '5'}, {pods: '0'});
	const table: ReadonlyArray<readonly [readonly ResourceQuota[], ReturnType<typeof chargeRequest>]> = [
		[[pods], [{quota: pods, requested: {pods: '1'}, used: {pods: '1'}}]],
		[
			[pods, quota('b-cpu', {'requests.cpu': '100m'}, {'requests.cpu': '0'})],
			'exceeded quota: b-cpu, requested: requests.cpu=200m, used: requests.cpu=0, limited: requests.cpu=100m',
		],
		[
			[quota('full', {pods: '0'}, {pods: '0'}), quota('memory', {'limits.memory': '1Gi'}, {'limits.memory': '0'})],
			'failed quota: memory: must specify limits.memory for: main',
		],
		[[quota('new', {pods: '1'}, {})], 'status unknown for quota: new, resources: pods'],
		[[quota('other', {configmaps: '1'}, {configmaps: '1'})], []],
	];
	for (const [quotas, expected] of table) {
		t.deepEqual(chargeRequest(quotas, core('pods'), cpu), expected);
	}
});

test('An update is charged for what it adds only', (t) => {
	const claim = (storage: string) => object('PersistentVolumeClaim', {spec: {resources: {requests: {storage}}}});
	const storage = quota(
		'storage',
		{'requests.storage': '3Gi', persistentvolumeclaims: '1'},
		{'requests.storage': '1Gi', persistentvolumeclaims: '1'},
	);
	t.like(chargeRequest([storage], core('persistentvolumeclaims'), claim('2Gi'), claim('1Gi')), [
		{requested: {'requests.storage': '1Gi'}, used: {'requests.storage': '2Gi'}},
	]);
	t.deepEqual(chargeRequest([storage], core('persistentvolumeclaims'), claim('1Gi'), claim('1Gi')), []);
	t.is(
		chargeRequest([storage], core('persistentvolumeclaims'), claim('4Gi'), claim('1Gi')),
		'exceeded quota: storage, requested: requests.storage=3Gi, used: requests.storage=1Gi, limited: requests.storage=3Gi',
	);
});

test('A quota of compute asks that each container names it: requests and limits each for itself', (t) => {
	const hard = {'limits.cpu': '2', 'requests.memory': '1Gi'};
	const charge = (resources: object) => chargeRequest([quota('q', hard, {})], core('pods'), pod(resources));
	t.is(charge({requests: {cpu: '1', memory: '1Mi'}}), 'failed quota: q: must specify limits.cpu for: main');
});
