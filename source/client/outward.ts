import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {take, type Routine} from '../kernel/routine.js';

/** A request of the simulation to a server beyond it. Plain data. */
export interface OutwardRequest {
	readonly method: 'GET' | 'POST';
	/** `https://…` */
	readonly url: string;
	/** Who may have signed the server's certificate: PEM in base64; the authorities that the system trusts when not given. */
	readonly caBundle?: string;
	/** Whose certificate it must be, where that is not the host of the address. */
	readonly serverName?: string;
	/** JSON. */
	readonly body?: string;
	readonly timeoutMs: number;
}

/** What came back, or what went wrong in Go's words. Plain data: it is part of a recording. */
export type OutwardAnswer =
	| {readonly call: number; readonly status: number; readonly text: string}
	| {readonly call: number; readonly error: string};

/** Sends a request; its answer comes back as an input. It is outside: it affects the simulation only through that. */
export type OutwardListener = (call: number, request: OutwardRequest) => void;

/**
Calls to servers beyond the simulation. Answers are inputs, so that a replay needs no server.

In a replay that goes on otherwise than it was recorded, nobody answers, and the call ends with its time.
*/
export class Outward {
	readonly #waiting = new Map<number, {readonly mailbox: Mailbox<OutwardAnswer>; readonly cause: number}>();
	#calls = 0;
	#listener: OutwardListener = () => {};

	constructor(readonly kernel: Kernel) {}

	/** From now on `listener` sends the requests. */
	listen(listener: OutwardListener): void {
		this.#listener = listener;
	}

	/** An answer has come. */
	submit(answer: OutwardAnswer): void {
		const waiting = this.#waiting.get(answer.call);
		if (waiting) {
			this.kernel.send(waiting.mailbox, answer, 0, waiting.cause);
		}
	}

	/**
	Sends a request whose stop comes next. @returns what waits for its answer.

	Before the stop: who paces the simulation then knows, when it stops there, that somebody outside works for it.
	*/
	send(request: OutwardRequest): () => Routine<OutwardAnswer> {
		const call = ++this.#calls;
		const mailbox = new Mailbox<OutwardAnswer>(`answer to call ${call}`);
		this.#waiting.set(call, {mailbox, cause: this.kernel.steps});
		this.#listener(call, request);
		return () => this.#answer(call, mailbox, request.timeoutMs);
	}

	*#answer(call: number, mailbox: Mailbox<OutwardAnswer>, timeoutMs: number): Routine<OutwardAnswer> {
		const answer = yield* take(mailbox, {timeoutMs});
		this.#waiting.delete(call);
		return answer ?? {call, error: 'context deadline exceeded'};
	}
}
