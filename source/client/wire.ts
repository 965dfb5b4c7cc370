import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {sleep, take, type Routine} from '../kernel/routine.js';
import type {RequestFailureWord, RequestFault, WatchFault} from '../objects/fault.js';
import type {Status} from '../objects/kubernetes.generated.js';
import {note} from '../stages/note.js';
import {copyOf} from '../objects/copy.js';
import {CutOff} from './cut-off.js';
import {isCaller} from './callers.js';
import {Deliveries, isFor, type WatchLine} from './deliveries.js';
import {requestTarget} from './request-target.js';
import type {Handler, Request, Response, WatchEvent} from './request.js';

interface OpenWatch {
	readonly request: Request;
	readonly close: () => void;
}

/** Requests that find no way to the apiserver. */
interface Blockade {
	readonly blocks: (agent: string) => boolean;
	/** The mailboxes that wait for its end. */
	readonly waiting: Set<Mailbox<true>>;
}

/** The words of the apiserver when it cannot reach etcd, is overloaded, or times out. */
const failures: Readonly<
	Record<Exclude<RequestFailureWord, '409' | 'held' | 'lost'>, Pick<Status, 'code' | 'reason' | 'message'>>
> = {
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
};

/** The refusal after another client's write. @mirrors k8s.io/apimachinery/pkg/api/errors NewConflict */
const conflict = (request: Request): Pick<Status, 'code' | 'reason' | 'message' | 'details'> => {
	const {resource = '', group = '', name = ''} = requestTarget(request) ?? {};
	const [kind = ''] = resource.split('/', 1);
	return {
		code: 409,
		reason: 'Conflict',
		message: `Operation cannot be fulfilled on ${group === '' ? kind : `${kind}.${group}`} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
		details: {name, ...(group === '' ? {} : {group}), kind},
	};
};

/** The last event of a watch whose version has been compacted. */
const expired: WatchEvent = {
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
};

/** Whether a fault concerns a request. */
const isConcerned = (request: Request, {client, verb, resource}: RequestFault): boolean => {
	if (!isCaller(client, request)) {
		return false;
	}

	const target = verb === undefined && resource === undefined ? undefined : requestTarget(request);
	return (verb === undefined || target?.verb === verb) && (resource === undefined || target?.resource === resource);
};

const answerOf = (failure: Pick<Status, 'code' | 'reason' | 'message' | 'details'>): Response => {
	const body: Status = {kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', ...failure};
	return {status: failure.code ?? 500, headers: {}, body};
};

/** The answer to a client whose connection has ended. @param why in the words of Go's HTTP client. */
const lostWith = (why: string): Response => ({
	...answerOf({code: 503, reason: 'ServiceUnavailable', message: why}),
	lost: why,
});

/** How long a request waits for a connection to the apiserver: kubelets have a shorter limit. */
const timeoutMs = (agent: string): number => (agent.startsWith('kubelet/') ? 10_000 : 30_000);

/**
The network between clients and the apiserver, where requests can be delayed or fail, and watches can end. Without a fault it does nothing.

Simplified: for components, a lost connection is an answer of 503, where real components get an error without a status; kubectl distinguishes the two.
*/
export class Wire {
	/** The faults, each with the number of requests that it has affected so far. */
	readonly #faults = new Map<RequestFault, number>();
	/** Answers that wait for the end of their fault. */
	readonly #unanswered = new Map<RequestFault, Set<Mailbox<true>>>();
	readonly #watches = new Set<OpenWatch>();
	readonly #blockades = new Set<Blockade>();
	readonly #cutOff = new CutOff();
	/** The way of events to clients. */
	readonly deliveries: Deliveries;

	constructor(
		readonly kernel: Kernel,
		readonly server: Handler,
	) {
		this.deliveries = new Deliveries(kernel);
	}

	readonly handler: Handler = (request) => {
		const agent = request.headers['user-agent'] ?? '';
		return this.#isBlocked(agent) ? this.#held(request, agent) : this.#onItsWay(request, agent);
	};

	#onItsWay(request: Request, agent: string): Routine<Response> {
		const fault = this.#faults.size > 0 ? this.#faultFor(request) : undefined;
		return fault ? this.#disturbed(request, agent, fault) : this.#sent(request);
	}

	#isBlocked(agent: string): Blockade | undefined {
		for (const blockade of this.#blockades) {
			if (blockade.blocks(agent)) {
				return blockade;
			}
		}

		return undefined;
	}

	/** Cuts these clients off from the apiserver. @returns a function that ends this: waiting requests continue. */
	block(blocks: Blockade['blocks']): () => void {
		const blockade: Blockade = {blocks, waiting: new Set()};
		this.#blockades.add(blockade);
		return () => {
			this.#blockades.delete(blockade);
			for (const mailbox of blockade.waiting) {
				this.kernel.send(mailbox, true);
			}

			this.#cutOff.end();
		};
	}

	/** Waits for a connection to the apiserver, at most as long as the client waits. */
	*#held(request: Request, agent: string): Routine<Response> {
		const {kernel} = this;
		const {method, path} = request;
		const untilMs = kernel.now + timeoutMs(agent);
		const sinceMs = kernel.now;
		for (let blockade = this.#isBlocked(agent); blockade; blockade = this.#isBlocked(agent)) {
			const mailbox = new Mailbox<true>('a connection to the apiserver');
			const {waiting} = blockade;
			waiting.add(mailbox);
			const leave = kernel.atExit(() => waiting.delete(mailbox));
			const isFree = yield* take(mailbox, {timeoutMs: untilMs - kernel.now});
			waiting.delete(mailbox);
			leave();
			if (!isFree) {
				const fail = 'i/o timeout';
				yield* note(
					'fault.request',
					{client: agent, method, path, fail, delayMs: kernel.now - sinceMs},
					{outcome: 'failed'},
				);
				this.#cutOff.add(request);
				return lostWith(`dial tcp 10.0.0.1:6443: ${fail}`);
			}
		}

		yield* note('fault.request', {client: agent, method, path, delayMs: kernel.now - sinceMs}, {outcome: 'warning'});
		return yield* this.#onItsWay(request, agent);
	}

	/** Begins a fault. @returns a function that ends it. */
	disturb(fault: RequestFault): () => void {
		this.#faults.set(fault, 0);
		return () => {
			this.#faults.delete(fault);
			for (const mailbox of this.#unanswered.get(fault) ?? []) {
				this.kernel.send(mailbox, true);
			}

			this.#unanswered.delete(fault);
			this.#cutOff.end();
		};
	}

	/** Ends open watches. @returns how many. */
	cut({client, resource, end}: WatchFault): number {
		let count = 0;
		for (const watch of this.#watches) {
			const {onEvent, onEnd} = watch.request;
			if (!isCaller(client, watch.request) || !isFor(resource, watch.request.path) || (end === 'closed' && !onEnd)) {
				continue;
			}

			count++;
			watch.close();
			if (end === 'closed') {
				onEnd?.();
			} else {
				onEvent?.(expired);
			}
		}

		return count;
	}

	/** The fault that disturbs a request. Each fault counts the requests that it concerns, regardless of which fault disturbs them. */
	#faultFor(request: Request): RequestFault | undefined {
		let found: RequestFault | undefined;
		for (const [fault, count] of this.#faults) {
			if (!isConcerned(request, fault)) {
				continue;
			}

			const {number, share = 1} = fault;
			this.#faults.set(fault, count + 1);
			if (
				!found &&
				(number === undefined || number === count + 1) &&
				(share >= 1 || this.kernel.random('wire').below(1000) < share * 1000)
			) {
				found = fault;
			}
		}

		return found;
	}

	/** The answer to a request that was carried out, once its fault is over. */
	*#heldAnswer(request: Request, agent: string, fault: RequestFault): Routine<Response> {
		const {method, path} = request;
		const response = yield* this.#sent(request);
		if (this.#faults.has(fault)) {
			const mailbox = new Mailbox<true>('the end of a fault');
			const waiting = this.#unanswered.get(fault) ?? new Set();
			this.#unanswered.set(fault, waiting.add(mailbox));
			const leave = this.kernel.atExit(() => waiting.delete(mailbox));
			yield* note('fault.request', {client: agent, method, path, fail: 'held', delayMs: 0}, {outcome: 'failed'});
			yield* take(mailbox, {});
			leave();
		}

		return response;
	}

	*#disturbed(request: Request, agent: string, fault: RequestFault): Routine<Response> {
		const {fail, delayMs = 0} = fault;
		if (fail === 'held') {
			return yield* this.#heldAnswer(request, agent, fault);
		}

		const {method, path} = request;
		yield* note('fault.request', {client: agent, method, path, fail, delayMs}, {outcome: fail ? 'failed' : 'warning'});
		if (delayMs > 0) {
			yield* sleep(delayMs);
		}

		if (fail === undefined) {
			return yield* this.#sent(request);
		}

		this.#cutOff.add(request);
		if (fail === 'lost') {
			const {close} = yield* this.server(request);
			close?.();
		}

		return fail === 'lost'
			? lostWith('http2: client connection lost')
			: answerOf(fail === '409' ? conflict(request) : failures[fail]);
	}

	*#sent(request: Request): Routine<Response> {
		const {onEvent, onEnd} = request;
		if (!onEvent || !onEnd) {
			return yield* this.server(request);
		}

		const {deliveries} = this;
		const line: WatchLine = {
			request,
			deliver: onEvent,
			breakOff: () => {
				watch.close();
				onEnd();
			},
			expire: () => {
				watch.close();
				onEvent(expired);
			},
		};
		const sent: Request = Object.assign(copyOf(request), {
			onEvent: (event: WatchEvent) => {
				deliveries.send(line, event);
			},
		});
		const response = yield* this.server(sent);
		const {close} = response;
		if (!close) {
			return response;
		}

		const watch: OpenWatch = {
			request,
			close: () => {
				deliveries.forget(line);
				this.#watches.delete(watch);
				close();
			},
		};
		this.#watches.add(watch);
		return {...response, close: watch.close};
	}
}
