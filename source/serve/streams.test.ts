import {createHash} from 'node:crypto';
import {request as httpsRequest} from 'node:https';
import type {Duplex} from 'node:stream';
import {createDeflate} from 'node:zlib';
import test from 'ava';
import {WebSocket} from 'ws';
import {nestedField} from '../objects/unstructured.js';
import {open, scenarioWith, send} from '../testing/https-client.js';
import {until} from '../testing/until.js';
import type {Limits} from './limits.js';
import {compressed, dictionary, frameBytes, framesIn, frameTypes} from './spdy-frames.js';

type World = Awaited<ReturnType<typeof open>>;

const pod = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"containers":[
	{"name":"main","image":"busybox:1.36","command":["sh","-c","echo started; printf ok > index.html; httpd -f -p 8080"]}]}}`;
const podPath = '/api/v1/namespaces/default/pods';

/** A Pod whose container has standard input and runs the image's own program, a shell. */
const interactive = (tty: boolean): string =>
	`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"restartPolicy":"Never","containers":[
	{"name":"main","image":"busybox:1.36","stdin":true,"stdinOnce":true,"tty":${tty}}]}}`;

/** A cluster of one node on which a Pod runs. */
const withPod = async (t: Parameters<typeof open>[0], body = pod, limits: Partial<Limits> = {}): Promise<World> => {
	const scenario = scenarioWith({nodes: [{name: 'node-a'}], latencies: {'kubelet.pull': 10}});
	const world = await open(t, {scenario, limits});
	await send(world, `POST ${podPath}`, {headers: {'content-type': 'application/json'}, body});
	const running = () => {
		const found = world.recording.kernel.ledger.read<{status?: {phase?: string}}>('/registry/pods/default/web');
		return found?.status?.phase === 'Running' && world.recording.resting;
	};
	await until(running);
	return world;
};

interface Spoken {
	readonly protocol: string;
	readonly channels: Readonly<Record<number, string>>;
	readonly code: number;
}

/** The messages of a WebSocket until the server closes it. */
const talk = async (
	{server, authority}: World,
	path: string,
	protocols: string[],
	messages: readonly Buffer[] = [],
	enough: (channels: Readonly<Record<number, string>>) => boolean = () => false,
): Promise<Spoken> =>
	new Promise((resolve, reject) => {
		const socket = new WebSocket(`${server}${path}`.replace(/^https/, 'wss'), protocols, {
			ca: authority.certificate,
			headers: {authorization: 'Bearer secret'},
		});
		const channels: Record<number, string> = {};
		socket.on('open', () => {
			for (const message of messages) {
				socket.send(message);
			}
		});
		socket.on('message', (data: Buffer) => {
			channels[data[0]!] = (channels[data[0]!] ?? '') + data.subarray(1).toString('latin1');
			if (enough(channels)) {
				socket.close();
			}
		});
		socket.on('close', (code) => {
			resolve({protocol: socket.protocol, channels, code});
		});
		socket.on('error', reject);
	});

const line = (channel: number, text: string) => Buffer.concat([Buffer.from([channel]), Buffer.from(text)]);

test('exec over a WebSocket: output on channel 1, the end on channel 3, v5 before v4', async (t) => {
	const world = await withPod(t);
	const exec = `${podPath}/web/exec?stdout=true&stderr=true&command=sh&command=-c&command=`;
	const {protocol, channels, code} = await talk(world, `${exec}echo+hello%3B+exit+3`, [
		'v4.channel.k8s.io',
		'v5.channel.k8s.io',
	]);
	t.is(protocol, 'v5.channel.k8s.io');
	t.is(channels[1], 'hello\n');
	t.is(code, 1000);
	t.deepEqual(JSON.parse(channels[3] ?? '').details, {causes: [{reason: 'ExitCode', message: '3'}]});
	const success = await talk(world, `${exec}true`, ['v4.channel.k8s.io']);
	t.is(success.protocol, 'v4.channel.k8s.io');
	t.deepEqual(JSON.parse(success.channels[3] ?? ''), {metadata: {}, status: 'Success'});
	t.is(world.face.clients.open, 0);
});

test('a shell with a terminal prompts, echoes, runs line by line and ends on exit', async (t) => {
	const world = await withPod(t);
	const shell = `${podPath}/web/exec?stdin=true&stdout=true&tty=true&command=sh`;
	const {channels} = await talk(
		world,
		shell,
		['v5.channel.k8s.io'],
		[line(0, 'X=1x\u007F\r'), line(0, 'echo a$X\r'), line(0, 'exit 4\r')],
	);
	t.is(channels[1], '/ # X=1x\b \b\r\n/ # echo a$X\r\na1\r\n/ # exit 4\r\n'.replace('/ # X', '/ # X'));
	t.is(JSON.parse(channels[3] ?? '').details.causes[0].message, '4');
});

test('what is typed into an attached terminal reaches the first process; Ctrl-C ends what it waits for, its end the session', async (t) => {
	const world = await withPod(t, interactive(true));
	const {channels, code} = await talk(
		world,
		`${podPath}/web/attach?stdin=true&stdout=true&tty=true`,
		['v5.channel.k8s.io'],
		[line(0, 'sleep 100\r'), line(0, '\u0003'), line(0, 'echo $HOSTNAME\r'), line(0, 'exit 4\r')],
	);
	t.regex(channels[1] ?? '', /sleep 100\r\n/);
	t.regex(channels[1] ?? '', /\^C\r\n\/ # /);
	t.regex(channels[1] ?? '', /\r\nweb\r\n\/ # /);
	// The status of the Pod says how the process ended.
	t.is(JSON.parse(channels[3] ?? '').status, 'Success');
	t.is(code, 1000);
	await until(() => world.recording.resting);
	const found = world.recording.kernel.ledger.read('/registry/pods/default/web');
	t.is(nestedField(found, 'status', 'containerStatuses', 0, 'state', 'terminated', 'exitCode'), 4);
});

test('a terminal of a container has a name, a size that follows its client, and a shell with earlier lines', async (t) => {
	const world = await withPod(t);
	const shell = `${podPath}/web/exec?stdin=true&stdout=true&tty=true&command=sh`;
	const {channels} = await talk(
		world,
		shell,
		['v5.channel.k8s.io'],
		[
			line(4, '{"Width":97,"Height":33}'),
			line(0, 'tty; echo $TERM; stty size; ls /dev/pts; test -t 1 && echo yes\r'),
			line(0, '\u001B[A\u001B[D\u001B[DY\u0005\u0017\u0015read x; echo "got\r$x"\r'),
			line(0, 'typ\u007F\u007Fold\r'),
			line(0, 'cat\r'),
			line(0, 'a\r'),
			line(0, '\u0004'),
			line(0, 'exit\r'),
		],
	);
	const text = channels[1] ?? '';
	t.regex(text, /\r\n\/dev\/pts\/0\r\nxterm\r\n33 97\r\n0\r\nptmx\r\nyes\r\n/);
	t.regex(text, /echo "got\r\n> \$x"\r\n/);
	t.regex(text, /\r\ngot\r\ntold\r\n/);
	t.regex(text, /cat\r\na\r\na\r\n\/ # exit\r\n$/);
	t.is(JSON.parse(channels[3] ?? '').status, 'Success');
	const without = await talk(world, `${podPath}/web/exec?stdout=true&command=tty`, ['v5.channel.k8s.io']);
	t.is(without.channels[1], 'not a tty\n');
});

test('a shell without a terminal runs what an attached client sends, at the end of that', async (t) => {
	const world = await withPod(t, interactive(false));
	const {channels} = await talk(
		world,
		`${podPath}/web/attach?stdin=true&stdout=true`,
		['v5.channel.k8s.io'],
		[line(0, 'echo one\n'), line(0, 'echo two\n'), Buffer.from([255, 0])],
	);
	t.is(channels[1], 'one\ntwo\n');
});

test('a client of a stream that does not read is hung up on when too much waits for it, and its place is free again', async (t) => {
	const world = await withPod(t, pod, {waitingBytes: 1024 * 1024});
	const socket = new WebSocket(
		`${world.server}${podPath}/web/exec?stdin=true&stdout=true&command=cat`.replace(/^https/, 'wss'),
		['v5.channel.k8s.io'],
		{ca: world.authority.certificate, headers: {authorization: 'Bearer secret'}},
	);
	let isClosed = false;
	socket.on('close', () => {
		isClosed = true;
	});
	socket.on('error', () => {});
	await new Promise<void>((resolve) => {
		socket.once('open', () => {
			resolve();
		});
	});
	socket.pause();
	const part = line(0, `${'x'.repeat(99_999)}\n`);
	for (let count = 0; count < 200; count++) {
		socket.send(part);
	}

	await until(() => world.face.clients.open === 0);
	socket.resume();
	await until(() => isClosed);
	t.is((await send(world, 'GET /version')).status, 200);
});

test('a shell that another command starts at a terminal prompts too', async (t) => {
	const world = await withPod(t);
	const {channels} = await talk(
		world,
		`${podPath}/web/exec?stdin=true&stdout=true&tty=true&command=sh&command=-c&command=exec+sh`,
		['v5.channel.k8s.io'],
		[line(0, 'echo a\r'), line(0, 'exit 4\r')],
	);
	t.is(channels[1], '/ # echo a\r\na\r\n/ # exit 4\r\n');
	t.is(JSON.parse(channels[3] ?? '').details.causes[0].message, '4');
});

test('bytes that are no text go through a container unchanged: to a program and back, into an archive and out of it', async (t) => {
	const world = await withPod(t);
	const bytes = Buffer.from(Array.from({length: 700}, (_, index) => (index * 7 + (index >> 3)) % 256));
	const run = async (script: string) => {
		const exec = `${podPath}/web/exec?stdin=true&stdout=true&command=sh&command=-c&command=${encodeURIComponent(script)}`;
		const parts = [bytes.subarray(0, 100), bytes.subarray(100)];
		const messages = [...parts.map((part) => Buffer.concat([Buffer.from([0]), part])), Buffer.from([255, 0])];
		const {channels} = await talk(world, exec, ['v5.channel.k8s.io'], messages);
		return Buffer.from(channels[1] ?? '', 'latin1');
	};

	t.deepEqual(await run('cat'), bytes);
	t.deepEqual(await run('cat > a; tar cf b.tar a; rm a; tar xf b.tar; cat a'), bytes);
	t.is(
		(await run('cat > a; wc -c < a; md5sum < a; head -c 9 a | wc -c')).toString(),
		`700\n${createHash('md5').update(bytes).digest('hex')}  -\n9\n`,
	);
});

test('a program without a terminal gets its input as it arrives, not at its end', async (t) => {
	const world = await withPod(t);
	const {channels} = await talk(
		world,
		`${podPath}/web/exec?stdin=true&stdout=true&command=cat`,
		['v5.channel.k8s.io'],
		[line(0, 'a\nb')],
		({1: output}) => output === 'a\nb',
	);
	t.is(channels[1], 'a\nb');
	const read = `${podPath}/web/exec?stdin=true&stdout=true&command=sh&command=-c&command=`;
	const rest = await talk(
		world,
		`${read}${encodeURIComponent('head -c 2; echo; read x; echo "[$x]"; cat')}`,
		['v5.channel.k8s.io'],
		[line(0, 'abcd\nef'), Buffer.from([255, 0])],
	);
	t.is(rest.channels[1], 'ab\n[cd]\nef');
});

test('what may not be opened is refused before the connection is upgraded', async (t) => {
	const world = await withPod(t);
	const refusal = async (path: string) => t.throwsAsync(talk(world, path, ['v5.channel.k8s.io']));
	t.regex((await refusal(`${podPath}/nobody/exec?command=ls`))!.message, /404/);
	t.regex((await refusal(`${podPath}/web/exec?command=ls&container=other`))!.message, /400/);
	const plain = await send(world, `POST ${podPath}/web/exec?command=ls`);
	t.is(plain.status, 400);
	t.is((JSON.parse(plain.body.toString()) as {message: string}).message, 'Upgrade request required');
});

test('port-forward over a WebSocket: each channel begins with its port, then what listens there answers', async (t) => {
	const world = await withPod(t);
	const get = line(0, 'GET / HTTP/1.1\r\nHost: web\r\n\r\n');
	const {channels} = await talk(
		world,
		`${podPath}/web/portforward?ports=8080`,
		['v4.channel.k8s.io'],
		[get],
		({0: data = ''}) => data.includes('ok'),
	);
	t.is(channels[0]!.slice(0, 2), '\u0090\u001F');
	t.regex(channels[0]!, /HTTP\/1.1 200 OK\r\n.*\r\n\r\nok$/s);
	const again = await talk(
		world,
		`${podPath}/web/portforward?ports=8080`,
		['v4.channel.k8s.io'],
		[get, line(0, 'HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n'), get],
		({0: data = ''}) => data.includes('close\r\n\r\n'),
	);
	const [first = '', second = '', third = ''] = (again.channels[0] ?? '').split(/(?=HTTP\/1.1 200)/).slice(1);
	t.regex(first, /\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n.*\r\nConnection: keep-alive\r\n\r\nok$/s);
	t.regex(second, /\r\nContent-Length: 2\r\n.*Connection: close\r\n\r\n$/s);
	t.is(third, '', 'nothing is answered after that');
	const closed = await talk(
		world,
		`${podPath}/web/portforward?ports=9`,
		['v4.channel.k8s.io'],
		[],
		({1: error = ''}) => error.length > 2,
	);
	t.regex(closed.channels[1] ?? '', /connect: connection refused/);
});

/** A SPDY stream is opened, and its answer until its end is returned by stream. */
const spdyExec = async (
	{server, authority}: World,
	path: string,
	forward?: {readonly port: string; readonly data: string},
): Promise<Readonly<Record<number, string>>> => {
	const socket = await new Promise<Duplex>((resolve, reject) => {
		const outgoing = httpsRequest(new URL(path, server), {
			method: 'POST',
			ca: authority.certificate,
			headers: {
				authorization: 'Bearer secret',
				connection: 'Upgrade',
				upgrade: 'SPDY/3.1',
				'x-stream-protocol-version': 'v4.channel.k8s.io',
			},
		});
		outgoing.on('upgrade', (response, stream) => {
			t_protocol = response.headers['x-stream-protocol-version'] as string;
			resolve(stream);
		});
		outgoing.on('error', reject);
		outgoing.end();
	});
	const deflate = createDeflate({dictionary});
	for (const [index, type] of ['error', forward ? 'data' : 'stdout'].entries()) {
		const text = (value: string) => {
			const length = Buffer.alloc(4);
			length.writeUInt32BE(value.length);
			return Buffer.concat([length, Buffer.from(value)]);
		};

		const headers = [
			['streamtype', type],
			...(forward
				? [
						['port', forward.port],
						['requestid', '0'],
					]
				: []),
		];
		const block = await compressed(
			deflate,
			Buffer.concat([Buffer.from([0, 0, 0, headers.length]), ...headers.flat().map((word) => text(word))]),
		);
		const head = Buffer.alloc(10);
		head.writeUInt32BE(index * 2 + 1);
		socket.write(frameBytes({type: frameTypes.synStream, flags: 0, payload: Buffer.concat([head, block])}));
	}

	if (forward) {
		socket.write(frameBytes({stream: 3, flags: 0, payload: Buffer.from(forward.data)}));
	}

	const said: Record<number, string> = {};
	const ended = new Set<number>();
	let received = Buffer.alloc(0);
	for await (const chunk of socket as AsyncIterable<Buffer>) {
		const {frames, rest} = framesIn(Buffer.concat([received, chunk]));
		received = Buffer.from(rest);
		for (const frame of frames) {
			if ('stream' in frame) {
				said[frame.stream] = (said[frame.stream] ?? '') + frame.payload.toString();
				if (frame.flags & 1) {
					ended.add(frame.stream);
				}
			}
		}

		if (forward && ended.size === 2) {
			socket.destroy();
			break;
		}
	}

	return said;
};

let t_protocol = '';

test('exec over SPDY, as kubectl before 1.31 speaks it', async (t) => {
	const world = await withPod(t);
	const said = await spdyExec(world, `${podPath}/web/exec?stdout=true&command=echo&command=hi`);
	t.is(t_protocol, 'v4.channel.k8s.io');
	t.deepEqual(said, {1: '{"metadata":{},"status":"Success"}', 3: 'hi\n'});
});

test('port-forward over SPDY: both streams of a connection end when its server closes it, so that kubectl closes its own', async (t) => {
	const world = await withPod(t);
	const said = await spdyExec(world, `${podPath}/web/portforward`, {
		port: '8080',
		data: 'GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n',
	});
	t.is(said[1], '');
	t.regex(said[3] ?? '', /Connection: close\r\n\r\nok$/);
});

test('a log that is followed goes on until its container ends', async (t) => {
	const world = await withPod(t);
	const body = pod
		.replace('"web"', '"job"')
		.replace('httpd -f -p 8080', 'sleep 2; echo done')
		.replace('"spec":{', '"spec":{"restartPolicy":"Never",');
	await send(world, `POST ${podPath}`, {headers: {'content-type': 'application/json'}, body});
	const {ledger} = world.recording.kernel;
	const phase = () => ledger.read<{status?: {phase?: string}}>('/registry/pods/default/job')?.status?.phase ?? '';
	await until(() => ['Running', 'Succeeded'].includes(phase()));
	const log = await send(world, `GET ${podPath}/job/log?follow=true`);
	t.is(log.body.toString(), 'started\ndone\n');
	t.is((await send(world, `GET ${podPath}/job/log?previous=true`)).status, 400);
});

test('the proxy of a Pod and of a Service takes any method, passes the query on, and leads its client through itself', async (t) => {
	const netexec =
		'{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","labels":{"app":"ag"}},"spec":{"containers":[{"name":"main","image":"registry.k8s.io/e2e-test-images/agnhost:2.53","args":["netexec"]}]}}';
	const world = await withPod(t, netexec);
	await send(world, 'POST /api/v1/namespaces/default/services', {
		headers: {'content-type': 'application/json'},
		body: JSON.stringify({
			metadata: {name: 'ag'},
			spec: {selector: {app: 'ag'}, ports: [{port: 80, targetPort: 8080}]},
		}),
	});
	const service = '/api/v1/namespaces/default/services/ag:80/proxy';
	const echo = async (): Promise<string> => (await send(world, `GET ${service}/echo?msg=hi`)).body.toString();
	await until(() => world.recording.kernel.ledger.read('/registry/services/endpoints/default/ag') !== undefined);
	for (let tries = 0; tries < 100 && (await echo()) !== 'hi'; tries++) {
		// Its endpoints are still on their way.
	}

	t.is(await echo(), 'hi');
	for (const base of [service, `${podPath}/web:8080/proxy`]) {
		for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
			const answer = await send(world, `${method} ${base}/echo?msg=a%20b&code=418`);
			t.is(answer.status, 418, `${method} ${base}`);
			t.is(answer.body.toString(), 'a b');
		}

		const head = await send(world, `HEAD ${base}/echo?msg=a`);
		t.is(head.status, 200);
		t.is(head.body.length, 0);
		for (const [given, seen] of [
			['/hostname', `${base}/hostname`],
			['/a/?b=c', `${base}/a/?b=c`],
			['https://example.com/a', 'https://example.com/a'],
			['hostname', 'hostname'],
			[`http://${new URL(world.server).host}/a`, `${world.server}${base}/a`],
		] as const) {
			const led = await send(world, `GET ${base}/redirect?location=${encodeURIComponent(given)}`);
			t.is(led.status, 302);
			t.is(led.headers['location'], seen);
		}

		t.is((await send(world, `OPTIONS ${base}/echo?msg=a`)).body.toString(), 'a');
		const asked = await send(world, `GET ${base}/header?key=X-Forwarded-Uri`);
		t.is(asked.body.toString(), `${base}/header`);
		t.truthy(asked.headers['date']);
		const secure = base.replace(/(ag:80|web:8080)/, 'https:$1');
		const mistaken = await send(world, `GET ${secure}/echo?msg=a`);
		t.is(mistaken.status, 503);
		t.regex(mistaken.body.toString(), /error trying to reach service: http: server gave HTTP response to HTTPS client/);
		const bare = await send(world, `GET ${base}?msg=a`);
		t.is(bare.status, 301);
		t.is(bare.headers['location'], `${base}/?msg=a`);
	}
});

