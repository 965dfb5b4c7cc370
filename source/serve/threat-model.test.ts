import {once} from 'node:events';
import fs from 'node:fs';
import type {RequestListener} from 'node:http';
import {syncBuiltinESMExports} from 'node:module';
import path from 'node:path';
import {connect as connectSecurely} from 'node:tls';
import test, {type ExecutionContext} from 'ava';
import {json, open, scenarioWith, send} from '../testing/https-client.js';
import {httpsServer} from '../testing/https-server.js';
import {until} from '../testing/until.js';
import {temporaryFolder} from '../testing/temporary-folder.js';

// Lines of README.md beside this file that no other test is about.

const asJSON = {'content-type': 'application/json'};
const configMaps = '/api/v1/namespaces/default/configmaps';

/** The answers for a client without credentials. */
const anonymously = {token: ''};

test('who has no credentials reads health and version, and nothing else', async (t) => {
	const world = await open(t);
	for (const [path, status] of [
		['/version', 200],
		['/livez', 200],
		['/readyz', 200],
		['/healthz', 200],
		['/api', 403],
		['/openapi/v2', 403],
		['/metrics', 403],
		[configMaps, 403],
	] as const) {
		// eslint-disable-next-line no-await-in-loop
		t.is((await send(world, `GET ${path}`, anonymously)).status, status, path);
	}
});

test('the head of a request has few parameters and headers, before it is known who asks', async (t) => {
	const world = await open(t);
	const parameters = (count: number): string => `/version?${Array.from({length: count}, () => 'a=1').join('&')}`;
	t.is((await send(world, `GET ${parameters(10_000)}`, anonymously)).status, 200);
	t.is((await send(world, `GET ${parameters(10_001)}`, anonymously)).status, 400);
	t.is((await send(world, `GET ${parameters(40_000)}`)).status, 400);
	const headed = (count: number) =>
		send(world, 'GET /version', {
			...anonymously,
			// Beside host and connection.
			headers: Object.fromEntries(Array.from({length: count - 2}, (_, index) => [`x-${index}`, '1'])),
		});
	t.is((await headed(1000)).status, 200);
	t.is((await headed(1001)).status, 431);
	t.is((await headed(5000)).status, 431);
	t.is((await send(world, `GET ${configMaps}?limit=1&limit=2`)).status, 200, 'the first value counts');
});

/** Records the first argument of every call of node:fs until the test ends. */
const watchFiles = (t: ExecutionContext, told: (name: string) => void): void => {
	const watched = (functions: object): (() => void) => {
		const own = Object.entries(functions).filter(([name, value]) => /^[a-z]/.test(name) && typeof value === 'function');
		Object.assign(
			functions,
			Object.fromEntries(
				own.map(([name, value]) => [
					name,
					Object.assign(function (this: unknown, ...given: unknown[]): unknown {
						told(String(given[0]));
						return Reflect.apply(value, this, given);
					}, value),
				]),
			),
		);
		return () => {
			Object.assign(functions, Object.fromEntries(own));
		};
	};

	const restore = [watched(fs), watched(fs.promises)];
	syncBuiltinESMExports();
	t.teardown(() => {
		for (const end of restore) {
			end();
		}

		syncBuiltinESMExports();
	});
};

