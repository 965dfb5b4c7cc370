import {connect, type Socket} from 'node:net';
import {errorText} from '../../kernel/error-text.js';
import {isRecord} from '../../kernel/record.js';
import {errorCode} from '../../scenario/error-code.js';
import {framed, MessageReader} from './framing.js';

/** The two ends of a relay. */
interface Ends {
	/** Sends a message to the client. */
	readonly send: (message: object) => void;
	/** Called when the server has disconnected. */
	readonly ended: () => void;
}

/** Connects a client to the server that it attaches to: messages pass in both directions. */
export class Relay {
	readonly #socket: Socket;

	private constructor(socket: Socket) {
		this.#socket = socket;
	}

	/**
	Connects to the socket of a server.

	@param initialize the client's first request: already answered, but the server also needs it.
	@throws {Error} without a server, or when the server disconnects at once.
	*/
	static async to(file: string, initialize: object, {send, ended}: Ends): Promise<Relay> {
		const socket = connect(file);
		const reader = new MessageReader();
		await new Promise<void>((resolve, reject) => {
			let isAnswered = false;
			socket.once('error', reject);
			socket.once('close', () => {
				if (isAnswered) {
					ended();
				} else {
					reject(new Error('another editor is attached to it'));
				}
			});
			socket.on('data', (chunk: Uint8Array) => {
				for (const message of reader.push(chunk)) {
					if (isAnswered && isRecord(message)) {
						send(message);
					}

					isAnswered = true;
					resolve();
				}
			});
			socket.write(framed(initialize));
		});
		return new Relay(socket);
	}

	send(message: object): void {
		this.#socket.write(framed(message));
	}

	end(): void {
		this.#socket.destroy();
	}
}

/** Why a server cannot be attached to. */
export const unattached = (error: unknown, port: number): string =>
	['ENOENT', 'ECONNREFUSED'].includes(errorCode(error) ?? '')
		? `no server accepts editors on port ${port}: start k8s-walkthrough serve --dap --port ${port}`
		: `cannot attach to the server on port ${port}: ${errorText(error)}`;
