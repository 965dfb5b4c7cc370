import {overload, type Overload} from '../function.js';
import {CelError, Duration, elementsOf, equal, Uint, type Value} from '../value.js';
import {compare} from './comparison.js';

const cost = (list: Value): number => elementsOf(list)?.length ?? 1;

const comparable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];

const extreme = (list: Value, name: 'min' | 'max'): Value => {
	const items = elementsOf(list)!;
	if (items.length === 0) {
		throw new CelError(`${name} called on empty list`);
	}

	return items.reduce((best, item) =>
		compare(item, best) < 0 === (name === 'min') && compare(item, best) !== 0 ? item : best,
	);
};

const sums: ReadonlyArray<readonly [string, (items: readonly any[]) => Value]> = [
	['int', (items: readonly bigint[]) => items.reduce((sum, item) => sum + item, 0n)],
	['uint', (items: readonly Uint[]) => new Uint(items.reduce((sum, item) => sum + item.value, 0n))],
	['double', (items: readonly number[]) => items.reduce((sum, item) => sum + item, 0)],
	['duration', (items: readonly Duration[]) => new Duration(items.reduce((sum, item) => sum + item.nanoseconds, 0n))],
];

const containsAll = (list: Value, others: Value): boolean =>
	elementsOf(others)!.every((other) => elementsOf(list)!.some((item) => equal(item, other)));

const product = (a: Value, b: Value): number => cost(a) * cost(b);

/** Kubernetes' functions of lists, and sets. @mirrors library.Lists, ext.Sets */
export const lists: readonly Overload[] = [
	...comparable.flatMap((type) => [
		overload(
			`list(${type})::isSorted() bool`,
			(list: Value) => {
				const items = elementsOf(list)!;
				return items.every((item, index) => index === 0 || compare(items[index - 1]!, item) <= 0);
			},
			cost,
		),
		overload(`list(${type})::max() ${type}`, (list: Value) => extreme(list, 'max'), cost),
		overload(`list(${type})::min() ${type}`, (list: Value) => extreme(list, 'min'), cost),
	]),
	...sums.map(([type, sum]) => overload(`list(${type})::sum() ${type}`, (list: Value) => sum(elementsOf(list)!), cost)),
	overload(
		'list(A)::indexOf(A) int',
		(list: Value, item: Value) => BigInt(elementsOf(list)!.findIndex((candidate) => equal(candidate, item))),
		cost,
	),
	overload(
		'list(A)::lastIndexOf(A) int',
		(list: Value, item: Value) => BigInt(elementsOf(list)!.findLastIndex((candidate) => equal(candidate, item))),
		cost,
	),
	overload('sets.contains(list(A), list(A)) bool', containsAll, product),
	overload(
		'sets.equivalent(list(A), list(A)) bool',
		(a: Value, b: Value) => containsAll(a, b) && containsAll(b, a),
		product,
	),
	overload(
		'sets.intersects(list(A), list(A)) bool',
		(a: Value, b: Value) => elementsOf(a)!.some((item) => elementsOf(b)!.some((other) => equal(item, other))),
		product,
	),
];