test('no file is read or written for a client, wherever a request names one', async (t) => {
	const folder = temporaryFolder();
	const file = path.join(folder, 'canary');
	fs.writeFileSync(file, 'what no client reads');
	const world = await open(t, {scenario: scenarioWith({nodes: [{name: 'node-a'}]})});
	const touched: string[] = [];
	watchFiles(t, (name) => {
		if (name.includes(folder)) {
			touched.push(name);
		}
	});
	fs.existsSync(file);
	t.deepEqual(touched.splice(0), [file], 'it is seen when a file is looked at');

	const pods = '/api/v1/namespaces/default/pods';
	const encoded = encodeURIComponent(file);
	const hosted = {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {name: 'hosted'},
		spec: {
			nodeName: 'node-a',
			containers: [
				{
					name: 'main',
					image: 'busybox:1.36',
					command: ['cat', file],
					env: [{name: 'FILE', value: file}],
					volumeMounts: [{name: 'host', mountPath: file}],
				},
			],
			volumes: [{name: 'host', hostPath: {path: file, type: 'FileOrCreate'}}],
		},
	};
	const webhook = {
		apiVersion: 'admissionregistration.k8s.io/v1',
		kind: 'ValidatingWebhookConfiguration',
		metadata: {name: 'file'},
		webhooks: [
			{
				name: 'file.example.com',
				clientConfig: {url: `file://${file}`},
				sideEffects: 'None',
				admissionReviewVersions: ['v1'],
				rules: [{apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE']}],
			},
		],
	};
	const pv = {
		apiVersion: 'v1',
		kind: 'PersistentVolume',
		metadata: {name: 'local'},
		spec: {capacity: {storage: '1Gi'}, accessModes: ['ReadWriteOnce'], hostPath: {path: file}},
	};
	for (const [line, body] of [
		[`GET ${file}`],
		[`GET /${encoded}`],
		[`GET /static/../..${file}`],
		[`GET /logs/..%2f..${encoded}`],
		[`GET ${configMaps}/..%2f..%2f..${encoded}`],
		[`GET ${configMaps}?continue=${encoded}&labelSelector=${encoded}&fieldSelector=metadata.name=${encoded}`],
		[`GET /api/v1/nodes/node-a/proxy/logs/${encoded}`],
		[`POST ${pods}`, hosted],
		[`POST /api/v1/persistentvolumes`, pv],
		[`POST /apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations`, webhook],
		[`POST ${configMaps}`, {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {file: `@${file}`}}],
		[`GET ${pods}/hosted/log?container=main`],
		[`GET ${pods}/hosted/log?container=${encoded}`],
	] as const) {
		// eslint-disable-next-line no-await-in-loop
		const answer = await send(world, line, body ? {headers: asJSON, body: JSON.stringify(body)} : {});
		t.false(answer.body.toString().includes('what no client reads'), line);
		t.not(answer.status, 500, line);
		if (body === hosted) {
			t.is(answer.status, 201, answer.body.toString());
		}
	}

	// Its kubelet has processed it.
	await until(() => world.recording.kernel.ledger.keys('/registry/events/default/hosted.').length > 0);
	t.deepEqual(touched, []);
});

test('a head of more than 1 MiB is 431', async (t) => {
	const world = await open(t);
	const headers = {'x-long': 'x'.repeat(1024 * 1024)};
	t.is((await send(world, 'GET /version', {headers})).status, 431);
	t.is((await send(world, 'GET /version', {headers: {'x-long': 'x'.repeat(900 * 1024)}})).status, 200);
});

test('beyond the limit a watch, a followed log and a stream are 429 with Retry-After', async (t) => {
	const world = await open(t, {limits: {longRunning: 0}});
	const upgrade = {connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-protocol': 'v5.channel.k8s.io'};
	for (const [line, headers] of [
		[`GET ${configMaps}?watch=1`, {}],
		['GET /api/v1/namespaces/default/pods/web/log?follow=true', {}],
		['GET /api/v1/namespaces/default/pods/web/exec?command=ls', upgrade],
	] as const) {
		// eslint-disable-next-line no-await-in-loop
		const refused = await send(world, line, {headers});
		t.is(refused.status, 429, line);
		t.is(refused.headers['retry-after'], '1', line);
	}
});

test('a watcher that does not read is hung up on when too much waits for it; others go on', async (t) => {
	const world = await open(t, {limits: {watchBytes: 1024 * 1024}});
	const body = JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'big'}});
	t.is((await send(world, `POST ${configMaps}`, {headers: asJSON, body})).status, 201);
	const {port} = new URL(world.server);
	const ca = world.authority.certificate;
	const socket = connectSecurely({port: Number(port), host: '127.0.0.1', ca});
	socket.on('error', () => {});
	socket.write(`GET ${configMaps}?watch=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer secret\r\n\r\n`);
	await once(socket, 'data');
	socket.pause();
	const headers = {'content-type': 'application/merge-patch+json'};
	const times = 40;
	for (let count = 0; count < times; count++) {
		const patch = JSON.stringify({data: {x: String(count).padEnd(500_000, 'x')}});
		// eslint-disable-next-line no-await-in-loop
		t.is((await send(world, `PATCH ${configMaps}/big`, {headers, body: patch})).status, 200);
	}

	let text = '';
	let isClosed = false;
	socket.on('data', (data: Buffer) => {
		text += data.toString();
	});
	socket.on('close', () => {
		isClosed = true;
	});
	socket.resume();
	await until(() => isClosed);
	t.true(text.split('"MODIFIED"').length <= times);
	t.false(text.endsWith('0\r\n\r\n'));
});

