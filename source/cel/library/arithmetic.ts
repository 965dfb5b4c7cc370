import {overload, type Overload} from '../function.js';
import {CelError, Duration, elementsOf, List, Timestamp, Uint, type ListValue} from '../value.js';

const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);
const maxUint = 2n ** 64n - 1n;

const int = (value: bigint): bigint => {
	if (value > maxInt || value < minInt) {
		throw new CelError('integer overflow');
	}

	return value;
};

const uint = (value: bigint): Uint => {
	if (value > maxUint || value < 0n) {
		throw new CelError('unsigned integer overflow');
	}

	return new Uint(value);
};

const divisor = (value: bigint, word: 'divide' | 'modulus'): bigint => {
	if (value === 0n) {
		throw new CelError(word === 'divide' ? 'division by zero' : 'modulus by zero');
	}

	return value;
};

const concatenated = (a: Uint8Array, b: Uint8Array): Uint8Array => Uint8Array.from([...a, ...b]);

const half = (a: {readonly length: number}, b: {readonly length: number}): number =>
	Math.ceil((a.length + b.length) / 10);

/** `+ - * / %` and the minus sign. */
export const arithmetic: readonly Overload[] = [
	overload('_+_(bytes, bytes) bytes', concatenated, half),
	overload('_+_(double, double) double', (a: number, b: number) => a + b),
	overload(
		'_+_(duration, duration) duration',
		(a: Duration, b: Duration) => new Duration(a.nanoseconds + b.nanoseconds),
	),
	overload(
		'_+_(duration, timestamp) timestamp',
		(a: Duration, b: Timestamp) => new Timestamp(a.nanoseconds + b.nanoseconds),
	),
	overload(
		'_+_(timestamp, duration) timestamp',
		(a: Timestamp, b: Duration) => new Timestamp(a.nanoseconds + b.nanoseconds),
	),
	overload('_+_(int, int) int', (a: bigint, b: bigint) => int(a + b)),
	overload(
		'_+_(list(A), list(A)) list(A)',
		(a: ListValue, b: ListValue) => new List([...elementsOf(a), ...elementsOf(b)]),
	),
	overload('_+_(string, string) string', (a: string, b: string) => a + b, half),
	overload('_+_(uint, uint) uint', (a: Uint, b: Uint) => uint(a.value + b.value)),
	overload('_-_(double, double) double', (a: number, b: number) => a - b),
	overload(
		'_-_(duration, duration) duration',
		(a: Duration, b: Duration) => new Duration(a.nanoseconds - b.nanoseconds),
	),
	overload('_-_(int, int) int', (a: bigint, b: bigint) => int(a - b)),
	overload(
		'_-_(timestamp, duration) timestamp',
		(a: Timestamp, b: Duration) => new Timestamp(a.nanoseconds - b.nanoseconds),
	),
	overload(
		'_-_(timestamp, timestamp) duration',
		(a: Timestamp, b: Timestamp) => new Duration(a.nanoseconds - b.nanoseconds),
	),
	overload('_-_(uint, uint) uint', (a: Uint, b: Uint) => uint(a.value - b.value)),
	overload('_*_(double, double) double', (a: number, b: number) => a * b),
	overload('_*_(int, int) int', (a: bigint, b: bigint) => int(a * b)),
	overload('_*_(uint, uint) uint', (a: Uint, b: Uint) => uint(a.value * b.value)),
	overload('_/_(double, double) double', (a: number, b: number) => a / b),
	overload('_/_(int, int) int', (a: bigint, b: bigint) => int(a / divisor(b, 'divide'))),
	overload('_/_(uint, uint) uint', (a: Uint, b: Uint) => uint(a.value / divisor(b.value, 'divide'))),
	overload('_%_(int, int) int', (a: bigint, b: bigint) => a % divisor(b, 'modulus')),
	overload('_%_(uint, uint) uint', (a: Uint, b: Uint) => uint(a.value % divisor(b.value, 'modulus'))),
	overload('-_(double) double', (a: number) => -a),
	overload('-_(int) int', (a: bigint) => int(-a)),
];
