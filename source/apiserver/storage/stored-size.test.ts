import test from 'ava';
import {isDeferred} from '../../kernel/deferred-list.js';
import {isRecord} from '../../kernel/record.js';
import {TinyServer} from '../../testing/tiny-server.js';

const podTemplates = '/api/v1/namespaces/default/podtemplates';
const boxes = '/apis/example.com/v1/namespaces/default/boxes';
const mebibyte = 1024 * 1024;
const merge = {headers: {'content-type': 'application/strategic-merge-patch+json'}};
const mergeJSON = {headers: {'content-type': 'application/merge-patch+json'}};
const apply = {headers: {'content-type': 'application/apply-patch+yaml'}, query: {fieldManager: 'test', force: 'true'}};
const tooLarge = [500, 'etcdserver: request is too large'];

const told = (world: TinyServer, ...sent: Parameters<TinyServer['send']>): readonly unknown[] => {
	const {status, body} = world.send(...sent);
	return status < 300 ? [status] : [status, isRecord(body) ? body['message'] : body];
};

const textOf = (size: number): {readonly data: {readonly text: string}} => ({data: {text: 'x'.repeat(size)}});

const templateWith = (env: Readonly<Record<string, string>>) => ({
	spec: {
		containers: [{name: 'web', image: 'nginx', env: Object.entries(env).map(([name, value]) => ({name, value}))}],
	},
});

/** An object whose size only etcd refuses. */
const podTemplate = (name: string, value: string) => ({
	apiVersion: 'v1',
	kind: 'PodTemplate',
	metadata: {name},
	template: templateWith({A: value}),
});

test('etcd takes 1.5 MiB of an object, however it is written', (t) => {
	const world = new TinyServer();
	const create = (name: string, value: string) => told(world, 'POST', podTemplates, {body: podTemplate(name, value)});
	t.deepEqual(create('fits', 'x'.repeat(1.5 * mebibyte - 2000)), [201]);
	t.deepEqual(create('large', 'x'.repeat(1.5 * mebibyte)), tooLarge);
	t.deepEqual(create('wide', 'ü'.repeat(0.8 * mebibyte)), tooLarge, 'bytes count, not characters');
	t.is(world.send('GET', `${podTemplates}/large`, {}).status, 404);
	t.deepEqual(create('small', 'x'), [201]);
	const small = `${podTemplates}/small`;
	const large = podTemplate('small', 'x'.repeat(1.6 * mebibyte));
	t.deepEqual(told(world, 'PUT', small, {body: large}), tooLarge);
	t.deepEqual(told(world, 'PATCH', small, {...apply, body: large}), tooLarge);
	// Each change is small; together they are too large.
	const add = (name: string) =>
		told(world, 'PATCH', small, {...merge, body: {template: templateWith({[name]: 'x'.repeat(0.6 * mebibyte)})}});
	t.deepEqual(add('B'), [200]);
	t.deepEqual(add('C'), [200]);
	t.deepEqual(add('D'), tooLarge);
	t.deepEqual(told(world, 'PATCH', small, {...merge, body: {metadata: {labels: {still: 'written'}}}}), [200]);
});

test('a custom resource and its status too; above 2 MiB the client of etcd refuses to send it', (t) => {
	const world = new TinyServer();
	const schema = {type: 'object', 'x-kubernetes-preserve-unknown-fields': true};
	world.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
		body: {
			apiVersion: 'apiextensions.k8s.io/v1',
			kind: 'CustomResourceDefinition',
			metadata: {name: 'boxes.example.com'},
			spec: {
				group: 'example.com',
				names: {plural: 'boxes', kind: 'Box'},
				scope: 'Namespaced',
				versions: [
					{name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: schema}, subresources: {status: {}}},
				],
			},
		},
	});
	world.advance(1000);
	const box = (name: string, size: number) => ({
		apiVersion: 'example.com/v1',
		kind: 'Box',
		metadata: {name},
		spec: textOf(size),
	});
	t.deepEqual(told(world, 'POST', boxes, {body: box('small', 1)}), [201]);
	t.deepEqual(told(world, 'POST', boxes, {body: box('large', 1.6 * mebibyte)}), tooLarge);
	const status = {status: textOf(1.6 * mebibyte)};
	t.deepEqual(told(world, 'PATCH', `${boxes}/small/status`, {...mergeJSON, body: status}), tooLarge);
	const [code, message] = told(world, 'POST', boxes, {body: box('larger', 2.1 * mebibyte)});
	t.is(code, 500);
	t.regex(
		String(message),
		/^rpc error: code = ResourceExhausted desc = trying to send message larger than max \(22\d{5} vs\. 2097152\)$/,
	);
	const refused = world.stops.filter(({stage, facts}) => stage === 'etcd.txn' && facts?.['verdict'] === 'too large');
	t.is(refused.length, 3);
});

test('a component cannot send more than a client can: 3 MiB', (t) => {
	const world = new TinyServer();
	const body = podTemplate('large', 'x'.repeat(3.1 * mebibyte));
	const refused = [413, 'Request entity too large: limit is 3145728'];
	t.deepEqual(told(world, 'POST', podTemplates, {body}), refused);
	t.deepEqual(told(world, 'POST', podTemplates, {text: JSON.stringify(body)}), refused);
	t.deepEqual(told(world, 'PATCH', `${podTemplates}/large`, {...apply, body}), refused);
});

test('the check of the size leaves managedFields uncomputed: nearly all objects are small for certain', (t) => {
	const world = new TinyServer();
	const body = podTemplate('small', 'x');
	for (const {body: written} of [
		world.send('POST', podTemplates, {body}),
		world.send('PATCH', `${podTemplates}/small`, {...mergeJSON, body: {template: templateWith({A: 'y'})}}),
	]) {
		const {metadata} = written as {readonly metadata: {readonly managedFields: readonly object[]}};
		t.true(isDeferred(metadata.managedFields));
	}
});
