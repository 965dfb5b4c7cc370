import type {Kernel} from '../kernel/kernel.js';
import type {DeliveryFault} from '../objects/fault.js';
import {isCaller} from './callers.js';
import type {Request, WatchEvent} from './request.js';

/**
How long a connection can be silent before HTTP/2 closes it: a ping after 30 s, and 15 s for its answer.

@mirrors golang.org/x/net/http2 ReadIdleTimeout, PingTimeout as client-go sets them
*/
export const brokenAfterMs = 45_000;

/** An open watch, as far as its events are concerned. */
export interface WatchLine {
	/** The one that opened it. */
	readonly request: Pick<Request, 'headers' | 'certificate' | 'path'>;
	/** Delivers an event to the client. */
	readonly deliver: (event: WatchEvent) => void;
	/** The connection has ended: the client continues from the last version it has seen. */
	readonly breakOff: () => void;
	/** Ends the watch with 410: the client lists again. */
	readonly expire: () => void;
}

/** Whether a request is for this resource, such as `pods`. */
export const isFor = (resource: string | undefined, path: string): boolean =>
	resource === undefined || path.endsWith(`/${resource}`);

/** The events of one watch that are held back. */
interface Held {
	readonly events: WatchEvent[];
	/** The arrival time of the last delayed event: no later event overtakes it. */
	dueMs: number;
	/** Whether held events never arrive: in the end the watch expires. */
	isMissed: boolean;
}

/**
Delivers events to watchers. Events can be late, lost or duplicated, but keep their order within one watch. A lost event is not missed
permanently: its connection breaks, and the client continues from the last version that it has seen.
*/
export class Deliveries {
	readonly #faults = new Set<DeliveryFault>();
	readonly #held = new Map<WatchLine, Held>();

	constructor(readonly kernel: Kernel) {}

	/** @returns a function that ends it: held events arrive, and after a loss the connection breaks. */
	disturb(fault: DeliveryFault): () => void {
		this.#faults.add(fault);
		return () => {
			this.#faults.delete(fault);
			for (const [line, held] of this.#held) {
				if (concerns(fault, line)) {
					this.#release(line, held, fault.change === 'drop' || fault.change === 'miss');
				}
			}
		};
	}

	/** An event on its way to a client. */
	send(line: WatchLine, event: WatchEvent): void {
		const fault = this.#faultOf(line);
		const held = this.#held.get(line);
		if (!fault && !held) {
			line.deliver(event);
			return;
		}

		if (fault?.change === 'duplicate') {
			this.#forward(line, event, held);
			this.#forward(line, event, held);
		} else if (fault?.change === 'delay') {
			this.#later(line, event, fault.delayMs ?? 0);
		} else if (fault) {
			this.#hold(line, event, fault.change === 'miss');
		} else {
			this.#forward(line, event, held);
		}

		this.#overtaken(line);
	}

	/** The watch is over: no further event arrives. */
	forget(line: WatchLine): void {
		this.#held.delete(line);
	}

	#faultOf(line: WatchLine): DeliveryFault | undefined {
		for (const fault of this.#faults) {
			if (concerns(fault, line)) {
				return fault;
			}
		}

		return undefined;
	}

	#heldOf(line: WatchLine): Held {
		const held = this.#held.get(line) ?? {events: [], dueMs: 0, isMissed: false};
		this.#held.set(line, held);
		return held;
	}

	/** Delivers an event at once, or after delayed ones. */
	#forward(line: WatchLine, event: WatchEvent, held: Held | undefined): void {
		if (held && held.dueMs > this.kernel.now) {
			this.#later(line, event, 0);
		} else {
			line.deliver(event);
		}
	}

	#later(line: WatchLine, event: WatchEvent, delayMs: number): void {
		const {kernel} = this;
		const held = this.#heldOf(line);
		held.dueMs = Math.max(held.dueMs, kernel.now + delayMs);
		kernel.after(held.dueMs - kernel.now, () => {
			if (this.#held.has(line)) {
				line.deliver(event);
			}
		});
	}

	#hold(line: WatchLine, event: WatchEvent, isMissed: boolean): void {
		const {kernel} = this;
		const held = this.#heldOf(line);
		held.events.push(event);
		held.isMissed ||= isMissed;
		if (held.events.length === 1) {
			kernel.after(
				brokenAfterMs,
				() => {
					if (this.#held.get(line) === held && held.events.length > 0) {
						this.#release(line, held, true);
					}
				},
				{periodic: true},
			);
		}
	}

	/** Releases the held events of an older watch of the same client: they arrive after the new watch has begun. */
	#overtaken(by: WatchLine): void {
		for (const fault of this.#faults) {
			if (fault.change !== 'reorder' || !isCaller(fault.client, by.request) || !isFor(fault.behind, by.request.path)) {
				continue;
			}

			for (const [line, held] of this.#held) {
				if (agentOf(line) === agentOf(by) && concerns(fault, line)) {
					this.#release(line, held, false);
				}
			}
		}
	}

	#release(line: WatchLine, held: Held, isBroken: boolean): void {
		const events = held.events.splice(0);
		if (held.dueMs <= this.kernel.now) {
			this.#held.delete(line);
		}

		if (isBroken && events.length > 0) {
			this.#held.delete(line);
			if (held.isMissed) {
				line.expire();
			} else {
				line.breakOff();
			}

			return;
		}

		for (const event of events) {
			this.#forward(line, event, held);
		}
	}
}

const agentOf = ({request: {headers}}: WatchLine): string => headers['user-agent'] ?? '';

const concerns = ({client, resource}: DeliveryFault, {request}: WatchLine): boolean =>
	isCaller(client, request) && isFor(resource, request.path);
