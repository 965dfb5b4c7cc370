import {getOrInsert} from '../kernel/get-or-insert.js';

/** Text that is not JSON; `message` is Go's. */
export class JSONSyntaxError extends Error {
	override name = 'JSONSyntaxError';
}

/** A JSON value and the keys that its objects have more than once; the last one counts. */
export interface ReadJSON {
	readonly value: unknown;
	readonly duplicates: DuplicateKeys;
}

/** The repeated keys of each object that has any, in their order. */
export type DuplicateKeys = ReadonlyMap<object, readonly string[]>;

// Simplified: Go stops at 10,000, but JavaScript's stack ends before that.
const deepest = 1000;

/** Go compares bytes. */
const firstByte = (character: string): string => String.fromCharCode(new TextEncoder().encode(character)[0] ?? 0);

const quoted = (character: string): string => {
	if (character === "'") {
		return String.raw`'\''`;
	}

	if (character === '"') {
		return `'"'`;
	}

	return `'${JSON.stringify(character).slice(1, -1)}'`;
};

const escapes: Readonly<Record<string, string>> = {
	'"': '"',
	'\\': '\\',
	'/': '/',
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
};

// By the object or list that they are in.
const literals = new WeakMap<object, Map<string | number, string>>();
/** Whether any literal was recorded: usually none, so lookups are skipped. */
let hasLiterals = false;

/** The original text of a number, if JavaScript prints it differently: 1.0, 1e3 and numbers that are too large. */
export const literalIn = (container: object, key: string | number): string | undefined =>
	hasLiterals ? literals.get(container)?.get(key) : undefined;

const noteLiteral = (container: object, key: string | number, literal: string | undefined): void => {
	if (literal === undefined) {
		if (hasLiterals) {
			literals.get(container)?.delete(key);
		}

		return;
	}

	hasLiterals = true;

	const known = literals.get(container) ?? new Map<string | number, string>();
	literals.set(container, known.set(key, literal));
};

/** Sets a key without ever touching the prototype. */
export const setKey = (target: Record<string, unknown>, key: string, value: unknown): void => {
	if (key === '__proto__') {
		Object.defineProperty(target, key, {value, enumerable: true, configurable: true, writable: true});
	} else {
		target[key] = value;
	}
};

class Reader {
	readonly duplicates = new Map<object, string[]>();
	#position = 0;
	#literal: string | undefined;

	constructor(readonly text: string) {}

	document(): unknown {
		const value = this.#value('looking for beginning of value', 0);
		this.#space();
		if (this.#position < this.text.length) {
			this.#fail('after top-level value');
		}

		return value;
	}

