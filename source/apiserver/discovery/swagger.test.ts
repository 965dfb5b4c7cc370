import test from 'ava';
import {CustomResources} from '../custom-resources/catalogue.js';
import {openAPI} from './openapi.js';
import type {Swagger} from './swagger.js';

const protobuf = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

const definition = {
	metadata: {name: 'crontabs.stable.example.com'},
	spec: {
		group: 'stable.example.com',
		scope: 'Namespaced',
		names: {plural: 'crontabs', singular: 'crontab', kind: 'CronTab'},
		versions: [
			{
				name: 'v1',
				served: true,
				storage: true,
				schema: {
					openAPIV3Schema: {
						type: 'object',
						properties: {spec: {type: 'object', properties: {port: {'x-kubernetes-int-or-string': true}}}},
					},
				},
			},
		],
	},
	status: {
		acceptedNames: {plural: 'crontabs', singular: 'crontab', kind: 'CronTab'},
		conditions: [
			{type: 'Established', status: 'True'},
			{type: 'NamesAccepted', status: 'True'},
		],
	},
};
const catalogue = (...definitions: readonly unknown[]): CustomResources =>
	new CustomResources({list: () => definitions, get: () => undefined} as never);

const ask = (accept: string, custom = catalogue()) => openAPI('/openapi/v2', custom, {query: {}, headers: {accept}});
const document = (custom?: CustomResources): Swagger => ask('', custom).body as Swagger;

test('every reference of the document leads to a definition', (t) => {
	const swagger = document();
	const references = JSON.stringify(swagger).match(/(?<="\$ref":")[^"]+/g) ?? [];
	t.true(references.length > 500);
	t.deepEqual(
		[...new Set(references)].filter((one) => !(one.replace('#/definitions/', '') in swagger.definitions)),
		[],
	);
	t.is(
		swagger.definitions['io.k8s.api.core.v1.Pod']?.properties?.['spec']?.$ref,
		'#/definitions/io.k8s.api.core.v1.PodSpec',
	);
});

test('numbers that may be texts are texts with a format', (t) => {
	const {definitions} = document();
	t.like(definitions['io.k8s.apimachinery.pkg.util.intstr.IntOrString'], {type: 'string', format: 'int-or-string'});
	t.like(definitions['io.k8s.apimachinery.pkg.api.resource.Quantity'], {type: 'string'});
	t.deepEqual(definitions['io.k8s.api.core.v1.ConfigMap']?.['x-kubernetes-group-version-kind'], [
		{group: '', version: 'v1', kind: 'ConfigMap'},
	]);
});

test('custom resources are in it from when they are served', (t) => {
	const {definitions, paths} = document(catalogue(definition));
	t.like(definitions['com.example.stable.v1.CronTab'], {
		type: 'object',
		'x-kubernetes-group-version-kind': [{group: 'stable.example.com', version: 'v1', kind: 'CronTab'}],
	});
	t.true('/apis/stable.example.com/v1/namespaces/{namespace}/crontabs/{name}' in paths);
	t.false('com.example.stable.v1.CronTab' in document().definitions);
});

/** Fields of a message: number and content. */
const fieldsOf = (bytes: Buffer): ReadonlyArray<readonly [number: number, content: Buffer]> => {
	const found: Array<[number, Buffer]> = [];
	let at = 0;
	const varint = (): number => {
		let value = 0;
		for (let shift = 0; ; shift += 7) {
			const byte = bytes[at++]!;
			value += (byte & 0x7f) * 2 ** shift;
			if (byte < 0x80) {
				return value;
			}
		}
	};

	while (at < bytes.length) {
		const tag = varint();
		if (tag % 8 === 0) {
			found.push([tag >>> 3, Buffer.from([varint()])]);
		} else {
			const length = varint();
			found.push([tag >>> 3, bytes.subarray(at, at + length)]);
			at += length;
		}
	}

	return found;
};

const within = (bytes: Buffer, number: number): readonly Buffer[] =>
	fieldsOf(bytes).flatMap(([one, content]) => (one === number ? [content] : []));

test('in protobuf it says the same', (t) => {
	const {status, headers, body} = ask(protobuf, catalogue(definition));
	t.is(status, 200);
	t.is(headers['content-type'], 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf');
	const bytes = body as Buffer;
	t.is(within(bytes, 1)[0]!.toString(), '2.0');
	const definitions = new Map(
		within(bytes, 9)
			.flatMap((part) => within(part, 1))
			.map((pair) => [within(pair, 1)[0]!.toString(), within(pair, 2)[0]!]),
	);
	t.deepEqual([...definitions.keys()].sort(), Object.keys(document(catalogue(definition)).definitions).sort());
	const configMap = definitions.get('io.k8s.api.core.v1.ConfigMap')!;
	t.is(within(within(configMap, 22)[0]!, 1)[0]!.toString(), 'object');
	const [extension] = within(configMap, 31);
	t.is(within(extension!, 1)[0]!.toString(), 'x-kubernetes-group-version-kind');
	t.is(within(within(extension!, 2)[0]!, 2)[0]!.toString(), '[{"group":"","version":"v1","kind":"ConfigMap"}]');
	const properties = within(within(configMap, 25)[0]!, 1).map((pair) => within(pair, 1)[0]!.toString());
	t.deepEqual(properties.sort(), ['apiVersion', 'binaryData', 'data', 'immutable', 'kind', 'metadata']);
});

test('another form is not to be had', (t) => {
	t.is(ask('text/html').status, 406);
});
