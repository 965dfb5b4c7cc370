import type {Kernel} from '../kernel/kernel.js';
import {sleep, type Routine} from '../kernel/routine.js';
import type {RequestFailureWord, RequestFault, WatchFault} from '../objects/fault.js';
import type {Status} from '../objects/kubernetes.generated.js';
import {note} from '../stages/note.js';
import type {Handler, Request, Response} from './request.js';

interface OpenWatch {
	readonly agent: string;
	readonly request: Request;
	readonly close: () => void;
}

/** The words of the apiserver where it cannot reach etcd, has no room, or gives up; those of Go's HTTP client where the connection is gone. */
const failures: Readonly<Record<RequestFailureWord, Pick<Status, 'code' | 'reason' | 'message'>>> = {
	'500': {code: 500, message: 'etcdserver: request timed out'},
	'503': {
		code: 503,
		reason: 'ServiceUnavailable',
		message: 'the server is currently unable to handle the request',
	},
	'504': {
		code: 504,
		reason: 'Timeout',
		message: 'Timeout: request did not complete within requested timeout - context deadline exceeded',
	},
	lost: {code: 503, reason: 'ServiceUnavailable', message: 'http2: client connection lost'},
};

const answerOf = (word: RequestFailureWord): Response => {
	const failure = failures[word];
	const body: Status = {kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', ...failure};
	return {status: failure.code ?? 500, headers: {}, body};
};

const concerns = (pattern: string, agent: string): boolean => pattern === '*' || `${agent}/`.startsWith(`${pattern}/`);

/** Whether a request is for this resource, such as `pods`. */
const isOf = (resource: string | undefined, path: string): boolean =>
	resource === undefined || path.endsWith(`/${resource}`);

/**
The way from clients to the apiserver, on which requests can be delayed or fail, and watches end. Without a fault it is not there at all.

Simplified: a lost connection is an answer of 503, where a real client gets an error without a status.
*/
export class Wire {
	readonly #faults = new Set<RequestFault>();
	readonly #watches = new Set<OpenWatch>();

	constructor(
		readonly kernel: Kernel,
		readonly server: Handler,
	) {}

	readonly handler: Handler = (request) => {
		const agent = request.headers['user-agent'] ?? '';
		const fault = this.#faults.size > 0 ? this.#faultFor(agent) : undefined;
		return fault ? this.#disturbed(request, agent, fault) : this.#sent(request, agent);
	};

	/** Begins a fault. @returns ends it. */
	disturb(fault: RequestFault): () => void {
		this.#faults.add(fault);
		return () => {
			this.#faults.delete(fault);
		};
	}

	/** Ends open watches. @returns how many. */
	cut({client, resource, end}: WatchFault): number {
		let count = 0;
		for (const watch of this.#watches) {
			const {onEvent, onEnd} = watch.request;
			if (!concerns(client, watch.agent) || !isOf(resource, watch.request.path) || (end === 'closed' && !onEnd)) {
				continue;
			}

			count++;
			watch.close();
			if (end === 'closed') {
				onEnd?.();
			} else {
				onEvent?.({
					type: 'ERROR',
					object: {
						kind: 'Status',
						apiVersion: 'v1',
						metadata: {},
						status: 'Failure',
						message: 'The resourceVersion for the provided watch is too old.',
						reason: 'Expired',
						code: 410,
					},
				});
			}
		}

		return count;
	}

	#faultFor(agent: string): RequestFault | undefined {
		for (const fault of this.#faults) {
			const {client, share = 1} = fault;
			if (concerns(client, agent) && (share >= 1 || this.kernel.random('wire').below(1000) < share * 1000)) {
				return fault;
			}
		}

		return undefined;
	}

	*#disturbed(request: Request, agent: string, {fail, delayMs = 0}: RequestFault): Routine<Response> {
		const {method, path} = request;
		yield* note('fault.request', {client: agent, method, path, fail, delayMs}, {outcome: fail ? 'failed' : 'warning'});
		if (delayMs > 0) {
			yield* sleep(delayMs);
		}

		if (fail === undefined) {
			return yield* this.#sent(request, agent);
		}

		if (fail === 'lost') {
			const {close} = yield* this.server(request);
			close?.();
		}

		return answerOf(fail);
	}

	*#sent(request: Request, agent: string): Routine<Response> {
		const response = yield* this.server(request);
		if (!request.onEvent || !response.close) {
			return response;
		}

		const {close} = response;
		const watch: OpenWatch = {
			agent,
			request,
			close: () => {
				this.#watches.delete(watch);
				close();
			},
		};
		this.#watches.add(watch);
		return {...response, close: watch.close};
	}
}
