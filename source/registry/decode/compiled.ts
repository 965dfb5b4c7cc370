import {literalIn, setKey} from '../../go/json.js';
import {isDeferred} from '../../kernel/deferred-list.js';
import {memoised} from '../../kernel/memoised.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {copyOf} from '../../objects/copy.js';
import {canonicalQuantity} from '../../objects/quantity.js';
import {AlikeLists} from '../alike-lists.js';
import {timeError} from './go-values.js';
import type {Emptiness, Shape} from './shape.js';

/** Returned in place of a value with an error or oddity. */
export const unread = Symbol('unread');

/** Decodes a value, or returns it unchanged. `container` and `key` are its place, by which the original text of a number is found. */
type Decode = (value: unknown, container: object, key: string | number) => unknown;

/**
Decodes a value of a shape whose fields are all valid, as in almost all values: drops the fields that Go omits, adds those that it never omits.

Each shape is compiled into functions at first use. These have no error messages: for a wrong value or an unknown field they
return {@link unread}, and the reader in decode.ts reads the value again and reports the error.
*/
export const decodeCompiled = (value: unknown, shape: Shape): unknown => compiledOf(shape)(value, noContainer, '');

const noContainer = {};

// Shapes are recursive: a function is made for the first value of the shape.
const compiled = new WeakMap<Shape, Decode>();

const compiledOf = (shape: Shape): Decode => {
	let known = compiled.get(shape);
	if (!known) {
		known = compile(shape);
		compiled.set(shape, known);
	}

	return known;
};

const compile = (shape: Shape): Decode => {
	const {kind, item} = shape;
	switch (kind) {
		case 'struct': {
			return struct(shape);
		}

		case 'list': {
			return item ? list(item) : (value) => (Array.isArray(value) ? value : unread);
		}

		case 'map': {
			return item ? map(item) : (value) => (isRecord(value) ? value : unread);
		}

		case 'string': {
			return (value) => (typeof value === 'string' ? value : unread);
		}

		case 'boolean': {
			return (value) => (typeof value === 'boolean' ? value : unread);
		}

		case 'integer': {
			return shape.goType === 'int32' ? int32 : int64;
		}

		case 'number': {
			return (value) => (typeof value === 'number' ? value : unread);
		}

		case 'int-or-string': {
			return (value, container, key) => (typeof value === 'string' ? value : int32(value, container, key));
		}

		case 'quantity': {
			return quantity;
		}

		case 'time': {
			return (value) => (typeof value === 'string' && timeError(value) === undefined ? value : unread);
		}

		case 'microtime': {
			return (value) => (typeof value === 'string' && timeError(value, true) === undefined ? value : unread);
		}

		case 'bytes': {
			return (value) => (typeof value === 'string' && base64.test(value) ? value : unread);
		}

		case 'schema-or-array':
		case 'schema-or-boolean':
		case 'schema-or-strings': {
			return () => unread;
		}

		case 'any': {
			return (value) => value ?? unread;
		}
	}
};

const int32: Decode = (value, container, key) =>
	typeof value === 'number' && (value | 0) === value && literalIn(container, key) === undefined ? value : unread;

const int64: Decode = (value, container, key) =>
	typeof value === 'number' && Number.isSafeInteger(value) && literalIn(container, key) === undefined ? value : unread;

const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

const longestQuantity = 40;

const canonical = memoised((text: string): string | null => {
	try {
		return canonicalQuantity(text.trim());
	} catch {
		return null;
	}
}, 2000);

const quantity: Decode = (value) =>
	typeof value === 'string' && value.length <= longestQuantity ? (canonical(value) ?? unread) : unread;

const list = (shape: Shape): Decode => {
	const alike = new AlikeLists();
	let decode: Decode | undefined;
	return (value) => {
		if (!Array.isArray(value)) {
			return unread;
		}

		// The server made such a list: there is nothing to change in it.
		if (isDeferred(value)) {
			return value;
		}

		decode ??= compiledOf(shape);
		let result: unknown[] | undefined;
		const part = alike.unknownPart(value);
		for (let index = part.start; index < (result ? value.length : part.end); index++) {
			const item: unknown = value[index];
			const after = decode(item, value, index);
			if (after === unread) {
				return unread;
			}

			if (after !== item && !result) {
				result = value.slice(0, index);
			}

			result?.push(after);
		}

		if (!result) {
			alike.add(value, part);
		}

		return result ?? value;
	};
};