test('nginx names itself and its version in its answers', async (t) => {
	const nginx =
		'{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"containers":[{"name":"main","image":"nginx:1.27"}]}}';
	const world = await withPod(t, nginx);
	const {channels} = await talk(
		world,
		`${podPath}/web/portforward?ports=80`,
		['v4.channel.k8s.io'],
		[line(0, 'GET / HTTP/1.0\r\n\r\n')],
		({0: data = ''}) => data.includes('</html>'),
	);
	t.regex(channels[0] ?? '', /\r\nServer: nginx\/1\.27\r\nDate: /);
	const proxied = await send(world, `GET ${podPath}/web/proxy/`);
	t.is(proxied.headers['server'], 'nginx/1.27');
	t.is(proxied.headers['content-type'], 'text/html');
	const wrong = await talk(
		world,
		`${podPath}/web/portforward?ports=80`,
		['v4.channel.k8s.io'],
		[line(0, 'hello\r\n\r\n')],
		({0: data = ''}) => data.includes('400'),
	);
	t.regex(wrong.channels[0] ?? '', /^\0?.*HTTP\/1\.1 400 Bad Request\r\n[^]*Connection: close/s);
	const shown = await talk(
		world,
		`${podPath}/web/exec?command=curl&command=-sI&command=localhost&stdout=1`,
		['v5.channel.k8s.io'],
		[],
		({3: end = ''}) => end !== '',
	);
	t.regex(
		shown.channels[1] ?? '',
		/^HTTP\/1\.1 200 OK\r\nServer: nginx\/1\.27\r\nDate: [^]*\r\nConnection: keep-alive\r\n\r\n$/,
	);
});
