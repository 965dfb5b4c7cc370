import type {IncomingMessage} from 'node:http';
import type {Http2ServerRequest} from 'node:http2';
import type {TLSSocket} from 'node:tls';
import type {OutsideRequest} from '../client/outside.js';

type Subject = NonNullable<OutsideRequest['certificate']>;

const asList = (value: string | string[] | undefined): readonly string[] => {
	if (value === undefined) {
		return [];
	}

	if (typeof value === 'string') {
		return [value];
	}

	return value;
};

/** Subjects of the certificates of connections: a connection keeps its certificate, and reading one takes longer than authenticating a request. */
const known = new WeakMap<TLSSocket, {readonly subject: Subject | 'bad' | undefined}>();

/** The identity in the client's certificate; `'bad'` if our authority has not signed it. */
export const certificateOf = (socket: TLSSocket): Subject | 'bad' | undefined => {
	let found = known.get(socket);
	if (!found) {
		found = {subject: readCertificate(socket)};
		known.set(socket, found);
	}

	return found.subject;
};

const readCertificate = (socket: TLSSocket): Subject | 'bad' | undefined => {
	const peer = socket.getPeerCertificate() as
		{readonly subject?: {readonly CN?: string | string[]; readonly O?: string | string[]}} | undefined;
	const {subject} = peer ?? {};
	if (subject === undefined) {
		return undefined;
	}

	if (socket.authorized) {
		return {commonName: asList(subject.CN)[0] ?? '', organizations: asList(subject.O)};
	}

	return 'bad';
};

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** A request over either version of HTTP. */
export type Incoming = IncomingMessage | Http2ServerRequest;

/** Parameters in the query of a request. @mirrors net/url urlMaxQueryParams */
export const mostParameters = 10_000;

/** Headers of a request; Node.js refuses more than 127 itself on HTTP/2. */
export const mostHeaders = 1000;

/** The reason why the head of a request is refused, in the words of Go's server, before authentication. */
export interface BadHead {
	readonly status: 400 | 431;
	readonly body: string;
}

const badRequest: BadHead = {status: 400, body: '400 Bad Request'};

/** The parameters of a query: the first value of each name, and all values of repeated names. Its time is linear in the query's length. */
const parametersOf = (search: URLSearchParams): Pick<OutsideRequest, 'query' | 'repeated'> => {
	const values = new Map<string, string[]>();
	for (const [name, value] of search) {
		const known = values.get(name);
		if (known) {
			known.push(value);
		} else {
			values.set(name, [value]);
		}
	}

	const query: Record<string, string> = {};
	const repeated: Record<string, readonly string[]> = {};
	for (const [name, all] of values) {
		const [value = ''] = all;
		Object.defineProperty(query, name, {value, enumerable: true});
		if (all.length > 1) {
			Object.defineProperty(repeated, name, {value: all, enumerable: true});
		}
	}

	return {query, ...(Object.keys(repeated).length > 0 ? {repeated} : {})};
};

/** The most parameters of a query: a name and its value, or any text between two separators. */
const countOf = (url: string): number => {
	let count = 1;
	for (let at = url.indexOf('&'); at !== -1; at = url.indexOf('&', at + 1)) {
		count++;
	}

	return count;
};

/** The first line and the headers of a request, or why they are refused. */
export const requestOf = (message: Incoming): OutsideRequest | BadHead => {
	const {method = '', url = ''} = message;
	if (message.rawHeaders.length > mostHeaders * 2) {
		return {status: 431, body: '431 Request Header Fields Too Large'};
	}

	if (countOf(url) > mostParameters) {
		return badRequest;
	}

	let target: URL;
	let path: string;
	try {
		target = new URL(url, 'https://kubernetes');
		path = decodeURIComponent(target.pathname);
	} catch {
		return badRequest;
	}

	if (!methods.has(method)) {
		return badRequest;
	}

	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(message.headers)) {
		// HTTP/2 has the first line among its headers, and no `host`.
		if (!name.startsWith(':')) {
			headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
		} else if (name === ':authority') {
			headers['host'] ??= String(value);
		}
	}

	return {
		method: method as OutsideRequest['method'],
		path,
		headers,
		...parametersOf(target.searchParams),
	};
};

/** Whether the answer may continue for as long as the client likes: such requests are counted separately. */
export const isLongRunning = ({method, path, query}: OutsideRequest): boolean =>
	(method === 'GET' &&
		(/^(?:true|1)$/i.test(query['watch'] ?? '') ||
			(path.endsWith('/log') && /^(?:true|1)$/i.test(query['follow'] ?? '')))) ||
	/\/(?:exec|attach|portforward|proxy)$/.test(path);

const textual = /^(?:$|application\/(?:json|yaml|x-yaml|[\w.-]+\+(?:json|yaml))|text\/)/;

/** The body as an input: as text if possible, else as base64. */
export const bodyOf = (
	{method, headers}: Pick<OutsideRequest, 'method' | 'headers'>,
	body: Buffer,
): Pick<OutsideRequest, 'text' | 'bytes'> => {
	if (body.length === 0 && !['POST', 'PUT', 'PATCH'].includes(method)) {
		return {};
	}

	if (textual.test(headers['content-type'] ?? '')) {
		return {text: body.toString('utf8')};
	}

	return {bytes: body.toString('base64')};
};
