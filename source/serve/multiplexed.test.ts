import {randomBytes} from 'node:crypto';
import {connect, constants, type ClientHttp2Session} from 'node:http2';
import test, {type ExecutionContext} from 'ava';
import {open, send} from '../testing/https-client.js';
import {until} from '../testing/until.js';

type World = Awaited<ReturnType<typeof open>>;

const configMaps = '/api/v1/namespaces/default/configmaps';
const asJSON = {'content-type': 'application/json'};

/** One connection of HTTP/2, until the test ends. */
const connected = (t: ExecutionContext, {server, authority}: World): ClientHttp2Session => {
	const session = connect(server, {
		ca: authority.certificate,
		settings: {initialWindowSize: 4 * 1024 * 1024},
		maxSessionMemory: 1000,
	});
	session.on('error', () => {});
	t.teardown(() => {
		session.destroy();
	});
	return session;
};

interface Said {
	readonly status: unknown;
	readonly text: string;
}

/** Sends a request on the connection. @param onEnd receives the end of the answer so far. */
const ask = async (
	session: ClientHttp2Session,
	line: string,
	{headers = {}, body}: {headers?: Record<string, string>; body?: string} = {},
	onEnd: (text: string) => void = () => {},
): Promise<Said> =>
	new Promise((resolve, reject) => {
		const [method, path] = line.split(' ');
		const stream = session.request({
			':method': method,
			':path': path,
			authorization: 'Bearer secret',
			...headers,
		});
		let status: unknown;
		let text = '';
		stream.on('response', (head) => {
			status = head[constants.HTTP2_HEADER_STATUS];
		});
		stream.on('data', (data: Buffer) => {
			text += data.toString();
			onEnd(text.slice(-500));
		});
		stream.on('close', () => {
			resolve({status, text});
		});
		stream.on('error', reject);
		stream.end(body);
	});

test('HTTP/2 is spoken with who offers it: who asks, the answer, a refusal', async (t) => {
	const world = await open(t);
	const session = connected(t, world);
	const version = await ask(session, 'GET /version');
	t.is(session.alpnProtocol, 'h2');
	t.is(version.status, 200);
	t.regex(version.text, /"gitVersion": ?"v1\.36/);
	t.is((await ask(session, 'GET /api/v1/nodes', {headers: {authorization: 'Bearer wrong'}})).status, 401);
	t.is((await ask(session, 'GET /nowhere')).status, 404);
	t.is((await ask(session, 'HEAD /version')).text, '');
	t.is((await send(world, 'GET /version')).status, 200);
});

test('who asks over HTTP/2 is told by the certificate of the connection', async (t) => {
	const world = await open(t);
	const {certificate: cert, key} = world.authority.client({commonName: 'kim', organizations: ['system:masters']});
	const session = connect(world.server, {ca: world.authority.certificate, cert, key});
	t.teardown(() => {
		session.destroy();
	});
	const review = JSON.stringify({apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview'});
	const {text} = await ask(session, 'POST /apis/authentication.k8s.io/v1/selfsubjectreviews', {
		headers: {authorization: '', ...asJSON},
		body: review,
	});
	t.regex(text, /"username":"kim"/);
});

test('one connection of HTTP/2 has as many watches as its streams; each sees a change, and ends when its client leaves', async (t) => {
	const world = await open(t, {limits: {streams: 200}, speed: 1});
	const session = connected(t, world);
	const seeing = new Set<number>();
	// Their first messages together exceed Node.js's default limit for one connection.
	const before = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'b'}, data: {text: 'x'.repeat(200_000)}};
	await send(world, `POST ${configMaps}`, {headers: asJSON, body: JSON.stringify(before)});
	const watches = Array.from({length: 199}, async (_, index) =>
		ask(session, `GET ${configMaps}?watch=true`, {}, (end) => {
			if (end.includes('"name":"a"')) {
				seeing.add(index);
			}
		}),
	);
	const body = JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}});
	t.is((await ask(session, `POST ${configMaps}`, {headers: asJSON, body})).status, 201);
	await until(() => seeing.size === 199);
	t.is(world.face.clients.open, 199);
	session.destroy();
	await Promise.allSettled(watches);
	await until(() => world.face.clients.open === 0);
	t.deepEqual(world.failures, []);
});

test('large bodies come and go over HTTP/2, at once and one after the other', async (t) => {
	const world = await open(t);
	const session = connected(t, world);
	const text = randomBytes(45_000).toString('base64');
	const apply = async (name: string): Promise<Said> =>
		ask(session, `PATCH ${configMaps}/${name}?fieldManager=a`, {
			headers: {'content-type': 'application/apply-patch+yaml'},
			body: JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, data: {text}}),
		});
	for (let round = 0; round < 5; round++) {
		const said = await Promise.all(Array.from({length: 10}, async (_, index) => apply(`large-${index}`)));
		t.deepEqual(
			said.map(({status, text: answer}) => [status, answer.includes(text)]),
			Array.from({length: 10}, () => [round === 0 ? 201 : 200, true]),
		);
	}

	const list = await ask(session, `GET ${configMaps}`);
	t.is(list.text.split(text).length, 11);
});

test('a body beyond 3 MiB is refused over HTTP/2 too, and the connection goes on', async (t) => {
	const world = await open(t);
	const session = connected(t, world);
	const body = JSON.stringify({apiVersion: 'v1', kind: 'ConfigMap', data: {x: 'y'.repeat(4 * 1024 * 1024)}});
	t.is((await ask(session, `POST ${configMaps}`, {headers: asJSON, body})).status, 413);
	t.is((await ask(session, 'GET /version')).status, 200);
});

test('an idle connection of HTTP/2 is closed; one with a watch is not', async (t) => {
	const world = await open(t, {limits: {idleMs: 400}});
	const idle = connected(t, world);
	const closed = new Promise((resolve) => {
		idle.once('close', resolve);
	});
	const watching = connected(t, world);
	const watch = ask(watching, `GET ${configMaps}?watch=true&timeoutSeconds=3`);
	await ask(idle, 'GET /version');
	await closed;
	t.false(watching.destroyed);
	const {status, text} = await watch;
	t.is(status, 200);
	t.true(text.length > 0);
});

test('while kube-apiserver is down, connections break off and new ones are refused; once it is back, it answers new ones', async (t) => {
	const world = await open(t);
	const session = connected(t, world);
	t.is((await ask(session, `GET ${configMaps}`)).status, 200);
	world.pace.submit({fault: 'crash kube-apiserver'});
	const closed = new Promise((resolve) => {
		session.once('close', resolve);
	});
	t.is((await ask(session, `GET ${configMaps}`)).status, undefined);
	await closed;
	await t.throwsAsync(send(world, `GET ${configMaps}`), {code: 'ECONNREFUSED'});
	world.pace.submit({fault: 'restart kube-apiserver'});
	let status: unknown;
	for (let attempt = 0; attempt < 1000 && status !== 200; attempt++) {
		await new Promise((resolve) => {
			setTimeout(resolve, 1);
		});
		({status} = await ask(connected(t, world), `GET ${configMaps}`));
	}

	t.is(status, 200);
});
