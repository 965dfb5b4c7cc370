/**
Bytes as text without loss.

Programs of containers work on text. A byte that is not part of valid UTF-8 becomes one of the lone surrogates U+DC80 to U+DCFF, which valid text never has, and becomes that byte again on output.

@see https://peps.python.org/pep-0383/
*/
const escaped = 0xdc00;

/** A byte among characters: half of no pair. */
const loose = /[\uDC80-\uDCFF]/u;

// The second byte rules out longer forms than needed, surrogates and code points beyond U+10FFFF.
const lowest: ReadonlyMap<number, number> = new Map([
	[0xe0, 0xa0],
	[0xf0, 0x90],
]);
const highest: ReadonlyMap<number, number> = new Map([
	[0xed, 0x9f],
	[0xf4, 0x8f],
]);

/** The length of a character of several bytes, by its first byte; 0 if no character begins with it. */
const lengthAfter = (first: number): number => {
	if (first < 0xc2 || first >= 0xf5) {
		return 0;
	}

	if (first < 0xe0) {
		return 2;
	}

	return first < 0xf0 ? 3 : 4;
};

/** The number of bytes of the character that begins here; 0 if it is not valid, -1 if its end has not arrived. */
const lengthAt = (bytes: Uint8Array, at: number): number => {
	const first = bytes[at] ?? 0;
	if (first < 0x80) {
		return 1;
	}

	const length = lengthAfter(first);
	const low = lowest.get(first) ?? 0x80;
	const high = highest.get(first) ?? 0xbf;
	for (let index = 1; index < length; index++) {
		const byte = bytes[at + index];
		if (byte === undefined) {
			return -1;
		}

		if (byte < (index === 1 ? low : 0x80) || byte > (index === 1 ? high : 0xbf)) {
			return 0;
		}
	}

	return length;
};

const strict = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

const decoded = (bytes: Uint8Array): string | undefined => {
	try {
		return strict.decode(bytes);
	} catch {
		return undefined;
	}
};

/** Code units as text, in parts that fit into the arguments of a call. */
const textOfUnits = (units: Uint16Array): string => {
	const parts: string[] = [];
	for (let at = 0; at < units.length; at += 8192) {
		parts.push(String.fromCharCode(...units.subarray(at, at + 8192)));
	}

	return parts.join('');
};

/** The code point of a valid character that begins here. */
const codePointAt = (bytes: Uint8Array, at: number, length: number): number => {
	let code = (bytes[at] ?? 0) & (length === 1 ? 0x7f : 0xff >> (length + 1));
	for (let index = 1; index < length; index++) {
		code = (code << 6) | ((bytes[at + index] ?? 0) & 0x3f);
	}

	return code;
};

/** Decodes up to the first character whose end has not arrived. @returns the text, and its number of bytes. */
const slowly = (bytes: Uint8Array): {readonly text: string; readonly length: number} => {
	// No character has more code units than bytes.
	const units = new Uint16Array(bytes.length);
	let count = 0;
	let at = 0;
	while (at < bytes.length) {
		const length = lengthAt(bytes, at);
		if (length === -1) {
			break;
		}

		if (length === 0) {
			units[count++] = escaped + (bytes[at] ?? 0);
			at++;
			continue;
		}

		const code = codePointAt(bytes, at, length);
		at += length;
		if (code < 0x1_00_00) {
			units[count++] = code;
		} else {
			units[count++] = 0xd7c0 + (code >> 10);
			units[count++] = 0xdc00 + (code & 0x3ff);
		}
	}

	return {text: textOfUnits(units.subarray(0, count)), length: at};
};

/** The text of bytes that are decoded one by one. */
export const textOfLooseBytes = (bytes: Iterable<number>): string =>
	Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : escaped + byte)).join('');

/** Decodes bytes to text that `bytesOfText` converts back to the same bytes. */
export const textOfBytes = (bytes: Uint8Array): string => {
	const valid = decoded(bytes);
	if (valid !== undefined) {
		return valid;
	}

	const {text, length} = slowly(bytes);
	return text + textOfLooseBytes(bytes.subarray(length));
};

/** The number of bytes of the character that begins at a code unit: of a pair of surrogates four, of a loose byte one. */
const bytesAt = (text: string, at: number, unit: number): number => {
	if (unit < 0x80) {
		return 1;
	}

	if (unit < 0x800) {
		return 2;
	}

	if (unit >= 0xd800 && unit < 0xdc00) {
		const next = text.charCodeAt(at + 1);
		return next >= 0xdc00 && next < 0xe000 ? 4 : 3;
	}

	return unit >= 0xdc80 && unit < 0xdd00 ? 1 : 3;
};

/** The bytes of a text. */
export const bytesOfText = (text: string): Buffer => {
	if (!loose.test(text)) {
		return Buffer.from(text, 'utf8');
	}

	const bytes = Buffer.alloc(byteLengthOf(text));
	let to = 0;
	// Valid characters in a row are written at once.
	let from = 0;
	const write = (until: number): void => {
		to += from < until ? bytes.write(text.slice(from, until), to, 'utf8') : 0;
	};

	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		const length = bytesAt(text, at, unit);
		if (length === 4) {
			at++;
		} else if (length === 1 && unit >= 0x80) {
			write(at);
			bytes[to++] = unit - escaped;
			from = at + 1;
		}
	}

	write(text.length);
	return bytes;
};

/** The number of bytes of a text. */
export const byteLengthOf = (text: string): number => {
	if (!loose.test(text)) {
		return Buffer.byteLength(text);
	}

	let length = 0;
	for (let at = 0; at < text.length; at++) {
		const bytes = bytesAt(text, at, text.charCodeAt(at));
		length += bytes;
		at += bytes === 4 ? 1 : 0;
	}

	return length;
};

/** A part of a text, from one byte to another, as `slice` counts. */
export const byteSlice = (text: string, from: number, to?: number): string => {
	const bytes = bytesOfText(text);
	return bytes.length === text.length ? text.slice(from, to) : textOfBytes(bytes.subarray(from, to));
};

/** Reads bytes that arrive in parts: a character may be split between two of them. */
export class ByteTextReader {
	#rest: Uint8Array = new Uint8Array();

	/** The text of the arrived bytes, without an incomplete last character. */
	read(bytes: Uint8Array): string {
		const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
		const valid = decoded(all);
		if (valid !== undefined) {
			this.#rest = new Uint8Array();
			return valid;
		}

		const {text, length} = slowly(all);
		this.#rest = all.subarray(length);
		return text;
	}

	/** The text of a last character that is not whole. */
	end(): string {
		const rest = this.#rest;
		this.#rest = new Uint8Array();
		return textOfLooseBytes(rest);
	}
}
