import {gunzipSync} from 'node:zlib';
import test from 'ava';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {CertificateAuthority} from './certificates.js';
import {json, open, scenarioWith, send} from '../testing/https-client.js';
import {until} from '../testing/until.js';
import {Hold} from './hold.js';
import {defaultLimits} from './limits.js';

const configMap = (name: string, data: Record<string, string> = {}) =>
	JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, data});
const asJSON = {'content-type': 'application/json'};
const configMaps = '/api/v1/namespaces/default/configmaps';
const self = JSON.stringify({apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview'});
const whoami = 'POST /apis/authentication.k8s.io/v1/selfsubjectreviews';

test('a bearer token, a client certificate or nothing says who asks; what is wrong is 401', async (t) => {
	const world = await open(t);
	const byToken = await send(world, whoami, {token: 'hers', headers: asJSON, body: self});
	t.deepEqual(json(byToken).status.userInfo, {
		username: 'jane',
		uid: '7',
		groups: ['developers', 'system:authenticated'],
		...(json(byToken).status.userInfo.extra ? {extra: json(byToken).status.userInfo.extra} : {}),
	});
	const {certificate: cert, key} = world.authority.client({commonName: 'kim', organizations: ['system:masters', 'b']});
	const byCertificate = await send(world, whoami, {token: '', cert, key, headers: asJSON, body: self});
	t.is(json(byCertificate).status.userInfo.username, 'kim');
	t.deepEqual(json(byCertificate).status.userInfo.groups, ['system:masters', 'b', 'system:authenticated']);
	const nobody = await send(world, 'GET /api/v1/nodes', {token: ''});
	t.is(nobody.status, 403);
	t.regex(json(nobody).message, /User "system:anonymous" cannot list resource "nodes"/);
	t.is((await send(world, 'GET /api/v1/nodes', {token: 'wrong'})).status, 401);
	const stranger = new CertificateAuthority().client({commonName: 'mallory', organizations: ['system:masters']});
	const forged = await send(world, 'GET /api/v1/nodes', {token: '', cert: stranger.certificate, key: stranger.key});
	t.is(forged.status, 401);
});

test('a watch streams each change as a line, and ends when its time is over', async (t) => {
	const world = await open(t);
	let seen = '';
	const watching = send(
		world,
		`GET ${configMaps}?watch=true&timeoutSeconds=3&fieldSelector=metadata.name%3Da`,
		{},
		(text) => {
			seen += text;
			if (text.includes('"MODIFIED"')) {
				void send(world, `DELETE ${configMaps}/a`);
			}
		},
	);
	t.is((await send(world, `POST ${configMaps}`, {headers: asJSON, body: configMap('a')})).status, 201);
	const patch = {'content-type': 'application/merge-patch+json'};
	await send(world, `PATCH ${configMaps}/a`, {headers: patch, body: '{"data":{"x":"1"}}'});
	const {status, headers} = await watching;
	t.is(status, 200);
	t.is(headers['transfer-encoding'], 'chunked');
	const types = seen
		.trim()
		.split('\n')
		.map((line) => (JSON.parse(line) as {type: string}).type);
	t.deepEqual(types, ['ADDED', 'MODIFIED', 'DELETED']);
	t.is(world.face.clients.open, 0);
});

test('a large answer is compressed for who takes it; items of a list carry no kind', async (t) => {
	const world = await open(t);
	const {headers, body} = await send(world, 'GET /apis/rbac.authorization.k8s.io/v1/clusterroles', {
		headers: {'accept-encoding': 'gzip'},
	});
	t.is(headers['content-encoding'], undefined);
	const roles = JSON.parse(body.toString()) as {items: ReadonlyArray<Record<string, unknown>>};
	t.false('kind' in roles.items[0]!);
	const large = await send(world, 'GET /openapi/v3/api/v1', {headers: {'accept-encoding': 'gzip'}});
	t.is(large.headers['content-encoding'], 'gzip');
	t.is((JSON.parse(gunzipSync(large.body).toString()) as {openapi: string}).openapi, '3.0.0');
	t.is((await send(world, 'GET /openapi/v3/api/v1')).headers['content-encoding'], undefined);
});

const v2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const v2beta1 = v2.replace('v=v2', 'v=v2beta1');

for (const [name, accept, type, kind] of [
	['a client since v1.30', `${v2},${v2beta1},application/json`, v2, 'APIGroupDiscoveryList'],
	['a client of v1.26 to v1.29', `${v2beta1},application/json`, 'application/json', 'APIGroupList'],
	['an older client', 'application/json', 'application/json', 'APIGroupList'],
	['a client that prefers separate documents', `application/json,${v2}`, 'application/json', 'APIGroupList'],
	[
		'a client that would rather have protobuf',
		`${v2.replace('json', 'vnd.kubernetes.protobuf')},${v2}`,
		v2,
		'APIGroupDiscoveryList',
	],
] as const) {
	test(`discovery is one document for a client that knows apidiscovery.k8s.io/v2: ${name}`, async (t) => {
		const world = await open(t);
		const {headers, body} = await send(world, 'GET /apis', {headers: {accept}});
		t.is(headers['content-type'], type);
		t.is((JSON.parse(body.toString()) as {kind: string}).kind, kind);
	});
}

test('3 MiB is the limit of a body: more is 413, after the caller is known', async (t) => {
	const world = await open(t);
	const body = configMap('big', {x: 'y'.repeat(defaultLimits.bodyBytes)});
	const tooLarge = await send(world, `POST ${configMaps}`, {headers: asJSON, body});
	t.is(tooLarge.status, 413);
	t.is(json(tooLarge).message, 'Request entity too large: limit is 3145728');
	t.is((await send(world, `POST ${configMaps}`, {token: 'wrong', headers: asJSON, body})).status, 401);
});

test('too many requests at once are 429 with Retry-After, watches counted apart', async (t) => {
	const world = await open(t, {limits: {requests: 0, longRunning: 1}});
	const refused = await send(world, 'GET /version');
	t.is(refused.status, 429);
	t.is(refused.headers['retry-after'], '1');
	t.is(json(refused).reason, 'TooManyRequests');
	t.is((await send(world, `GET ${configMaps}?watch=1&timeoutSeconds=1`)).status, 200);
});

test('what is not HTTP of the API is refused and nothing breaks: broken targets, unknown methods, empty bodies', async (t) => {
	const world = await open(t);
	t.is((await send(world, 'GET /api/v1/%ff')).status, 400);
	t.is((await send(world, 'PURGE /api/v1/pods')).status, 400);
	t.is((await send(world, `POST ${configMaps}`, {headers: asJSON})).status, 400);
	t.is((await send(world, 'GET /nowhere')).status, 404);
	t.deepEqual(world.failures, []);
});

test('at a breakpoint a request hangs until somebody goes on', async (t) => {
	const hold = new Hold(() => {});
	hold.add('apiserver.store object=/registry/configmaps/default/held');
	const world = await open(t, {hold});
	let answered = false;
	const creating = send(world, `POST ${configMaps}`, {headers: asJSON, body: configMap('held')}).then((answer) => {
		answered = true;
		return answer;
	});
	const version = send(world, 'GET /version');
	await until(() => world.pace.held !== undefined);
	t.is(world.pace.held?.stage, 'apiserver.store');
	await new Promise((resolve) => setTimeout(resolve, 20));
	t.false(answered);
	t.is(hold.move(world.pace, 'into')?.step, world.pace.recording.stops.length - 1);
	hold.remove(1);
	world.pace.run();
	t.is((await creating).status, 201);
	t.is((await version).status, 200);
});

test('a served session replays from its recording to the same fingerprint', async (t) => {
	const world = await open(t, {speed: 1});
	await send(world, `POST ${configMaps}`, {headers: asJSON, body: configMap('one')});
	await Promise.all([send(world, `GET ${configMaps}`), send(world, `DELETE ${configMaps}/one`)]);
	world.pace.end();
	const {inputs, stops, fingerprint} = world.recording;
	t.true(inputs.length >= 3);
	const again = new Recording(scenarioWith(), createCluster);
	again.replay(JSON.parse(JSON.stringify(inputs)) as typeof inputs, stops.length);
	t.is(again.fingerprint, fingerprint);
});
