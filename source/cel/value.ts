import type {Fields} from '../kernel/record.js';
import {assignable, typeName, type Type} from './type.js';

/** Thrown where the evaluation of an expression fails; the message is cel-go's. */
export class CelError extends Error {
	override name = 'CelError';
}

/** An unsigned integer; plain bigints are signed ones. */
export class Uint {
	constructor(readonly value: bigint) {}
}

/** A list made by an expression. Arrays are lists of an object: their numbers have yet to be read as int or double. */
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
Objects of the cluster are looked into as they are: records and arrays.
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

/** Whether a value is a record of an object of the cluster: none of the classes above. */
export const isPlain = (value: unknown): value is Fields => {
	if (typeof value !== 'object' || value === null) {
		return false;
	}

	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
};

/** Elements of a list; `undefined` for what is none. */
export const elementsOf = (value: Value): readonly Value[] | undefined =>
	value instanceof List ? value.items : Array.isArray(value) ? value.map((item) => adapt(item)) : undefined;

/** Keys and values of a map; `undefined` for what is none. Fields that are not set are not there. */
export const entriesOf = (value: Value): ReadonlyArray<readonly [Value, Value]> | undefined => {
	if (value instanceof Map) {
		return [...value];
	}

	return isPlain(value)
		? Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, adapt(item)] as const]))
		: undefined;
};

/** The value at a key of a map, `undefined` where there is none. */
export const lookUp = (map: Value, key: Value): Value | undefined => {
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

	if (typeof key !== 'string' || !Object.hasOwn(map as object, key)) {
		return undefined;
	}

	const value = (map as Readonly<Record<string, unknown>>)[key];
	return value === undefined ? undefined : adapt(value);
};

const numberOf = (value: Value): bigint | number | undefined =>
	typeof value === 'bigint' || typeof value === 'number' ? value : value instanceof Uint ? value.value : undefined;

/** Are they equal? Values of different types are not, numbers of different types may be. @mirrors types.Equal */
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
			items.every((item, index) => equal(item, others[index]!))
		);
	}

	const entries = entriesOf(a);
	if (entries) {
		const theirs = entriesOf(b);
		return (
			theirs !== undefined &&
			theirs.length === entries.length &&
			entries.every(([key, value]) => {
				const other = lookUp(b, key);
				return other !== undefined && equal(value, other);
			})
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
		return (
			b instanceof Optional &&
			(a.value === undefined ? b.value === undefined : b.value !== undefined && equal(a.value, b.value))
		);
	}

	if (a instanceof Struct) {
		return (
			b instanceof Struct &&
			a.type === b.type &&
			a.fields.size === b.fields.size &&
			[...a.fields].every(([key, value]) => b.fields.has(key) && equal(value, b.fields.get(key)!))
		);
	}

	return a instanceof Opaque && b instanceof Opaque && typeName(a.type) === typeName(b.type) && a.equals(b);
};

const named = (name: string): Type => ({kind: 'simple', name}) as Type;
const dynamic = named('dyn');
const dynamicList: Type = {kind: 'list', item: dynamic};
const dynamicMap: Type = {kind: 'map', key: dynamic, value: dynamic};

/** The type that a value has when it is looked at. */
export const typeOf = (value: Value): Type => {
	switch (typeof value) {
		case 'bigint': {
			return named('int');
		}

		case 'number': {
			return named('double');
		}

		case 'boolean': {
			return named('bool');
		}

		case 'string': {
			return named('string');
		}

		default: {
			return typeOfObject(value as object | null);
		}
	}
};

const typeOfObject = (value: object | null): Type => {
	if (value === null) {
		return named('null');
	}

	if (value instanceof List || Array.isArray(value)) {
		return dynamicList;
	}

	if (value instanceof Uint) {
		return named('uint');
	}

	if (value instanceof Uint8Array) {
		return named('bytes');
	}

	if (value instanceof Timestamp) {
		return named('timestamp');
	}

	if (value instanceof Duration) {
		return named('duration');
	}

	if (value instanceof TypeValue) {
		return {kind: 'type'};
	}

	if (value instanceof Optional) {
		return {kind: 'opaque', name: 'optional_type', parameters: [dynamic]};
	}

	if (value instanceof Struct) {
		return {kind: 'object', name: value.type, field: () => dynamic};
	}

	return value instanceof Opaque ? value.type : dynamicMap;
};

/** May the value be given where the type is expected? */
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
			return elements !== undefined && (elements.length === 0 || accepts(type.item, elements[0]!));
		}

		case 'map': {
			return value instanceof Map || isPlain(value);
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
