import {errorText} from '../kernel/error-text.js';
import type {Constant} from './syntax.js';

const simpleEscapes: Readonly<Record<string, string>> = {
	a: '\u0007',
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
	v: '\v',
	'\\': '\\',
	'?': '?',
	"'": "'",
	'"': '"',
	'`': '`',
};

const escape = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2})|(.))/gs;

const unquoted = (text: string): {readonly body: string; readonly raw: boolean} => {
	const prefix = /^[a-zA-Z]*/.exec(text)?.[0] ?? '';
	const quoted = text.slice(prefix.length);
	const width = quoted.startsWith('"""') || quoted.startsWith("'''") ? 3 : 1;
	return {body: quoted.slice(width, -width), raw: /r/i.test(prefix)};
};

const unescapable = 'unable to unescape string';

/** @throws {Error} for an escape that does not exist. */
const unescaped = (body: string): string =>
	body.replaceAll(escape, (_, hex?: string, short?: string, long?: string, octal?: string, simple?: string) => {
		const digits = hex ?? short ?? long;
		if (digits !== undefined) {
			const point = Number.parseInt(digits, 16);
			if (point > 0x10_ff_ff) {
				throw new Error(unescapable);
			}

			return String.fromCodePoint(point);
		}

		if (octal !== undefined) {
			return String.fromCodePoint(Number.parseInt(octal, 8));
		}

		const replaced = simpleEscapes[simple ?? ''];
		if (replaced === undefined) {
			throw new Error(unescapable);
		}

		return replaced;
	});

/** Bytes of a literal: `\x` and octal escapes are bytes, everything else is UTF-8. */
const bytesOf = (body: string): Uint8Array => {
	const parts: number[] = [];
	let last = 0;
	for (const match of body.matchAll(escape)) {
		parts.push(...new TextEncoder().encode(body.slice(last, match.index)));
		const [whole, hex, , , octal] = match;
		if (hex !== undefined) {
			parts.push(Number.parseInt(hex, 16));
		} else if (octal === undefined) {
			parts.push(...new TextEncoder().encode(unescaped(whole)));
		} else {
			parts.push(Number.parseInt(octal, 8));
		}

		last = match.index + whole.length;
	}

	parts.push(...new TextEncoder().encode(body.slice(last)));
	return Uint8Array.from(parts);
};

const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);
const maxUint = 2n ** 64n - 1n;

/** The value of a literal token, or its error. `sign` is a minus before a number. */
export const constantOf = (kind: string, text: string, sign: '' | '-' = ''): Constant | string => {
	switch (kind) {
		case 'NUM_INT': {
			const value = BigInt(text) * (sign === '-' ? -1n : 1n);
			return value > maxInt || value < minInt ? 'invalid int literal' : {type: 'int', value};
		}

		case 'NUM_UINT': {
			const value = BigInt(text.slice(0, -1));
			return value > maxUint ? 'invalid uint literal' : {type: 'uint', value};
		}

		case 'NUM_FLOAT': {
			return {type: 'double', value: Number(sign + text)};
		}

		case 'STRING':
		case 'BYTES': {
			const {body, raw} = unquoted(text);
			try {
				return kind === 'STRING'
					? {type: 'string', value: raw ? body : unescaped(body)}
					: {type: 'bytes', value: raw ? new TextEncoder().encode(body) : bytesOf(body)};
			} catch (error) {
				return errorText(error);
			}
		}

		case "'null'": {
			return {type: 'null', value: null};
		}

		default: {
			return {type: 'bool', value: text === 'true'};
		}
	}
};
