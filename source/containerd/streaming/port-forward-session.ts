import type {Stream} from '../../client/request.js';
import {receive, type Routine} from '../../kernel/routine.js';
import type {PortForwardRequest} from '../../cri/streaming-service.js';
import {statusText} from '../../machine/answer-head.js';
import type {Machine} from '../../machine/machine.js';
import {note} from '../../stages/note.js';

const serverWaitMs = 10_000;

/** A request on a forwarded connection. */
export interface ForwardedRequest {
	/** Empty if the received bytes are not a request of HTTP. */
	readonly method: string;
	readonly target: string;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	/** The server closes the connection after its answer: the client requests it, or uses HTTP/1.0 without keep-alive. */
	readonly isLast: boolean;
}

const requestIn = (head: string, body: string): ForwardedRequest => {
	const [, method = '', target = '', version = ''] = /^([A-Z]+) (\S+) HTTP\/(\S+)/.exec(head) ?? [];
	const headers = Object.fromEntries(
		[...head.matchAll(/^([\w-]+): *(.*?)\s*$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
	);
	const connection = headers['connection']?.toLowerCase() ?? '';
	return {
		method,
		target,
		headers,
		body,
		isLast: method === '' || connection.includes('close') || (version === '1.0' && !connection.includes('keep-alive')),
	};
};

/** The whole requests at the beginning of the received data, and the rest. */
export const requestsIn = (text: string): {readonly requests: readonly ForwardedRequest[]; readonly rest: string} => {
	const requests: ForwardedRequest[] = [];
	let rest = text;
	for (;;) {
		const end = rest.indexOf('\r\n\r\n');
		if (end === -1) {
			return {requests, rest};
		}

		const head = rest.slice(0, end);
		const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
		if (rest.length < end + 4 + length) {
			return {requests, rest};
		}

		requests.push(requestIn(head, rest.slice(end + 4, end + 4 + length)));
		rest = rest.slice(end + 4 + length);
	}
};

/** A connection from the client to a port of the Pod. */
interface Connection {
	readonly port: number;
	/** The part of the next request that has arrived. */
	received: string;
}

/** The Pod that a client reaches. */
interface Target extends PortForwardRequest {
	readonly machine: Machine;
	/** Ledger key of the Pod. */
	readonly object: string;
}

/** Each connection that the client opens reaches a port of the Pod, inside its network namespace: the program that listens there answers HTTP. */
export function* portForwardSession(target: Target, stream: Stream): Routine {
	const connections = new Map<number, Connection>();
	for (;;) {
		const message = yield* receive(stream.input);
		if ('gone' in message) {
			return;
		}

		const {channel} = message;
		if ('port' in message) {
			const {port} = message;
			const isListening = yield* connect(target, port, channel, stream);
			if (isListening) {
				connections.set(channel, {port, received: ''});
			}

			continue;
		}

		const connection = connections.get(channel);
		if (!connection) {
			continue;
		}

		if ('ended' in message) {
			connections.delete(channel);
			stream.send(channel, '', true);
			stream.send(channel + 1, '', true);
			continue;
		}

		const {requests, rest} = requestsIn(connection.received + Buffer.from(message.data).toString('latin1'));
		connection.received = rest;
		for (const request of requests) {
			stream.send(channel, yield* answer(target, connection.port, request), request.isLast);
			if (request.isLast) {
				connections.delete(channel);
				// A client closes its connection once both of its streams have ended.
				stream.send(channel + 1, '', true);
				break;
			}
		}
	}
}

/** @returns true if a process listens; otherwise the client receives an error on the connection's error channel. */
function* connect({machine, uid, object}: Target, port: number, channel: number, stream: Stream): Routine<boolean> {
	const sandbox = machine.containers.sandboxesOf(uid)[0];
	const listening = machine.network.isOpen(uid, port);
	yield* note(
		'cri.PortForward',
		{case: 'connect', port, listening, request: {podSandboxId: sandbox?.id, port: [port]}},
		listening ? {object} : {object, outcome: 'failed'},
	);
	if (!listening) {
		const where = `localhost:${port} inside namespace "${sandbox?.id ?? ''}"`;
		stream.send(
			channel + 1,
			`error forwarding port ${port} to pod ${sandbox?.id ?? ''}, uid : failed to execute portforward in network namespace "${sandbox?.netns ?? ''}": failed to connect to ${where}, IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused IPv6 dial tcp6 [::1]:${port}: connect: connection refused `,
			true,
		);
		stream.send(channel, '', true);
	}

	return listening;
}

/** The answer of a server in Go to bytes without the form of HTTP. */
const badRequest =
	'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request';

/** The answer of a port's server, with the headers of HTTP/1.1. */
function* answer(
	{machine, uid, pod, ip, object}: Target,
	port: number,
	{method, target: path, headers: sentHeaders, body: sentBody, isLast}: ForwardedRequest,
): Routine<string> {
	if (method === '') {
		return badRequest;
	}

	const got = yield* machine.network.httpGet({
		uid,
		ip,
		port,
		path,
		scheme: 'http',
		timeoutMs: serverWaitMs,
		isPassedOn: true,
		sent: {method, headers: sentHeaders, body: sentBody},
	});
	const {status = 502, body = '', headers = []} = 'error' in got ? {} : got;
	yield* note('container.request', {pod, path, port, status}, {object});
	const lines = [
		`HTTP/1.1 ${status} ${statusText(status)}`,
		...headers.map(([name, value]) => `${name}: ${value}`),
		`Connection: ${isLast ? 'close' : 'keep-alive'}`,
	];
	return `${lines.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`;
}
