import type {Fields} from '../kernel/record.js';
import {memoised} from '../kernel/memoised.js';
import {
	bool,
	bytes,
	double,
	duration,
	dyn,
	int,
	listOf,
	mapOf,
	nullType,
	optionalOf,
	string,
	timestamp,
	typeName,
	uint,
	type Type,
} from './type.js';
import {assignable} from './unification.js';

/** Thrown when the evaluation of an expression fails; the message is cel-go's. */
export class CelError extends Error {
	override name = 'CelError';
}

/** An unsigned integer; bigints are signed. */
export class Uint {
	constructor(readonly value: bigint) {}
}

/** A list made by an expression. Arrays are lists of an object: their numbers are not read as int or double yet. */
export class List {
	constructor(readonly items: readonly Value[]) {}
}

/** Nanoseconds since 1970. */
export class Timestamp {
	constructor(readonly nanoseconds: bigint) {}
}

export class Duration {
	constructor(readonly nanoseconds: bigint) {}
}

/** A type as a value: `type(1)`. */
export class TypeValue {
	constructor(readonly type: Type) {}
}

export class Optional {
	constructor(readonly value?: Value) {}
}

/** Fields of a type with a name: `Object.spec{replicas: 1}`. */
export class Struct {
	constructor(
		readonly type: string,
		readonly fields: ReadonlyMap<string, Value>,
	) {}
}

/** A value of a type that a library adds. */
export abstract class Opaque {
	abstract readonly type: Type;
	abstract equals(other: Opaque): boolean;
}

/**
A value of CEL: int is a bigint, double a number, a map that an expression makes is a Map.
Objects of the cluster are used as they are: records and arrays.
*/
export type Value =
	| bigint
	| number
	| boolean
	| string
	| null
	| Uint
	| Uint8Array
	| List
	| readonly unknown[]
	| Map<Value, Value>
	| Timestamp
	| Duration
	| TypeValue
	| Optional
	| Struct
	| Opaque
	| {readonly [field: string]: unknown};

/** A value taken out of an object of the cluster: whole numbers are int. */
export const adapt = (value: unknown): Value =>
	typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : (value as Value);

/** Whether a value is a record in an object of the cluster, not an instance of the classes above. */
export const isPlain = (value: unknown): value is Fields => {
	if (typeof value !== 'object' || value === null) {
		return false;
	}

	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
};

/** A list, made by an expression or of an object. */
export type ListValue = List | readonly unknown[];

/** A map, made by an expression or of an object. */
export type MapValue = Map<Value, Value> | Fields;

export const isMap = (value: Value): value is MapValue => value instanceof Map || isPlain(value);

/** Elements of a list; `undefined` if the value is not a list. */
export function elementsOf(value: ListValue): readonly Value[];
export function elementsOf(value: Value | undefined): readonly Value[] | undefined;
export function elementsOf(value: Value | undefined): readonly Value[] | undefined {
	if (value instanceof List) {
		return value.items;
	}

	if (Array.isArray(value)) {
		return value.map((item) => adapt(item));
	}

	return undefined;
}

/** Keys and values of a map; `undefined` if the value is not a map. Fields that are not set are left out. */
export function entriesOf(value: MapValue): ReadonlyArray<readonly [Value, Value]>;
export function entriesOf(value: Value): ReadonlyArray<readonly [Value, Value]> | undefined;
export function entriesOf(value: Value): ReadonlyArray<readonly [Value, Value]> | undefined {
	if (value instanceof Map) {
		return [...value];
	}

	return isPlain(value)
		? Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, adapt(item)] as const]))
		: undefined;
}

/** The value at a key of a map, `undefined` if there is no such key. */
export const lookUp = (map: MapValue, key: Value): Value | undefined => {
	if (map instanceof Map) {
		const found = map.get(key);
		if (found !== undefined || typeof key === 'string') {
			return found;
		}

		for (const [candidate, value] of map) {
			if (equal(candidate, key)) {
				return value;
			}
		}

		return undefined;
	}

	if (typeof key !== 'string' || !Object.hasOwn(map, key)) {
		return undefined;
	}

	const value = map[key];
	return value === undefined ? undefined : adapt(value);
};

const numberOf = (value: Value): bigint | number | undefined => {
	if (typeof value === 'bigint' || typeof value === 'number') {
		return value;
	}

	if (value instanceof Uint) {
		return value.value;
	}

	return undefined;
};

const isEqualTo = (value: Value, other: Value | undefined): boolean => other !== undefined && equal(value, other);

