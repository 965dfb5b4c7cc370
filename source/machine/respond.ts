import {sleep, type Routine} from '../kernel/routine.js';
import {joinHostPort} from '../objects/host-port.js';
import {documentAt} from './document-root.js';
import {handled, type Sent} from './handler.js';
import {answerAt} from './images/catalogue.js';
import type {Listening} from './listeners.js';
import {decide, nginxPage, type Pass} from './processes/nginx/site.js';
import {netexecAnswer, netexecWork, type Dialled} from './netexec.js';
import {reach, resolve, type Place} from './processes/network.js';
import type {Sandbox} from '../cri/pod-sandbox.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Node} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import type {Answer} from './images/described-program.js';

/** The most open connections of nginx for one request: a server that forwards each request to itself would open them without end. */
const mostPasses = 20;

/** How long `agnhost netexec` waits for an answer, in milliseconds. */
const dialTimeoutMs = 5000;

/** How long nginx waits for a connection, in milliseconds. */
const connectTimeoutMs = 60_000;

/** A request in transit. */
interface Asking {
	/** The number of servers that have forwarded it. */
	readonly passes?: number;
	readonly sent?: Sent | undefined;
}

/** The address that a server sees of a Pod: its own, or that of its node. */
const addressOf = ({ledger}: Kernel, {ip, node}: Sandbox): string =>
	ip ||
	(ledger.read<Node>(registryKey('nodes', undefined, node))?.status?.addresses?.find(({type}) => type === 'InternalIP')
		?.address ??
		'');

/** The answer of a server in a container, if the server decides it alone. */
const ownAnswer = (
	{container, listens: {http, documents, netexec}}: Listening,
	target: string,
	nowMs: number,
	clientIP: string,
	sent?: Sent,
): Answer | undefined => {
	const special = netexec && netexecAnswer(target, clientIP, sent?.headers);
	if (special) {
		return special;
	}

	const answered = (answer: Answer): Answer =>
		answer.body?.includes('$CLIENT') ? {...answer, body: answer.body.replaceAll('$CLIENT', clientIP)} : answer;
	const path = target.replace(/[?#].*$/, '');
	const given = http?.[path];
	const {workingDir = container.image.known?.directory ?? '/'} = container.config;
	return documents && !given
		? documentAt(container.files, {...documents, root: documents.root.replace(/^\.$/, workingDir)}, path)
		: http && answered(answerAt(given ?? http['*'], nowMs - container.startedAtMs) ?? {status: 404});
};

/**
The answer of a server in a container to a request. A proxy forwards requests from its own Pod, and the result there decides.

@param target path and query.

@param outside the connection of its containers to the rest of the cluster.

@param asking the number of forwards of the request, and its other parts
@returns `undefined` if it is not an HTTP server.
*/
export function* respond(
	outside: Pick<Place, 'kernel' | 'network' | 'apiserver'> & Partial<Pick<Place, 'container'>>,
	server: Listening,
	target: string,
	{passes = 0, sent}: Asking = {},
): Routine<Answer | undefined> {
	const {container, listens} = server;
	if (listens.handler) {
		return yield* handled(listens.handler, target, sent);
	}

	if (!listens.nginx) {
		const client = outside.container?.sandbox;
		const place: Place = {...outside, container, listeners: server.listeners};
		const done = listens.netexec
			? yield* netexecWork(outside.kernel, container, target, passes, (host, port, path) =>
					dialled(place, host, port, path, passes),
				)
			: undefined;
		const clientIP = client ? addressOf(outside.kernel, client) : '127.0.0.1';
		const answer = done ?? ownAnswer(server, target, outside.kernel.now, clientIP, sent);
		if (answer?.cpuMs !== undefined) {
			container.spend(answer.cpuMs, outside.kernel.now);
		}

		return answer;
	}

	const decision = decide(container.files, listens.nginx.configuration, listens.port, target);
	if (decision.case === 'answer') {
		return decision;
	}

	return passes < mostPasses ? yield* passOn(outside, server, decision, {passes, sent}) : nginxPage(500);
}

function* addressesOf(place: Place, host: string): Routine<readonly string[]> {
	const found = yield* resolve(place, host);
	return found.case === 'found' ? found.addresses : [];
}

/** A server's answer from another one: its text, or Go's error. */
function* dialled(place: Place, host: string, port: string, path: string, passes: number): Routine<Dialled> {
	if (!(Number(port) > 0 && Number(port) <= 65_535)) {
		return {invalid: `lookup tcp/${port}: unknown port`};
	}

	const [ip] = yield* addressesOf(place, host);
	if (ip === undefined) {
		return {invalid: `lookup ${host}: no such host`};
	}

	const address = joinHostPort(ip, Number(port));
	const reached = yield* reach(place, ip, Number(port));
	const failed = `Get "http://${address}/${path}":`;
	if (reached.case === 'lost') {
		yield* sleep(dialTimeoutMs);
		return {error: `${failed} context deadline exceeded (Client.Timeout exceeded while awaiting headers)`};
	}

	if (reached.case === 'refused') {
		return {error: `${failed} dial tcp ${address}: connect: connection refused`};
	}

	const answer =
		reached.case === 'open' && reached.server && passes < mostPasses
			? yield* respond(place, reached.server, `/${path}`, {passes: passes + 1})
			: undefined;
	return {body: answer?.body ?? ''};
}

/** The answer of the first server that accepts the request. */
function* passOn(
	outside: Pick<Place, 'kernel' | 'network' | 'apiserver'>,
	{container, listeners, listens: {nginx}}: Listening,
	{protocol, peers, target}: Pass,
	{passes = 0, sent}: Asking,
): Routine<Answer> {
	const place: Place = {...outside, container, listeners};
	let waitedMs = 0;
	for (const {host, port} of peers) {
		for (const ip of nginx?.addresses.get(host) ?? (yield* addressesOf(place, host))) {
			const reached = yield* reach(place, ip, port);
			if (reached.case === 'outside') {
				return {status: 200, body: ''};
			}

			if (reached.case === 'lost') {
				waitedMs += connectTimeoutMs;
			}

			if (reached.case === 'open') {
				const isHTTP = /^https?$/.test(protocol);
				const answer =
					reached.server && isHTTP
						? yield* respond(outside, reached.server, target, {passes: passes + 1, sent})
						: undefined;
				return isHTTP ? (answer ?? nginxPage(502)) : {status: 200, body: ''};
			}
		}
	}

	return waitedMs > 0 ? {...nginxPage(504), takesMs: waitedMs} : nginxPage(502);
}
