import {overload, type Overload} from '../function.js';
import {CelError, Duration, elementsOf, equal, Uint, type ListValue, type Value} from '../value.js';
import {compare} from './comparison.js';

const cost = (list: ListValue): number => elementsOf(list).length;

const comparable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];

const extreme = (list: ListValue, name: 'min' | 'max'): Value => {
	const items = elementsOf(list);
	if (items.length === 0) {
		throw new CelError(`${name} called on empty list`);
	}

	return items.reduce((best, item) =>
		compare(item, best) < 0 === (name === 'min') && compare(item, best) !== 0 ? item : best,
	);
};

interface Sum {
	of(items: readonly Value[]): Value;
}

/** Sums of lists of numbers, by the type of their items in the signature. */
const sums: ReadonlyArray<readonly [string, Sum]> = [
	['int', {of: (items: readonly bigint[]) => items.reduce((sum, item) => sum + item, 0n)}],
	['uint', {of: (items: readonly Uint[]) => new Uint(items.reduce((sum, item) => sum + item.value, 0n))}],
	['double', {of: (items: readonly number[]) => items.reduce((sum, item) => sum + item, 0)}],
	[
		'duration',
		{of: (items: readonly Duration[]) => new Duration(items.reduce((sum, item) => sum + item.nanoseconds, 0n))},
	],
];

const containsAll = (list: ListValue, others: ListValue): boolean =>
	elementsOf(others).every((other) => elementsOf(list).some((item) => equal(item, other)));

const product = (a: ListValue, b: ListValue): number => cost(a) * cost(b);

/** Kubernetes' functions of lists, and sets. @mirrors library.Lists, ext.Sets */
export const lists: readonly Overload[] = [
	...comparable.flatMap((type) => [
		overload(
			`list(${type})::isSorted() bool`,
			(list: ListValue) => {
				const items = elementsOf(list);
				return items.every((item, index) => index === 0 || compare(items[index - 1] ?? item, item) <= 0);
			},
			cost,
		),
		overload(`list(${type})::max() ${type}`, (list: ListValue) => extreme(list, 'max'), cost),
		overload(`list(${type})::min() ${type}`, (list: ListValue) => extreme(list, 'min'), cost),
	]),
	...sums.map(([type, sum]) =>
		overload(`list(${type})::sum() ${type}`, (list: ListValue) => sum.of(elementsOf(list)), cost),
	),
	overload(
		'list(A)::indexOf(A) int',
		(list: ListValue, item: Value) => BigInt(elementsOf(list).findIndex((candidate) => equal(candidate, item))),
		cost,
	),
	overload(
		'list(A)::lastIndexOf(A) int',
		(list: ListValue, item: Value) => BigInt(elementsOf(list).findLastIndex((candidate) => equal(candidate, item))),
		cost,
	),
	overload('sets.contains(list(A), list(A)) bool', containsAll, product),
	overload(
		'sets.equivalent(list(A), list(A)) bool',
		(a: ListValue, b: ListValue) => containsAll(a, b) && containsAll(b, a),
		product,
	),
	overload(
		'sets.intersects(list(A), list(A)) bool',
		(a: ListValue, b: ListValue) => elementsOf(a).some((item) => elementsOf(b).some((other) => equal(item, other))),
		product,
	),
];
