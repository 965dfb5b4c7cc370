import {FileError} from '../../host/file-system.js';
import type {Client} from '../../client/client.js';
import {errorText} from '../../kernel/error-text.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import {respond} from '../respond.js';
import {askApiserver, methodNamed} from './apiserver.js';
import {startOf} from './process-start.js';
import {placeOf, reach, resolve, type Place} from './network.js';
import type {Ending, Told} from './program.js';
import {
	NetworkError,
	Terminated,
	type ClientReply,
	type ClientRequest,
	type ContainerProgram,
	type ProgramTools,
} from '../images/container-program.js';
import {partsOf} from './programs/network/fetch.js';
import {signalNamed, signalNumber} from './signals.js';
import {Killed} from './task.js';

/** How long a program waits for an answer, in virtual milliseconds. */
const usualTimeoutMs = 5000;

/** An exit code requested from inside the container. */
class Exited extends Error {
	constructor(readonly code: number) {
		super('exit');
	}
}

/** The system call that fails, as libuv names it, where it is not `connect`. */
const failedCalls: ReadonlyMap<NetworkError['code'], string> = new Map([
	['ENOTFOUND', 'getaddrinfo'],
	['ECONNRESET', 'read'],
]);

const failedWith = (code: NetworkError['code'], host: string): NetworkError => {
	const call = failedCalls.get(code) ?? 'connect';
	return new NetworkError(code, `${call} ${code} ${host}`);
};

/** Sends a request from a container. @throws {NetworkError} */
function* send(
	place: Place,
	url: string,
	{method = 'GET', headers = {}, body = '', timeoutMs = usualTimeoutMs}: ClientRequest,
): Routine<ClientReply> {
	const {host, port, path, isSecure} = partsOf(url);
	const resolved = yield* resolve(place, host);
	const [ip] = resolved.case === 'found' ? resolved.addresses : [];
	if (ip === undefined) {
		yield* sleep(resolved.case === 'silent' ? timeoutMs : 0);
		throw failedWith('ENOTFOUND', host);
	}

	const there = `${ip}:${port}`;
	const reached = yield* reach(place, ip, port);
	switch (reached.case) {
		case 'refused': {
			throw failedWith('ECONNREFUSED', there);
		}

		case 'lost': {
			yield* sleep(timeoutMs);
			throw failedWith('ETIMEDOUT', there);
		}

		case 'outside': {
			const {name, sandbox} = place.container;
			yield* note(
				'container.assume',
				{kind: 'host', container: name, what: there},
				{object: registryKey('pods', sandbox.namespace, sandbox.pod), outcome: 'warning'},
			);
			return {status: 200, body: ''};
		}

		case 'apiserver': {
			return yield* askServer(place.apiserver, isSecure, path, {method, headers, body});
		}

		default: {
			const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
			const answer =
				reached.server && (yield* respond(place, reached.server, path, {sent: {method, headers: lower, body}}));
			if (!answer) {
				throw failedWith('ECONNRESET', there);
			}

			const {status = 200, body: text = '', takesMs = 0} = answer;
			yield* sleep(Math.min(takesMs, timeoutMs));
			if (takesMs > timeoutMs) {
				throw failedWith('ETIMEDOUT', there);
			}

			return {status, body: text};
		}
	}
}

function* askServer(
	apiserver: Client | undefined,
	isSecure: boolean,
	path: string,
	{method = 'GET', headers = {}, body}: ClientRequest,
): Routine<ClientReply> {
	if (!apiserver || !isSecure) {
		return {status: 400, body: 'Client sent an HTTP request to an HTTPS server.\n'};
	}

	const {status, text} = yield* askApiserver(apiserver, path, {
		method: methodNamed(method),
		headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
		userAgent: 'program',
		...(body === undefined ? {} : {body}),
	});
	return {status, body: text};
}

/** Waits for the next signal to the container's process. A handler runs in the process of its client, which has no signals. */
type Receive = (timeoutMs: number | undefined) => Routine<Told | undefined>;

const inWords = <T>(read: () => T): T => {
	try {
		return read();
	} catch (error) {
		throw error instanceof FileError ? new Error(error.description) : error;
	}
};

const toolsOf = (life: ContainerLife, container: RuntimeContainer, receive: Receive): ProgramTools => {
	const {kernel, listeners} = life;
	const {files, sandbox, config} = container;
	const isOwn = () => kernel.current === container.process;
	function* untilTold(timeoutMs: number | undefined): Routine<Terminated | undefined> {
		if (!isOwn()) {
			throw new TypeError('a handler cannot wait: return {afterMs}');
		}

		yield* life.filesChanged(container);
		const told = yield* receive(timeoutMs);
		if (typeof told === 'object') {
			throw new Exited(told.exit);
		}

		if (told === undefined) {
			return undefined;
		}

		yield* note('container.signal', {case: 'script', signal: told, container: container.name, interruptible: true});
		return new Terminated(told);
	}

	return {
		args: config.args ?? [],
		env: Object.fromEntries(startOf(container).environment),
		hostname: sandbox.pod,
		ip: sandbox.ip,
		now: () => kernel.wallClockMs,
		random: () => kernel.random(`program/${sandbox.namespace}/${sandbox.pod}/${container.name}`).fraction(),
		readFile: (path) => inWords(() => files.read(path)),
		writeFile(path, text) {
			inWords(() => files.write(path, text));
		},
		*log(line) {
			yield* life.print(container, `${line}\n`);
		},
		*sleep(ms) {
			const told = yield* untilTold(ms);
			if (told) {
				throw told;
			}
		},
		*terminated() {
			for (;;) {
				const told = yield* untilTold(undefined);
				if (told) {
					return told;
				}
			}
		},
		*listen(port, handler) {
			if (!(yield* listeners.listen(container, {port, handler}, true))) {
				throw new Error(`listen EADDRINUSE: address already in use :::${port}`);
			}
		},
		*close(port) {
			yield* listeners.listen(container, {port}, false);
		},
		*request(url, options = {}) {
			return yield* send(placeOf(life, container), url, options);
		},
	};
};

/** Runs a program to its end. An uncaught error is printed, as a language runtime does, and ends it with 1. */
export function* runCustomProgram(
	life: ContainerLife,
	container: RuntimeContainer,
	program: ContainerProgram,
	receive: Receive,
): Routine<Ending> {
	try {
		const code = (yield* program(toolsOf(life, container, receive))) ?? 0;
		yield* life.filesChanged(container);
		return {code: Number(code) & 0xff};
	} catch (error) {
		if (error instanceof Exited) {
			return {code: error.code};
		}

		if (error instanceof Terminated) {
			const signal = signalNamed(error.signal);
			return {code: 128 + (signal ? signalNumber(signal) : 0)};
		}

		if (error instanceof Killed) {
			throw error;
		}

		const name = error instanceof Error ? error.name : 'Error';
		yield* life.print(container, `${name}: ${errorText(error)}\n`);
		return {code: 1};
	}
}
