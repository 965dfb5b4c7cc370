import {frameBytes, framesIn, frameTypes, HeaderBlocks} from './spdy-frames.js';

const finFlag = 1;

/** The events of a SPDY connection. */
export interface SpdyEvents {
	/** The client has opened a stream. */
	readonly onStream: (stream: number, headers: Readonly<Record<string, string>>) => void;
	readonly onData: (stream: number, data: Buffer) => void;
	/** The client has closed its side of a stream. */
	readonly onEnd: (stream: number) => void;
	/** Called when the other side does not speak SPDY, or ends the session. */
	readonly onClose: () => void;
}

/**
The server's side of SPDY/3.1, as far as kubectl uses it: streams opened by the client, data, pings. It has no flow control, like upstream's library.

@mirrors github.com/moby/spdystream
*/
export class SpdyConnection {
	readonly #headers = new HeaderBlocks();
	#received = Buffer.alloc(0);
	#incoming: Promise<void> = Promise.resolve();
	#closed = false;

	/** @param write sends bytes to the client. */
	constructor(
		readonly write: (bytes: Buffer) => void,
		readonly events: SpdyEvents,
	) {}

	/** Processes bytes from the client. */
	receive(bytes: Buffer): void {
		const {frames, rest} = framesIn(Buffer.concat([this.#received, bytes]));
		this.#received = Buffer.from(rest);
		for (const frame of frames) {
			this.#incoming = this.#incoming
				.then(async () => ('type' in frame ? this.#control(frame) : this.#data(frame)))
				.catch(() => {
					this.#close();
				});
		}
	}

	/** Sends on a stream. */
	send(stream: number, data: Uint8Array, ended: boolean): void {
		if (!this.#closed) {
			this.write(frameBytes({stream, flags: ended ? finFlag : 0, payload: Buffer.from(data)}));
		}
	}

	#close(): void {
		if (!this.#closed) {
			this.#closed = true;
			this.events.onClose();
		}
	}

	#data({stream, flags, payload}: {readonly stream: number; readonly flags: number; readonly payload: Buffer}): void {
		if (payload.length > 0) {
			this.events.onData(stream, payload);
		}

		if (flags & finFlag) {
			this.events.onEnd(stream);
		}
	}

	async #control({
		type,
		flags,
		payload,
	}: {
		readonly type: number;
		readonly flags: number;
		readonly payload: Buffer;
	}): Promise<void> {
		switch (type) {
			case frameTypes.synStream: {
				const stream = payload.readUInt32BE(0) & 0x7fff_ffff;
				const headers = await this.#headers.read(payload.subarray(10));
				const none = await this.#headers.none();
				const reply = Buffer.concat([payload.subarray(0, 4), none]);
				this.write(frameBytes({type: frameTypes.synReply, flags: 0, payload: reply}));
				this.events.onStream(stream, headers);
				if (flags & finFlag) {
					this.events.onEnd(stream);
				}

				break;
			}

			case frameTypes.rstStream: {
				this.events.onEnd(payload.readUInt32BE(0) & 0x7fff_ffff);
				break;
			}

			case frameTypes.ping: {
				this.write(frameBytes({type, flags: 0, payload}));
				break;
			}

			case frameTypes.goAway: {
				this.#close();
				break;
			}

			default: {
				break;
			}
		}
	}
}
