import test from 'ava';
import {formatErrors} from '../../objects/field-error.js';
import type {CustomResourceDefinition} from '../../objects/kubernetes.generated.js';
import {setCustomDefaults} from './defaults.js';
import {acceptNames, compareVersions, preferredVersion, resourcesOf, storageVersionHash} from './definition.js';
import {prune, pruneNulls} from './prune.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {checkDefaults, checkSchema} from './schema-rules.js';
import {checkStructural} from './structural.js';
import {validateValue} from './validate-value.js';

const widget: CustomSchema = {
	type: 'object',
	required: ['spec'],
	properties: {
		spec: {
			type: 'object',
			required: ['size'],
			properties: {
				size: {type: 'integer', minimum: 1, maximum: 10},
				colour: {type: 'string', enum: ['red', 'blue'], default: 'blue'},
				code: {type: 'string', pattern: '^[a-z]+$', maxLength: 5},
				tags: {type: 'array', maxItems: 2, items: {type: 'string'}, 'x-kubernetes-list-type': 'set'},
				nested: {type: 'object', properties: {on: {type: 'boolean', default: true}}},
				port: {'x-kubernetes-int-or-string': true},
				at: {type: 'string', format: 'date-time'},
				labels: {type: 'object', additionalProperties: {type: 'string'}},
				open: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
			},
		},
	},
};

const problems: ReadonlyArray<readonly [string, unknown, string]> = [
	['nothing', {spec: {size: 3}}, ''],
	['a missing field', {spec: {}}, 'spec.size: Required value'],
	['a missing spec', {}, 'spec: Required value'],
	[
		'a wrong type',
		{spec: {size: 'x'}},
		'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
	],
	[
		'a null',
		{spec: {size: null}},
		'spec.size: Invalid value: "null": spec.size in body must be of type integer: "null"',
	],
	[
		'too little',
		{spec: {size: 0}},
		'spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
	],
	[
		'too much',
		{spec: {size: 11}},
		'spec.size: Invalid value: 11: spec.size in body should be less than or equal to 10',
	],
	[
		'none of a list',
		{spec: {size: 1, colour: 'green'}},
		'spec.colour: Unsupported value: "green": supported values: "red", "blue"',
	],
	[
		'a pattern that does not fit',
		{spec: {size: 1, code: 'A'}},
		'spec.code: Invalid value: "A": spec.code in body should match \'^[a-z]+$\'',
	],
	['too long', {spec: {size: 1, code: 'abcdef'}}, 'spec.code: Too long: may not be more than 5 bytes'],
	['too many', {spec: {size: 1, tags: ['a', 'b', 'c']}}, 'spec.tags: Too many: 3: must have at most 2 items'],
	[
		'an item of a wrong type',
		{spec: {size: 1, tags: [1]}},
		'spec.tags[0]: Invalid value: "integer": spec.tags[0] in body must be of type string: "integer"',
	],
	['a number for int-or-string', {spec: {size: 1, port: 80}}, ''],
	['a text for int-or-string', {spec: {size: 1, port: 'http'}}, ''],
	[
		'neither for int-or-string',
		{spec: {size: 1, port: true}},
		'spec.port: Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
	],
	[
		'no time',
		{spec: {size: 1, at: 'noon'}},
		'spec.at: Invalid value: "noon": spec.at in body must be of type date-time: "noon"',
	],
	[
		'a value of a map',
		{spec: {size: 1, labels: {a: 1}}},
		'spec.labels.a: Invalid value: "integer": spec.labels.a in body must be of type string: "integer"',
	],
];
for (const [what, value, expected] of problems) {
	test(`a custom object is held against its schema: ${what}`, (t) => {
		const errors = validateValue(value, widget);
		t.is(errors.length === 0 ? '' : formatErrors(errors), expected);
	});
}

test('no pattern of a schema keeps the validation busy', (t) => {
	const schema: CustomSchema = {type: 'string', pattern: '^(a+)+$'};
	t.is(
		formatErrors(validateValue(`${'a'.repeat(28)}!`, schema, 'spec')),
		`spec: Invalid value: "${'a'.repeat(28)}!": spec in body should match '^(a+)+$'`,
	);
	t.is(validateValue(`${'a'.repeat(10_000)}!`, schema, 'spec').length, 1);
});

test('defaults are filled in at every depth, and a null that is not allowed counts as left out', (t) => {
	t.deepEqual(setCustomDefaults({spec: {size: 1, colour: null, nested: {}}}, widget) as unknown, {
		spec: {size: 1, colour: 'blue', nested: {on: true}},
	});
	const whole = {spec: {size: 1, colour: 'red', nested: {on: false}}};
	t.is(setCustomDefaults(whole, widget), whole);
});

