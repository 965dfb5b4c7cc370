/**
Bytes written from the end to the beginning, so that the length of a message is known when it is written before the message.

@mirrors gogo/protobuf MarshalToSizedBuffer
*/
export class ReverseWriter {
	#bytes = Buffer.allocUnsafe(4096);
	#at = this.#bytes.length;

	/** The number of written bytes. */
	get length(): number {
		return this.#bytes.length - this.#at;
	}

	/** A copy of the written bytes; afterwards, the writer is empty. */
	take(): Buffer {
		const written = Buffer.from(this.#bytes.subarray(this.#at));
		this.#at = this.#bytes.length;
		return written;
	}

	/** @param value A whole number of at most 64 bits; negative ones are in two's complement. */
	varint(value: number): void {
		if (value < 0 || !Number.isSafeInteger(value)) {
			this.#largeVarint(BigInt.asUintN(64, BigInt(Math.trunc(value))));
			return;
		}

		let length = 1;
		for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
			length++;
		}

		let at = this.#room(length);
		let rest = value;
		for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
			this.#bytes[at++] = (rest % 0x80) | 0x80;
		}

		this.#bytes[at] = rest;
	}

	bytes(bytes: Uint8Array): void {
		const at = this.#room(bytes.length);
		this.#bytes.set(bytes, at);
	}

	/** @returns how many bytes it is in UTF-8. */
	text(text: string): number {
		const length = Buffer.byteLength(text);
		const at = this.#room(length);
		this.#bytes.write(text, at, length);
		return length;
	}

	double(value: number): void {
		const at = this.#room(8);
		this.#bytes.writeDoubleLE(value, at);
	}

	#largeVarint(value: bigint): void {
		const groups: number[] = [];
		let rest = value;
		for (; rest >= 0x80n; rest >>= 7n) {
			groups.push(Number(rest & 0x7fn) | 0x80);
		}

		this.bytes(Uint8Array.from([...groups, Number(rest)]));
	}

	/** Makes room before the written bytes. @returns its beginning. */
	#room(length: number): number {
		if (length > this.#at) {
			const written = this.length;
			const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, 2 * (written + length)));
			this.#bytes.copy(larger, larger.length - written, this.#at);
			this.#bytes = larger;
			this.#at = larger.length - written;
		}

		this.#at -= length;
		return this.#at;
	}
}
