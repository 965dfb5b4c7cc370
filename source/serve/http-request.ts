import type {IncomingMessage} from 'node:http';
import type {Http2ServerRequest} from 'node:http2';
import type {TLSSocket} from 'node:tls';
import type {OutsideRequest} from '../client/outside.js';

type Subject = NonNullable<OutsideRequest['certificate']>;

const asList = (value: string | string[] | undefined): readonly string[] =>
	value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** What the certificates of connections say: a connection keeps its certificate, and to read one takes longer than to authenticate a request. */
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
	return subject === undefined
		? undefined
		: socket.authorized
			? {commonName: asList(subject.CN)[0] ?? '', organizations: asList(subject.O)}
			: 'bad';
};

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** A request over either version of HTTP. */
export type Incoming = IncomingMessage | Http2ServerRequest;

/** The first line and the headers of a request; `undefined` if they are invalid. */
export const requestOf = (message: Incoming): OutsideRequest | undefined => {
	const {method = '', url = ''} = message;
	let target: URL;
	let path: string;
	try {
		target = new URL(url, 'https://kubernetes');
		path = decodeURIComponent(target.pathname);
	} catch {
		return undefined;
	}

	if (!methods.has(method)) {
		return undefined;
	}

	const query: Record<string, string> = {};
	const repeated: Record<string, readonly string[]> = {};
	for (const [name, value] of target.searchParams) {
		if (Object.hasOwn(query, name)) {
			repeated[name] = [...(repeated[name] ?? [query[name]!]), value];
		} else {
			Object.defineProperty(query, name, {value, enumerable: true});
		}
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
		query,
		headers,
		...(Object.keys(repeated).length > 0 ? {repeated} : {}),
	};
};

/** Whether the answer may go on for as long as the client likes: such requests are counted separately. */
export const isLongRunning = ({method, path, query}: OutsideRequest): boolean =>
	(method === 'GET' &&
		(/^(?:true|1)$/i.test(query['watch'] ?? '') ||
			(path.endsWith('/log') && /^(?:true|1)$/i.test(query['follow'] ?? '')))) ||
	/\/(?:exec|attach|portforward|proxy)$/.test(path);

const textual = /^(?:$|application\/(?:json|yaml|x-yaml|[\w.-]+\+(?:json|yaml))|text\/)/;

/** The body as an input has it: text where it is text, base64 where it is not. */
export const bodyOf = (
	{method, headers}: Pick<OutsideRequest, 'method' | 'headers'>,
	body: Buffer,
): Pick<OutsideRequest, 'text' | 'bytes'> =>
	body.length === 0 && !['POST', 'PUT', 'PATCH'].includes(method)
		? {}
		: textual.test(headers['content-type'] ?? '')
			? {text: body.toString('utf8')}
			: {bytes: body.toString('base64')};
