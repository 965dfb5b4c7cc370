import {createServer, type Http2ServerRequest, type Http2ServerResponse} from 'node:http2';
import type {TLSSocket} from 'node:tls';
import type {Limits} from './limits.js';

/** The bytes of one request that are accepted before its reader reads them; nearly all objects fit. @mirrors k8s.io/apiserver SecureServingInfo.Serve */
const streamWindowBytes = 256 * 1024;

/**
HTTP/2 on connections that negotiated it: all requests and watches of a Go client share a few connections.

@param answer called for each request, with its connection.
@returns a function that accepts such a connection.
@mirrors k8s.io/apiserver SecureServingInfo.Serve
*/
export const multiplexed = (
	limits: Limits,
	answer: (message: Http2ServerRequest, response: Http2ServerResponse, socket: TLSSocket) => void,
): ((socket: TLSSocket) => void) => {
	const settings = {
		maxConcurrentStreams: limits.streams,
		initialWindowSize: streamWindowBytes,
		maxHeaderListSize: 1024 * 1024,
		enablePush: false,
	};
	// Streams that wait for their client are limited one by one; by default Node.js refuses new ones when all together have 10 MB.
	const maxSessionMemory = (limits.waitingBytes / 1_000_000) * limits.streams;
	return (socket) => {
		// A server of its own for each connection: it identifies the client of these requests.
		const server = createServer({settings, maxSessionMemory}, (message, response) => {
			message.setTimeout(limits.requestMs);
			answer(message, response, socket);
		});
		server.on('session', (session) => {
			session.setLocalWindowSize(streamWindowBytes * limits.streams);
			let open = 0;
			session.on('stream', (stream) => {
				open++;
				stream.once('close', () => {
					open--;
				});
			});
			session.setTimeout(limits.idleMs, () => {
				if (open === 0) {
					session.close();
				}
			});
			session.on('error', () => {
				socket.destroy();
			});
		});
		server.emit('connection', socket);
	};
};
