import test from 'ava';
import {Kernel} from '../../kernel/kernel.js';
import type {Container, Pod, PodStatus, Secret, Service} from '../../objects/kubernetes.generated.js';
import {victims} from '../admission/preemption.js';
import {statusPatch} from '../status/status-patch.js';
import {MountBackoff} from '../volumes/mount-backoff.js';
import {fieldValue, resourceValue} from './downward-api.js';
import {credentialsFor} from './pull-secrets.js';
import {serviceEnvironment} from './service-environment.js';
import {subPathOf} from './sub-paths.js';

const metadataOf = (name: string, namespace = 'default') => ({
	name,
	namespace,
	uid: name,
	creationTimestamp: '2026-01-01T00:00:00Z',
	resourceVersion: '1',
});

const podOf = (name: string, spec: object = {}): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: metadataOf(name),
	spec: {containers: [{name: 'main', image: 'nginx'}], ...spec},
	status: {},
});

test('the downward API shows amounts in units of the divisor, rounded up, and the room of the node for a limit that is missing', (t) => {
	const container = (name: string, resources: Container['resources']): Container => ({name, image: 'nginx', resources});
	const main = container('main', {requests: {cpu: '1250m', memory: '1500'}, limits: {memory: '3Mi'}});
	const other = container('other', {requests: {cpu: '2'}});
	const pod = podOf('web', {containers: [main, other]});
	const node: Parameters<typeof resourceValue>[3] = JSON.parse(
		'{"status": {"allocatable": {"cpu": "4", "memory": "8Gi"}}}',
	);
	const table = [
		[{resource: 'requests.cpu'}, '2'],
		[{resource: 'requests.cpu', divisor: '1m'}, '1250'],
		[{resource: 'requests.memory', divisor: '1Ki'}, '2'],
		[{resource: 'limits.memory', divisor: '1Mi'}, '3'],
		[{resource: 'limits.cpu'}, '4'],
		[{resource: 'requests.cpu', containerName: 'other', divisor: '1m'}, '2000'],
		[{resource: 'requests.memory', containerName: 'other'}, '0'],
		[{resource: 'limits.memory', containerName: 'other', divisor: '1Gi'}, '8'],
	] as const;
	for (const [selector, expected] of table) {
		t.is(resourceValue(pod, main, selector, node), expected, JSON.stringify(selector));
	}

	const addresses = {podIPs: ['10.244.0.1', 'fd00::1'], hostIPs: ['192.168.0.1']};
	t.is(fieldValue(pod, {fieldPath: 'status.podIP'}, addresses), '10.244.0.1');
	t.is(fieldValue(pod, {fieldPath: 'status.podIPs'}, addresses), '10.244.0.1,fd00::1');
	t.is(fieldValue(pod, {fieldPath: 'status.hostIP'}, addresses), '192.168.0.1');
});

test('a part of a volume stays inside of it', (t) => {
	const path = (subPath: string) => subPathOf({name: 'data', mountPath: '/data', subPath}, new Map());
	t.is(path('a/b'), 'a/b');
	t.throws(() => path('/a'), {message: /must not be an absolute path/});
	t.throws(() => path('a/../../b'), {message: /must not contain '\.\.'/});
	t.is(path('a..b'), 'a..b');
});

test('the credentials of a pull secret are for its registry', (t) => {
	const secret = (auths: object): Secret => ({
		apiVersion: 'v1',
		kind: 'Secret',
		metadata: metadataOf('pull'),
		data: {'.dockerconfigjson': Buffer.from(JSON.stringify({auths})).toString('base64')},
	});
	const auth = Buffer.from('jane:a:b').toString('base64');
	const secrets = [
		secret({'registry.example.com': {auth}}),
		secret({'https://index.docker.io/v1/': {username: 'hub', password: 'p'}}),
	];
	t.deepEqual(credentialsFor('registry.example.com', secrets), {username: 'jane', password: 'a:b'});
	t.deepEqual(credentialsFor('docker.io', secrets), {username: 'hub', password: 'p'});
	t.is(credentialsFor('quay.io', secrets), undefined);
	t.is(credentialsFor('example.com', secrets), undefined);
});

