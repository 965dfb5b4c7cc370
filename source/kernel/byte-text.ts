/**
Bytes as text without loss.

Programs of containers work on text. A byte that is not part of valid UTF-8 becomes one of the lone surrogates U+DC80 to U+DCFF, which valid text never has, and becomes that byte again on output.

@see https://peps.python.org/pep-0383/
*/
const escaped = 0xdc00;

/** A byte among characters: half of no pair. */
const loose = /[\uDC80-\uDCFF]/u;

/** How many bytes the character that begins here has; 0 where no valid one does, -1 where its end has not arrived. */
const lengthAt = (bytes: Uint8Array, at: number): number => {
	const first = bytes[at] ?? 0;
	if (first < 0x80) {
		return 1;
	}

	const length =
		first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
	// The second byte rules out longer forms than needed, surrogates and code points beyond U+10FFFF.
	const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
	const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
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

/** Decodes up to the first character whose end has not arrived. @returns the text, and its number of bytes. */
const slowly = (bytes: Uint8Array): {readonly text: string; readonly length: number} => {
	const parts: string[] = [];
	let from = 0;
	let at = 0;
	const keep = (): void => {
		parts.push(strict.decode(bytes.subarray(from, at)));
	};

	while (at < bytes.length) {
		const length = lengthAt(bytes, at);
		if (length === -1) {
			break;
		}

		if (length === 0) {
			keep();
			parts.push(textOfLooseBytes(bytes.subarray(at, at + 1)));
			at++;
			from = at;
		} else {
			at += length;
		}
	}

	keep();
	return {text: parts.join(''), length: at};
};

/** Text of bytes each decoded alone. */
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

/** The bytes of a text. */
export const bytesOfText = (text: string): Buffer => {
	if (!loose.test(text)) {
		return Buffer.from(text, 'utf8');
	}

	const parts = text
		.split(/([\uDC80-\uDCFF])/u)
		.map((part, index) => (index % 2 === 1 ? Buffer.from([part.charCodeAt(0) - escaped]) : Buffer.from(part, 'utf8')));
	return Buffer.concat(parts);
};

/** The number of bytes of a text. */
export const byteLengthOf = (text: string): number =>
	loose.test(text) ? bytesOfText(text).length : Buffer.byteLength(text);

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
