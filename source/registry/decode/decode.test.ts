import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import test from 'ava';
import {cannotBeHandled, decodeFields} from './decode.js';
import {readJSON} from '../../go/json.js';
import {setDefaults} from '../../testing/intake.js';

const pod = (spec: object) => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec});
const error = (object: {apiVersion: string; kind: string}, mode: 'Strict' | 'Warn' | 'Ignore' = 'Strict') =>
	decodeFields(object, object.apiVersion, object.kind, mode).error;

interface Mutation {
	readonly index: number;
	readonly target: string;
	readonly object: {readonly apiVersion: string; readonly kind: string};
	readonly answer: {readonly status: number; readonly body: {readonly message?: string}};
}

test('bodies that a real cluster cannot decode are refused in the same words, and no others are', (t) => {
	const lines = gunzipSync(
		readFileSync(new URL('../../../snapshots/cluster/mutations.jsonl.gz', import.meta.url)),
	).toString();
	let refused = 0;
	for (const line of lines.trim().split('\n')) {
		const {index, target, object, answer} = JSON.parse(line) as Mutation;
		const mode = /fieldValidation=(\w+)/.exec(target)![1] as 'Strict' | 'Warn' | 'Ignore';
		const got = decodeFields(object, object.apiVersion, object.kind, mode, new Map()).error;
		const said =
			got &&
			cannotBeHandled(object.kind, object.apiVersion.split('/').at(-1)!, object.kind, got).replace(
				/as "2006-01-02T15:04:05(\.000000)?Z07:00"/,
				'as "<time>07:00"',
			);
		const expected = answer.status === 400 ? answer.body.message : undefined;
		if (expected?.includes('cannot be handled') || said) {
			refused++;
			t.is(said, expected, `line ${index}`);
		}
	}

	t.is(refused, 575);
});

test('the first mistake is that of the text; of a map that was not written as text, that of the first key', (t) => {
	const text = '{"apiVersion":"v1","kind":"ConfigMap","data":{"port":8080,"debug":true}}';
	const {value, duplicates} = readJSON(text);
	const type = (given?: typeof duplicates) =>
		/unmarshal (\w+)/.exec(decodeFields(value, 'v1', 'ConfigMap', 'Strict', given).error ?? '')?.[1];
	t.is(type(duplicates), 'number');
	t.is(type(), 'bool');
});

test('a value of the wrong type names the Go struct, the path without indices and the Go type', (t) => {
	const table: ReadonlyArray<readonly [{apiVersion: string; kind: string}, string]> = [
		[
			{...pod({}), apiVersion: 'apps/v1', kind: 'Deployment', spec: {replicas: '3'}} as never,
			'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
		],
		[
			pod({containers: [{name: 'web', env: [{name: 'PORT', value: 8080}]}]}),
			'json: cannot unmarshal number into Go struct field EnvVar.spec.containers.env.value of type string',
		],
		[
			pod({containers: [{command: 'sleep 1000'}]}),
			'json: cannot unmarshal string into Go struct field Container.spec.containers.command of type []string',
		],
		[
			pod({containers: {name: 'web'}}),
			'json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
		],
		[
			pod({containers: [{ports: [{containerPort: 80.5}]}]}),
			'json: cannot unmarshal number 80.5 into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32',
		],
		[
			{apiVersion: 'v1', kind: 'ConfigMap', data: {port: 8080}} as never,
			'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
		],
		[
			pod({volumes: [{name: 'v', hostPath: 'x'}]}),
			'json: cannot unmarshal string into Go struct field Volume.spec.volumes.VolumeSource.hostPath of type v1.HostPathVolumeSource',
		],
		[{apiVersion: 'v1', kind: 'Secret', data: {a: 'x'}} as never, 'illegal base64 data at input byte 0'],
		[
			pod({containers: [{resources: {limits: {cpu: 'much'}}}]}),
			"quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
		],
	];
	for (const [object, message] of table) {
		t.is(error(object), message);
	}
});

test('the first wrong type is reported, unless a quantity or time after it refuses itself', (t) => {
	const wrong = {name: 1, resources: {limits: {cpu: 'much'}}};
	t.regex(error(pod({containers: [wrong]}))!, /^quantities must match/);
	t.regex(error(pod({hostname: 1, subdomain: 2}))!, /PodSpec\.spec\.hostname of type string$/);
});

test('Strict refuses unknown and repeated fields, Warn tells each, Ignore says nothing', (t) => {
	const {value, duplicates} = readJSON(
		'{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"twice","name":"again","lables":{}},"dat":{},"data":{"c":"blue","c":"red"}}',
	);
	const problems = [
		'duplicate field "metadata.name"',
		'unknown field "metadata.lables"',
		'unknown field "dat"',
		'duplicate field "data.c"',
	];
	t.is(
		decodeFields(value, 'v1', 'ConfigMap', 'Strict', duplicates).error,
		`strict decoding error: ${problems.join(', ')}`,
	);
	t.deepEqual(decodeFields(value, 'v1', 'ConfigMap', 'Warn', duplicates).warnings, problems);
	t.deepEqual(decodeFields(value, 'v1', 'ConfigMap', 'Ignore', duplicates), {
		object: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'again'}, data: {c: 'red'}},
		warnings: [],
	});
});

