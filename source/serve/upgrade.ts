import type {IncomingMessage} from 'node:http';
import {STATUS_CODES} from 'node:http';
import type {TLSSocket} from 'node:tls';
import {WebSocketServer, type WebSocket} from 'ws';
import {bytesOfText} from '../kernel/byte-text.js';
import type {OutsideRequest} from '../client/outside.js';
import type {Response} from '../client/request.js';
import type {Carrier} from './carrier.js';
import {channelCarrier, channelProtocols} from './channel-carrier.js';
import type {OpenExchange} from './clients.js';
import {answerHeaders, badCertificate, bodyBytes, brokenOff, tooManyRequests} from './http-answer.js';
import type {Exchanges} from './answer-request.js';
import {certificateOf, requestOf} from './http-request.js';
import {spdyCarrier} from './spdy-carrier.js';

/** SPDY inside a WebSocket: how kubectl forwards ports since 1.31. */
const tunnelProtocol = 'SPDY/3.1+portforward.k8s.io';
const spdyProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io', 'v3.channel.k8s.io', 'portforward.k8s.io'];

const wordsOf = (header: string | undefined): readonly string[] => (header ?? '').split(/\s*,\s*/).filter(Boolean);

const webSockets = new WebSocketServer({
	noServer: true,
	handleProtocols: (offered) => channelProtocols.find((name) => offered.has(name)) ?? false,
});
webSockets.on('headers', (headers, message) => {
	const {tunnel} = message as IncomingMessage & {tunnel?: boolean};
	if (tunnel) {
		headers.push(`Sec-WebSocket-Protocol: ${tunnelProtocol}`);
	}
});

/** A refusal in place of an upgrade. */
const refuse = (socket: TLSSocket, answer: Response): void => {
	const body = bodyBytes(answer);
	const lines = answerHeaders(answer).flatMap(([name, value]) =>
		(typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`),
	);
	socket.end(
		Buffer.concat([
			Buffer.from(
				`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
			),
			body,
		]),
	);
};

const bytesOf = (data: Uint8Array | string): Uint8Array => (typeof data === 'string' ? bytesOfText(data) : data);

/** Passes an upgrade request to the simulation; its data uses a carrier. */
export const upgrade = (
	{clients, limits, longRunning}: Exchanges,
	message: IncomingMessage,
	socket: TLSSocket,
	head: Buffer,
): void => {
	socket.on('error', () => {
		socket.destroy();
	});
	const asked = requestOf(message);
	const certificate = certificateOf(socket);
	if ('status' in asked) {
		refuse(socket, {...asked, headers: {}});
		return;
	}

	if (certificate === 'bad') {
		refuse(socket, badCertificate());
		return;
	}

	const leave = longRunning.enter();
	if (!leave) {
		refuse(socket, tooManyRequests());
		return;
	}

	const request: OutsideRequest = {...asked, upgrade: true, ...(certificate ? {certificate} : {})};
	let carrier: Carrier | undefined;
	let answered = false;
	const open: OpenExchange = clients.begin(request, (output) => {
		switch (output.kind) {
			case 'answer': {
				answered = true;
				if (output.response.status === 101) {
					carrier = carry(message, socket, head, request, open, limits.waitingBytes);
				} else if (output.response.lost === undefined) {
					refuse(socket, output.response);
				} else {
					socket.destroy();
				}

				break;
			}

			case 'data': {
				carrier?.send(output.channel, bytesOf(output.data), output.ended);
				break;
			}

			case 'end': {
				if (carrier) {
					carrier.end();
				} else if (!answered) {
					refuse(socket, brokenOff());
				}

				break;
			}

			default: {
				break;
			}
		}
	});
	socket.once('close', () => {
		leave();
		open.hangUp();
	});
};

/** Performs the handshake in the protocol that the client requests. @returns `undefined` for an unknown protocol. */
const carry = (
	message: IncomingMessage,
	socket: TLSSocket,
	head: Buffer,
	request: OutsideRequest,
	client: OpenExchange,
	waitingBytes: number,
): Carrier | undefined => {
	if (/^websocket$/i.test(message.headers.upgrade ?? '')) {
		const tunnel = wordsOf(message.headers['sec-websocket-protocol']).includes(tunnelProtocol);
		if (tunnel) {
			// The name is not a token of HTTP: the library would refuse it. The answer has it nevertheless.
			delete message.headers['sec-websocket-protocol'];
			Object.assign(message, {tunnel});
		}

		let carrier: Carrier | undefined;
		webSockets.handleUpgrade(message, socket, head, (webSocket) => {
			webSocket.on('error', () => {
				webSocket.terminate();
			});
			carrier = tunnel
				? spdyCarrier(tunnelled(webSocket, waitingBytes), request, client)
				: channelCarrier(webSocket, request, client, waitingBytes);
		});
		return carrier;
	}

	if (!/^spdy\/3\.1$/i.test(message.headers.upgrade ?? '')) {
		refuse(socket, {
			status: 400,
			headers: {'content-type': 'text/plain'},
			body: 'unable to upgrade: unsupported protocol',
		});
		return undefined;
	}

	const offered = wordsOf(message.headers['x-stream-protocol-version'] as string | undefined);
	const chosen = spdyProtocols.find((name) => offered.includes(name));
	socket.write(
		`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n${chosen === undefined ? '' : `X-Stream-Protocol-Version: ${chosen}\r\n`}\r\n`,
	);
	const carrier = spdyCarrier(
		{
			write(bytes) {
				if (socket.writableLength > waitingBytes) {
					socket.destroy();
				} else {
					socket.write(bytes);
				}
			},
			onBytes(listener) {
				socket.on('data', listener);
				if (head.length > 0) {
					listener(head);
				}
			},
			end() {
				socket.end();
			},
		},
		request,
		client,
	);
	return carrier;
};

const tunnelled = (webSocket: WebSocket, waitingBytes: number) => ({
	write(bytes: Buffer) {
		if (webSocket.bufferedAmount > waitingBytes) {
			webSocket.terminate();
		} else {
			webSocket.send(bytes);
		}
	},
	onBytes(listener: (bytes: Buffer) => void) {
		webSocket.on('message', listener);
	},
	end() {
		webSocket.close(1000);
	},
});
