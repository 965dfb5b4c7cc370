import test from 'ava';
import {validateCreate, validateUpdate} from '../../testing/intake.js';

const definition = (version: object, spec: object = {}): object => ({
	apiVersion: 'apiextensions.k8s.io/v1',
	kind: 'CustomResourceDefinition',
	metadata: {name: 'widgets.a.b'},
	spec: {
		group: 'a.b',
		scope: 'Namespaced',
		names: {plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList'},
		versions: [{name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: {type: 'object'}}, ...version}],
		conversion: {strategy: 'None'},
		...spec,
	},
	status: {storedVersions: ['v1']},
});

const told = (version: object, spec?: object): string[] =>
	validateCreate(definition(version, spec)).map(({field, detail}) => `${field}: ${detail}`);

const schemaErrors = (openAPIV3Schema: object, version: object = {}): string[] =>
	told({schema: {openAPIV3Schema}, ...version}).map((line) =>
		line.replace('spec.validation.openAPIV3Schema', 'schema').replace(/only \[.*] fields/, 'only some fields'),
	);

test('a warning of deprecation is short, printable, and of a deprecated version', (t) => {
	const warned = (deprecationWarning: string, deprecated = true): string[] => told({deprecated, deprecationWarning});
	t.deepEqual(warned('use v2'), []);
	const field = 'spec.versions[0].deprecationWarning';
	t.deepEqual(warned('', false), [`${field}: can only be set for deprecated versions`]);
	t.deepEqual(warned(''), [`${field}: must not be an empty string`]);
	t.deepEqual(warned(`${'ü'.repeat(128)}\n`), [
		`${field}: must be <= 256 characters long`,
		`${field}: must only contain printable UTF-8 characters; non-printable character found at index 256`,
	]);
});

test('a conversion webhook is checked like one of admission', (t) => {
	const converted = (clientConfig: object, conversionReviewVersions?: string[]): string[] =>
		told({}, {conversion: {strategy: 'Webhook', webhook: {clientConfig, conversionReviewVersions}}}).map((line) =>
			line.replace('spec.conversion.', ''),
		);
	t.deepEqual(converted({service: {name: 'a', namespace: 'b', port: 443, path: '/c'}}, ['v1']), []);
	t.deepEqual(converted({service: {name: '', namespace: 'b', port: 0, path: 'c'}}, ['v2', 'v2', 'V']), [
		'webhookClientConfig.service.namespace: ',
		'webhookClientConfig.service.port: port is not valid: must be between 1 and 65535, inclusive',
		"webhookClientConfig.service.path: must start with a '/'",
		'webhookClientConfig.service.path: segment[0] may not be empty',
		'conversionReviewVersions[1]: duplicate version',
		"conversionReviewVersions[2]: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
		'conversionReviewVersions: must include at least one of v1, v1beta1',
	]);
	t.deepEqual(converted({url: 'http://a'}), [
		"webhookClientConfig.url: 'https' is the only allowed URL scheme; desired format: https://host[/path]",
		'conversionReviewVersions: ',
	]);
});

test('with a status, the root of a schema is an object with few keywords', (t) => {
	const status = {subresources: {status: {}}};
	t.deepEqual(schemaErrors({type: 'object', nullable: false}, status), []);
	t.deepEqual(schemaErrors({type: 'string'}, status), [
		'schema.type: only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
		'schema.type: must be object at the root',
	]);
	t.deepEqual(schemaErrors({type: 'object', allOf: [{minProperties: 1}]}, status), [
		'schema: only some fields are allowed at the root of the schema if the status subresource is enabled',
	]);
});

test('what upstream cannot read as a structure is told alone', (t) => {
	t.deepEqual(schemaErrors({type: 'object', properties: {spec: {$ref: '#/a'}}}), [
		'schema.properties[spec].$ref: $ref is not supported',
	]);
	t.deepEqual(schemaErrors({type: 'object', properties: {spec: {'x-kubernetes-preserve-unknown-fields': false}}}), [
		'schema.properties[spec].x-kubernetes-preserve-unknown-fields: must be true or undefined',
	]);
});

test('a rule is read unless the schema is wrong there or below', (t) => {
	const rules = {'x-kubernetes-validations': [{rule: 'self'}]};
	const wrong = {type: 'array', uniqueItems: true, items: {type: 'string'}};
	t.deepEqual(
		schemaErrors({
			type: 'object',
			properties: {
				a: {type: 'object', properties: {b: wrong}, ...rules},
				c: {type: 'string', ...rules},
			},
		}),
		[
			'schema.properties[a].properties[b].uniqueItems: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
			'schema.properties[c].x-kubernetes-validations[0].rule: cel expression must evaluate to a bool',
		],
	);
});

test('words of a rule say what they must be, without their name', (t) => {
	const rule = {rule: 'true', message: ' ', fieldPath: '\n'};
	t.deepEqual(schemaErrors({type: 'object', 'x-kubernetes-validations': [rule]}), [
		'schema.x-kubernetes-validations[0].message: must be non-empty if specified',
		'schema.x-kubernetes-validations[0].fieldPath: must be non-empty if specified',
		'schema.x-kubernetes-validations[0].fieldPath: must not contain line breaks',
		'schema.x-kubernetes-validations[0].fieldPath: must be a valid path',
	]);
});

test('defaults of the values of a map are not checked', (t) => {
	const values = {type: 'object', properties: {a: {type: 'string', default: 1}}};
	t.deepEqual(schemaErrors({type: 'object', properties: {spec: {type: 'object', additionalProperties: values}}}), []);
});

test('a type is none that only JSON schemas have', (t) => {
	t.deepEqual(schemaErrors({type: 'object', properties: {a: {type: 'null'}}}), [
		'schema.properties[a].type: supported values: "array", "boolean", "integer", "number", "object", "string"',
		'schema.properties[a].type: type cannot be set to null, use nullable as an alternative',
	]);
	const column = {name: 'a', type: 'string', format: 'binary', jsonPath: '.a'};
	t.deepEqual(told({additionalPrinterColumns: [column]}), [
		'spec.additionalPrinterColumns[0].format: must be one of byte,date,date-time,double,float,int32,int64,password',
	]);
});

test('a group of the community names its approval, and an update may leave it as it is', (t) => {
	const group = 'a.k8s.io';
	const approved = (approval?: string): object => ({
		...definition({}, {group}),
		metadata: {
			name: `widgets.${group}`,
			resourceVersion: '1',
			...(approval !== undefined && {annotations: {'api-approved.kubernetes.io': approval}}),
		},
	});
	const created = (approval?: string): number => validateCreate(approved(approval)).length;
	t.is(created(), 1);
	t.is(created('yes'), 1);
	t.is(created('file:///yes'), 1);
	t.is(created('unapproved, a trial'), 0);
	t.is(created('https://github.com/kubernetes/kubernetes/pull/1'), 0);
	t.deepEqual(validateUpdate(approved(), approved()), []);
	t.deepEqual(validateUpdate(approved('yes'), approved('no')), []);
	t.is(validateUpdate(approved(), approved('no')).length, 1);
});
