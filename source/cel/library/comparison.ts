import {overload, type Overload} from '../function.js';
import {
	CelError,
	Duration,
	elementsOf,
	entriesOf,
	equal,
	isMap,
	lookUp,
	Optional,
	Timestamp,
	Uint,
	type ListValue,
	type MapValue,
	type Value,
	characterCount,
} from '../value.js';

const order = (value: Value): bigint | number | string | boolean => {
	if (value instanceof Uint) {
		return value.value;
	}

	if (value instanceof Timestamp || value instanceof Duration) {
		return value.nanoseconds;
	}

	if (value instanceof Uint8Array) {
		return Buffer.from(value).toString('latin1');
	}

	if (typeof value === 'object') {
		return '';
	}

	return value;
};

/** Negative, 0 or positive, as one value is less than, equal to or greater than another; strings by their code points. */
export const compare = (a: Value, b: Value): number => {
	if (typeof a === 'string' && typeof b === 'string') {
		return Buffer.compare(Buffer.from(a), Buffer.from(b));
	}

	const [x, y] = [order(a), order(b)];
	if (x < y) {
		return -1;
	}

	if (x > y) {
		return 1;
	}

	return 0;
};

const numbers = ['int', 'uint', 'double'];

const pairs: ReadonlyArray<readonly [string, string]> = [
	...['bool', 'string', 'bytes', 'timestamp', 'duration'].map((type) => [type, type] as const),
	...numbers.flatMap((a) => numbers.map((b) => [a, b] as const)),
];

const comparisons: ReadonlyArray<readonly [string, (order: number) => boolean]> = [
	['_<_', (found) => found < 0],
	['_<=_', (found) => found <= 0],
	['_>=_', (found) => found >= 0],
	['_>_', (found) => found > 0],
];

const indexOf = (index: Value): number | undefined => {
	if (typeof index === 'bigint') {
		return Number(index);
	}

	if (index instanceof Uint) {
		return Number(index.value);
	}

	if (typeof index === 'number' && Number.isInteger(index)) {
		return index;
	}

	return undefined;
};

/** The element at an index of a list or the value at a key of a map. */
const at = (container: Value, key: Value): Value => {
	const elements = elementsOf(container);
	if (elements) {
		const index = indexOf(key);
		const found = index === undefined ? undefined : elements[index];
		if (found === undefined) {
			throw new CelError(`index out of bounds: ${String(indexOf(key) ?? key)}`);
		}

		return found;
	}

	const found = isMap(container) ? lookUp(container, key) : undefined;
	if (found === undefined) {
		throw new CelError(`no such key: ${typeof key === 'string' ? key : String(indexOf(key) ?? key)}`);
	}

	return found;
};

const optionallyAt = (container: Value, key: Value): Value => {
	const inside = container instanceof Optional ? container.value : container;
	if (inside === undefined) {
		return new Optional();
	}

	try {
		return new Optional(at(inside, key));
	} catch (error) {
		if (error instanceof CelError) {
			return new Optional();
		}

		throw error;
	}
};

/** @mirrors interpreter.actualSize */
const sizeOf = (value: Value): number => {
	if (typeof value === 'string' || value instanceof Uint8Array) {
		return value.length;
	}

	if (value instanceof Map) {
		return value.size;
	}

	return elementsOf(value)?.length ?? entriesOf(value)?.length ?? 1;
};

/** The cost of comparing two values, which reads both up to the length of the shorter one. */
const traversal = (a: Value, b: Value): number => Math.max(1, Math.ceil(Math.min(sizeOf(a), sizeOf(b)) / 10));
const listCost = (_: Value, list: Value): number => elementsOf(list)?.length ?? 1;

/** Comparisons, membership, indexing and the operators of bool. */
export const comparison: readonly Overload[] = [
	overload('_==_(A, A) bool', equal, traversal),
	overload('_!=_(A, A) bool', (a: Value, b: Value) => !equal(a, b), traversal),
	...comparisons.flatMap(([name, holds]) =>
		pairs.map(([a, b]) =>
			overload(`${name}(${a}, ${b}) bool`, (x: Value, y: Value) => holds(compare(x, y)), traversal),
		),
	),
	overload(
		'@in(A, list(A)) bool',
		(item: Value, list: ListValue) => elementsOf(list).some((candidate) => equal(candidate, item)),
		listCost,
	),
	overload('@in(A, map(A, B)) bool', (key: Value, map: MapValue) => lookUp(map, key) !== undefined),
	overload('_[_](list(A), int) A', at),
	overload('_[_](list(A), uint) A', at),
	overload('_[_](list(A), double) A', at),
	overload('_[_](map(A, B), A) B', at),
	overload('_[_](optional(list(V)), int) optional(V)', optionallyAt),
	overload('_[_](optional(map(K, V)), K) optional(V)', optionallyAt),
	overload('_[?_](list(V), int) optional(V)', optionallyAt),
	overload('_[?_](optional(list(V)), int) optional(V)', optionallyAt),
	overload('_[?_](map(K, V), K) optional(V)', optionallyAt),
	overload('_[?_](optional(map(K, V)), K) optional(V)', optionallyAt),
	overload('!_(bool) bool', (value: boolean) => !value),
	overload('_&&_(bool, bool) bool', (a: boolean, b: boolean) => a && b),
	overload('_||_(bool, bool) bool', (a: boolean, b: boolean) => a || b),
	overload('_?_:_(bool, A, A) A', (condition: boolean, yes: Value, no: Value) => (condition ? yes : no)),
	...['', '::'].flatMap((style) =>
		[
			['bytes', (value: Uint8Array) => BigInt(value.length)] as const,
			['list(A)', (value: ListValue) => BigInt(elementsOf(value).length)] as const,
			['map(A, B)', (value: MapValue) => BigInt(entriesOf(value).length)] as const,
			['string', (value: string) => BigInt(characterCount(value))] as const,
		].map(([type, size]) => overload(style === '' ? `size(${type}) int` : `${type}::size() int`, size)),
	),
];
