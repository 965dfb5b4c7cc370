import test from 'ava';
import {isRecord} from '../kernel/record.js';
import {decodeProtobuf} from '../registry/protobuf/decode.js';
import {defineBoxes, json, open, send} from '../testing/https-client.js';

const protobuf = 'application/vnd.kubernetes.protobuf';
const accepting = (accept: string) => ({headers: {accept}});
const asJSON = {'content-type': 'application/json'};

test('objects, lists, refusals and metadata are the same in protobuf as in JSON', async (t) => {
	const world = await open(t);
	const both = async (path: string, parameters = '') => {
		const binary = await send(world, `GET ${path}`, accepting(`${protobuf}${parameters}`));
		const text = await send(world, `GET ${path}`, accepting(`application/json${parameters}`));
		t.is(binary.headers['content-type'], protobuf, path);
		t.is(binary.status, text.status);
		return [decodeProtobuf(binary.body), json(text)] as const;
	};

	for (const path of ['/api/v1/namespaces/kube-system', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view']) {
		const [binary, text] = await both(path);
		t.deepEqual(binary, text);
	}

	const [list, listed] = await both('/apis/scheduling.k8s.io/v1/priorityclasses');
	t.deepEqual(list['items'], listed['items']);
	t.is(list['kind'], 'PriorityClassList');
	const [status, refused] = await both('/api/v1/namespaces/none');
	t.like(status, {kind: 'Status', code: 404, message: refused['message'], details: {kind: 'namespaces', name: 'none'}});
	const [partial, metadata] = await both('/api/v1/namespaces/default', ';as=PartialObjectMetadata;g=meta.k8s.io;v=v1');
	t.deepEqual(partial, metadata);
});

test('tables are no protobuf: a client that also takes JSON gets it', async (t) => {
	const world = await open(t);
	const table = `as=Table;v=v1;g=meta.k8s.io`;
	const answer = await send(
		world,
		'GET /api/v1/namespaces',
		accepting(`${protobuf};${table},application/json;${table},application/json`),
	);
	t.is(answer.headers['content-type'], 'application/json');
	t.is(json(answer)['kind'], 'Table');
	const alone = await send(world, 'GET /api/v1/namespaces', accepting(`${protobuf};${table}`));
	t.is(alone.status, 406);
});

/** The events in the frames of a stream. */
const eventsIn = (bytes: Buffer): ReadonlyArray<readonly [type: string, object: Readonly<Record<string, unknown>>]> => {
	const events: Array<readonly [string, Readonly<Record<string, unknown>>]> = [];
	for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) {
		const frame = bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at));
		events.push([
			frame.subarray(2, 2 + frame.readUInt8(1)).toString(),
			decodeProtobuf(frame.subarray(frame.indexOf('k8s\0'))),
		]);
	}

	return events;
};

test('a watch in protobuf is frames with their lengths', async (t) => {
	const world = await open(t);
	await send(world, 'POST /api/v1/namespaces/default/configmaps', {
		headers: asJSON,
		body: JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {long: 'ü'.repeat(200)}}),
	});
	const {headers, body} = await send(
		world,
		'GET /api/v1/namespaces/default/configmaps?watch=true&resourceVersion=0&timeoutSeconds=1',
		accepting(protobuf),
	);
	t.is(headers['content-type'], `${protobuf};stream=watch`);
	const events = eventsIn(body);
	// The root certificates are there from the start.
	t.deepEqual(
		events.map(([type, {kind}]) => `${type} ${String(kind)}`),
		['ADDED ConfigMap', 'ADDED ConfigMap'],
	);
	t.like(events.find(([, {metadata}]) => isRecord(metadata) && metadata['name'] === 'a')?.[1], {
		metadata: {name: 'a'},
		data: {long: 'ü'.repeat(200)},
	});
});

