import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {take, type Routine} from '../kernel/routine.js';
import type {Request} from './request.js';

/** Names the authority of the server that real clients reach: it signs the certificate request in the body. */
export const signerAddress = 'signer:';

/** A certificate request for that authority, as JSON. */
export interface SigningRequest {
	/** PEM in base64. */
	readonly request: string;
	readonly usages: readonly string[];
	readonly expirationSeconds?: number;
}

/** A request of the simulation to a server beyond it. Plain data. */
export interface OutwardRequest {
	readonly method: Request['method'];
	/** `https://…`, or {@link signerAddress}. */
	readonly url: string;
	/** The authorities that may have signed the server's certificate: PEM in base64; those of the system by default. */
	readonly caBundle?: string;
	/** The required name in the certificate, if it is not the host of the address. */
	readonly serverName?: string;
	/** The server's certificate is not checked. */
	readonly insecure?: boolean;
	/** The apiserver identifies itself by a certificate, so the server trusts its statement about the caller. */
	readonly asProxy?: boolean;
	/** Names in lower case. */
	readonly headers?: Readonly<Record<string, string | readonly string[]>>;
	/** The body; JSON unless `headers` name another type. */
	readonly body?: string;
	/** A body that is not text, in base64. */
	readonly bytes?: string;
	/** Whether an answer with status 200 is followed by more parts until one side disconnects. */
	readonly follows?: boolean;
	readonly timeoutMs: number;
}

/** The answer, or the error in Go's words. Plain data: it is part of a recording. */
export type OutwardAnswer =
	| {
			readonly call: number;
			readonly status: number;
			readonly text: string;
			/** Its Content-Type, where that is not JSON. */ readonly type?: string;
	  }
	| {readonly call: number; readonly error: string}
	/** The rest of an answer, and its end. */
	| {readonly call: number; readonly more: string}
	| {readonly call: number; readonly ended: true};

/** The first part of an answer. */
export type OutwardHead = Exclude<OutwardAnswer, {readonly more: string} | {readonly ended: true}>;

/** The receiver of the rest of an answer. */
interface Follower {
	readonly onMore: (text: string) => void;
	readonly onEnd: () => void;
}

/** The listener outside the simulation that sends its requests; it affects the simulation only through answers, which return as inputs. */
export interface OutwardListener {
	readonly send: (call: number, request: OutwardRequest) => void;
	/** The rest of an answer has no reader any more. */
	readonly hangUp: (call: number) => void;
}

/**
Calls to servers outside the simulation. Answers are inputs, so that a replay needs no server.

In a replay that differs from its recording, no answer arrives, and the call times out.
*/
export class Outward {
	readonly #waiting = new Map<number, {readonly mailbox: Mailbox<OutwardHead>; readonly cause: number}>();
	readonly #followers = new Map<number, Follower>();
	/** The parts of an answer that arrived before its reader. */
	readonly #early = new Map<number, OutwardAnswer[]>();
	#calls = 0;
	#listener: OutwardListener = {send() {}, hangUp() {}};

	constructor(readonly kernel: Kernel) {}

	/** Sets the listener that sends the requests. */
	listen(listener: OutwardListener): void {
		this.#listener = listener;
	}

	/** An answer has arrived. */
	submit(answer: OutwardAnswer): void {
		if ('more' in answer || 'ended' in answer) {
			const follower = this.#followers.get(answer.call);
			if (!follower) {
				this.#early.get(answer.call)?.push(answer);
			} else if ('more' in answer) {
				follower.onMore(answer.more);
			} else {
				this.#followers.delete(answer.call);
				follower.onEnd();
			}

			return;
		}

		const waiting = this.#waiting.get(answer.call);
		if (waiting) {
			this.kernel.send(waiting.mailbox, answer, 0, waiting.cause);
		}
	}

	/** Receives the data after an answer; data that has already arrived, at once. */
	follow(call: number, follower: Follower): void {
		this.#followers.set(call, follower);
		const early = this.#early.get(call) ?? [];
		this.#early.delete(call);
		for (const answer of early) {
			this.submit(answer);
		}
	}

	/** Stops receiving the data after an answer. */
	hangUp(call: number): void {
		if (this.#followers.delete(call)) {
			this.#listener.hangUp(call);
		}
	}

	/**
	Sends a request before its stop. @returns a routine that waits for the answer. Since the request starts before the stop, a pacer that
	holds the simulation there knows that work outside is in progress.
	*/
	send(request: OutwardRequest): () => Routine<OutwardHead> {
		const call = ++this.#calls;
		const mailbox = new Mailbox<OutwardHead>(`answer to call ${call}`);
		this.#waiting.set(call, {mailbox, cause: this.kernel.steps});
		if (request.follows) {
			this.#early.set(call, []);
		}

		this.#listener.send(call, request);
		return () => this.#answer(call, mailbox, request.timeoutMs);
	}

	*#answer(call: number, mailbox: Mailbox<OutwardHead>, timeoutMs: number): Routine<OutwardHead> {
		const answer = yield* take(mailbox, {timeoutMs});
		this.#waiting.delete(call);
		if (!answer || 'error' in answer || answer.status !== 200) {
			this.#early.delete(call);
		}

		if (!answer) {
			this.#listener.hangUp(call);
		}

		return answer ?? {call, error: 'context deadline exceeded'};
	}
}
