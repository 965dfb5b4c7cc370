import {once} from 'node:events';
import {createServer} from 'node:https';
import {connect, type Socket} from 'node:net';
import {Duplex} from 'node:stream';
import {connect as connectSecurely} from 'node:tls';
import test from 'ava';
import {CertificateAuthority} from './certificates.js';
import {sendAnswer} from './http-answer.js';
import {open, send} from '../testing/https-client.js';

const portOf = (server: string): number => Number(new URL(server).port);

/** All data until the other end disconnects. */
const rest = async (socket: Socket): Promise<string> => {
	let text = '';
	socket.on('data', (data: Buffer) => {
		text += data.toString();
	});
	socket.on('error', () => {});
	return new Promise((resolve) => {
		socket.once('close', () => {
			resolve(text);
		});
	});
};

/** One end of a connection within the process; written data arrives at the other end at once. */
class End extends Duplex {
	other: End | undefined;

	/** @param slow whether a writer is notified late that its data was sent, as happens when the other end is fast. */
	constructor(readonly slow: boolean) {
		super();
	}

	override _read(): void {
		// Bytes are pushed.
	}

	override _write(chunk: Buffer, _encoding: string, done: () => void): void {
		this.other?.push(chunk);
		if (this.slow) {
			setTimeout(done, 5);
		} else {
			done();
		}
	}
}

test('the end of an answer never leaves while the connection is still full: the body that follows on it arrives', async (t) => {
	const large = 'x'.repeat(300_000);
	const authority = new CertificateAuthority();
	const {certificate, key} = authority.server(['localhost']);
	const server = createServer({cert: certificate, key}, (message, response) => {
		message.resume();
		message.on('end', () => {
			sendAnswer(response, {status: 200, headers: {}, body: `${large}!`});
		});
	});
	const [near, far] = [new End(false), new End(true)];
	near.other = far;
	far.other = near;
	server.emit('connection', far);
	const client = connectSecurely({socket: near, ca: authority.certificate, host: 'localhost'});
	const request = `PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: ${large.length}\r\n\r\n${large}`;
	let answers = '';
	let sent = 1;
	client.write(request);
	await new Promise<void>((resolve) => {
		client.on('data', (data: Buffer) => {
			answers += data.toString();
			if (answers.split('!').length > sent && sent < 4) {
				sent++;
				client.write(request);
			} else if (answers.split('!').length > 4) {
				resolve();
			}
		});
		server.on('clientError', () => {
			resolve();
		});
	});
	t.deepEqual(answers.match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('a connection that never says anything does not keep the server from closing', async (t) => {
	const world = await open(t);
	const silent = connect(portOf(world.server), '127.0.0.1');
	await once(silent, 'connect');
	const closed = rest(silent);
	await world.face.close();
	t.is(await closed, '');
});

test('a connection beyond the limit is closed at once; an idle one after its time; both without words', async (t) => {
	const world = await open(t, {limits: {connections: 1, idleMs: 100}});
	const first = connectSecurely({port: portOf(world.server), host: '127.0.0.1', ca: world.authority.certificate});
	await once(first, 'secureConnect');
	t.is(await rest(connect(portOf(world.server), '127.0.0.1')), '');
	first.write('GET /version HTTP/1.1\r\nHost: a\r\n\r\n');
	const said = await rest(first);
	t.is(said.split('HTTP/1.1 ').length, 2);
	t.regex(said, /^HTTP\/1.1 200 OK/);
});

test('a request whose body never ends is hung up on', async (t) => {
	const world = await open(t, {limits: {headMs: 100, requestMs: 100}});
	const socket = connectSecurely({port: portOf(world.server), host: '127.0.0.1', ca: world.authority.certificate});
	socket.write('POST /api/v1/namespaces HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
	t.is(await rest(socket), '');
});

test('the server answers plain HTTP on its HTTPS port in words, and closes on other bytes', async (t) => {
	const world = await open(t);
	const say = async (text: string): Promise<string> => {
		const socket = connect(portOf(world.server), '127.0.0.1');
		socket.write(text);
		return rest(socket);
	};

	const told = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';
	t.is(await say('GET /version HTTP/1.1\r\nHost: a\r\n\r\n'), told);
	t.is(await say('SSH-2.0-OpenSSH_9\r\n'), '');
	t.is((await send(world, 'GET /version')).status, 200);
});

for (const [what, written, answer, headMs] of [
	['nothing', '', '', 40],
	['half a head', 'GET /version HTTP/1.1\r\nHost: a\r\n', '', 40],
	['no request', 'nonsense\r\n\r\n', '400 Bad Request', undefined],
] as const) {
	test(`a connection on which a client says ${what} ends with ${answer || 'no words'}`, async (t) => {
		const world = await open(t, {limits: headMs === undefined ? {} : {headMs}});
		const socket = connectSecurely({port: portOf(world.server), host: '127.0.0.1', ca: world.authority.certificate});
		socket.write(written);
		const said = await rest(socket);
		t.is(said.split('\r\n\r\n')[1] ?? said, answer);
	});
}
