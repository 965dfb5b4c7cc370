import {once} from 'node:events';
import type {RequestListener, ServerResponse} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import {createCluster} from '../cluster.js';
import type {APIService} from '../objects/kubernetes.generated.js';
import {Recording} from '../debugger/recording.js';
import {defineBoxes, json, open, scenarioWith, send, type Answer} from '../testing/https-client.js';
import {httpsServer} from '../testing/https-server.js';
import {until} from '../testing/until.js';
import {CertificateAuthority} from './certificates.js';

interface Review {
	readonly apiVersion: string;
	readonly kind: string;
	readonly request: {
		readonly uid: string;
		readonly object: {readonly data?: Readonly<Record<string, string>>};
		readonly desiredAPIVersion?: string;
		readonly objects?: readonly object[];
	};
}

type World = Awaited<ReturnType<typeof open>>;

/** A server of webhooks on this machine, until the test ends. @returns its address, and the authority of its certificate. */
const webhookServer = async (
	t: ExecutionContext,
	respond: (review: Review) => object | undefined | Promise<object>,
	name = 'localhost',
) => {
	const paths: string[] = [];
	const respondTo: RequestListener = (message, response) => {
		paths.push(`${message.method} ${message.url}`);
		let text = '';
		message.on('data', (data: Buffer) => {
			text += data.toString();
		});
		message.on('end', async () => {
			const review: Review = JSON.parse(text);
			const answer = await respond(review);
			if (answer) {
				response.end(
					JSON.stringify({
						apiVersion: review.apiVersion,
						kind: review.kind,
						response: {uid: review.request.uid, ...answer},
					}),
				);
			}
		});
	};
	const {port, ...outside} = await httpsServer(t, respondTo, {name});
	return {url: `https://localhost:${port}`, paths, ...outside};
};

const asJSON = {'content-type': 'application/json'};

/** Registers a webhook for ConfigMaps, or for other rules. */
const register = async (
	world: World,
	kind: 'Mutating' | 'Validating',
	clientConfig: object,
	more: object = {},
): Promise<void> => {
	await send(world, `POST /apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`, {
		headers: asJSON,
		body: JSON.stringify({
			apiVersion: 'admissionregistration.k8s.io/v1',
			kind: `${kind}WebhookConfiguration`,
			metadata: {name: `${kind.toLowerCase()}`},
			webhooks: [
				{
					name: `${kind.toLowerCase()}.example.com`,
					clientConfig,
					sideEffects: 'None',
					admissionReviewVersions: ['v1'],
					timeoutSeconds: 30,
					rules: [{operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps']}],
					...more,
				},
			],
		}),
	});
};

const create = async (world: World, name: string): Promise<Answer> =>
	send(world, 'POST /api/v1/namespaces/default/configmaps', {
		headers: asJSON,
		body: JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, data: {a: 'b'}}),
	});

/** Checks that the recording, written and read, gives the same run. */
const replays = (t: ExecutionContext, {recording: {inputs, stops, fingerprint, scenario}}: World): void => {
	const again = new Recording(scenario, createCluster);
	const written: typeof inputs = JSON.parse(JSON.stringify(inputs));
	again.replay(written, stops.length);
	t.is(again.fingerprint, fingerprint);
};

const calling = () => ({...scenarioWith(), callsServers: true});

const adds = (path: string, value: unknown): object => ({
	allowed: true,
	patchType: 'JSONPatch',
	patch: Buffer.from(JSON.stringify([{op: 'add', path, value}])).toString('base64'),
});

test('a webhook with a URL is called, changes the object and refuses; a replay needs no server', async (t) => {
	const world = await open(t, {scenario: calling()});
	const {url, caBundle, paths, server} = await webhookServer(t, ({request: {object}}) =>
		object.data?.['added'] === undefined
			? adds('/data/added', 'here')
			: {allowed: false, status: {code: 403, message: `not ${object.data['added']}`}},
	);
	await register(world, 'Mutating', {url: `${url}/mutate`, caBundle});
	const changed = await create(world, 'changed');
	t.deepEqual(json(changed)['data'], {a: 'b', added: 'here'});
	await register(world, 'Validating', {url: `${url}/validate`, caBundle});
	const refused = await create(world, 'refused');
	t.is(refused.status, 403);
	t.is(json(refused)['message'], 'admission webhook "validating.example.com" denied the request: not here');
	t.true(paths.includes('POST /mutate?timeout=30s') && paths.includes('POST /validate?timeout=30s'));
	world.pace.end();
	server.close();
	replays(t, world);
});