	#space(): void {
		while (/[ \t\r\n]/.test(this.text[this.#position] ?? '')) {
			this.#position++;
		}
	}

	#fail(where: string): never {
		const character = this.text[this.#position];
		throw new JSONSyntaxError(
			character === undefined
				? 'unexpected end of JSON input'
				: `invalid character ${quoted(firstByte(character))} ${where}`,
		);
	}

	#value(where: string, depth: number): unknown {
		if (depth > deepest) {
			throw new JSONSyntaxError('exceeded max depth');
		}

		this.#space();
		const character = this.text[this.#position];
		switch (character) {
			case '{': {
				return this.#object(depth);
			}

			case '[': {
				return this.#array(depth);
			}

			case '"': {
				return this.#string();
			}

			case 't': {
				return this.#word('true', true);
			}

			case 'f': {
				return this.#word('false', false);
			}

			case 'n': {
				return this.#word('null', null);
			}

			default: {
				return character !== undefined && /[-\d]/.test(character) ? this.#number() : this.#fail(where);
			}
		}
	}

	#word<T>(word: string, value: T): T {
		for (let index = 0; index < word.length; index++, this.#position++) {
			if (this.text[this.#position] !== word[index]) {
				this.#fail(`in literal ${word} (expecting ${quoted(word[index] ?? '')})`);
			}
		}

		return value;
	}

	#digits(where: string): void {
		if (!/\d/.test(this.text[this.#position] ?? '')) {
			this.#fail(where);
		}

		while (/\d/.test(this.text[this.#position] ?? '')) {
			this.#position++;
		}
	}

	#number(): number {
		const start = this.#position;
		if (this.text[this.#position] === '-') {
			this.#position++;
		}

		if (this.text[this.#position] === '0') {
			this.#position++;
		} else {
			this.#digits('in numeric literal');
		}

		if (this.text[this.#position] === '.') {
			this.#position++;
			this.#digits('after decimal point in numeric literal');
		}

		if (/[eE]/.test(this.text[this.#position] ?? '')) {
			this.#position++;
			if (/[-+]/.test(this.text[this.#position] ?? '')) {
				this.#position++;
			}

			this.#digits('in exponent of numeric literal');
		}

		const text = this.text.slice(start, this.#position);
		const value = Number(text);
		this.#literal = String(value) === text ? undefined : text;
		return value;
	}

	#string(): string {
		let value = '';
		let start = ++this.#position;
		for (;;) {
			const character = this.text[this.#position];
			if (character === undefined) {
				this.#fail('in string literal');
			}

			if (character === '"') {
				value += this.text.slice(start, this.#position++);
				return value;
			}

			if (character < ' ') {
				this.#fail('in string literal');
			}

			this.#position++;
			if (character === '\\') {
				value += this.text.slice(start, this.#position - 1) + this.#escape();
				start = this.#position;
			}
		}
	}

	#escape(): string {
		const character = this.text[this.#position];
		if (character === 'u') {
			this.#position++;
			const start = this.#position;
			for (; this.#position < start + 4; this.#position++) {
				if (!/[\da-fA-F]/.test(this.text[this.#position] ?? '')) {
					this.#fail(String.raw`in \u hexadecimal character escape`);
				}
			}

			return String.fromCharCode(Number.parseInt(this.text.slice(start, this.#position), 16));
		}

		if (character === undefined || !Object.hasOwn(escapes, character)) {
			this.#fail('in string escape code');
		}

		this.#position++;
		return escapes[character]!;
	}

	#array(depth: number): unknown[] {
		const items: unknown[] = [];
		this.#position++;
		this.#space();
		if (this.text[this.#position] === ']') {
			this.#position++;
			return items;
		}

		for (;;) {
			const item = this.#value('looking for beginning of value', depth + 1);
			if (typeof item === 'number' && this.#literal !== undefined) {
				noteLiteral(items, items.length, this.#literal);
			}

			items.push(item);
			this.#space();
			if (this.text[this.#position] === ']') {
				this.#position++;
				return items;
			}

			if (this.text[this.#position] !== ',') {
				this.#fail('after array element');
			}

			this.#position++;
		}
	}

	#object(depth: number): Record<string, unknown> {
		const object: Record<string, unknown> = {};
		this.#position++;
		this.#space();
		if (this.text[this.#position] === '}') {
			this.#position++;
			return object;
		}

		for (;;) {
			this.#space();
			if (this.text[this.#position] !== '"') {
				this.#fail('looking for beginning of object key string');
			}

			const key = this.#string();
			this.#space();
			if (this.text[this.#position] !== ':') {
				this.#fail('after object key');
			}

			this.#position++;
			const value = this.#value('looking for beginning of value', depth + 1);
			if (Object.hasOwn(object, key)) {
				getOrInsert(this.duplicates, object, () => []).push(key);
			}

			if (typeof value === 'number') {
				noteLiteral(object, key, this.#literal);
			}

			setKey(object, key, value);
			this.#space();
			if (this.text[this.#position] === '}') {
				this.#position++;
				return object;
			}

			if (this.text[this.#position] !== ',') {
				this.#fail('after object key:value pair');
			}

			this.#position++;
		}
	}
}

/**
Reads JSON as Go does: repeated keys are recorded, and the last one counts.

@throws JSONSyntaxError in Go's words.
*/
export const readJSON = (text: string): ReadJSON => {
	const reader = new Reader(text);
	return {value: reader.document(), duplicates: reader.duplicates};
};

/** A value with the keys of all objects sorted, as every Go program sends it; parts that are already sorted are shared. */
export const sortKeys = (value: unknown): unknown => {
	if (typeof value !== 'object' || value === null) {
		return value;
	}

	if (Array.isArray(value)) {
		const items = value.map((item) => sortKeys(item));
		return items.every((item, index) => item === value[index]) ? value : items;
	}

	const record = value as Readonly<Record<string, unknown>>;
	const keys = Object.keys(record);
	const sorted = [...keys].sort();
	let same = true;
	const result: Record<string, unknown> = {};
	for (const [index, key] of sorted.entries()) {
		const item = sortKeys(record[key]);
		same &&= item === record[key] && key === keys[index];
		setKey(result, key, item);
	}

	return same ? value : result;
};

/** Keys that repeat anywhere in a value, in upstream's words and with their places. */
export const duplicateFields = (value: unknown, duplicates: DuplicateKeys, path = ''): string[] => {
	if (typeof value !== 'object' || value === null) {
		return [];
	}

	const prefix = path === '' ? '' : `${path}.`;
	const own = (duplicates.get(value) ?? []).map((key) => `duplicate field "${prefix}${key}"`);
	const inside = Object.entries(value).flatMap(([key, item]) =>
		duplicateFields(item, duplicates, Array.isArray(value) ? `${path}[${key}]` : `${prefix}${key}`),
	);
	return [...own, ...inside];
};