test('a null of a field that allows none and has no default is left out, at every depth', (t) => {
	const text = {type: 'string'} as const;
	const schema: CustomSchema = {
		type: 'object',
		properties: {
			csi: {type: 'object', properties: {cephfs: {type: 'object'}, name: text}},
			list: {type: 'array', items: {type: 'object', properties: {a: text}}},
			kept: {type: 'string', nullable: true},
			filled: {type: 'string', default: 'x'},
			any: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
			map: {type: 'object', additionalProperties: text},
		},
	};
	t.deepEqual(
		pruneNulls(
			{
				csi: {cephfs: null, name: 'n'},
				list: [{a: null}, null],
				kept: null,
				filled: null,
				any: {x: null},
				map: {a: null, b: 'b'},
			},
			schema,
		),
		{csi: {name: 'n'}, list: [{}, null], kept: null, filled: null, any: {x: null}, map: {b: 'b'}},
	);
});

test('what the schema does not know is pruned, and reported by its path', (t) => {
	const dropped: string[] = [];
	const object = JSON.parse(
		'{"apiVersion":"a/v1","kind":"W","metadata":{"name":"w"},"spec":{"size":1,"extra":2,"nested":{"off":1},"open":{"any":1},"labels":{"x":"y"}},"__proto__":{"polluted":1}}',
	) as object;
	t.deepEqual(prune(object, widget, true, dropped) as unknown, {
		apiVersion: 'a/v1',
		kind: 'W',
		metadata: {name: 'w'},
		spec: {size: 1, nested: {}, open: {any: 1}, labels: {x: 'y'}},
	});
	t.deepEqual(dropped, ['spec.extra', 'spec.nested.off', '__proto__']);
});

test('failures of oneOf, anyOf and not are reported as the validator reports them', (t) => {
	const either: CustomSchema = {
		type: 'object',
		properties: {a: {type: 'string'}, b: {type: 'string'}},
		oneOf: [{required: ['a']}, {required: ['b']}],
	};
	t.is(validateValue({a: 'x'}, either, 'spec').length, 0);
	t.is(
		formatErrors(validateValue({}, either, 'spec')),
		'[<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid, spec.a: Required value]',
	);
	t.regex(formatErrors(validateValue({a: 'x', b: 'y'}, either, 'spec')), /Found 2 valid alternatives/);
});

const path = 'spec.validation.openAPIV3Schema';
const schemas: ReadonlyArray<readonly [string, CustomSchema, string]> = [
	['no type at the root', {properties: {}}, `${path}.type: Required value: must not be empty at the root`],
	[
		'another type at the root',
		{type: 'array', items: {type: 'string'}},
		`${path}.type: Invalid value: "array": must be object at the root`,
	],
	[
		'a field without a type',
		{type: 'object', properties: {a: {}}},
		`${path}.properties[a].type: Required value: must not be empty for specified object fields`,
	],
	[
		'a type inside of a junctor',
		{type: 'object', properties: {a: {type: 'string'}}, anyOf: [{properties: {a: {type: 'string'}}}]},
		`${path}.anyOf[0].properties[a].type: Forbidden: must be empty to be structural`,
	],
	[
		'a field that only a junctor knows',
		{type: 'object', anyOf: [{properties: {a: {pattern: 'x'}}}]},
		`${path}.properties[a]: Required value: because it is defined in ${path}.anyOf[0].properties[a]`,
	],
	[
		'more than names of the metadata',
		{type: 'object', properties: {metadata: {type: 'object', properties: {labels: {type: 'object'}}}}},
		`${path}.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified`,
	],
];
for (const [what, schema, expected] of schemas) {
	test(`a schema must be structural: ${what}`, (t) => {
		t.is(formatErrors(checkStructural(schema, path)), expected);
	});
}

test('a list that is a map needs keys that are there', (t) => {
	const list = (properties: Record<string, CustomSchema>, required: string[] = []): CustomSchema => ({
		type: 'object',
		properties: {
			ports: {
				type: 'array',
				'x-kubernetes-list-type': 'map',
				'x-kubernetes-list-map-keys': ['name'],
				items: {type: 'object', properties, required},
			},
		},
	});
	t.deepEqual(checkSchema(list({name: {type: 'string'}}, ['name']), path), []);
	t.regex(
		formatErrors(checkSchema(list({name: {type: 'string'}}), path)),
		/must have a default or be a required property/,
	);
	t.regex(formatErrors(checkSchema(list({}), path)), /entries must all be names of item properties/);
});