test('a caBundle may hold the certificate of the server itself, as envtest gives it, and trusts no other', async (t) => {
	const world = await open(t, {scenario: calling()});
	const {url, leaf} = await webhookServer(t, () => adds('/data/added', 'here'));
	await register(world, 'Mutating', {url: `${url}/mutate`, caBundle: leaf});
	t.deepEqual(json(await create(world, 'changed'))['data'], {a: 'b', added: 'here'});
	const other = await webhookServer(t, () => ({allowed: true}));
	await register(world, 'Validating', {url: `${url}/validate`, caBundle: other.leaf});
	t.regex(json(await create(world, 'refused'))['message'], /x509: certificate signed by unknown authority$/);
});

test('the path of a webhook is asked for, and named in errors, as Go joins it', async (t) => {
	const world = await open(t, {scenario: calling()});
	const {url, caBundle, paths, server} = await webhookServer(t, () => ({allowed: true}));
	const configured = ['//validate', '/a/../validate/', '/./validate', '', '/'];
	for (const [index, path] of configured.entries()) {
		await register(world, 'Validating', {url: url + path, caBundle}, {timeoutSeconds: 5});
		t.is((await create(world, `made-${index}`)).status, 201, path);
		await send(world, 'DELETE /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/validating');
	}

	const named = 'POST /validate?timeout=5s';
	t.deepEqual(paths, [named, named, named, 'POST /?timeout=5s', 'POST /?timeout=5s']);
	server.closeAllConnections();
	server.close();
	await once(server, 'close');
	await register(world, 'Validating', {url: `${url}//validate`, caBundle});
	t.true(json(await create(world, 'refused'))['message'].includes(`Post "${url}/validate?timeout=30s": dial tcp`));
});

test('a server that cannot be trusted, is gone or takes too long fails the request in the words of Go, unless the policy is Ignore', async (t) => {
	const world = await open(t, {scenario: calling()});
	const {url, server} = await webhookServer(t, () => undefined);
	const failed = `failed calling webhook "validating.example.com": failed to call webhook: Post "${url}/v?timeout=30s":`;
	const other = Buffer.from(new CertificateAuthority().certificate).toString('base64');
	await register(world, 'Validating', {url: `${url}/v`, caBundle: other});
	t.is(
		json(await create(world, 'a'))['message'],
		`Internal error occurred: ${failed} tls: failed to verify certificate: x509: certificate signed by unknown authority`,
	);
	server.closeAllConnections();
	server.close();
	await once(server, 'close');
	t.is(
		json(await create(world, 'b'))['message'],
		`Internal error occurred: ${failed} dial tcp ${url.slice(8)}: connect: connection refused`,
	);
});

test('while a server is waited for, other requests are answered', async (t) => {
	const world = await open(t, {scenario: calling()});
	let answer: (response: object) => void = () => {};
	const {url, caBundle, paths} = await webhookServer(
		t,
		() =>
			new Promise((resolve) => {
				answer = resolve;
			}),
	);
	await register(world, 'Validating', {url: `${url}/v`, caBundle}, {timeoutSeconds: 30});
	const creating = create(world, 'slow');
	await until(() => paths.length > 0);
	t.is((await send(world, 'GET /api/v1/namespaces/default/configmaps/slow')).status, 404);
	answer({allowed: true});
	t.is((await creating).status, 201);
});

test('a server that does not answer in time is not waited for', async (t) => {
	const world = await open(t, {scenario: calling()});
	const {url, caBundle} = await webhookServer(t, () => undefined);
	await register(world, 'Validating', {url: `${url}/v`, caBundle}, {failurePolicy: 'Ignore', timeoutSeconds: 1});
	t.is((await create(world, 'slow')).status, 201);
	const silent = world.recording.stops.filter(({facts}) => facts?.['verdict'] === 'ignored');
	t.regex(String(silent[0]?.facts?.['message']), /context deadline exceeded$/);
});

test('without leave nobody is called, and the stop says so', async (t) => {
	const world = await open(t);
	const {url, caBundle, paths} = await webhookServer(t, () => ({allowed: true}));
	await register(world, 'Validating', {url: `${url}/v`, caBundle});
	t.regex(String(json(await create(world, 'a'))['message']), /lookup localhost: no such host$/);
	t.deepEqual(paths, []);
	const {stops} = world.recording;
	const said = stops
		.filter(({facts}) => facts?.['case'] === 'unanswered')
		.map((stop) => world.recording.sentence(stop));
	t.regex(said.join('\n'), /Only `serve --webhooks` calls servers outside the simulation/);
});

