import type {Routine} from '../kernel/routine.js';
import type {Answer} from './images/described-program.js';

/** A request to a server of a container. */
export interface ServerRequest {
	readonly method: string;
	readonly path: string;
	/** The query's parameters; for a repeated name, the last value. */
	readonly query: Readonly<Record<string, string>>;
	/** Names in lower case; empty for probes. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** The answer of a server: its body, or more. */
export type ServerReply =
	| string
	| {
			/** 200 by default. */
			readonly status?: number;
			readonly body?: string;
			/** Virtual milliseconds until the answer; the client's timeout applies. */
			readonly afterMs?: number;
	  };

/** Answers requests. A generator may write to the log and send its own requests. */
export type Handler = (request: ServerRequest) => ServerReply | Routine<ServerReply>;

/** The parts of a request beside its target. */
export type Sent = Pick<ServerRequest, 'method' | 'headers' | 'body'>;

const probe: Sent = {method: 'GET', headers: {}, body: ''};

const isRoutine = (value: ServerReply | Routine<ServerReply>): value is Routine<ServerReply> =>
	typeof value === 'object' && 'next' in value;

/**
The answer of a handler, in the machine's form.

@param target path and query

@param sent absent for requests of the kubelet and of clients that only send GET
*/
export function* handled(handler: Handler, target: string, sent: Sent = probe): Routine<Answer> {
	const {pathname, searchParams} = new URL(target, 'http://localhost');
	const given = handler({...sent, path: pathname, query: Object.fromEntries(searchParams)});
	const reply = isRoutine(given) ? yield* given : given;
	const {status = 200, body = '', afterMs = 0} = typeof reply === 'string' ? {body: reply} : reply;
	return {status, body, ...(afterMs > 0 ? {takesMs: afterMs} : {})};
}
