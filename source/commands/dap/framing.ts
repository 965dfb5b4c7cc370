import {Buffer} from 'node:buffer';

/** The longest message that is accepted: a client's messages have a few lines of text. */
const longestBytes = 16 * 1024 * 1024;

const separator = '\r\n\r\n';

/** Bytes that are not a message of the protocol: all that follows would be unreadable. */
export class FramingError extends Error {
	override name = 'FramingError';
}

/** The length of the message after a header. @throws {FramingError} */
const lengthIn = (header: string): number => {
	const length = Number(/^content-length: *(\d+) *$/im.exec(header)?.[1] ?? Number.NaN);
	if (Number.isNaN(length) || length > longestBytes) {
		throw new FramingError(
			Number.isNaN(length)
				? 'a message of the Debug Adapter Protocol must begin with Content-Length'
				: `a message of ${length} bytes is too long; at most ${longestBytes} are read`,
		);
	}

	return length;
};

/** Cuts a stream of bytes into the messages of the Debug Adapter Protocol. @see https://microsoft.github.io/debug-adapter-protocol/overview#base-protocol */
export class MessageReader {
	#bytes: Buffer = Buffer.alloc(0);

	/** Reports that nothing more will arrive. @throws {FramingError} when a message has begun */
	end(): void {
		if (this.#bytes.length > 0) {
			throw new FramingError('the input ends inside a message of the Debug Adapter Protocol');
		}
	}

	/** Reads the data that has arrived. @returns the messages that are complete by now, as JSON values. @throws {FramingError} */
	push(chunk: Uint8Array): readonly unknown[] {
		this.#bytes = Buffer.concat([this.#bytes, chunk]);
		const messages: unknown[] = [];
		for (;;) {
			const end = this.#bytes.indexOf(separator);
			if (end === -1) {
				if (this.#bytes.length > 4096) {
					throw new FramingError('a message of the Debug Adapter Protocol must begin with Content-Length');
				}

				return messages;
			}

			const start = end + separator.length;
			const length = lengthIn(this.#bytes.toString('latin1', 0, end));
			if (this.#bytes.length < start + length) {
				return messages;
			}

			messages.push(parsed(this.#bytes.toString('utf8', start, start + length)));
			this.#bytes = this.#bytes.subarray(start + length);
		}
	}
}

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		throw new FramingError('a message of the Debug Adapter Protocol must be JSON');
	}
};

/** A message as the wire carries it. */
export const framed = (message: object): string => {
	const text = JSON.stringify(message);
	return `Content-Length: ${Buffer.byteLength(text)}${separator}${text}`;
};
