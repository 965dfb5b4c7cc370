import {parseTimestamp} from '../../kernel/clock.js';
import {overload, type Overload} from '../function.js';
import {CelError, Duration, Timestamp, typeOf, TypeValue, Uint, type Value} from '../value.js';
import {formatDouble, formatDuration, formatTimestamp} from './show.js';
import {durationNanoseconds} from '../../go/duration.js';

const billion = 1_000_000_000n;

const cannot = (from: string, to: string): CelError => new CelError(`type conversion error from '${from}' to '${to}'`);

const maxInt = 2n ** 63n - 1n;
const minInt = -(2n ** 63n);

const toInt = (value: bigint): bigint => {
	if (value > maxInt || value < minInt) {
		throw new CelError('integer overflow');
	}

	return value;
};

const doubleToInt = (value: number): bigint => {
	if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 63) {
		throw new CelError('integer overflow');
	}

	return BigInt(Math.trunc(value));
};

const toUint = (value: bigint): Uint => {
	if (value < 0n || value > 2n ** 64n - 1n) {
		throw new CelError('unsigned integer overflow');
	}

	return new Uint(value);
};

/** @throws {CelError} if the text is not an RFC 3339 time. */
export const readTimestamp = (text: string): Timestamp => {
	const epochMs = parseTimestamp(text);
	if (Number.isNaN(epochMs)) {
		throw cannot('string', 'google.protobuf.Timestamp');
	}

	const fraction = (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(9, '0').slice(0, 9);
	return new Timestamp(BigInt(Math.floor(epochMs / 1000)) * billion + BigInt(fraction));
};

const truths: ReadonlyMap<string, boolean> = new Map([
	['1', true],
	['t', true],
	['T', true],
	['true', true],
	['TRUE', true],
	['True', true],
	['0', false],
	['f', false],
	['F', false],
	['false', false],
	['FALSE', false],
	['False', false],
]);

const numberIn = (text: string): number => {
	const special = /^([+-]?)(?:inf|infinity)$/i.exec(text);
	if (special) {
		return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	}

	if (/^nan$/i.test(text)) {
		return Number.NaN;
	}

	if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) {
		throw cannot('string', 'double');
	}

	return Number(text);
};

const utf8 = (value: Uint8Array): string => {
	try {
		return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(value);
	} catch {
		throw new CelError('invalid UTF-8 in bytes, cannot convert to string');
	}
};

/** Conversions between types, each named like its type. */
export const conversion: readonly Overload[] = [
	overload('int(int) int', (value: bigint) => value),
	overload('int(double) int', doubleToInt),
	overload('int(duration) int', (value: Duration) => value.nanoseconds),
	overload('int(string) int', (value: string) => {
		if (!/^[+-]?\d+$/.test(value) || BigInt(value) > maxInt || BigInt(value) < minInt) {
			throw cannot('string', 'int');
		}

		return BigInt(value);
	}),
	overload('int(timestamp) int', (value: Timestamp) => value.nanoseconds / billion),
	overload('int(uint) int', (value: Uint) => toInt(value.value)),
	overload('uint(uint) uint', (value: Uint) => value),
	overload('uint(double) uint', (value: number) => toUint(doubleToInt(value))),
	overload('uint(int) uint', toUint),
	overload('uint(string) uint', (value: string) => {
		if (!/^\d+$/.test(value) || BigInt(value) > 2n ** 64n - 1n) {
			throw cannot('string', 'uint');
		}

		return new Uint(BigInt(value));
	}),
	overload('double(double) double', (value: number) => value),
	overload('double(int) double', Number),
	overload('double(string) double', numberIn),
	overload('double(uint) double', (value: Uint) => Number(value.value)),
	overload('bool(bool) bool', (value: boolean) => value),
	overload('bool(string) bool', (value: string) => {
		const truth = truths.get(value);
		if (truth === undefined) {
			throw cannot('string', 'bool');
		}

		return truth;
	}),
	overload('bytes(bytes) bytes', (value: Uint8Array) => value),
	overload('bytes(string) bytes', (value: string) => new TextEncoder().encode(value)),
	overload('string(string) string', (value: string) => value),
	overload('string(bool) string', String),
	overload('string(bytes) string', utf8),
	overload('string(double) string', formatDouble),
	overload('string(duration) string', (value: Duration) => formatDuration(value.nanoseconds)),
	overload('string(int) string', String),
	overload('string(timestamp) string', (value: Timestamp) => formatTimestamp(value.nanoseconds)),
	overload('string(uint) string', (value: Uint) => String(value.value)),
	overload('timestamp(timestamp) timestamp', (value: Timestamp) => value),
	overload('timestamp(int) timestamp', (value: bigint) => new Timestamp(value * billion)),
	overload('timestamp(string) timestamp', readTimestamp),
	overload('duration(duration) duration', (value: Duration) => value),
	overload('duration(int) duration', (value: bigint) => new Duration(value)),
	overload('duration(string) duration', (value: string) => {
		const found = durationNanoseconds(value);
		if (found === undefined) {
			throw cannot('string', 'google.protobuf.Duration');
		}

		return new Duration(found);
	}),
	overload('dyn(A) dyn', (value: Value) => value),
	overload('type(A) type(A)', (value: Value) => new TypeValue(typeOf(value))),
];
