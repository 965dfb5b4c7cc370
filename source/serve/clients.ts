import type {Cluster} from '../cluster.js';
import type {OutsideInput, OutsideOutput, OutsideRequest} from '../client/outside.js';
import type {Pace} from './pace.js';

/** Receives the output of one exchange. */
export type Sink = (output: OutsideOutput) => void;

/** A client's actions on an exchange that it has begun. */
export interface OpenExchange {
	/** Continues with it: bytes on a channel, the end of one. */
	readonly send: (input: DistributedOmit<OutsideInput, 'exchange'>) => void;
	/** Called when the client has disconnected. */
	readonly hangUp: () => void;
}

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The exchanges of all real clients with one simulated cluster, numbered. */
export class Clients {
	readonly #sinks = new Map<number, Sink>();
	#count = 0;

	constructor(readonly pace: Pace) {
		const {outside} = pace.recording.world as Cluster;
		outside.listen((exchange, output) => {
			const sink = this.#sinks.get(exchange);
			if (output.kind === 'end') {
				this.#sinks.delete(exchange);
			}

			sink?.(output);
		});
	}

	/** The number of requests so far. */
	get count(): number {
		return this.#count;
	}

	/** The number of open requests. */
	get open(): number {
		return this.#sinks.size;
	}

	/** Begins an exchange. */
	begin(request: OutsideRequest, sink: Sink): OpenExchange {
		const exchange = ++this.#count;
		this.#sinks.set(exchange, sink);
		this.pace.submit({client: {exchange, request}});
		const send: OpenExchange['send'] = (input) => {
			if (this.#sinks.has(exchange)) {
				this.pace.submit({client: {exchange, ...input} as OutsideInput});
			}
		};

		return {
			send,
			hangUp: () => {
				send({gone: true});
				this.#sinks.delete(exchange);
			},
		};
	}
}
