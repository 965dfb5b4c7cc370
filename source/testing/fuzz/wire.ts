import {connect} from 'node:tls';
import {Adapter} from '../../commands/dap/adapter.js';
import {FramingError, MessageReader} from '../../commands/dap/framing.js';
import {framesIn, HeaderBlocks} from '../../serve/spdy-frames.js';
import {startOf} from '../../serve/first-bytes.js';
import {serveCluster} from '../https-client.js';
import {complaintAbout, refusing, type Complaint, type Door, type Take} from './door.js';

/** The longest silence of a server, checked at intervals, since a shared process may pause for longer. */
const lookMs = 5000;
const looks = 12;

/** Sends bytes to a server, and reads its answer until it closes, or is silent. */
const answerTo = (port: number, bytes: Buffer): Promise<string> =>
	new Promise((resolve, reject) => {
		const socket = connect({port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1']});
		let answer = '';
		let looked = 0;
		const timer = setInterval(() => {
			if (++looked === looks) {
				clearInterval(timer);
				reject(new Error(`no answer in ${lookMs * looks} ms`));
				socket.destroy();
			}
		}, lookMs);
		const end = (): void => {
			clearInterval(timer);
			socket.destroy();
			resolve(answer);
		};
		socket.on('secureConnect', () => socket.end(bytes));
		socket.on('data', (chunk) => {
			answer += chunk.toString('latin1');
		});
		socket.on('close', end);
		socket.on('error', end);
	});

const raw = (): Take => {
	const served = serveCluster();
	const take = async (input: string): Promise<Complaint> => {
		const {server, failures} = await served;
		const answer = await answerTo(Number(new URL(server).port), Buffer.from(input, 'latin1'));
		return failures.length > 0
			? `fails: ${String(failures.splice(0)[0])}`
			: /^HTTP\/1.1 500/m.test(answer)
				? answer.slice(0, 500)
				: complaintAbout(answer, input);
	};
	return Object.assign(take, {close: async () => (await served).close()});
};

const adapter = (): ((input: string) => Complaint) => {
	const sent: string[] = [];
	const reader = {now: new MessageReader()};
	const speaker = new Adapter({
		send(message) {
			if ('success' in message && !message.success) {
				sent.push(JSON.stringify(message));
			}
		},
		later(work) {
			work();
		},
		// oxlint-disable-next-line no-empty-function
		end() {},
	});
	return (input) => {
		sent.length = 0;
		try {
			for (const message of reader.now.push(Buffer.from(input))) {
				speaker.take(message);
			}
		} catch (error) {
			if (!(error instanceof FramingError)) {
				throw error;
			}
		}

		reader.now = new MessageReader();
		return complaintAbout(sent.join('\n'), input);
	};
};

const message = (command: string, given: object = {}): string => {
	const text = JSON.stringify({seq: 1, type: 'request', command, arguments: given});
	return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

const bearer = 'Authorization: Bearer secret\r\n';

/** Doors of bytes from other programs. */
export const wire: Readonly<Record<string, Door>> = {
	http: {
		about: 'bytes on a connection to serve, inside TLS',
		usual: 10_000,
		corpus: [
			`GET /api/v1/nodes HTTP/1.1\r\nHost: a\r\n${bearer}Connection: close\r\n\r\n`,
			`POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: a\r\n${bearer}Content-Type: application/json\r\nContent-Length: 58\r\nConnection: close\r\n\r\n{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`,
			`POST /api/v1/namespaces HTTP/1.1\r\nHost: a\r\n${bearer}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
			`POST /api/v1/namespaces/default/pods/a/exec?command=sh HTTP/1.1\r\nHost: a\r\n${bearer}Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n`,
			`GET /api/v1/namespaces/default/pods/a/attach?stdin=true HTTP/1.1\r\nHost: a\r\n${bearer}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: v5.channel.k8s.io\r\n\r\n`,
			`GET /api/v1/pods?watch=true&timeoutSeconds=0 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer e30.e30.e30\r\nConnection: close\r\n\r\n`,
		],
		words: [
			'\r\n',
			' ',
			': ',
			'HTTP/1.1',
			'HTTP/2.0',
			'Content-Length: 5\r\n',
			'Transfer-Encoding: chunked\r\n',
			'Expect: 100-continue\r\n',
			'Connection: Upgrade\r\n',
			'Upgrade: h2c\r\n',
			'%',
			'?',
			'//',
			'\0',
			'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
			'*',
			'http://a/b',
		],
		open: raw,
	},
	dap: {
		about: 'messages of the Debug Adapter Protocol',
		usual: 30_000,
		corpus: [
			message('initialize', {adapterID: 'x', linesStartAt1: true}),
			message('launch', {program: 'nowhere.yaml', cluster: 'nowhere', noDebug: false}),
			message('setBreakpoints', {
				source: {path: 'web.yaml'},
				breakpoints: [{line: 3, condition: 'true', hitCondition: '2', logMessage: '{facts}'}],
			}),
			message('setFunctionBreakpoints', {breakpoints: [{name: 'scheduler.bind'}]}),
			message('setExceptionBreakpoints', {filters: ['failure'], filterOptions: [{filterId: 'x'}]}),
			message('stackTrace', {threadId: 1, startFrame: 0, levels: 5}),
			message('evaluate', {expression: 'object.metadata.name', frameId: 1, context: 'repl'}),
			message('variables', {variablesReference: 1, start: 0, count: 2}),
			message('dataBreakpointInfo', {variablesReference: 1, name: 'x'}),
			message('completions', {text: 'kub', column: 3}),
			message('goto', {threadId: 1, targetId: 5}),
			message('disconnect', {restart: false}),
		],
		words: [
			'Content-Length: ',
			'\r\n',
			'\r\n\r\n',
			'{',
			'}',
			'"',
			':',
			',',
			'"command":"threads"',
			'"arguments":{}',
			'"type":"request"',
			'1.5',
			'-1',
			'9007199254740993',
		],
		open: adapter,
	},
	spdy: {
		about: 'SPDY frames of exec, attach and port-forward; first bytes of a connection',
		usual: 40_000,
		corpus: [
			'\u0080\u0003\0\u0001\u0001\0\0\u000C\0\0\0\u0001\0\0\0\0\0\0x\u009C',
			'\0\0\0\u0001\0\0\0\u0003abc',
			'\u0080\u0003\0\u0006\0\0\0\u0004\0\0\0\u0001',
			'\u0016\u0003\u0001\0\u00A5\u0001',
		],
		words: [
			'\u0080\u0003',
			'\0',
			'\u00FF\u00FF\u00FF',
			'\u0001',
			'\u0003',
			'x\u009C',
			'\u0016\u0003',
			'GET / HTTP/1.1',
		],
		open: refusing([], (text) => {
			const bytes = Buffer.from(text, 'latin1');
			startOf(bytes);
			framesIn(bytes);
		}),
	},
	headers: {
		about: 'compressed header blocks of SPDY',
		usual: 10_000,
		corpus: ['x\u009C\u00E3\u00C6\u00A7\u00C2\u0002e', 'x\u00BB\u00DF\u00A2Q\u00B2'],
		words: ['x\u009C', '\u00BB', '\0', '\u00FF', '\u00DF\u00A2'],
		open: () => async (text) => {
			try {
				await new HeaderBlocks().read(Buffer.from(text, 'latin1'));
				return undefined;
			} catch (error) {
				// The connection ends with it.
				return error instanceof TypeError ? String(error.stack) : undefined;
			}
		},
	},
};
