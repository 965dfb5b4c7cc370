/**
The values in a constructed value, each with its tag and length.

@throws {RangeError} when a length exceeds the data.
*/
export const valuesIn = (der: Buffer): readonly Buffer[] => {
	const found: Buffer[] = [];
	let at = endOfHead(der, 0).start;
	while (at < der.length) {
		const {end} = endOfHead(der, at);
		found.push(der.subarray(at, end));
		at = end;
	}

	return found;
};

/** The beginning and the end of a value's content. */
const endOfHead = (der: Buffer, at: number): {readonly start: number; readonly end: number} => {
	const first = der.readUInt8(at + 1);
	const more = first < 0x80 ? 0 : first & 0x7f;
	const length = more === 0 ? first : der.readUIntBE(at + 2, more);
	const start = at + 2 + more;
	if (start + length > der.length) {
		throw new RangeError('a value extends past the end of the certificate request');
	}

	return {start, end: start + length};
};

/** A length in DER: one byte, or the number of its bytes and these. */
const sizeOf = (length: number): readonly number[] => {
	if (length < 0x80) {
		return [length];
	}

	const bytes: number[] = [];
	for (let rest = length; rest > 0; rest >>= 8) {
		bytes.unshift(rest & 0xff);
	}

	return [0x80 | bytes.length, ...bytes];
};

/** Encodes a DER value: tag, length and content. */
const value = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
	const body = Buffer.concat(content);
	return Buffer.concat([Buffer.from([tag, ...sizeOf(body.length)]), body]);
};

export const sequence = (...content: readonly Uint8Array[]): Buffer => value(0x30, ...content);
export const set = (...content: readonly Uint8Array[]): Buffer => value(0x31, ...content);
export const boolean = (truth: boolean): Buffer => value(0x01, Buffer.from([truth ? 0xff : 0]));
export const octets = (content: Uint8Array): Buffer => value(0x04, content);
export const text = (content: string): Buffer => value(0x0c, Buffer.from(content, 'utf8'));

/** A whole number that is not negative, from its bytes. */
export const integer = (bytes: Uint8Array): Buffer =>
	value(0x02, bytes[0]! & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes);

/** @param unused how many bits of the last byte do not count. */
export const bits = (content: Uint8Array, unused = 0): Buffer => value(0x03, Buffer.from([unused]), content);

/** A value with a tag of its context. */
export const tagged = (tag: number, content: Uint8Array, constructed = true): Buffer =>
	value((constructed ? 0xa0 : 0x80) | tag, content);

/** `2.5.29.15` */
export const identifier = (dotted: string): Buffer => {
	const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
	const bytes = [first * 40 + second];
	for (const number of rest) {
		const groups = [number & 0x7f];
		for (let left = number >>> 7; left > 0; left >>>= 7) {
			groups.unshift(0x80 | (left & 0x7f));
		}

		bytes.push(...groups);
	}

	return value(0x06, Buffer.from(bytes));
};

/** A moment, as certificates write it: with two digits of the year until 2049. */
export const time = (date: Date): Buffer => {
	const digits = `${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`;
	return date.getUTCFullYear() < 2050 ? value(0x17, Buffer.from(digits.slice(2))) : value(0x18, Buffer.from(digits));
};