test('a custom resource is changed by a webhook, and gets its defaults', async (t) => {
	const world = await open(t, {scenario: calling()});
	const {url, caBundle} = await webhookServer(t, () => adds('/spec', {size: 3}));
	const schema = {
		type: 'object',
		properties: {
			spec: {type: 'object', properties: {size: {type: 'integer'}, color: {type: 'string', default: 'blue'}}},
		},
	};
	await defineBoxes(world, {
		versions: [{name: 'v1', served: true, storage: true, schema: {openAPIV3Schema: schema}}],
	});
	const rules = [{operations: ['CREATE'], apiGroups: ['example.com'], apiVersions: ['v1'], resources: ['boxes']}];
	await register(world, 'Mutating', {url: `${url}/mutate`, caBundle}, {rules});
	const box = await send(world, 'POST /apis/example.com/v1/namespaces/default/boxes', {
		headers: asJSON,
		body: JSON.stringify({apiVersion: 'example.com/v1', kind: 'Box', metadata: {name: 'a'}}),
	});
	t.deepEqual(json(box)['spec'], {size: 3, color: 'blue'});
});

test('a conversion webhook is called for each version that is not stored; a replay needs no server', async (t) => {
	const world = await open(t, {scenario: calling()});
	const {url, caBundle, paths, server} = await webhookServer(t, ({request}) => ({
		result: {status: 'Success'},
		convertedObjects: (request.objects ?? []).map((object) => ({
			...object,
			apiVersion: request.desiredAPIVersion,
			spec: {converted: request.desiredAPIVersion},
		})),
	}));
	const schema = {
		openAPIV3Schema: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
	};
	await defineBoxes(world, {
		conversion: {
			strategy: 'Webhook',
			webhook: {conversionReviewVersions: ['v1'], clientConfig: {url: `${url}/convert`, caBundle}},
		},
		versions: [
			{name: 'v1', served: true, storage: true, schema},
			{name: 'v2', served: true, storage: false, schema},
		],
	});
	const path = (version: string) => `/apis/example.com/${version}/namespaces/default/boxes`;
	const made = await send(world, `POST ${path('v1')}`, {
		headers: asJSON,
		body: JSON.stringify({apiVersion: 'example.com/v1', kind: 'Box', metadata: {name: 'a'}, spec: {own: true}}),
	});
	t.deepEqual(json(made)['spec'], {own: true});
	const other = await send(world, `GET ${path('v2')}/a`);
	t.like(json(other), {apiVersion: 'example.com/v2', spec: {converted: 'example.com/v2'}, metadata: {name: 'a'}});
	const watched = await send(world, `GET ${path('v2')}?watch=true&resourceVersion=0&timeoutSeconds=1`);
	t.like(json(watched), {type: 'ADDED', object: {spec: {converted: 'example.com/v2'}}});
	t.true(paths.every((line) => line === 'POST /convert?timeout=30s') && paths.length > 0);
	world.pace.end();
	server.closeAllConnections();
	server.close();
	replays(t, world);
});

test('a Service of type ExternalName names a server beyond the simulation', async (t) => {
	const world = await open(t, {scenario: calling()});
	const {url, caBundle, paths} = await webhookServer(t, () => ({allowed: true}), 'hooks.default.svc');
	await send(world, 'POST /api/v1/namespaces/default/services', {
		headers: asJSON,
		body: JSON.stringify({
			apiVersion: 'v1',
			kind: 'Service',
			metadata: {name: 'hooks'},
			spec: {type: 'ExternalName', externalName: 'localhost'},
		}),
	});
	const service = {namespace: 'default', name: 'hooks', port: Number(new URL(url).port), path: '/check'};
	await register(world, 'Validating', {service, caBundle});
	t.is((await create(world, 'a')).status, 201);
	t.deepEqual(paths, ['POST /check?timeout=30s']);
});