test('custom resources have no protobuf: what does not take JSON is refused, its change is made', async (t) => {
	const world = await open(t);
	await defineBoxes(world, {
		versions: [{name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: {type: 'object'}}}],
	});
	const path = '/apis/example.com/v1/namespaces/default/boxes';
	const created = await send(world, `POST ${path}`, {
		headers: {...asJSON, accept: protobuf},
		body: JSON.stringify({apiVersion: 'example.com/v1', kind: 'Box', metadata: {name: 'a'}}),
	});
	t.is(created.status, 406);
	t.is(
		decodeProtobuf(created.body)['message'],
		'object *unstructured.Unstructured does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message',
	);
	const both = await send(world, `GET ${path}/a`, accepting(`application/json,${protobuf}`));
	t.is(json(both)['metadata'].name, 'a');
	const watch = await send(world, `GET ${path}?watch=true&resourceVersion=0`, accepting(protobuf));
	t.is(watch.body.length, 0);
});

/** A field of a message: a length, and its content. */
const part = (number: number, bytes: Buffer | string): Buffer => {
	const held = Buffer.from(bytes);
	return Buffer.concat([Buffer.from([number * 8 + 2, held.length]), held]);
};

/** An object as a typed client writes it. */
const enveloped = (apiVersion: string, kind: string, message: Buffer): Buffer =>
	Buffer.concat([Buffer.from('k8s\0'), part(1, Buffer.concat([part(1, apiVersion), part(2, kind)])), part(2, message)]);

test('options of a deletion count under the version of any group, and without one', async (t) => {
	const world = await open(t);
	const path = '/api/v1/namespaces/default/configmaps';
	await send(world, `POST ${path}`, {
		headers: asJSON,
		body: JSON.stringify({metadata: {name: 'a'}}),
	});
	const remove = async (apiVersion: string, kind: string, message: Buffer) => {
		const body = enveloped(apiVersion, kind, message);
		return send(world, `DELETE ${path}/a`, {
			headers: {'content-type': protobuf, 'content-length': body.length},
			body,
		});
	};

	const dryRun = part(5, 'All');
	for (const apiVersion of ['v1', 'meta.k8s.io/v1', 'apps/v1', 'leaderworkerset.x-k8s.io/v1', 'policy/v1', '']) {
		const answer = await remove(apiVersion, apiVersion === '' ? '' : 'DeleteOptions', dryRun);
		t.is(answer.status, 200, apiVersion);
		t.is((await send(world, `GET ${path}/a`)).status, 200, `dry run of ${apiVersion}`);
		const other = await remove(apiVersion, 'DeleteOptions', part(2, part(1, 'another')));
		t.is(other.status, 409, `uid of ${apiVersion}`);
	}

	t.is((await remove('apps/v1', 'Deployment', dryRun)).status, 400);
	t.is((await remove('apps/v1', 'DeleteOptions', Buffer.from([0x2a, 0x7f]))).status, 400);
	t.is((await send(world, `GET ${path}/a`)).status, 200);
});

test('a body in protobuf that names no kind is one of the path; a custom resource in protobuf is refused', async (t) => {
	const world = await open(t);
	const path = '/api/v1/namespaces/default/configmaps';
	const named = part(1, part(1, 'a'));
	const entry = part(2, Buffer.concat([part(1, 'key'), part(2, 'value')]));
	const asProtobuf = {'content-type': protobuf};
	const made = await send(world, `POST ${path}`, {
		headers: asProtobuf,
		body: enveloped('', '', Buffer.concat([named, entry])),
	});
	t.is(made.status, 201);
	t.deepEqual(json(made)['data'], {key: 'value'});
	await defineBoxes(world, {
		versions: [{name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: {type: 'object'}}}],
	});
	const box = await send(world, 'POST /apis/example.com/v1/namespaces/default/boxes', {
		headers: asProtobuf,
		body: enveloped('example.com/v1', 'Box', named),
	});
	t.is(box.status, 400);
	t.is(
		json(box)['message'],
		'Box in version "v1" cannot be handled as a Box: object *unstructured.Unstructured does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message',
	);
});
