import test from 'ava';
import {KubectlWorld} from '../../testing/kubectl-world.js';
import type {OpenAPISchema} from './open-api.js';
import {PlainText} from './plain-text.js';
import {SwaggerText} from './swagger-text.js';
import {fill, indented, wordWrap} from './word-wrap.js';

const schemas: Readonly<Record<string, OpenAPISchema & {readonly oneOf?: readonly OpenAPISchema[]}>> = {
	'io.example.Pod': {
		description: 'Pod is a collection.',
		externalDocs: {description: 'Read on.', url: 'https://example.com'},
		type: 'object',
		required: ['spec'],
		properties: {
			kind: {type: 'string', description: 'Kind is a word.'},
			spec: {description: 'Spec of it.', allOf: [{$ref: '#/components/schemas/io.example.PodSpec'}]},
			metadata: {type: 'object', additionalProperties: {type: 'string'}},
		},
		'x-kubernetes-group-version-kind': [{group: '', version: 'v1', kind: 'Pod'}],
	},
	'io.example.PodSpec': {
		description: 'PodSpec describes a pod.',
		type: 'object',
		properties: {
			policy: {type: 'string', enum: ['', 'B', 'C', 'D', 'E']},
			again: {type: 'array', items: {$ref: '#/components/schemas/io.example.PodSpec'}},
			port: {$ref: '#/components/schemas/io.example.Port'},
			text: {$ref: '#/components/schemas/io.example.Text'},
		},
	},
	'io.example.Port': {oneOf: [{type: 'string'}]},
	'io.example.Text': {type: 'string'},
};

const definitions: Readonly<Record<string, OpenAPISchema>> = {
	'io.example.Pod': {
		...schemas['io.example.Pod'],
		properties: {...schemas['io.example.Pod']?.properties, spec: {$ref: '#/definitions/io.example.PodSpec'}},
	},
	'io.example.PodSpec': {
		...schemas['io.example.PodSpec'],
		properties: {again: {type: 'array', items: {$ref: '#/definitions/io.example.PodSpec'}}, any: {type: 'object'}},
	},
};

const pod = {group: '', version: 'v1', kind: 'Pod'};
const paths = {'/api/v1/namespaces/{namespace}/pods': {get: {'x-kubernetes-group-version-kind': pod}}};

/** The output of `kubectl explain` for these small documents. */
const explained = (field: string, {version, recursive}: {version: 2 | 3; recursive: boolean}): string => {
	const [, ...path] = field.split('.');
	if (version === 2) {
		return new SwaggerText(definitions, recursive).explain(pod, path);
	}

	const printer = new PlainText({paths, components: {schemas}}, recursive);
	const kind = printer.kindOf({group: '', version: 'v1', plural: 'pods'});
	return printer.heading(kind) + printer.explain(kind, path);
};

const head = 'KIND:       Pod\nVERSION:    v1\n\n';

