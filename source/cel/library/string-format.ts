import {typeName} from '../type.js';
import {CelError, Duration, elementsOf, entriesOf, Timestamp, typeOf, TypeValue, Uint, type Value} from '../value.js';
import {formatDouble, formatDuration, formatTimestamp} from './show.js';

const nameOf = (value: Value): string => typeName(typeOf(value)).split('(')[0]!;

/** A value as `%s` prints it. */
const shown = (value: Value): string => {
	switch (typeof value) {
		case 'string': {
			return value;
		}

		case 'bigint':
		case 'boolean': {
			return String(value);
		}

		case 'number': {
			return formatDouble(value);
		}

		default: {
			return shownObject(value);
		}
	}
};

const shownObject = (value: Exclude<Value, string | bigint | boolean | number>): string => {
	if (value === null) {
		return 'null';
	}

	if (value instanceof Uint) {
		return String(value.value);
	}

	if (value instanceof Uint8Array) {
		return Buffer.from(value).toString('utf8');
	}

	if (value instanceof Timestamp) {
		return formatTimestamp(value.nanoseconds);
	}

	if (value instanceof Duration) {
		return formatDuration(value.nanoseconds);
	}

	if (value instanceof TypeValue) {
		return typeName(value.type).split('(')[0]!;
	}

	const elements = elementsOf(value);
	if (elements) {
		return `[${elements.map((item) => shown(item)).join(', ')}]`;
	}

	const entries = entriesOf(value);
	if (entries) {
		return `{${entries
			.map(([key, item]) => [shown(key), shown(item)] as const)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, item]) => `${key}: ${item}`)
			.join(', ')}}`;
	}

	throw new CelError(
		`error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ${nameOf(value)}`,
	);
};

const whole = (value: Value): bigint | undefined =>
	typeof value === 'bigint' ? value : value instanceof Uint ? value.value : undefined;

const inBase = (value: bigint, base: number): string =>
	value < 0n ? `-${(-value).toString(base)}` : value.toString(base);

const numberOf = (value: Value, clause: string): number => {
	if (typeof value === 'number') {
		return value;
	}

	const integer = whole(value);
	if (integer === undefined) {
		throw new CelError(
			`error during formatting: ${clause} clause can only be used on doubles, was given ${nameOf(value)}`,
		);
	}

	return Number(integer);
};

const hex = (value: Value): string => {
	const integer = whole(value);
	if (integer !== undefined) {
		return inBase(integer, 16);
	}

	if (typeof value === 'string' || value instanceof Uint8Array) {
		return Buffer.from(value).toString('hex');
	}

	throw new CelError(
		`error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given ${nameOf(value)}`,
	);
};

const clauses: Readonly<Record<string, (value: Value, precision: number) => string>> = {
	s: shown,
	d(value) {
		const integer = whole(value);
		if (integer === undefined) {
			throw new CelError(
				`error during formatting: decimal clause can only be used on integers, was given ${nameOf(value)}`,
			);
		}

		return String(integer);
	},
	f: (value, precision) => numberOf(value, 'fixed-point').toFixed(precision),
	e: (value, precision) =>
		numberOf(value, 'scientific')
			.toExponential(precision)
			.replace(/e([+-])(\d)$/, 'e$10$2'),
	b(value) {
		const integer = typeof value === 'boolean' ? BigInt(value) : whole(value);
		if (integer === undefined) {
			throw new CelError(
				`error during formatting: only integers and bools can be formatted as binary, was given ${nameOf(value)}`,
			);
		}

		return inBase(integer, 2);
	},
	o(value) {
		const integer = whole(value);
		if (integer === undefined) {
			throw new CelError(
				`error during formatting: octal clause can only be used on integers, was given ${nameOf(value)}`,
			);
		}

		return inBase(integer, 8);
	},
	x: hex,
	X: (value) => hex(value).toUpperCase(),
};

/** `'%s has %d'.format([…])`. @mirrors ext.stringFormat */
export const format = (text: string, values: readonly Value[]): string => {
	let used = 0;
	return text.replaceAll(/%(?:%|(?:\.(\d+))?([a-zA-Z]?))/g, (whole, precision?: string, letter?: string) => {
		if (whole === '%%') {
			return '%';
		}

		const clause = letter && Object.hasOwn(clauses, letter) ? clauses[letter] : undefined;
		if (!clause) {
			throw new CelError(
				letter
					? `could not parse formatting clause: unrecognized formatting clause "${letter}"`
					: 'could not parse formatting clause: unexpected end of string',
			);
		}

		if (used >= values.length) {
			throw new CelError(`index ${used} out of range`);
		}

		return clause(values[used++]!, precision === undefined ? 6 : Number(precision));
	});
};
