import {isIP} from '../../../../objects/ip.js';
import type {Routine} from '../../../../kernel/routine.js';
import type {FileError} from '../../../../host/file-system.js';
import {answerHeaders, statusText} from '../../../answer-head.js';
import {respond} from '../../../respond.js';
import {askApiserver, type Asked} from '../../apiserver.js';
import {reach, resolve, type Reached} from '../../network.js';
import type {Task} from '../../task.js';
import {attempt, pathIn} from '../program.js';
import {lostMs, silenceMs, waitForSilence, type NetworkPlace} from './place.js';

interface URLParts {
	readonly isSecure: boolean;
	readonly host: string;
	readonly port: number;
	readonly path: string;
}

/** The parts of a URL, whose scheme may be missing. */
export const partsOf = (text: string): URLParts => {
	const [, scheme = 'http', host = '', port, path = ''] =
		/^(?:(\w+):\/\/)?(?:[^@/]*@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d+))?(.*)$/s.exec(text) ?? [];
	const isSecure = scheme === 'https';
	return {
		isSecure,
		host: host.replace(/^\[(.*)\]$/, '$1'),
		port: Number(port ?? (isSecure ? 443 : 80)),
		path: path.startsWith('/') ? path : `/${path}`,
	};
};

/** The result of a program's request to a server. */
type Fetched =
	| {readonly case: 'unresolved' | 'unanswered' | 'refused' | 'timedOut'; readonly ip?: string}
	/** The program does not trust the certificate; or the server uses HTTP where TLS is expected. */
	| {readonly case: 'distrusted' | 'plain'; readonly ip?: string}
	| {
			readonly case: 'answered';
			readonly ip?: string;
			readonly status: number;
			readonly body: string;
			readonly isOutside: boolean;
			readonly to?: string;
			readonly headers?: ReadonlyArray<readonly [name: string, value: string]>;
	  };

/** The answer of nginx to a request without TLS on a port with TLS. */
const plainRequestPage = [
	'<html>',
	'<head><title>400 The plain HTTP request was sent to HTTPS port</title></head>',
	'<body>',
	'<center><h1>400 Bad Request</h1></center>',
	'<center>The plain HTTP request was sent to HTTPS port</center>',
	'<hr><center>nginx</center>',
	'</body>',
	'</html>',
	'',
].join('\r\n');

/** The unencrypted answer of a server that requires TLS. */
const secureOnly = (body: string): Fetched => ({case: 'answered', status: 400, body, isOutside: false});

/** A host outside the cluster, which is assumed to answer; for a name, whether DNS resolved it. */
function* fetchOutside(task: Task, host: string, port: number): Routine<Fetched> {
	if (isIP(host) !== 0) {
		yield* task.table.machine.assume(task, `${host}:${port}`, 'host');
	}

	yield* task.wait(50);
	return {case: 'answered', status: 200, body: '', isOutside: true};
}

/** Requests a path from a host. */
function* fetch(
	place: NetworkPlace,
	parts: URLParts,
	timeoutMs: number,
	asked: Asked,
	trusts = true,
): Routine<Fetched> {
	const {task} = place;
	const resolved = yield* resolve(place, parts.host);
	yield* task.wait(1);
	if (resolved.case === 'silent') {
		yield* waitForSilence(task, timeoutMs);
		return {case: silenceMs(task) > timeoutMs ? 'unanswered' : 'unresolved'};
	}

	const [ip] = resolved.case === 'found' ? resolved.addresses : [];
	return ip === undefined
		? {case: 'unresolved'}
		: {...(yield* fetchFrom(place, ip, parts, timeoutMs, asked, trusts)), ip};
}

/** Requests a path from a server. @param trusts whether the program trusts any certificate, or the signer of the server's. */
function* fetchFrom(
	place: NetworkPlace,
	ip: string,
	{isSecure, host, port, path}: URLParts,
	timeoutMs: number,
	asked: Asked,
	trusts: boolean,
): Routine<Fetched> {
	const {task, apiserver} = place;
	const reached: Reached = yield* reach(place, ip, port);
	if (reached.case === 'apiserver' && apiserver) {
		if (!isSecure) {
			return secureOnly('Client sent an HTTP request to an HTTPS server.\n');
		}

		if (!trusts) {
			return {case: 'distrusted'};
		}

		const {status, text} = yield* askApiserver(apiserver, path, asked);
		return {case: 'answered', status, body: text, isOutside: false};
	}

	if (reached.case === 'outside') {
		return yield* fetchOutside(task, host, port);
	}

	if (reached.case === 'lost') {
		yield* task.wait(Math.min(timeoutMs, lostMs));
		return {case: 'timedOut'};
	}

	if (reached.case !== 'open') {
		return {case: 'refused'};
	}

	const spoken = reached.server?.listens.scheme;
	if (isSecure && spoken === 'http') {
		return {case: 'plain'};
	}

	if (isSecure && spoken === 'https' && !trusts) {
		return {case: 'distrusted'};
	}

	if (!isSecure && spoken === 'https') {
		return secureOnly(plainRequestPage);
	}

	const answer =
		reached.server && (yield* respond(place, reached.server, path, {sent: {...asked, body: asked.body ?? ''}}));
	const takesMs = answer?.takesMs ?? 0;
	yield* task.wait(Math.min(takesMs, timeoutMs));
	if (takesMs > timeoutMs) {
		return {case: 'timedOut'};
	}

	const {status = 200, body = '', to} = answer ?? {};
	const headers = answerHeaders(reached.server?.container, answer ?? {}, task.kernel.wallClockMs);
	return {case: 'answered', status, body, isOutside: false, headers, ...(to === undefined ? {} : {to})};
}

/** Fetches, and follows redirects if wanted. */
export function* followed(
	place: NetworkPlace,
	url: string,
	asked: Asked,
	{timeoutMs, follows, trusts}: {readonly timeoutMs: number; readonly follows: boolean; readonly trusts?: boolean},
): Routine<Fetched> {
	let parts = partsOf(url);
	for (let count = 0; ; count++) {
		const found = yield* fetch(place, parts, timeoutMs, asked, trusts);
		if (found.case !== 'answered' || found.to === undefined || !follows || count > 20) {
			return found;
		}

		parts = found.to.startsWith('/') ? {...parts, path: found.to} : partsOf(found.to);
	}
}

/** The head of an answer, as lines without their ends. */
export const headLines = ({
	status,
	headers = [],
}: Pick<Extract<Fetched, {case: 'answered'}>, 'status' | 'headers'>): readonly string[] => [
	`HTTP/1.1 ${status} ${statusText(status)}`,
	...headers.map(([name, value]) => `${name}: ${value}`),
	...(headers.some(([name, value]) => name === 'Server' && value.startsWith('nginx'))
		? ['Connection: keep-alive']
		: []),
];

/** Writes an answer where `-O` or `-o` says. @returns the exit code. */
export function* save(task: Task, path: string | undefined, text: string): Routine<number> {
	if (path === undefined || path === '-') {
		yield* task.out(text);
		return 0;
	}

	if (/^\/dev\/(?:null|stdout|stderr)$/.test(path)) {
		return 0;
	}

	return (yield* attempt(
		task,
		() => task.files.write(pathIn(task, path), text),
		(error: FileError) => `${path}: ${error.description}`,
	))
		? 0
		: 1;
}
