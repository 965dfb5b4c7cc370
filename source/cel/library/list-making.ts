import {sortLikeGo} from '../../go/sort.js';
import {overload, type Overload} from '../function.js';
import {CelError, elementsOf, equal, List, typeOf, type ListValue, type Value} from '../value.js';
import {typeName} from '../type.js';
import {compare} from './comparison.js';

/** The cost of a call that makes a list: each unit of work, the call, and the list itself. @mirrors ext.trackAllocatingListCall */
const making = (work: number): number => Math.trunc(work) + 1 + 10;

const sizeOf = (list: ListValue): number => elementsOf(list).length;

/** The cost of comparing each element with each other; texts cost a tenth more. @mirrors ext.trackListSelfCompare */
const comparing = (list: ListValue): number => {
	const [first] = elementsOf(list);
	const isText = typeof first === 'string' || first instanceof Uint8Array;
	return making(sizeOf(list) ** 2 * (isText ? 2.1 : 2));
};

const slice = (list: ListValue, start: bigint, end: bigint): Value => {
	if (start < 0n || end < 0n) {
		throw new CelError(`cannot slice(${start}, ${end}), negative indexes not supported`);
	}

	if (start > end) {
		throw new CelError(`cannot slice(${start}, ${end}), start index must be less than or equal to end index`);
	}

	const items = elementsOf(list);
	if (BigInt(items.length) < end) {
		throw new CelError(`cannot slice(${start}, ${end}), list is length ${items.length}`);
	}

	return new List(items.slice(Number(start), Number(end)));
};

const flatten = (items: readonly Value[], depth: bigint): readonly Value[] =>
	items.flatMap((item) => {
		const inner = depth > 0n ? elementsOf(item) : undefined;
		return inner ? flatten(inner, depth - 1n) : [item];
	});

const flattened = (list: ListValue, depth: bigint): Value => {
	if (depth < 0n) {
		throw new CelError('level must be non-negative');
	}

	return new List(flatten(elementsOf(list), depth));
};

const comparableTypes = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];
const comparableNames = new Set([...comparableTypes, 'google.protobuf.Duration', 'google.protobuf.Timestamp']);

/** @mirrors ext.sortListByAssociatedKeys */
const sorted = (list: ListValue, by: ListValue): Value => {
	const [items, keys] = [elementsOf(list), elementsOf(by)];
	if (items.length !== keys.length) {
		throw new CelError(
			`@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${items.length} and ${keys.length} elements respectively`,
		);
	}

	const names = keys.map((key) => typeName(typeOf(key)));
	const [first] = names;
	if (first === undefined) {
		return list;
	}

	if (!comparableNames.has(first)) {
		throw new CelError('list elements must be comparable');
	}

	if (names.some((name) => name !== first)) {
		throw new CelError('list elements must have the same type');
	}

	const pairs = keys.map((key, index) => ({key, item: items[index] ?? null}));
	return new List(sortLikeGo(pairs, (a, b) => compare(a.key, b.key) < 0).map(({item}) => item));
};

const distinct = (list: ListValue): Value => {
	const items = elementsOf(list);
	return new List(items.filter((item, index) => items.findIndex((other) => equal(item, other)) === index));
};

/** More elements than a program within its cost limit can make. */
const mostElements = 10_000_000n;

const range = (length: bigint): Value => {
	if (length > mostElements) {
		throw new CelError('operation cancelled: actual cost limit exceeded');
	}

	return new List(Array.from({length: Math.max(0, Number(length))}, (_, index) => BigInt(index)));
};

/** Functions that make a list of another one. @mirrors ext.Lists, version 3 */
export const listMaking: readonly Overload[] = [
	overload('list(T)::slice(int, int) list(T)', slice, (_, start, end) => making(Number(end) - Number(start))),
	overload(
		'list(list(T))::flatten() list(T)',
		(list: ListValue) => flattened(list, 1n),
		(list: ListValue) => making(sizeOf(list)),
	),
	overload('list(dyn)::flatten(int) list(dyn)', flattened, (list: ListValue, depth) =>
		making(sizeOf(list) * Number(depth)),
	),
	...comparableTypes.flatMap((type) => [
		overload(`list(${type})::sort() list(${type})`, (list: ListValue) => sorted(list, list), comparing),
		overload(`list(T)::@sortByAssociatedKeys(list(${type})) list(T)`, sorted, (_, keys: ListValue) => comparing(keys)),
	]),
	overload('lists.range(int) list(int)', range, (length) => making(Math.max(0, Number(length)))),
	overload(
		'list(T)::reverse() list(T)',
		(list: ListValue) => new List([...elementsOf(list)].reverse()),
		(list: ListValue) => making(sizeOf(list)),
	),
	overload('list(T)::distinct() list(T)', distinct, comparing),
];
