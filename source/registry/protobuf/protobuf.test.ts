import test from 'ava';
import {protobufFacts} from '../../objects/protobuf-messages.js';
import {decodeProtobuf} from './decode.js';
import {encodeProtobuf} from './encode.js';
import {layoutOf} from './layout.js';

const encoded = (object: Readonly<Record<string, unknown>>): Buffer => {
	const bytes = encodeProtobuf(object);
	if (!bytes) {
		throw new Error(`no message for ${String(object['kind'])}`);
	}

	return bytes;
};

// The output of k8s.io/apimachinery/pkg/runtime/serializer/protobuf of v0.36.3.
for (const [about, object, hex] of [
	[
		'values are written even where they are empty, pointers are not',
		{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {z: '1', b: ''}},
		'6b3873000a0f0a0276311209436f6e6669674d617012220a110a016112001a0022002a0032003800420012050a0162120012060a017a1201311a002200',
	],
	[
		'so are embedded and empty structs, and zeros',
		{apiVersion: 'v1', kind: 'Service', metadata: {name: 's'}, spec: {ports: [{port: 80, targetPort: 'http'}]}},
		'6b3873000a0d0a027631120753657276696365123f0a110a017312001a0022002a0032003800420012260a140a0012001850220a080110001a046874747028001a0022003a00420052005a00600068001a020a001a002200',
	],
] as const) {
	test(`an object in protobuf, byte for byte: ${about}`, (t) => {
		t.is(encoded(object).toString('hex'), hex);
	});
}

const everything = {
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		name: 'ü',
		creationTimestamp: '2026-01-01T00:00:01Z',
		labels: {'': '', b: 'c'},
		managedFields: [
			{manager: 'm', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: {'f:spec': {'f:containers': {}}}},
		],
	},
	spec: {
		containers: [
			{
				name: 'a',
				resources: {limits: {cpu: '100m'}},
				livenessProbe: {httpGet: {path: '/', port: 'http'}},
				readinessProbe: {tcpSocket: {port: 80}},
			},
		],
		volumes: [{name: 'e', emptyDir: {}}],
		securityContext: {runAsUser: 0, fsGroup: -1},
		terminationGracePeriodSeconds: 9_007_199_254_740_991,
		hostNetwork: true,
	},
};

for (const [about, object] of Object.entries({
	'times, quantities, ports, embedded structs, zeros behind pointers, numbers of 64 bits': everything,
	microseconds: {
		apiVersion: 'coordination.k8s.io/v1',
		kind: 'Lease',
		metadata: {name: 'l'},
		spec: {renewTime: '2026-01-01T00:00:00.031005Z', leaseDurationSeconds: 15},
	},
	'schemas of custom resources': {
		apiVersion: 'apiextensions.k8s.io/v1',
		kind: 'CustomResourceDefinition',
		metadata: {name: 'boxes.example.com'},
		spec: {
			group: 'example.com',
			names: {plural: 'boxes', kind: 'Box'},
			scope: 'Namespaced',
			versions: [
				{
					name: 'v1',
					served: true,
					storage: true,
					schema: {
						openAPIV3Schema: {
							type: 'object',
							properties: {
								a: {
									type: 'array',
									items: {type: 'number', minimum: 0, maximum: 1.5, enum: [0.5, 1]},
									'x-kubernetes-list-type': 'set',
								},
								b: {type: 'object', additionalProperties: {type: 'string', default: {x: [null]}}},
								c: {type: 'object', additionalProperties: true, 'x-kubernetes-preserve-unknown-fields': true},
								d: {$ref: '#', 'x-kubernetes-validations': [{rule: 'true', message: 'm'}]},
							},
						},
					},
				},
			],
		},
	},
	'what a metrics server measures': {
		apiVersion: 'metrics.k8s.io/v1beta1',
		kind: 'PodMetrics',
		metadata: {name: 'web', creationTimestamp: '2026-01-01T00:00:01Z'},
		timestamp: '2026-01-01T00:00:01Z',
		window: '15s',
		containers: [{name: 'web', usage: {cpu: '1000000n', memory: '64Ki'}}],
	},
	'a refusal': {
		apiVersion: 'v1',
		kind: 'Status',
		status: 'Failure',
		message: 'no',
		reason: 'Invalid',
		details: {name: 'a', causes: [{reason: 'FieldValueInvalid', message: 'm', field: 'f'}]},
		code: 422,
	},
})) {
	test(`what is encoded is read back: ${about}`, (t) => {
		const decoded = decodeProtobuf(encoded(object));
		// Go's JSON encoder adds its zero values; here defaulting does.
		t.like(decoded, object);
		t.is(encoded(decoded).toString('hex'), encoded(object).toString('hex'));
	});
}

test('every field of every message is a field of the JSON, or a struct embedded in one', (t) => {
	const lost = Object.keys(protobufFacts()).flatMap((message) =>
		[...(layoutOf(message)?.values() ?? [])].flatMap(({key, number, type}) =>
			key === undefined && !layoutOf(type) ? [`${message} ${number}`] : [],
		),
	);
	t.deepEqual(lost, []);
});

test('a long object does not fit the first buffer', (t) => {
	const data = Object.fromEntries(Array.from({length: 50}, (_, index) => [`k${index}`, 'ü'.repeat(index * 100)]));
	const object = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data};
	t.deepEqual(decodeProtobuf(encoded(object)), object);
});

test('a custom resource has no message, and keys of the prototype are no fields', (t) => {
	t.is(encodeProtobuf({apiVersion: 'example.com/v1', kind: 'Box'}), undefined);
	t.is(encodeProtobuf({apiVersion: '__proto__', kind: 'constructor'}), undefined);
	const odd: object = JSON.parse(
		'{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"__proto__":"x"}}',
	);
	t.is(JSON.stringify(decodeProtobuf(encoded({...odd}))), JSON.stringify(odd));
});
