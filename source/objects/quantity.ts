import {memoised} from '../kernel/memoised.js';

export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** An amount, and the family of its suffix. */
export interface Amount {
	/** The amount in 10⁻⁹ units, the finest that a quantity can have. */
	readonly nanos: bigint;
	readonly format: QuantityFormat;
}

/** An amount that Go stores in 64 bits: value × 10^scale. */
export interface SmallAmount {
	readonly value: bigint;
	readonly scale: number;
	/** Whether Go keeps the text as canonical: `1.500`, `+8M` and `6E6` stay as written. */
	readonly kept: boolean;
}

/** A quantity that was read from its text. */
export interface ParsedQuantity extends Amount {
	/** Absent if the amount may need more than 64 bits. */
	readonly small: SmallAmount | undefined;
}

/** A text that is not a quantity; `message` is upstream's. */
export class QuantityError extends Error {
	override name = 'QuantityError';
}

const formatWrong = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const numberWrong = 'unable to parse numeric part of quantity';
const suffixWrong = "unable to parse quantity's suffix";

const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const nano = 1_000_000_000n;
const limit = ((1n << 63n) - 1n) * nano;

// Larger exponents are past any limit and would only cost time.
const largestExponent = 60;

// Decimal digits that surely fit into 64 bits.
const mostDigits = 18;
const finestScale = -9;

/** The value of a text: its digits × 10^exponent × 2^power. */
interface Written {
	readonly sign: string;
	readonly whole: string;
	readonly fraction: string;
	readonly exponent: number;
	readonly power: number;
}

/** Division that rounds away from zero: a nonzero request never becomes zero. */
const divideUp = (value: bigint, by: bigint): bigint => {
	const quotient = value / by;
	if (quotient * by === value) {
		return quotient;
	}

	if (value < 0n) {
		return quotient - 1n;
	}

	return quotient + 1n;
};

/** The number of digits that certainly fit into 64 bits in addition to those of a binary number; 0 for a fraction. */
const roomOfBinary = (whole: string, fraction: string, power: number): number =>
	fraction === '' ? 14 - whole.length - Math.trunc(Math.fround(power * 3) / 10) : -1;

/** @mirrors k8s.io/apimachinery/pkg/api/resource ParseQuantity, where an int64Amount is enough */
const smallAmount = ({sign, whole: digits, fraction, exponent, power}: Written): SmallAmount | undefined => {
	const whole = digits.replace(/^0+/, '') || '0';
	const shifted = whole + fraction;
	const room = power > 0 ? roomOfBinary(whole, fraction, power) : mostDigits - shifted.length;
	const scale = exponent - fraction.length;
	if (room < 0 || scale < finestScale) {
		return undefined;
	}

	const value = BigInt(shifted) << BigInt(power);
	const kept =
		power > 0 ? (BigInt(shifted) & 7n) !== 0n : scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0');
	return {value: sign === '-' ? -value : value, scale, kept};
};

/** The power of ten and the power of two of a suffix. */
const scaleOf = (letters: string, digits: string): {format: QuantityFormat; exponent: number; power: number} => {
	if ((letters === 'e' || letters === 'E') && /\d/.test(digits)) {
		return {format: 'DecimalExponent', exponent: Number(digits), power: 0};
	}

	if (digits === '' && letters.endsWith('i') && binarySuffixes.includes(letters)) {
		return {format: 'BinarySI', exponent: 0, power: 10 * binarySuffixes.indexOf(letters)};
	}

	if (digits === '' && decimalSuffixes.includes(letters)) {
		return {format: 'DecimalSI', exponent: 3 * (decimalSuffixes.indexOf(letters) - 3), power: 0};
	}

	throw new QuantityError(suffixWrong);
};

const zeroAsWritten: ParsedQuantity = {
	nanos: 0n,
	format: 'DecimalSI',
	small: {value: 0n, scale: 0, kept: true},
};

const takeApart = (text: string): ParsedQuantity => {
	if (text === '0') {
		return zeroAsWritten;
	}

	const match = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*)([-+]?\d*)$/.exec(text);
	if (!match || text === '') {
		throw new QuantityError(formatWrong);
	}

	const [, sign = '', whole = '', fraction = '', letters = '', exponentDigits = ''] = match;
	const {format, exponent, power} = scaleOf(letters, exponentDigits);
	const small = smallAmount({sign, whole, fraction, exponent, power});

	// A missing number is zero: `Mi` is a quantity, but `Pi` is not.
	if (whole === '' && fraction === '' && !small) {
		throw new QuantityError(numberWrong);
	}

	const digits = BigInt(whole + fraction) << BigInt(power);
	const scale = Math.max(-largestExponent, Math.min(largestExponent, exponent)) + 9 - fraction.length;
	let nanos = scale >= 0 ? digits * 10n ** BigInt(scale) : divideUp(digits, 10n ** BigInt(-scale));
	if (format === 'BinarySI' && nanos > limit) {
		nanos = limit;
	}

	// A fraction of one in a binary format is shown in the decimal one.
	const isFraction = format === 'BinarySI' && nanos > 0n && nanos < nano;
	return {nanos: sign === '-' ? -nanos : nanos, format: isFraction ? 'DecimalSI' : format, small};
};