const texts: ReadonlyArray<[string, string]> = [
	[
		'explain pod',
		`${head}DESCRIPTION:\n    Pod is a collection.\n    \n\nEXTERNAL DOCS:\n    Read on.\n    URL: https://example.com\nFIELDS:\n  kind\t<string>\n    Kind is a word.\n\n  metadata\t<map[string]string>\n    <no description>\n\n  spec\t<PodSpec> -required-\n    Spec of it.\n\n\n`,
	],
	[
		'explain po.spec',
		`${head}FIELD: spec <PodSpec>\n\n\nDESCRIPTION:\n    Spec of it.\n    PodSpec describes a pod.\n    \nFIELDS:\n  again\t<[]PodSpec>\n    <no description>\n\n  policy\t<string>\n  enum: "", B, C, D, ....\n    <no description>\n\n  port\t<Port>\n    <no description>\n\n  text\t<string>\n    <no description>\n\n\n`,
	],
	[
		'explain pod.spec.again.again.policy',
		`${head}FIELD: policy <string>\nENUM:\n    ""\n    B\n    C\n    D\n    E\n\nDESCRIPTION:\n    <empty>\n\n`,
	],
	[
		'explain pod.spec --recursive',
		`${head}FIELD: spec <PodSpec>\n\n\nDESCRIPTION:\n    Spec of it.\n    PodSpec describes a pod.\n    \nFIELDS:\n  again\t<[]PodSpec>\n  policy\t<string>\n  enum: "", B, C, D, ....\n  port\t<Port>\n  text\t<string>\n\n`,
	],
	[
		'explain pod.spec --output=plaintext-openapiv2',
		'KIND:     Pod\nVERSION:  v1\n\nRESOURCE: spec <Object>\n\nDESCRIPTION:\n\n     PodSpec describes a pod.\n\nFIELDS:\n   again\t<[]Object>\n\n   any\t<map[string]>\n\n',
	],
	[
		'explain pod.kind --output=plaintext-openapiv2',
		'KIND:     Pod\nVERSION:  v1\n\nFIELD:    kind <string>\n\nDESCRIPTION:\n     Kind is a word.\n',
	],
	[
		'explain pod --output=plaintext-openapiv2 --recursive',
		'KIND:     Pod\nVERSION:  v1\n\nDESCRIPTION:\n     Pod is a collection.\n\nFIELDS:\n   kind\t<string>\n   metadata\t<map[string]string>\n   spec\t<Object>\n      again\t<[]Object>\n      any\t<map[string]>\n',
	],
];

for (const [line, text] of texts) {
	test(`kubectl ${line}`, (t) => {
		const [, field = '', ...flags] = line.split(' ');
		const version = flags.includes('--output=plaintext-openapiv2') ? 2 : 3;
		t.is(explained(field, {version, recursive: flags.includes('--recursive')}), text);
	});
}

test('a resource that the document does not know cannot be explained', (t) => {
	t.throws(() => new PlainText({paths}, false).kindOf({group: '', version: 'v1', plural: 'configmaps'}), {
		message: 'GVR (/v1, Resource=configmaps) not found in OpenAPI schema',
	});
});

const refusals: ReadonlyArray<[string, string, string?]> = [
	['explain pod.spec.nothing', 'error: field "nothing" does not exist\n', head],
	['explain pod.spec.constructor', 'error: field "constructor" does not exist\n', head],
	[
		'explain pod.kind --output=plaintext-openapiv2 --api-version=v2',
		`error: couldn't find resource for "/v2, Kind=Pod"\n`,
	],
	['explain pod --api-version=apps/v1', 'error: GVR (apps/v1, Resource=pods) not found in OpenAPI schema\n'],
	['explain pod --api-version=nothing/v1', `error: couldn't find resource for "nothing/v1, Resource=pods"\n`],

	['explain nothing.spec', `the server doesn't have a resource type "nothing"\n`],
	['explain pod..spec', 'error: invalid jsonpath syntax, first node must be field node\n'],
	['explain pod --output=json', 'error: unrecognized format: json\n'],
	['explain pod service', 'error: We accept only this format: explain RESOURCE\n'],
];

for (const [line, message, stdout = ''] of refusals) {
	test(`kubectl ${line} is refused`, (t) => {
		const ran = new KubectlWorld().run(line);
		t.is(ran.stderr, message);
		t.is(ran.stdout, stdout);
	});
}

test('lines are broken between words', (t) => {
	t.is(wordWrap('aa bb cc', 5), 'aa bb\ncc');
	t.is(wordWrap('aa  bb\ncc dd', 7), 'aa  bb\ncc dd');
	t.is(wordWrap('a muchtoolongword b', 6), 'a\nmuchtoolongword\nb');
	t.is(indented('a\nb', 2), '  a\n  b');
	t.deepEqual(fill('one two\nthree\n\n- four\n- five six seven', 9), [
		'one two',
		'three',
		'',
		'- four',
		'- five',
		'six seven',
	]);
});