test('a default must be what its own schema allows', (t) => {
	const schema: CustomSchema = {type: 'object', properties: {size: {type: 'integer', default: 'big'}}};
	t.regex(formatErrors(checkDefaults(schema, path)), /properties\[size\]\.default: Invalid value: "string"/);
	t.deepEqual(checkDefaults(widget, path), []);
});

const definition = (
	name: string,
	more: Partial<CustomResourceDefinition['spec']['names']> = {},
): CustomResourceDefinition => ({
	apiVersion: 'apiextensions.k8s.io/v1',
	kind: 'CustomResourceDefinition',
	metadata: {name: `${name}.example.com`} as CustomResourceDefinition['metadata'],
	status: undefined as never,
	spec: {
		group: 'example.com',
		scope: 'Namespaced',
		names: {plural: name, singular: name.slice(0, -1), kind: name, listKind: `${name}List`, ...more},
		versions: [
			{name: 'v1beta1', served: true, storage: false, schema: {openAPIV3Schema: {type: 'object'}}},
			{
				name: 'v1',
				served: true,
				storage: true,
				schema: {openAPIV3Schema: {type: 'object'}},
				subresources: {status: {}},
			},
			{name: 'v1alpha1', served: false, storage: false, schema: {openAPIV3Schema: {type: 'object'}}},
		],
	},
});

test('a definition is served once its names are accepted, in each version that is to be served', (t) => {
	const wanted = definition('widgets');
	t.deepEqual(resourcesOf(wanted), []);
	const made = resourcesOf({...wanted, status: acceptNames(wanted, [], '2026-01-01T00:00:00Z')});
	t.deepEqual(
		made.map(({version, preferred, subresources}) => [version, preferred, subresources.map(({name}) => name)]),
		[
			['v1beta1', false, []],
			['v1', true, ['status']],
		],
	);
	t.is(made[1]!.custom!.storedVersion, 'v1');
});

test('a name that another definition of the group has is not accepted', (t) => {
	const first = definition('widgets', {shortNames: ['w']});
	const established = {...first, status: acceptNames(first, [], '2026-01-01T00:00:00Z')};
	const second = definition('wheels', {shortNames: ['w']});
	const status = acceptNames(second, [established], '2026-01-01T00:00:01Z');
	t.deepEqual(
		status!.conditions!.map(({type, status: value, reason, message}) => [type, value, reason, message]),
		[
			['NamesAccepted', 'False', 'ShortNamesConflict', '"w" is already in use'],
			['Established', 'False', 'NotAccepted', 'not all names are accepted'],
		],
	);
	t.is(status!.acceptedNames!.plural, 'wheels');
	t.is(status!.acceptedNames!.shortNames, undefined);
	t.is(acceptNames({...second, status}, [established], '2026-01-01T00:00:09Z'), status);
});

test('versions are ordered as Kubernetes orders them', (t) => {
	const versions = ['v1alpha2', 'v10', 'foo1', 'v1', 'v2beta1', 'v11alpha2', 'v2', 'v3beta1', 'v11beta2', 'foo10'];
	t.deepEqual(
		versions.sort((a, b) => compareVersions(b, a)),
		['v10', 'v2', 'v1', 'v11beta2', 'v3beta1', 'v2beta1', 'v11alpha2', 'v1alpha2', 'foo1', 'foo10'],
	);
	t.is(preferredVersion(['v1beta1', 'v1']), 'v1');
});

test('the hash of a storage version is the one of the real server', (t) => {
	t.is(
		storageVersionHash({group: 'define.example.com', kind: 'Widget', custom: {storedVersion: 'v1'}} as never),
		'81HZokkwIS4=',
	);
});

test('an object within an object keeps its metadata, and a default has the defaults of its own schema', (t) => {
	const schema: CustomSchema = {
		type: 'object',
		properties: {
			template: {
				type: 'object',
				'x-kubernetes-embedded-resource': true,
				properties: {spec: {type: 'object', properties: {size: {type: 'integer'}}}},
			},
			shape: {
				type: 'object',
				default: {},
				properties: {corner: {type: 'string', default: 'round'}},
			},
		},
	};
	const template = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'x', labels: {a: 'b'}}, spec: {size: 1}};
	t.is(JSON.stringify(prune({template: {...template, other: 1}}, schema, true)), JSON.stringify({template}));
	t.is(JSON.stringify(setCustomDefaults({}, schema)), '{"shape":{"corner":"round"}}');
});
