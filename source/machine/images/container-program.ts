import type {Routine} from '../../kernel/routine.js';
import type {Handler} from '../handler.js';
import type {StopSignal} from './described-program.js';

/** The answer to a request that a program sent. */
export interface ClientReply {
	readonly status: number;
	readonly body: string;
}

/** The options of a program's request. */
export interface ClientRequest {
	/** GET by default. */
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Virtual milliseconds to wait for the connection and the answer; 5,000 by default. */
	readonly timeoutMs?: number;
}

/** The tools of a program in a container. Each with `yield*` is a stop to step into, and needs virtual time. */
export interface ProgramTools {
	/** The words of `args`; an image's own program has no `command`. */
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** The name of the Pod. */
	readonly hostname: string;
	/** The address of the Pod; empty on its node's network. */
	readonly ip: string;
	/** The cluster's clock, in milliseconds since 1970: code of a simulation has no other. */
	now(): number;
	/** A number from 0 to 1 that the seed of the cluster decides: code of a simulation has no other. */
	random(): number;
	/** Text of a file of the container, such as one of a volume. @throws {Error} in the words of the system */
	readFile(path: string): string;
	/** @throws {Error} in the words of the system */
	writeFile(path: string, text: string): void;
	/** Writes a line to standard output. */
	log(line: string): Routine;
	/** Waits. @throws {Terminated} when a signal requests the program's end */
	sleep(ms: number): Routine;
	/** Waits until a signal requests the program's end. */
	terminated(): Routine<Terminated>;
	/** Opens a port. @throws {Error} when another container of the Pod has it */
	listen(port: number, handler: Handler): Routine;
	/** Closes a port. */
	close(port: number): Routine;
	/** Sends an HTTP request, subject to the network and its policies. @throws {NetworkError} */
	request(url: string, options?: ClientRequest): Routine<ClientReply>;
}

/**
A program in containers, written as a generator. Its result is the exit code. It must be deterministic: no clock except `now()`, no
randomness except `random()`, no timers or promises.
*/
export type ContainerProgram = (tools: ProgramTools) => Routine<number | void>;

/** Thrown when a signal requests the program's end; a program that does not catch it is ended by the signal. */
export class Terminated extends Error {
	override readonly name = 'Terminated';

	constructor(readonly signal: StopSignal) {
		super(`the program was sent ${signal}`);
	}
}

/** The reason of a request without an answer, with Node's code for it: `ENOTFOUND`, `ECONNREFUSED`, `ETIMEDOUT`, `ECONNRESET`. */
export class NetworkError extends Error {
	override readonly name = 'NetworkError';

	constructor(
		readonly code: 'ENOTFOUND' | 'ECONNREFUSED' | 'ETIMEDOUT' | 'ECONNRESET',
		message: string,
	) {
		super(message);
	}
}