test('unknown fields are found in lists, and letter case counts', (t) => {
	t.is(
		error(
			pod({containers: [{name: 'a', imagePullpolicy: 'Always', resources: {limit: {cpu: 1}}}], restartpolicy: 'Never'}),
		),
		'strict decoding error: unknown field "spec.containers[0].imagePullpolicy", unknown field "spec.containers[0].resources.limit", unknown field "spec.restartpolicy"',
	);
});

test('null is not said, quantities become canonical, empty values are left out, implied ones are written', (t) => {
	const {object} = decodeFields(
		pod({
			hostname: null,
			hostNetwork: false,
			nodeName: '',
			nodeSelector: {},
			containers: [
				{name: 'a', resources: {limits: {cpu: 0.5, memory: '1024Mi'}}, securityContext: {privileged: false}},
			],
		}),
		'v1',
		'Pod',
	);
	t.deepEqual(object, {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {name: 'web'},
		spec: {
			containers: [
				{name: 'a', resources: {limits: {cpu: '500m', memory: '1Gi'}}, securityContext: {privileged: false}},
			],
		},
		status: {},
	});
});

test('an empty list that upstream writes as null is null', (t) => {
	const slice = {
		apiVersion: 'discovery.k8s.io/v1',
		kind: 'EndpointSlice',
		metadata: {name: 'a'},
		addressType: 'IPv4',
		endpoints: [],
	};
	const {object} = decodeFields(slice, slice.apiVersion, slice.kind);
	t.false('endpoints' in object);
	t.like(setDefaults(object), {endpoints: null, ports: null});
});

test('what is as it should be is not copied', (t) => {
	const object = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a', labels: {app: 'web'}}, data: {a: 'b'}};
	t.is(decodeFields(object, 'v1', 'ConfigMap').object, object as never);
});

test('a key named __proto__ is a key', (t) => {
	const {value} = readJSON('{"apiVersion":"v1","kind":"ConfigMap","data":{"__proto__":null,"a":"b"}}');
	const {object} = decodeFields(value, 'v1', 'ConfigMap');
	t.deepEqual(Object.keys(object['data'] as object), ['__proto__', 'a']);
	t.is(({} as Record<string, unknown>)['a'], undefined);
});

test('an empty list stays where leaving it out would say something else', (t) => {
	const {object} = decodeFields(
		{spec: {behavior: {scaleUp: {policies: []}}, metrics: []}},
		'autoscaling/v2',
		'HorizontalPodAutoscaler',
	);
	t.like(object, {spec: {behavior: {scaleUp: {policies: []}}}});
	t.false(Object.hasOwn((object as {spec: object}).spec, 'metrics'));
});

test('schemas inside of a schema read themselves: what is not known in them is not reported', (t) => {
	const decode = (schema: object) =>
		decodeFields(
			{
				apiVersion: 'apiextensions.k8s.io/v1',
				kind: 'CustomResourceDefinition',
				metadata: {name: 'x'},
				spec: {versions: [{name: 'v1', schema: {openAPIV3Schema: schema}}]},
			},
			'apiextensions.k8s.io/v1',
			'CustomResourceDefinition',
			'Strict',
		);
	const refused: ReadonlyArray<readonly [object, string | undefined]> = [
		[{additionalProperties: true}, undefined],
		[{additionalProperties: {type: 'string', other: 1}}, undefined],
		[{additionalProperties: 'x'}, 'boolean or JSON schema expected'],
		[
			{additionalProperties: {'x-kubernetes-validations': false}},
			'json: cannot unmarshal bool into Go struct field JSONSchemaProps.x-kubernetes-validations of type []v1.ValidationRule',
		],
		[
			{items: {items: {type: 1}}},
			'json: cannot unmarshal number into Go struct field JSONSchemaProps.type of type string',
		],
		[{items: [{type: 'string'}, 'x']}, 'json: cannot unmarshal string into Go value of type v1.JSONSchemaProps'],
		[{items: 5}, undefined],
		[{dependencies: {a: ['b'], c: {type: 'string'}}}, undefined],
	];
	for (const [schema, error] of refused) {
		t.is(decode(schema).error, error, JSON.stringify(schema));
	}

	const {object} = decode({items: {type: 'string', other: 1}}) as {object: any};
	t.deepEqual(object.spec.versions[0].schema.openAPIV3Schema.items, {type: 'string'});
});
