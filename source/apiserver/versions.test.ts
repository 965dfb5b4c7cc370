import test from 'ava';
import type {Request} from '../client/request.js';
import {isRecord} from '../kernel/record.js';
import {nestedField, nestedString} from '../objects/unstructured.js';
import {must} from '../testing/must.js';
import {TinyServer} from '../testing/tiny-server.js';

const pods = '/api/v1/namespaces/default/pods';
const pod = (name: string, fields: object, container: object = {}) =>
	JSON.stringify({
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {name},
		spec: {...fields, containers: [{name: 'a', image: 'nginx', ...container}]},
	});

const sender =
	(minor: number) =>
	(method: Request['method'], path: string, text?: string, type = 'application/json') =>
		must(servers.get(minor), 'server').send(method, path, {text, headers: {'content-type': type}});
const servers = new Map([31, 33, 34, 37].map((minor) => [minor, new TinyServer({minor})] as const));

test('/version and discovery are those of the version', (t) => {
	for (const [minor, gitVersion] of [
		[31, 'v1.31.14'],
		[37, 'v1.37.2'],
	] as const) {
		const {body} = sender(minor)('GET', '/version');
		t.is(nestedString(body, 'gitVersion'), gitVersion);
		t.is(nestedString(body, 'minor'), String(minor));
	}

	const names = (minor: number) => {
		const groups = nestedField(sender(minor)('GET', '/apis').body, 'groups');
		return Array.isArray(groups) ? groups.map((group: unknown) => nestedString(group, 'name')) : [];
	};
	t.false(names(33).includes('resource.k8s.io'));
	t.true(names(34).includes('resource.k8s.io'));
	const listed = (minor: number) => JSON.stringify(sender(minor)('GET', '/api/v1').body);
	t.false(listed(31).includes('pods/resize'));
	t.true(listed(33).includes('pods/resize'));
});

test('a resource that the version does not serve has no path', (t) => {
	t.is(sender(33)('GET', '/apis/resource.k8s.io/v1/resourceclaims').status, 404);
	t.is(sender(34)('GET', '/apis/resource.k8s.io/v1/resourceclaims').status, 200);
	t.is(sender(33)('GET', '/apis/resource.k8s.io').status, 404);
});

test('a field that came later is unknown: strict validation refuses it, a warning names it', (t) => {
	const body = pod('late', {hostnameOverride: 'x'});
	const refused = sender(33)('POST', `${pods}?fieldValidation=Strict`, body);
	t.is(refused.status, 400);
	t.is(
		nestedString(refused.body, 'message'),
		'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.hostnameOverride"',
	);
	const warned = sender(33)('POST', pods, body);
	t.deepEqual([warned.status, warned.warnings], [201, ['unknown field "spec.hostnameOverride"']]);
	t.is(nestedField(warned.body, 'spec', 'hostnameOverride'), undefined);
	const applied = sender(33)(
		'PATCH',
		`${pods}/applied?fieldManager=a`,
		pod('applied', {hostnameOverride: 'x'}),
		'application/apply-patch+yaml',
	);
	t.is(applied.status, 500);
	t.is(
		nestedString(applied.body, 'message'),
		'failed to create typed patch object (/applied; /v1, Kind=Pod): .spec.hostnameOverride: field not declared in schema',
	);
});

test('a field whose gate is off is dropped, an image volume with its mounts', (t) => {
	const {status, body} = sender(33)(
		'POST',
		`${pods}?fieldValidation=Strict`,
		pod(
			'gated',
			{
				resources: {limits: {cpu: '1'}},
				volumes: [
					{name: 'm', image: {reference: 'nginx'}},
					{name: 'e', emptyDir: {}},
				],
			},
			{
				volumeMounts: [
					{name: 'm', mountPath: '/m'},
					{name: 'e', mountPath: '/e'},
				],
			},
		),
	);
	t.is(status, 201);
	t.is(nestedField(body, 'spec', 'resources'), undefined);
	const spec = nestedField(body, 'spec');
	const names = (list: unknown) =>
		Array.isArray(list) ? list.filter(isRecord).map(({name}) => String(name).replace(/-\w+$/, '')) : [];
	t.deepEqual(names(nestedField(spec, 'volumes')), ['e', 'kube-api-access']);
	const containers = nestedField(spec, 'containers');
	t.deepEqual(names(nestedField(Array.isArray(containers) ? containers[0] : undefined, 'volumeMounts')), [
		'e',
		'kube-api-access',
	]);
	t.deepEqual(
		nestedField(
			sender(34)('POST', pods, pod('kept', {resources: {limits: {cpu: '1'}}})).body,
			'spec',
			'resources',
			'limits',
		),
		{cpu: '1'},
	);
});

test('a later version takes the fields that only it has', (t) => {
	const {status} = sender(37)(
		'POST',
		`${pods}?fieldValidation=Strict`,
		pod('newer', {volumes: [{name: 'e', emptyDir: {mode: 493}}]}),
	);
	t.is(status, 201);
});
