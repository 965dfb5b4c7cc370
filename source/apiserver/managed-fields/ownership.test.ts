import test from 'ava';
import type {Fields} from '../../kernel/record.js';
import {asObject, withMetadata, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {messageOf} from '../../objects/message-of.js';
import {nestedField, nestedMap} from '../../objects/unstructured.js';
import {resourceNamed} from '../../objects/resources.js';
import {applyFields} from './apply.js';
import {keepTimes, updateFields} from './update.js';
import type {Writer} from './managed-entry.js';

const configMaps = resourceNamed('configmaps');
const deployments = resourceNamed('deployments.apps');
const pods = resourceNamed('pods');

const writer = (manager: string, operation: Writer['operation'], change: Partial<Writer> = {}): Writer => ({
	manager,
	operation,
	apiVersion: 'v1',
	subresource: '',
	now: '2026-01-01T00:00:00Z',
	...change,
});

const fieldsOf = (object: KubernetesObject): Record<string, unknown> =>
	Object.fromEntries(
		(object.metadata.managedFields ?? []).map(({manager, operation, subresource, fieldsV1}) => [
			`${manager} ${operation}${subresource ? ` ${subresource}` : ''}`,
			fieldsV1,
		]),
	);

const configMap = (fields: object): KubernetesObject =>
	asObject({
		apiVersion: 'v1',
		kind: 'ConfigMap',
		metadata: {name: 'settings', namespace: 'default', uid: '1'},
		...fields,
	});

const settings = (data: Record<string, string>): Fields => ({
	apiVersion: 'v1',
	kind: 'ConfigMap',
	metadata: {name: 'settings'},
	data,
});

const apply = (
	live: KubernetesObject | undefined,
	manager: string,
	data: Record<string, string>,
	{force = false, now = '2026-01-01T00:00:00Z'} = {},
): KubernetesObject =>
	applyFields(configMaps, live, {
		patch: settings(data),
		force,
		writer: writer(manager, 'Apply', {now}),
		convert: (object) => withMetadata(asObject(object), {uid: '1'}),
	});

const refused = (body: () => unknown): string => {
	try {
		body();
	} catch (error) {
		return messageOf(error);
	}

	return 'nothing was refused';
};

test('who creates an object owns what it set, and nothing that only the server writes', (t) => {
	const created = updateFields(
		pods,
		undefined,
		asObject({
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: {name: 'web', labels: {app: 'web'}, ownerReferences: [{uid: 'u', kind: 'ReplicaSet', name: 'x'}]},
			spec: {
				containers: [{name: 'web', image: 'nginx', resources: {}, ports: [{containerPort: 80, protocol: 'TCP'}]}],
				securityContext: {},
				tolerations: [{key: 'a'}],
				volumes: [{name: 'data', emptyDir: {}}],
			},
			status: {phase: 'Pending'},
		}),
		writer('kube-controller-manager', 'Update'),
	);
	t.deepEqual(created.metadata.managedFields, [
		{
			manager: 'kube-controller-manager',
			operation: 'Update',
			apiVersion: 'v1',
			time: '2026-01-01T00:00:00Z',
			fieldsType: 'FieldsV1',
			fieldsV1: {
				'f:metadata': {
					'f:labels': {'.': {}, 'f:app': {}},
					'f:ownerReferences': {'.': {}, 'k:{"uid":"u"}': {}},
				},
				'f:spec': {
					'f:containers': {
						'k:{"name":"web"}': {
							'.': {},
							'f:image': {},
							'f:name': {},
							'f:ports': {
								'.': {},
								'k:{"containerPort":80,"protocol":"TCP"}': {'.': {}, 'f:containerPort': {}, 'f:protocol': {}},
							},
							'f:resources': {},
						},
					},
					'f:securityContext': {},
					'f:tolerations': {},
					'f:volumes': {'.': {}, 'k:{"name":"data"}': {'.': {}, 'f:emptyDir': {}, 'f:name': {}}},
				},
			},
		},
	]);
});

test('who changes a field owns it from then on, and what is removed nobody owns', (t) => {
	const created = updateFields(configMaps, undefined, configMap({data: {a: '1', b: '1'}}), writer('first', 'Update'));
	const changed = updateFields(
		configMaps,
		created,
		asObject({...created, data: {a: '2', c: '1'}}),
		writer('second', 'Update'),
	);
	t.deepEqual(fieldsOf(changed), {
		'first Update': {'f:data': {}},
		'second Update': {'f:data': {'f:a': {}, 'f:c': {}}},
	});
});

test('a change of nothing leaves the very same entries', (t) => {
	const created = updateFields(configMaps, undefined, configMap({data: {a: '1'}}), writer('first', 'Update'));
	const same = updateFields(configMaps, created, {...created}, writer('second', 'Update'));
	t.is(same.metadata.managedFields, created.metadata.managedFields);
});

test('through status one owns nothing of the spec, and the entry names the subresource', (t) => {
	const made = asObject({
		apiVersion: 'apps/v1',
		kind: 'Deployment',
		metadata: {name: 'web', uid: '1'},
		spec: {replicas: 1},
	});
	const created = updateFields(deployments, undefined, made, writer('kubectl', 'Update', {apiVersion: 'apps/v1'}));
	const seen = updateFields(
		deployments,
		created,
		asObject({...created, spec: {replicas: 5}, status: {replicas: 1}}),
		writer('kube-controller-manager', 'Update', {apiVersion: 'apps/v1', subresource: 'status'}),
	);
	t.deepEqual(fieldsOf(seen), {
		'kubectl Update': {'f:spec': {'f:replicas': {}}},
		'kube-controller-manager Update status': {'f:status': {'f:replicas': {}}},
	});
});

test('an empty list of managers forgets them all; a list that cannot be read counts as none', (t) => {
	const created = updateFields(configMaps, undefined, configMap({data: {a: '1'}}), writer('first', 'Update'));
	const withFields = (managedFields: unknown) =>
		updateFields(
			configMaps,
			created,
			asObject({...created, metadata: {...created.metadata, managedFields}}),
			writer('second', 'Update'),
		).metadata.managedFields;
	t.is(withFields([]), undefined);
	t.is(withFields([{}]), undefined);
	t.is(withFields([{manager: 'x', operation: 'Rule', apiVersion: 'v1'}]), created.metadata.managedFields);
});

test('more than ten writers are not told apart: the oldest become one', (t) => {
	let object = updateFields(configMaps, undefined, configMap({data: {}}), writer('w00', 'Update'));
	for (let index = 0; index < 13; index++) {
		const data = {...nestedMap(object, 'data'), [`k${index}`]: 'x'};
		object = updateFields(
			configMaps,
			object,
			asObject({...object, data}),
			writer(`w${index + 10}`, 'Update', {now: `2026-01-01T00:00:${index + 10}Z`}),
		);
	}

	t.deepEqual(Object.keys(fieldsOf(object)).slice(0, 3), ['ancient-changes Update', 'w14 Update', 'w15 Update']);
	t.is(object.metadata.managedFields?.length, 10);
});

test('what an applier no longer names goes, unless another names it too', (t) => {
	const first = apply(undefined, 'alice', {a: '1', b: '1'});
	const second = apply(first, 'bob', {b: '1'});
	const third = apply(second, 'alice', {a: '1'});
	t.deepEqual(nestedField(third, 'data'), {a: '1', b: '1'});
	const last = apply(third, 'bob', {});
	t.deepEqual(nestedField(last, 'data'), {a: '1'});
	t.deepEqual(fieldsOf(last), {'alice Apply': {'f:data': {'f:a': {}}}, 'bob Apply': {'f:data': {}}});
});

test('to want another value than its owner is a conflict; force takes it', (t) => {
	const first = apply(undefined, 'alice', {a: '1', b: '1'});
	t.is(
		refused(() => apply(first, 'bob', {a: '2'})),
		'Apply failed with 1 conflict: conflict with "alice": .data.a',
	);
	t.is(
		refused(() => apply(first, 'bob', {a: '2', b: '2'})),
		'Apply failed with 2 conflicts: conflicts with "alice":\n- .data.a\n- .data.b',
	);
	const forced = apply(first, 'bob', {a: '2'}, {force: true});
	t.deepEqual(fieldsOf(forced), {'alice Apply': {'f:data': {'f:b': {}}}, 'bob Apply': {'f:data': {'f:a': {}}}});
});

test('to apply the same again changes nothing, not even the time', (t) => {
	const first = apply(undefined, 'alice', {a: '1'});
	const second = apply(first, 'alice', {a: '1'}, {now: '2026-01-01T01:00:00Z'});
	t.deepEqual(keepTimes(second, first), first);
});

test('an object that nobody tracked belongs to before-first-apply', (t) => {
	const applied = apply(configMap({data: {a: '1'}}), 'alice', {b: '1'});
	t.deepEqual(fieldsOf(applied), {
		'alice Apply': {'f:data': {'f:b': {}}},
		'before-first-apply Update': {'f:data': {'.': {}, 'f:a': {}}},
	});
});

test('a patch is checked against the schema before anything else', (t) => {
	const table: ReadonlyArray<readonly [patch: Fields, message: string]> = [
		[{apiVersion: 'v1', kind: 'Secret', metadata: {}}, 'invalid object type: /v1, Kind=Secret'],
		[{apiVersion: 'v1', kind: 'ConfigMap', metadata: {managedFields: []}}, 'metadata.managedFields must be nil'],
		[
			{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'x'}, data: {a: true}},
			'failed to create typed patch object (/x; /v1, Kind=ConfigMap): .data.a: expected string, got &value.valueUnstructured{Value:true}',
		],
		[
			{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'x'}, data: 'a', immutable: 'b'},
			'failed to create typed patch object (/x; /v1, Kind=ConfigMap): errors:\n  .data: expected map, got &{a}\n  .immutable: expected boolean, got &{b}',
		],
	];
	for (const [patch, message] of table) {
		t.is(
			refused(() =>
				applyFields(configMaps, undefined, {
					patch,
					force: false,
					writer: writer('alice', 'Apply'),
					convert: asObject,
				}),
			),
			message,
		);
	}
});
