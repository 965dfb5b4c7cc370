import {goJSON} from '../go/encode-json.js';
import {parseDuration} from '../go/duration.js';
import {goQuoted} from '../go/print.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Routine} from '../kernel/routine.js';
import type {RuntimeContainer} from './container.js';
import type {Answer} from './images/described-program.js';

/** The outcome of a request that a server sent itself. */
export type Dialled = {readonly body: string} | {readonly error: string} | {readonly invalid: string};

/** Sends a GET from the server's own Pod. @param path without its first slash */
type Dial = (host: string, port: string, path: string) => Routine<Dialled>;

/** The most requests that `/dial` sends for one; a request from a server sends only one. */
const mostTries = 100;

/** The most concurrent shells: a shell that requests another one from its own server would never end. */
const mostShells = 20;

/** A name as Go writes it in a header. @mirrors net/textproto CanonicalMIMEHeaderKey */
const canonical = (name: string): string =>
	name.toLowerCase().replaceAll(/(?:^|-)[a-z]/g, (part) => part.toUpperCase());

/** The value of one header, or all headers as JSON. */
const headerAnswer = (key: string, headers: Readonly<Record<string, string>>): string =>
	key === ''
		? goJSON(Object.fromEntries(Object.entries(headers).map(([name, value]) => [canonical(name), [value]])))
		: (headers[key.toLowerCase()] ?? '');

/**
The answer of `agnhost netexec` to a request that its query or sender decides.

@param clientIP address of the client.
@param headers of the request, names in lower case
@returns `undefined` for all other paths.
@see https://github.com/kubernetes/kubernetes/tree/master/test/images/agnhost#netexec
*/
export const netexecAnswer = (
	target: string,
	clientIP: string,
	headers: Readonly<Record<string, string>> = {},
): Answer | undefined => {
	const {pathname, searchParams} = new URL(`http://localhost${target}`);
	switch (pathname) {
		case '/echo': {
			const code = Number(searchParams.get('code') ?? 200);
			return {status: code >= 100 && code < 600 ? code : 200, body: searchParams.get('msg') ?? ''};
		}

		case '/clientip': {
			return {status: 200, body: `${clientIP}:40000`};
		}

		case '/header': {
			return {status: 200, body: headerAnswer(searchParams.get('key') ?? '', headers)};
		}

		case '/redirect': {
			const code = Number(searchParams.get('code') ?? 302);
			return {status: code >= 300 && code < 400 ? code : 302, to: searchParams.get('location') ?? ''};
		}

		default: {
			return undefined;
		}
	}
};

/** The output of a command, and how it ended if that was badly. */
function* shell(container: RuntimeContainer, command: string): Routine<Answer> {
	if (!container.execute || container.servedShells >= mostShells) {
		return {body: goJSON({error: 'fork/exec /bin/sh: resource temporarily unavailable'})};
	}

	container.servedShells++;
	try {
		const {exitCode, output} = yield* container.execute(['/bin/sh', '-c', command]);
		return {
			body: goJSON({output: output || undefined, error: exitCode === 0 ? undefined : `exit status ${exitCode}`}),
		};
	} finally {
		container.servedShells--;
	}
}

const badRequest = (body: string): Answer => ({status: 400, body: `${body}\n`});

/** Sends requests to another server, as often as the query says, and returns all results. */
function* dial(asked: URLSearchParams, isSent: boolean, send: Dial): Routine<Answer> {
	const [host = '', port = '', request = '', protocol = '', tries = '1'] = [
		...['host', 'port', 'request', 'protocol'].map((name) => asked.get(name) ?? ''),
		asked.get('tries') || '1',
	];
	if (!/^[-+]?\d+$/.test(tries)) {
		return badRequest(`tries parameter is invalid. strconv.Atoi: parsing ${goQuoted(tries)}: invalid syntax`);
	}

	if (request === '') {
		return badRequest('request parameter not specified. <nil>');
	}

	if (!['', 'http'].includes(protocol.toLowerCase())) {
		return badRequest(`unsupported protocol. ${protocol}`);
	}

	const responses: string[] = [];
	const errors: string[] = [];
	let last = '';
	for (let sent = 0; sent < Math.min(Number(tries), isSent ? 1 : mostTries); sent++) {
		const dialled = yield* send(host, port, request);
		if ('invalid' in dialled) {
			return badRequest(`host and/or port param are invalid. ${dialled.invalid}`);
		}

		last = 'body' in dialled ? dialled.body : '';
		if ('body' in dialled) {
			responses.push(dialled.body);
		} else {
			errors.push(dialled.error);
		}
	}

	return {
		body: goJSON({
			responses: last === '' ? undefined : responses,
			errors: errors.length === 0 ? undefined : errors,
		}),
	};
}

/**
The work of `agnhost netexec` for a request besides the answer: it runs a command, calls another server, or ends.

@param passes the number of servers that have forwarded the request.
@returns `undefined` for all other paths.
@see https://github.com/kubernetes/kubernetes/tree/master/test/images/agnhost#netexec
*/
export function* netexecWork(
	kernel: Kernel,
	container: RuntimeContainer,
	target: string,
	passes: number,
	send: Dial,
): Routine<Answer | undefined> {
	const {pathname, searchParams} = new URL(`http://localhost${target}`);
	switch (pathname) {
		case '/shell': {
			return yield* shell(container, searchParams.get('shellCommand') || searchParams.get('cmd') || '');
		}

		case '/dial': {
			return yield* dial(searchParams, passes > 0, send);
		}

		case '/exit':
		case '/shutdown': {
			const code = Number(pathname === '/exit' ? (searchParams.get('code') ?? 0) : 0);
			if (!Number.isInteger(code)) {
				return {
					body: `argument 'code' must be an integer [0-127] or empty, got ${goQuoted(searchParams.get('code') ?? '')}\n`,
				};
			}

			kernel.after(parseDuration(searchParams.get('wait') || '0s') ?? 0, () => {
				container.exitAsked = code & 0xff;
				kernel.send(container.signals, 'wake');
			});
			return {body: ''};
		}

		default: {
			return undefined;
		}
	}
}