test('what a watch begins with does not make its client a slow one', async (t) => {
	const world = await open(t, {limits: {watchBytes: 1024 * 1024}});
	const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
	for (const name of names) {
		const object = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, data: {x: 'x'.repeat(900_000)}};
		// eslint-disable-next-line no-await-in-loop
		t.is((await send(world, `POST ${configMaps}`, {headers: asJSON, body: JSON.stringify(object)})).status, 201);
	}

	const {port} = new URL(world.server);
	const ca = world.authority.certificate;
	const socket = connectSecurely({port: Number(port), host: '127.0.0.1', ca});
	socket.on('error', () => {});
	socket.write(
		`GET ${configMaps}?watch=1&resourceVersion=0 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer secret\r\n\r\n`,
	);
	await once(socket, 'data');
	socket.pause();
	const body = JSON.stringify({data: {y: 'last'}});
	const headers = {'content-type': 'application/merge-patch+json'};
	t.is((await send(world, `PATCH ${configMaps}/a`, {headers, body})).status, 200);
	let text = '';
	socket.on('data', (data: Buffer) => {
		text += data.toString();
	});
	socket.resume();
	await until(() => text.includes('"last"'));
	// The text does not have the part before the pause.
	t.true(text.split('"ADDED"').length >= names.length);
	socket.destroy();
});

test('the server closes whatever connections are open: idle ones, and one with a watch', async (t) => {
	const world = await open(t);
	const {port} = new URL(world.server);
	const ca = world.authority.certificate;
	const [idle, watching] = [1, 2].map(() => connectSecurely({port: Number(port), host: '127.0.0.1', ca}));
	watching?.write(`GET ${configMaps}?watch=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer secret\r\n\r\n`);
	await once(watching!, 'data');
	const closed = [idle, watching].map(async (socket) => socket && once(socket, 'close'));
	await world.face.close();
	t.is((await Promise.all(closed)).length, 2);
});

/** The registration of a webhook at a URL. */
const configurationFor = (url: string, caBundle?: string): object => ({
	apiVersion: 'admissionregistration.k8s.io/v1',
	kind: 'ValidatingWebhookConfiguration',
	metadata: {name: 'v'},
	webhooks: [
		{
			name: 'v.example.com',
			clientConfig: {url, caBundle},
			sideEffects: 'None',
			admissionReviewVersions: ['v1'],
			rules: [{operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps']}],
		},
	],
});

const webhooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

/** An HTTPS server that answers all alike, and the registration of a webhook that it answers. */
const registered = async (t: Parameters<typeof open>[0], answer: RequestListener) => {
	const world = await open(t, {scenario: {...scenarioWith(), callsServers: true}});
	const {port, caBundle} = await httpsServer(t, answer);
	const url = `https://localhost:${port}/hook`;
	await send(world, `POST ${webhooks}`, {headers: asJSON, body: JSON.stringify(configurationFor(url, caBundle))});
	return async () =>
		send(world, `POST ${configMaps}`, {
			headers: asJSON,
			body: JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}}),
		});
};

test('a webhook is called by HTTPS alone: no file, no plain HTTP such as that of metadata services', async (t) => {
	const world = await open(t, {scenario: {...scenarioWith(), callsServers: true}});
	for (const url of [
		'file:///etc/passwd',
		'http://169.254.169.254/latest/meta-data',
		'http://127.0.0.1:80/',
		'data:application/json,%7B%7D',
	]) {
		const {status, body} = await send(world, `POST ${webhooks}`, {
			headers: asJSON,
			body: JSON.stringify(configurationFor(url)),
		});
		t.is(status, 422, url);
		t.true(String(body).includes("'https' is the only allowed URL scheme"), url);
	}
});