test('a container has the variables of the Services of its namespace, and of the apiserver', (t) => {
	const service = (name: string, namespace: string, clusterIP: string): Service => ({
		apiVersion: 'v1',
		kind: 'Service',
		metadata: metadataOf(name, namespace),
		spec: {clusterIP, ports: [{port: 80}]},
		status: {},
	});
	const services = [
		service('kubernetes', 'default', '10.96.0.1'),
		service('my-shop', 'shop', '10.96.0.2'),
		service('other', 'elsewhere', '10.96.0.3'),
		service('headless', 'shop', 'None'),
	];
	const hosts = (spec: object) => {
		const pod = {...podOf('web', spec), metadata: metadataOf('web', 'shop')};
		return Object.keys(serviceEnvironment(pod, services)).filter((name) => name.endsWith('_SERVICE_HOST'));
	};
	t.deepEqual(hosts({}), ['KUBERNETES_SERVICE_HOST', 'MY_SHOP_SERVICE_HOST']);
	t.deepEqual(hosts({enableServiceLinks: false}), ['KUBERNETES_SERVICE_HOST']);
});

test('the pause after a failed mount doubles, up to two minutes, and ends with a success', (t) => {
	const kernel = new Kernel();
	const backoff = new MountBackoff(kernel);
	const pause = (): number => {
		backoff.failed('data');
		return (backoff.next(['data']).atMs ?? 0) - kernel.now;
	};
	t.deepEqual([pause(), pause(), pause()], [500, 1000, 2000]);
	t.false(backoff.isDue('data'));
	t.false(backoff.next(['data']).isHopeless);
	t.deepEqual(
		Array.from({length: 7}, () => pause()),
		[4000, 8000, 16_000, 32_000, 64_000, 122_000, 122_000],
	);
	t.true(backoff.next(['data']).isHopeless);
	backoff.forget('data');
	t.true(backoff.isDue('data'));
	t.is(pause(), 500);
});

test('for a critical Pod the least important Pods end, of those the smallest, and no more than needed', (t) => {
	const of = (name: string, memory: string | undefined, priority = 0): Pod =>
		podOf(name, {
			priority,
			containers: [{name: 'main', image: 'nginx', ...(memory ? {resources: {requests: {memory}}} : {})}],
		});
	const critical = of('critical', '1Gi', 2_000_000_000);
	const all = [of('large', '2Gi'), of('small', '1Gi'), of('best-effort', undefined), of('other', '1Gi', 2_000_000_000)];
	const ended = (count: number) =>
		victims(critical, all, (without) => without.size >= count)?.map(({metadata}) => metadata.name);
	t.deepEqual(ended(1), ['best-effort']);
	t.deepEqual(ended(2), ['best-effort', 'small']);
	t.deepEqual(ended(3), ['best-effort', 'small', 'large']);
	t.is(ended(4), undefined);
});

test('a patch of a status removes the addresses and conditions that are gone, but no condition of others', (t) => {
	const condition = (type: string) => ({type, status: 'True'});
	const before: PodStatus = {
		conditions: [condition('Ready'), condition('example.com/gate'), condition('PodReadyToStartContainers')],
		podIPs: [{ip: '10.244.0.1'}],
	};
	const after: PodStatus = {conditions: [condition('Ready')], podIPs: [{ip: '10.244.0.2'}]};
	t.like(statusPatch('u', before, after)['status'], {
		conditions: [{$patch: 'delete', type: 'PodReadyToStartContainers'}],
		podIPs: [{ip: '10.244.0.2'}, {$patch: 'delete', ip: '10.244.0.1'}],
	});
});