/** A server behind this one, until the test ends: it serves resources of other.example.com to the apiserver. */
const thingServer = async (t: ExecutionContext, proxyAuthority: string) => {
	const asked: Array<readonly [line: string, user: unknown, groups: unknown, body: string]> = [];
	const watches: ServerResponse[] = [];
	const thing = (name: string) => ({apiVersion: 'other.example.com/v1', kind: 'Thing', metadata: {name}});
	const respond: RequestListener = (message, response) => {
		let text = '';
		message.on('data', (data: Buffer) => {
			text += data.toString();
		});
		message.on('end', () => {
			const {method, url = '', headers} = message;
			asked.push([`${method} ${url}`, headers['x-remote-user'], headers['x-remote-group'], text]);
			response.setHeader('content-type', 'application/json');
			if (url.includes('watch=1')) {
				response.write(`${JSON.stringify({type: 'ADDED', object: thing('first')})}\n`);
				watches.push(response);
			} else if (url === '/apis/other.example.com/v1') {
				response.end(
					JSON.stringify({
						kind: 'APIResourceList',
						groupVersion: 'other.example.com/v1',
						resources: [
							{name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get', 'list']},
						],
					}),
				);
			} else if (method === 'POST') {
				response.statusCode = 201;
				response.end(text);
			} else {
				response.end(JSON.stringify({...thing(''), kind: 'ThingList', metadata: {}, items: [thing('first')]}));
			}
		});
	};
	const asClient = {name: 'other.default.svc', ca: proxyAuthority, requestCert: true};
	return {asked, watches, ...(await httpsServer(t, respond, asClient))};
};

test('requests for an APIService go on to its server, with the name of who asks; a replay needs no server', async (t) => {
	const world = await open(t, {scenario: calling()});
	const {port, caBundle, asked, watches, server} = await thingServer(t, world.authority.certificate);
	const post = async (path: string, body: object) =>
		send(world, `POST ${path}`, {headers: asJSON, body: JSON.stringify(body)});
	await post('/api/v1/namespaces/default/services', {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: {name: 'other'},
		spec: {type: 'ExternalName', externalName: 'localhost'},
	});
	const apiService = '/apis/apiregistration.k8s.io/v1/apiservices';
	const spec = {
		group: 'other.example.com',
		version: 'v1',
		groupPriorityMinimum: 10,
		versionPriority: 10,
		caBundle,
		service: {namespace: 'default', name: 'other', port},
	};
	const created = await post(apiService, {
		apiVersion: 'apiregistration.k8s.io/v1',
		kind: 'APIService',
		metadata: {name: 'v1.other.example.com'},
		spec,
	});
	t.is(created.status, 201);
	const condition = () =>
		world.recording.kernel.ledger.read<APIService>('/registry/apiregistration.k8s.io/apiservices/v1.other.example.com')
			?.status?.conditions?.[0];
	await until(() => condition()?.reason === 'Passed', {shown: () => condition()?.message ?? ''});
	t.like(condition(), {type: 'Available', status: 'True', message: 'all checks passed'});
	t.deepEqual(asked[0], ['GET /apis/other.example.com/v1', 'system:kube-aggregator', 'system:masters', '']);
	const aggregated = await send(world, 'GET /apis', {
		headers: {accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'},
	});
	t.like(
		json(aggregated).items.find(({metadata}: {metadata: {name: string}}) => metadata.name === 'other.example.com'),
		{versions: [{version: 'v1', freshness: 'Current', resources: [{resource: 'things', scope: 'Namespaced'}]}]},
	);
	const things = '/apis/other.example.com/v1/namespaces/default/things';
	t.like(json(await send(world, `GET ${things}?labelSelector=a%3Db`, {token: 'hers'})), {
		status: 'Failure',
		reason: 'Forbidden',
	});
	const count = asked.length;
	t.like(json(await send(world, `GET ${things}?labelSelector=a%3Db`)), {kind: 'ThingList'});
	// The aggregator checks its server in between.
	const passedOn = asked.slice(count).find(([line]) => line === `GET ${things}?labelSelector=a%3Db`);
	t.is(passedOn?.[1], 'admin');
	t.regex(String(passedOn?.[2]), /system:masters, system:authenticated/);
	const made = await post(things, {kind: 'Thing', metadata: {name: 'new'}});
	t.is(made.status, 201);
	t.like(json(made), {metadata: {name: 'new'}});
	const lines: string[] = [];
	const watching = send(world, `GET ${things}?watch=1`, {}, (text) => {
		lines.push(text);
	});
	await until(() => lines.join('').includes('first'));
	watches[0]?.end(`${JSON.stringify({type: 'DELETED', object: {kind: 'Thing', metadata: {name: 'first'}}})}\n`);
	await watching;
	t.deepEqual(lines.join('').match(/ADDED|DELETED/g), ['ADDED', 'DELETED']);
	server.closeAllConnections();
	server.close();
	t.regex(
		(await send(world, `GET ${things}`)).body.toString(),
		/^error trying to reach service: dial tcp .*refused\n$/,
	);
	t.deepEqual(world.failures, []);
	replays(t, world);
});
