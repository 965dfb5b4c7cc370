import type {Stop} from './stop.js';
import {memoised} from './memoised.js';

/** Hashes of frozen objects and lists that were hashed before: versions of an object share most of their parts. */
const known = new WeakMap<object, number>();

const hashOfText = (text: string, seed: number): number => {
	let hash = seed;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}

	hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
	return hash ^ (hash >>> 13);
};

/** Hashes of field names: they are few, and each repeats often. */
const hashOfName = memoised((name: string) => hashOfText(name, 0x1b873593), 10_000);

const seedOfValue = 0x811c9dc5;

/** Texts from this length on are hashed once while stops repeat them: each document of a file has the whole file in its facts. */
const long = 10_000;

const hashOfLongText = memoised((text: string) => hashOfText(text, seedOfValue), 2);

const mixed = (hash: number, value: number): number => {
	const next = Math.imul(hash ^ value, 0xcc9e2d51);
	return Math.imul(next ^ (next >>> 15), 0x1b873593) ^ (next >>> 13);
};

/** Sums do not depend on the order of fields: objects are equal in any order of construction. */
const hashOfFields = (fields: object): number => {
	let sum = 0x2545f491;
	for (const name in fields) {
		const value = (fields as Readonly<Record<string, unknown>>)[name];
		if (value !== undefined) {
			sum = (sum + mixed(hashOfName(name), hashOf(value))) | 0;
		}
	}

	return sum;
};

/** A field that is `undefined` counts as absent. */
const hashOfObject = (value: object): number => {
	const before = known.get(value);
	if (before !== undefined) {
		return before;
	}

	let hash: number;
	if (Array.isArray(value)) {
		hash = value.length;
		for (const item of value) {
			hash = mixed(hash, hashOf(item));
		}
	} else {
		hash = hashOfFields(value);
	}

	if (Object.isFrozen(value)) {
		known.set(value, hash);
	}

	return hash;
};

/**
The hash of plain data: equal data have equal hashes, regardless of the order of fields.

@throws {TypeError} for a function, symbol, Map or Set, which are not facts.
*/
export const hashOf = (value: unknown): number => {
	switch (typeof value) {
		case 'string': {
			return value.length < long ? hashOfText(value, seedOfValue) : hashOfLongText(value);
		}

		case 'number': {
			return Number.isInteger(value)
				? mixed(0x165667b1, value | 0) ^ (value / 0x1_0000_0000)
				: hashOfText(String(value), 0x27d4eb2f);
		}

		case 'boolean': {
			return value ? 0x68e31da4 : 0x5bd1e995;
		}

		case 'undefined': {
			return 0x3c6ef372;
		}

		case 'bigint': {
			return hashOfText(String(value), 0x52dce729);
		}

		case 'object': {
			if (value === null) {
				return 0x1f83d9ab;
			}

			if (value instanceof Map || value instanceof Set) {
				throw new TypeError(`facts are plain data, and no ${value.constructor.name}`);
			}

			return hashOfObject(value);
		}

		default: {
			throw new TypeError(`facts are plain data, and no ${typeof value}`);
		}
	}
};

/** A rolling hash of stops, over stage and facts, process, object, outcome, time and cause: equal runs have equal ones at every step. */
export class Fingerprint {
	#a = 0x811c9dc5;
	#b = 0x1b873593;

	mix({stage, facts, process, object, outcome, timeMs, cause}: Stop): void {
		const head = mixed(mixed(hashOfName(stage), hashOfName(process)), mixed(Math.round(timeMs), cause));
		const what = facts === undefined ? 0 : hashOfFields(facts);
		const rest = mixed(
			object === undefined ? 0 : hashOfText(object, 0x9747b28c),
			outcome === undefined ? 0 : hashOfName(outcome),
		);
		this.#a = mixed(this.#a, head ^ Math.imul(what, 3));
		this.#b = mixed(mixed(this.#b, what), mixed(rest, head));
	}

	/** 16 hexadecimal digits. */
	get text(): string {
		return (this.#a >>> 0).toString(16).padStart(8, '0') + (this.#b >>> 0).toString(16).padStart(8, '0');
	}

	/** The part of it that fits into a whole number, for comparisons stop by stop. */
	get number(): number {
		return (this.#a >>> 0) * 0x20_0000 + (this.#b >>> 11);
	}
}
