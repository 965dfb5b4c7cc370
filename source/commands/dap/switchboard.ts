import {isRecord, type Fields} from '../../kernel/record.js';
import type {Adapter} from './adapter.js';
import {Relay, unattached} from './relay.js';
import {socketOf} from './socket.js';

/** The port of the server to which a message requests to attach. */
const portIn = ({command, arguments: given}: Fields): number | undefined =>
	command === 'attach' && isRecord(given) && typeof given['port'] === 'number' ? given['port'] : undefined;

/** Connects a client with the adapter of this process, or, once it attaches to a server, with that one's. */
export class Switchboard {
	readonly #adapter: Adapter;
	readonly #send: (message: object) => void;
	readonly #end: () => void;
	/** The messages that arrive during the connection to a server. */
	#waiting: Fields[] | undefined;
	#initialize: Fields = {};
	#relay: Relay | undefined;
	#isLeaving = false;

	/** @param ends the client's end, and the action after a server has disconnected. */
	constructor(adapter: Adapter, ends: {readonly send: (message: object) => void; readonly end: () => void}) {
		this.#adapter = adapter;
		this.#send = ends.send;
		this.#end = ends.end;
	}

	/** Processes a message of the client. */
	take(message: Fields): void {
		if (this.#waiting) {
			this.#waiting.push(message);
			return;
		}

		const {command} = message;
		if (command === 'initialize') {
			this.#initialize = message;
		}

		this.#isLeaving = command === 'disconnect';
		const port = this.#adapter.attached || this.#relay ? undefined : portIn(message);
		if (port !== undefined) {
			void this.#connect(port, message);
		} else if (this.#relay) {
			this.#relay.send(message);
		} else {
			this.#adapter.take(message);
		}
	}

	/** The client has left. */
	leave(): void {
		this.#relay?.end();
		this.#adapter.leave();
	}

	async #connect(port: number, request: Fields): Promise<void> {
		const waiting: Fields[] = [];
		this.#waiting = waiting;
		try {
			this.#relay = await Relay.to(socketOf(port), this.#initialize, {
				send: this.#send,
				ended: () => {
					if (!this.#isLeaving) {
						this.#adapter.terminate();
					}

					this.#end();
				},
			});
			this.#relay.send(request);
		} catch (error) {
			this.#adapter.refuse(request, unattached(error, port));
		}

		this.#waiting = undefined;
		for (const message of waiting) {
			this.take(message);
		}
	}
}