const read = memoised(takeApart, 10_000);

/**
Parses a quantity; numbers are read as their text.

@throws QuantityError in upstream's words.
@mirrors k8s.io/apimachinery/pkg/api/resource ParseQuantity
*/
export const readQuantity = (text: string | number): ParsedQuantity => read(String(text));

/**
A quantity in thousandths of its unit, rounded up.

@throws QuantityError in upstream's words.
*/
export const parseQuantity = (text: string | number): bigint => divideUp(readQuantity(text).nanos, 1_000_000n);

/** Whether the text is a quantity. */
export const isQuantity = (text: string | number): boolean => {
	try {
		readQuantity(text);
		return true;
	} catch {
		return false;
	}
};

/** CPU in thousandths, rounded up; 0 if it is missing. */
export const cpuMillis = (text: string | number | undefined): number =>
	text === undefined ? 0 : Number(parseQuantity(text));

/** Whole units (bytes, Pods, devices), rounded up; 0 if the quantity is missing. */
export const bytes = (text: string | number | undefined): number =>
	text === undefined ? 0 : Number(divideUp(readQuantity(text).nanos, nano));

/** The suffix for a power of ten; a power of 1000, unless the format is DecimalExponent. */
const suffixOf = (format: QuantityFormat, exponent: number): string | undefined => {
	if (format !== 'DecimalExponent') {
		return decimalSuffixes[exponent / 3 + 3];
	}

	return exponent === 0 ? '' : `e${exponent}`;
};

/** The canonical text of a quantity in the API's answers. @mirrors Quantity.CanonicalizeBytes */
export const formatQuantity = ({nanos, format}: Amount): string => {
	if (nanos === 0n) {
		return '0';
	}

	const negative = nanos < 0n;
	const size = negative ? -nanos : nanos;
	const sign = negative ? '-' : '';
	if (format === 'BinarySI' && size >= 1024n * nano && size % nano === 0n) {
		let units = size / nano;
		let index = 0;
		while (units % 1024n === 0n && index < binarySuffixes.length - 1) {
			units /= 1024n;
			index++;
		}

		return `${sign}${units}${binarySuffixes[index]}`;
	}

	let mantissa = size;
	let exponent = -9;
	const largest = format === 'DecimalExponent' ? Number.POSITIVE_INFINITY : 18;
	while (mantissa % 1000n === 0n && exponent < largest) {
		mantissa /= 1000n;
		exponent += 3;
	}

	return `${sign}${mantissa}${suffixOf(format, exponent)}`;
};

/** Whether Go keeps a quantity as written, if it is not finer than 10^`finest`. */
const keeps = ({small}: ParsedQuantity, finest: number): boolean =>
	small !== undefined && small.kept && small.scale >= finest;

/**
The text in the API's answers: `0.5` → `500m`, `1024Mi` → `1Gi`, 1 → `1`; but `1.500` and `6E6` stay.

@throws QuantityError in upstream's words.
@mirrors k8s.io/apimachinery/pkg/api/resource Quantity.String
*/
export const canonicalQuantity = (text: string | number): string => {
	const quantity = readQuantity(text);
	return keeps(quantity, finestScale) ? String(text) : formatQuantity(quantity);
};

/** The canonical text of a quantity, rounded up to thousandths of its unit: lists of resources are not finer. @mirrors SetDefaults_ResourceList */
export const quantityInMillis = (text: string | number): string => {
	const quantity = readQuantity(text);
	return keeps(quantity, -3)
		? String(text)
		: formatQuantity({nanos: divideUp(quantity.nanos, 1_000_000n) * 1_000_000n, format: quantity.format});
};

/** The text of a value in thousandths of its unit. */
export const quantityOf = (thousandths: bigint | number, format: QuantityFormat = 'DecimalSI'): string =>
	formatQuantity({nanos: BigInt(thousandths) * 1_000_000n, format});

const combined = (a: Amount, b: Amount, nanos: bigint): string =>
	formatQuantity({nanos, format: a.nanos === 0n ? b.format : a.format});

/** a + b, in the format of `a` unless that is zero. */
export const addQuantities = (a: string, b: string): string => {
	const [left, right] = [readQuantity(a), readQuantity(b)];
	return combined(left, right, left.nanos + right.nanos);
};

/** a − b, in the format of `a` unless that is zero. */
export const subtractQuantities = (a: string, b: string): string => {
	const [left, right] = [readQuantity(a), readQuantity(b)];
	return combined(left, right, left.nanos - right.nanos);
};

/** Negative: a < b; positive: a > b; 0: the same amount, however it is written. */
export const compareQuantities = (a: string | number, b: string | number): number => {
	const difference = readQuantity(a).nanos - readQuantity(b).nanos;
	if (difference < 0n) {
		return -1;
	}

	if (difference > 0n) {
		return 1;
	}

	return 0;
};
