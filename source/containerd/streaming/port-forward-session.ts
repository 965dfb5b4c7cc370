import type {Stream} from '../../client/request.js';
import {httpDate} from '../../kernel/clock.js';
import {receive, type Routine} from '../../kernel/routine.js';
import type {PortForwardRequest} from '../../cri/streaming-service.js';
import type {RuntimeContainer} from '../../machine/container.js';
import {toolAnswer} from '../../machine/images/container-behaviour.js';
import type {Machine} from '../../machine/machine.js';
import {note} from '../../stages/note.js';

const reasons: Readonly<Record<number, string>> = {
	200: 'OK',
	201: 'Created',
	204: 'No Content',
	301: 'Moved Permanently',
	302: 'Found',
	400: 'Bad Request',
	403: 'Forbidden',
	404: 'Not Found',
	500: 'Internal Server Error',
	503: 'Service Unavailable',
};

const serverWaitMs = 10_000;

/** A request on a forwarded connection. */
export interface ForwardedRequest {
	readonly method: string;
	readonly target: string;
	/** The server closes the connection after its answer: the client requests it, or uses HTTP/1.0 without keep-alive. */
	readonly isLast: boolean;
}

const requestIn = (head: string): ForwardedRequest => {
	const [, method = '', target = '', version = ''] = /^([A-Z]+) (\S+) HTTP\/(\S+)/.exec(head) ?? [];
	const connection = /^connection: *(.*)$/im.exec(head)?.[1]?.toLowerCase() ?? '';
	return {
		method,
		target,
		isLast: connection.includes('close') || (version === '1.0' && !connection.includes('keep-alive')),
	};
};

/** The whole requests at the beginning of the received data, and the rest. A body is skipped: nothing here reads one. */
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

		requests.push(requestIn(head));
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

/** The name that a server gives itself: nginx does, Go's and agnhost's do not. */
const serverHeader = (container: RuntimeContainer | undefined): string | undefined =>
	container &&
	/nginx\/\S+/.exec(
		toolAnswer(container.image, ['nginx', '-v'], container.config.image.userSpecifiedImage)?.output ?? '',
	)?.[0];

/** The answer of a port's server, with the headers of HTTP/1.1. */
function* answer(
	{machine, uid, pod, ip, object}: Target,
	port: number,
	{method, target: path, isLast}: ForwardedRequest,
): Routine<string> {
	const got = yield* machine.network.httpGet({
		uid,
		ip,
		port,
		path,
		scheme: 'http',
		timeoutMs: serverWaitMs,
		isPassedOn: true,
	});
	const {status = 502, body = '', to = undefined} = 'error' in got ? {} : got;
	yield* note('container.request', {pod, path, port, status}, {object});
	const server = serverHeader(machine.life.listeners.at(uid, port)?.container);
	const lines = [
		`HTTP/1.1 ${status} ${reasons[status] ?? 'Status'}`,
		...(server === undefined ? [] : [`Server: ${server}`]),
		`Date: ${httpDate(machine.kernel.wallClockMs)}`,
		`Content-Type: ${body.trimStart().startsWith('<') ? 'text/html' : 'text/plain'}`,
		`Content-Length: ${Buffer.byteLength(body)}`,
		...(to === undefined ? [] : [`Location: ${to}`]),
		`Connection: ${isLast ? 'close' : 'keep-alive'}`,
	];
	return `${lines.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`;
}
