import {randomUUID} from 'node:crypto';
import {ServerResponse} from 'node:http';
import type {Http2ServerResponse} from 'node:http2';
import {gzipSync} from 'node:zlib';
import {failure} from '../apiserver/request/failure.js';
import {bytesOfText} from '../kernel/byte-text.js';
import type {OutsideRequest} from '../client/outside.js';
import type {Response} from '../client/request.js';
import {answerText} from '../apiserver/encoding/json-text.js';
import {answerBytes, protobufType} from '../apiserver/encoding/protobuf-bytes.js';

const escaped = (text: string): string => text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`);

/** Smaller answers are not worth compressing. @mirrors k8s.io/apiserver defaultGzipThresholdBytes */
const gzipThresholdBytes = 128 * 1024;

/** The body as bytes of a real answer. */
export const bodyBytes = ({headers, body}: Pick<Response, 'headers' | 'body'>): Buffer => {
	if (body === undefined) {
		return Buffer.alloc(0);
	}

	if (typeof body === 'string') {
		return bytesOfText(body);
	}

	if (body instanceof Uint8Array) {
		return Buffer.from(body);
	}

	if (headers['content-type'] === protobufType) {
		return answerBytes(body);
	}

	return Buffer.from(`${answerText(body)}\n`, 'utf8');
};

/** Headers of an answer as a real apiserver sends them. */
export const answerHeaders = ({headers, warnings = []}: Response): Array<readonly [string, string | string[]]> => [
	...Object.entries({'audit-id': randomUUID(), 'cache-control': 'no-cache, private', ...headers}),
	...(warnings.length > 0
		? [['Warning', warnings.map((warning) => `299 - "${escaped(printableHeader(warning))}"`)] as const]
		: []),
];

const printableHeader = (text: string): string => text.replaceAll(/[^\t\u0020-\u007E\u0080-\u00FF]/g, '?');

/** An answer over either version of HTTP. */
export type Outgoing = ServerResponse | Http2ServerResponse;

/** The size from which an answer may fill its connection's buffer. It is a quarter of Node.js' smallest buffer, so that head and body fit. */
const largeBytes = 4096;

/**
Sends the end of an answer when all earlier data is sent.

Only for HTTP/1.1. A client with the complete answer begins its next request. If the connection's buffer is still full when that request
arrives, Node.js pauses the connection and its parser,
and the parts of the request's body that arrive then cause an error of the parser (`HPE_PAUSED`): the connection breaks. So the client
receives the last bytes when the buffer is empty.
*/
const endWith = (response: ServerResponse, bytes: Buffer): void => {
	if (bytes.length <= largeBytes) {
		response.end(bytes);
		return;
	}

	const last = bytes.length - 1;
	response.write(bytes.subarray(0, last), (error) => {
		if (!error) {
			response.end(bytes.subarray(last));
		}
	});
};

/** Ends a stream when all earlier data is sent, for the same reason. */
export const endStream = (response: Outgoing): void => {
	if (response instanceof ServerResponse && response.writableNeedDrain) {
		response.once('drain', () => {
			response.end();
		});
	} else {
		response.end();
	}
};

/** Sets the headers that a real apiserver sends. */
export const setHeaders = (response: Outgoing, answer: Response): void => {
	for (const [name, value] of answerHeaders(answer)) {
		response.setHeader(name, value);
	}
};

/** Sends a whole answer. */
export const sendAnswer = (response: Outgoing, answer: Response, request?: OutsideRequest): void => {
	setHeaders(response, answer);
	const {etag} = answer.headers;
	if (etag !== undefined && request?.headers['if-none-match']?.includes(etag)) {
		response.statusCode = 304;
		response.end();
		return;
	}

	let bytes = bodyBytes(answer);
	if (
		request?.method === 'GET' &&
		bytes.length > gzipThresholdBytes &&
		/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
	) {
		bytes = gzipSync(bytes, {level: 1});
		response.setHeader('Content-Encoding', 'gzip');
		response.setHeader('Vary', 'Accept-Encoding');
	}

	response.statusCode = answer.status;
	response.setHeader('Content-Length', bytes.length);
	if (request?.method === 'HEAD') {
		response.end();
	} else if (response instanceof ServerResponse) {
		endWith(response, bytes);
	} else {
		response.end(bytes);
	}
};

/** An answer of the server itself, not of the simulation. */
export const refusal = (code: number, reason: string, message: string): Response => ({
	status: code,
	headers: {'content-type': 'application/json', ...(code === 429 ? {'retry-after': '1'} : {})},
	body: failure(code, reason, message, code === 429 ? {retryAfterSeconds: 1} : undefined),
});

export const tooManyRequests = (): Response =>
	refusal(429, 'TooManyRequests', 'Too many requests, please try again later.');

/** Breaks the connection, as when the server is down. */
export const hangUp = (response: Outgoing): void => {
	if (response instanceof ServerResponse) {
		response.destroy();
	} else {
		response.stream.session?.destroy();
	}
};

/** The answer to a request that the simulation could not finish. */
export const brokenOff = (): Response =>
	refusal(500, 'InternalError', 'Internal error occurred: the simulation ended before it answered this request');

/** A certificate that our authority has not signed proves nothing, and does not count as a missing one. */
export const badCertificate = (): Response => refusal(401, 'Unauthorized', 'Unauthorized');
