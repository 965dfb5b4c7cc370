import {typeName, type Type} from '../type.js';
import {
	CelError,
	Duration,
	elementsOf,
	entriesOf,
	Opaque,
	Optional,
	Struct,
	Timestamp,
	typeOf,
	TypeValue,
	Uint,
	type Value,
} from '../value.js';
import {formatDouble, formatDuration, formatTimestamp, quote} from './show.js';

const bareTypeName = (type: Type): string => typeName(type).replace(/\(.*$/s, '');

const nameOf = (value: Value): string => bareTypeName(typeOf(value));

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
		return bareTypeName(value.type);
	}

	if (elementsOf(value) || entriesOf(value)) {
		return literal(value);
	}

	throw new CelError(
		`error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ${nameOf(value)}`,
	);
};

/** A value within a list or a map, as written in an expression. @mirrors ext.clauseForType */
const literal = (value: Value): string => {
	if (typeof value === 'string') {
		return quote(value);
	}

	if (typeof value === 'number') {
		return Number.isFinite(value) ? value.toFixed(defaultPrecision) : quote(formatDouble(value));
	}

	if (value instanceof Uint8Array) {
		return `b${quote(shown(value))}`;
	}

	if (value instanceof Timestamp || value instanceof Duration) {
		return `${value instanceof Timestamp ? 'timestamp' : 'duration'}(${quote(shown(value))})`;
	}

	if (typeof value === 'object' && (value instanceof Opaque || value instanceof Optional || value instanceof Struct)) {
		throw new CelError(`error during formatting: no formatting function for ${nameOf(value)}`);
	}

	const elements = elementsOf(value);
	if (elements) {
		return `[${elements.map((item) => literal(item)).join(', ')}]`;
	}

	const entries = entriesOf(value);
	return entries
		? `{${entries
				.map(([key, item]) => [literalKey(key), literal(item)] as const)
				.toSorted(([a], [b]) => (a < b ? -1 : 1))
				.map(([key, item]) => `${key}:${item}`)
				.join(', ')}}`
		: shown(value);
};

const literalKey = (key: Value): string => {
	if (typeof key === 'number' || (typeof key === 'object' && !(key instanceof Uint))) {
		throw new CelError(`error during formatting: no formatting function for map key of type ${nameOf(key)}`);
	}

	return literal(key);
};

const defaultPrecision = 6;

const whole = (value: Value): bigint | undefined => {
	if (typeof value === 'bigint') {
		return value;
	}

	if (value instanceof Uint) {
		return value.value;
	}

	return undefined;
};

const inBase = (value: bigint, base: number): string =>
	value < 0n ? `-${(-value).toString(base)}` : value.toString(base);

const specialNumbers: Readonly<Record<string, number>> = {
	NaN: Number.NaN,
	Infinity: Number.POSITIVE_INFINITY,
	'-Infinity': Number.NEGATIVE_INFINITY,
};

const doubleOf = (value: Value, clause: string): number => {
	const special = typeof value === 'string' && Object.hasOwn(specialNumbers, value) ? specialNumbers[value] : undefined;
	if (special !== undefined) {
		return special;
	}

	if (typeof value !== 'number') {
		throw new CelError(
			`error during formatting: ${clause} clause can only be used on doubles, was given ${nameOf(value)}`,
		);
	}

	return value;
};

const endless = (value: number): string => {
	if (Number.isNaN(value)) {
		return 'NaN';
	}

	if (value < 0) {
		return '-∞';
	}

	return '∞';
};

/** As written in English, with a thousands separator. @mirrors golang.org/x/text/message with en_US */
const fixedPoint = (value: number, precision: number): string => {
	if (!Number.isFinite(value)) {
		return endless(value);
	}

	const [units = '', fraction] = rounded(value, precision).split('.');
	const grouped = units.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
	return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** Rounds half to even. */
const rounded = (value: number, precision: number): string => {
	const text = value.toFixed(precision);
	const scaled = Math.abs(value) * 10 ** precision;
	const isTie = scaled < 2 ** 52 && scaled % 1 === 0.5;
	return isTie && Number(text.at(-1)) % 2 === 1
		? (Math.sign(value) * (Math.floor(scaled) / 10 ** precision)).toFixed(precision)
		: text;
};

const superscripts: Readonly<Record<string, string>> = {
	'-': '⁻',
	0: '⁰',
	1: '¹',
	2: '²',
	3: '³',
	4: '⁴',
	5: '⁵',
	6: '⁶',
	7: '⁷',
	8: '⁸',
	9: '⁹',
};

const scientific = (value: number, precision: number): string => {
	if (!Number.isFinite(value)) {
		return endless(value);
	}

	const [digits = '', exponent = ''] = value.toExponential(precision).split('e');
	const shownExponent = `${exponent.startsWith('-') ? '-' : ''}${exponent.slice(1).padStart(2, '0')}`;
	const raised = [...shownExponent].map((character) => superscripts[character]).join('');
	return `${digits}\u202F×\u202F10${raised}`;
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
	f: (value, precision) => fixedPoint(doubleOf(value, 'fixed-point'), precision),
	e: (value, precision) => scientific(doubleOf(value, 'scientific'), precision),
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

/** A clause of a format. */
export interface Clause {
	readonly letter: string;
	readonly precision: number;
}

/**
Replaces clauses with texts.

@param print the text for a clause, by the index of the clause.
@throws {CelError} for an invalid clause.
@mirrors ext.parseFormatString
*/
export const interpolate = (text: string, print: (index: number, clause: () => Clause) => string): string => {
	let index = 0;
	return text.replaceAll(/%(?:%|(\.\d*)?(.?))/gsu, (whole, precision?: string, letter?: string) => {
		if (whole === '%%') {
			return '%';
		}

		return print(index++, () => clauseOf(precision, letter ?? ''));
	});
};

const clauseOf = (precision: string | undefined, letter: string): Clause => {
	if (letter === '' && precision === undefined) {
		throw new CelError('unexpected end of string');
	}

	const cannot = (why: string): CelError => new CelError(`could not parse formatting clause: ${why}`);
	if (letter === '') {
		throw cannot('error while parsing precision: could not find end of precision specifier');
	}

	if (precision === '.') {
		throw cannot(
			'error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
		);
	}

	if (!Object.hasOwn(clauses, letter)) {
		throw cannot(`unrecognized formatting clause "${letter}"`);
	}

	return {letter, precision: precision === undefined ? defaultPrecision : Math.min(100, Number(precision.slice(1)))};
};

/** `'%s has %d'.format([…])`. @mirrors ext.stringFormat */
export const format = (text: string, values: readonly Value[]): string =>
	interpolate(text, (index, clauseAt) => {
		const value = values[index];
		if (value === undefined) {
			throw new CelError(`index ${index} out of range`);
		}

		const {letter, precision} = clauseAt();
		return clauses[letter]?.(value, precision) ?? '';
	});