/** Whether two values are equal. Values of different types are not, except numbers. @mirrors types.Equal */
export const equal = (a: Value, b: Value): boolean => {
	if (a === b) {
		return true;
	}

	const [x, y] = [numberOf(a), numberOf(b)];
	if (x !== undefined || y !== undefined) {
		// eslint-disable-next-line eqeqeq -- an integer and a double may be the same number
		return x !== undefined && y !== undefined && x == y;
	}

	const [items, others] = [elementsOf(a), elementsOf(b)];
	if (items || others) {
		return (
			items !== undefined &&
			others !== undefined &&
			items.length === others.length &&
			items.every((item, index) => isEqualTo(item, others[index]))
		);
	}

	if (isMap(a)) {
		const entries = entriesOf(a);
		return (
			isMap(b) &&
			entriesOf(b).length === entries.length &&
			entries.every(([key, value]) => isEqualTo(value, lookUp(b, key)))
		);
	}

	if (a instanceof Timestamp) {
		return b instanceof Timestamp && a.nanoseconds === b.nanoseconds;
	}

	if (a instanceof Duration) {
		return b instanceof Duration && a.nanoseconds === b.nanoseconds;
	}

	if (a instanceof Uint8Array) {
		return b instanceof Uint8Array && Buffer.from(a).equals(b);
	}

	if (a instanceof TypeValue) {
		return b instanceof TypeValue && typeName(a.type).split('(')[0] === typeName(b.type).split('(')[0];
	}

	if (a instanceof Optional) {
		return b instanceof Optional && (a.value === undefined ? b.value === undefined : isEqualTo(a.value, b.value));
	}

	if (a instanceof Struct) {
		return (
			b instanceof Struct &&
			a.type === b.type &&
			a.fields.size === b.fields.size &&
			[...a.fields].every(([key, value]) => isEqualTo(value, b.fields.get(key)))
		);
	}

	return a instanceof Opaque && b instanceof Opaque && typeName(a.type) === typeName(b.type) && a.equals(b);
};

const dynamicList = listOf(dyn);
const dynamicMap = mapOf(dyn, dyn);
const dynamicOptional = optionalOf(dyn);

/** The type of a value at run time. */
export const typeOf = (value: Value): Type => {
	switch (typeof value) {
		case 'bigint': {
			return int;
		}

		case 'number': {
			return double;
		}

		case 'boolean': {
			return bool;
		}

		case 'string': {
			return string;
		}

		default: {
			return typeOfObject(value);
		}
	}
};

const typeOfObject = (value: Exclude<Value, bigint | number | boolean | string>): Type => {
	if (value === null) {
		return nullType;
	}

	if (value instanceof List || Array.isArray(value)) {
		return dynamicList;
	}

	if (value instanceof Uint) {
		return uint;
	}

	if (value instanceof Uint8Array) {
		return bytes;
	}

	if (value instanceof Timestamp) {
		return timestamp;
	}

	if (value instanceof Duration) {
		return duration;
	}

	if (value instanceof TypeValue) {
		return {kind: 'type'};
	}

	if (value instanceof Optional) {
		return dynamicOptional;
	}

	if (value instanceof Struct) {
		return {kind: 'object', name: value.type, field: () => dyn};
	}

	return value instanceof Opaque ? value.type : dynamicMap;
};

/** Can the value be used where the type is expected? */
export const accepts = (type: Type, value: Value): boolean => {
	switch (type.kind) {
		case 'variable': {
			return true;
		}

		case 'simple': {
			switch (type.name) {
				case 'string': {
					return typeof value === 'string';
				}

				case 'int': {
					return typeof value === 'bigint';
				}

				case 'bool': {
					return typeof value === 'boolean';
				}

				default: {
					return assignable(typeOf(value), type, new Map());
				}
			}
		}

		case 'list': {
			const elements = elementsOf(value);
			return elements !== undefined && (elements[0] === undefined || accepts(type.item, elements[0]));
		}

		case 'map': {
			return isMap(value);
		}

		case 'object': {
			return isPlain(value) || value instanceof Struct;
		}

		default: {
			const actual = typeOf(value);
			return (
				actual.kind === type.kind && (actual.kind !== 'opaque' || type.kind !== 'opaque' || actual.name === type.name)
			);
		}
	}
};

const countedCharacters = (text: string): number => {
	if (!/[\ud800-\udfff]/.test(text)) {
		return text.length;
	}

	let count = text.length;
	for (let index = 0; index + 1 < text.length; index++) {
		const isPair = (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
		if (isPair) {
			count--;
			index++;
		}
	}

	return count;
};

/** The lengths of long texts: an expression may read a length repeatedly at almost no cost. */
const countedOnce = memoised(countedCharacters, 4);

/** The number of characters in a text: one outside the basic plane counts as one, as in CEL. */
export const characterCount = (text: string): number =>
	text.length > 1000 ? countedOnce(text) : countedCharacters(text);