const map = (shape: Shape): Decode => {
	let decode: Decode | undefined;
	return (value) => {
		if (!isRecord(value)) {
			return unread;
		}

		decode ??= compiledOf(shape);
		let result: Record<string, unknown> | undefined;
		for (const key in value) {
			const item = value[key];
			const after = decode(item, value, key);
			if (after === unread) {
				return unread;
			}

			if (after !== item) {
				result ??= copyOf(value);
				setKey(result, key, after);
			}
		}

		return result ?? value;
	};
};

interface Field {
	readonly decode: Decode;
	readonly empty: Emptiness;
	/** Written as null when it is missing, and this is its place among such fields; 0 for all others. */
	readonly nullPlace: number;
}

const containers = new Set<Shape['kind']>(['any', 'list', 'map', 'struct']);

const fieldsOf = (shape: Shape): ReadonlyMap<string, Field> => {
	const nulls = shape.always.flatMap(([name, implied]) => (implied === null ? [name] : []));
	return new Map(
		[...shape.fields].map(([name, field]) => [
			name,
			{decode: compiledOf(field.shape), empty: field.empty, nullPlace: nulls.indexOf(name) + 1},
		]),
	);
};

/** Frozen values that were left unchanged, which need no second read. Structs without nested lists, maps and structs are not kept, since reading them is as fast. */
const unchanged = new WeakMap<object, Shape>();

/** Long because the function that it makes is. */
const struct = (shape: Shape): Decode => {
	let fields: ReadonlyMap<string, Field> | undefined;
	const {always} = shape;
	const isLarge = [...shape.fields.values()].some((field) => containers.has(field.shape.kind));
	/** Long because a struct is read in one pass over its fields, which is part of the cost of every request. */
	return (value) => {
		if (!isRecord(value)) {
			return unread;
		}

		if (isLarge && unchanged.get(value) === shape) {
			return value;
		}

		fields ??= fieldsOf(shape);
		let result: Record<string, unknown> | undefined;
		// Fields that are null because they are missing are at the end. Such values may stay as long as they do not change.
		let nulls = 0;
		for (const key in value) {
			const item = value[key];
			const field = fields.get(key);
			if (!field) {
				return unread;
			}

			if (item === null && field.nullPlace > nulls && !result) {
				nulls = field.nullPlace;
				continue;
			}

			let after: unknown;
			if (item === null && field.empty === 'null') {
				after = null;
			} else if (item !== null && item !== undefined) {
				after = field.decode(item, value, key);
				if (after === unread) {
					return unread;
				}

				if (field.empty !== 'keep' && isEmpty(after)) {
					after = undefined;
				}
			}

			if (!result && (after !== item || after === undefined || nulls > 0)) {
				result = before(value, key, fields);
			}

			if (result && after !== undefined) {
				result[key] = after;
			}
		}

		for (let index = 0; index < always.length; index++) {
			const [key = '', implied] = always[index] ?? [];
			if ((result ?? value)[key] === undefined) {
				if (!result) {
					result = before(value, undefined, fields);
					index = -1;
					continue;
				}

				result[key] = isShape(implied) ? compiledOf(implied)({}, noContainer, '') : implied;
			}
		}

		if (result) {
			return result;
		}

		if (isLarge && Object.isFrozen(value)) {
			unchanged.set(value, shape);
		}

		return value;
	};
};

const isShape = (implied: unknown): implied is Shape => typeof implied === 'object' && implied !== null;

/** A copy of the fields before `end`, without those that are null because they are missing. */
const before = (
	value: Fields,
	end: string | undefined,
	fields: ReadonlyMap<string, Field>,
): Record<string, unknown> => {
	const copy: Record<string, unknown> = {};
	for (const key in value) {
		if (key === end) {
			break;
		}

		const item = value[key];
		if (item !== null || fields.get(key)?.nullPlace === 0) {
			copy[key] = item;
		}
	}

	return copy;
};

/** Whether Go leaves a value out under `omitempty`: null, zero, false, empty text, lists or maps. */
export const isEmpty = (value: unknown): boolean => {
	switch (typeof value) {
		case 'object': {
			if (value === null) {
				return true;
			}

			if (Array.isArray(value)) {
				return !isDeferred(value) && value.length === 0;
			}

			for (const _ in value) {
				return false;
			}

			return true;
		}

		case 'string': {
			return value === '';
		}

		default: {
			return value === 0 || value === false;
		}
	}
};