test('a webhook gets no credentials, and where it sends the caller nobody goes', async (t) => {
	const asked: Array<readonly [url: string | undefined, credentials: unknown]> = [];
	const create = await registered(t, (message, response) => {
		asked.push([message.url, message.headers.authorization ?? message.headers.cookie]);
		message.resume();
		response.writeHead(307, {location: '/elsewhere'}).end();
	});
	const refused = await create();
	t.is(refused.status, 500);
	t.regex(json(refused)['message'], /^Internal error occurred: failed calling webhook "v\.example\.com"/);
	t.deepEqual(asked, [['/hook?timeout=10s', undefined]]);
});

test('of what a webhook answers no more than 16 MiB are read', async (t) => {
	let sent = 0;
	let isOver = false;
	const create = await registered(t, (message, response) => {
		message.resume();
		const more = (): void => {
			do {
				sent += 1024 * 1024;
			} while (response.writable && response.write(Buffer.alloc(1024 * 1024, 32)));
		};

		response.on('drain', more);
		response.on('close', () => {
			isOver = true;
		});
		more();
	});
	const refused = await create();
	t.is(refused.status, 500);
	await until(() => isOver);
	t.true(sent < 64 * 1024 * 1024, String(sent));
});

test('a head that never ends closes its connection without an answer', async (t) => {
	const world = await open(t, {limits: {headMs: 100}});
	const {port} = new URL(world.server);
	const socket = connectSecurely({port: Number(port), host: '127.0.0.1', ca: world.authority.certificate});
	let text = '';
	socket.on('data', (data: Buffer) => {
		text += data.toString();
	});
	// A connection that is closed with bytes unread is reset: `once` would reject.
	socket.on('error', () => {});
	socket.write('GET /version HTTP/1.1\r\nHost: a\r\n');
	await new Promise((resolve) => {
		socket.on('close', resolve);
	});
	t.is(text, '');
});

/** Each row of the tables of README.md, and the test that tries it: a file, and the beginning of its title. */
const tried: Readonly<Record<string, readonly [file: string, title: string]>> = {
	'client certificate': ['serve/server.test.ts', 'a bearer token, a client certificate or nothing says who asks'],
	'token of `--token-auth-file`': [
		'serve/server.test.ts',
		'a bearer token, a client certificate or nothing says who asks',
	],
	'token of a service account': ['commands/serve.test.ts', 'tokens of service accounts are signed with a secret'],
	connections: ['serve/connections.test.ts', 'a connection beyond the limit is closed at once'],
	'requests in progress': ['serve/server.test.ts', 'too many requests at once are 429'],
	'requests at once on an HTTP/2 connection': [
		'serve/multiplexed.test.ts',
		'one connection of HTTP/2 has as many watches as',
	],
	'watches, followed logs and streams': ['serve/threat-model.test.ts', 'beyond the limit a watch, a followed log'],
	'size of a body': ['serve/server.test.ts', '3 MiB is the limit of a body'],
	'size of the head of a request': ['serve/threat-model.test.ts', 'a head of more than 1 MiB is 431'],
	'headers of a request': ['serve/threat-model.test.ts', 'the head of a request has few parameters and headers'],
	'parameters in a query': ['serve/threat-model.test.ts', 'the head of a request has few parameters and headers'],
	'time until the head of a request has arrived': ['serve/threat-model.test.ts', 'a head that never ends'],
	'time until the whole request has arrived': [
		'serve/connections.test.ts',
		'a request whose body never ends is hung up on',
	],
	'idle time between requests': [
		'serve/connections.test.ts',
		'a connection beyond the limit is closed at once; an idle one',
	],
	'waiting events for a slow watcher': ['serve/threat-model.test.ts', 'a watcher that does not read is hung up on'],
	'other waiting data for a slow client': [
		'serve/streams.test.ts',
		'a client of a stream that does not read is hung up on',
	],
};

test('each row of the tables of the page has a test', (t) => {
	const source = path.join(import.meta.dirname, '../../source');
	const text = (file: string): string => fs.readFileSync(path.join(source, file), 'utf8');
	const rows = text('serve/README.md')
		.split('\n')
		.flatMap((line) => /^\| (.+?) +\|/.exec(line)?.[1] ?? [])
		.filter((cell) => !/^-+$/.test(cell) && cell !== 'credential' && cell !== 'limit');
	t.deepEqual(Object.keys(tried), rows);
	for (const [row, [file, title]] of Object.entries(tried)) {
		t.true(text(file).includes(`test('${title}`), row);
	}
});
