import {memoised} from '../kernel/memoised.js';
import {smallAmount} from './small-amount.js';

export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** The parts of a quantity. */
export interface ParsedQuantity {
	/** In 10⁻⁹ units, the finest a quantity can be. */
	readonly nanos: bigint;
	readonly format: QuantityFormat;
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

const takeApart = (text: string): ParsedQuantity => {
	const match = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*)([-+]?\d*)$/.exec(text);
	if (!match || text === '') {
		throw new QuantityError(formatWrong);
	}

	const [, sign, whole = '', fraction = '', letters = '', exponentDigits = ''] = match;

	let format: QuantityFormat = 'DecimalSI';
	let exponent = 0;
	let multiplier = 1n;
	if ((letters === 'e' || letters === 'E') && exponentDigits !== '') {
		if (!/\d/.test(exponentDigits)) {
			throw new QuantityError(suffixWrong);
		}

		format = 'DecimalExponent';
		exponent = Math.max(-largestExponent, Math.min(largestExponent, Number(exponentDigits)));
	} else if (exponentDigits !== '') {
		throw new QuantityError(suffixWrong);
	} else if (letters.endsWith('i') && binarySuffixes.includes(letters)) {
		format = 'BinarySI';
		multiplier = 1n << BigInt(10 * binarySuffixes.indexOf(letters));
	} else if (decimalSuffixes.includes(letters)) {
		exponent = 3 * (decimalSuffixes.indexOf(letters) - 3);
	} else {
		throw new QuantityError(suffixWrong);
	}

	// A missing number is zero: `Mi` is a quantity, but `Pi` is not.
	if (whole === '' && fraction === '' && !smallAmount(text)) {
		throw new QuantityError(numberWrong);
	}

	const digits = BigInt(whole + fraction) * multiplier;
	const scale = exponent + 9 - fraction.length;
	let nanos = scale >= 0 ? digits * 10n ** BigInt(scale) : divideUp(digits, 10n ** BigInt(-scale));
	if (format === 'BinarySI' && nanos > limit) {
		nanos = limit;
	}

	// A fraction of one in a binary format is shown in the decimal one.
	if (format === 'BinarySI' && nanos > 0n && nanos < nano) {
		format = 'DecimalSI';
	}

	return {nanos: sign === '-' ? -nanos : nanos, format};
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

/** The one text of a quantity that the API answers with. @mirrors Quantity.CanonicalizeBytes */
export const formatQuantity = ({nanos, format}: ParsedQuantity): string => {
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

	const suffix =
		format === 'DecimalExponent' ? (exponent === 0 ? '' : `e${exponent}`) : decimalSuffixes[exponent / 3 + 3];
	return `${sign}${mantissa}${suffix}`;
};

/** Whether Go keeps a valid quantity as it is written, if the quantity is no finer than 10^`finest`. */
const keeps = (text: string, finest: number): boolean => {
	const amount = smallAmount(text);
	return amount !== undefined && amount.kept && amount.scale >= finest;
};

/**
The text that the API answers with: `0.5` → `500m`, `1024Mi` → `1Gi`, 1 → `1`; but `1.500` and `6E6` stay.

@throws QuantityError in upstream's words.
@mirrors k8s.io/apimachinery/pkg/api/resource Quantity.String
*/
export const canonicalQuantity = (text: string | number): string => {
	const amount = readQuantity(text);
	return keeps(String(text), -9) ? String(text) : formatQuantity(amount);
};

/** The one text of a quantity in whole thousandths of its unit, rounded up: lists of resources are no finer. @mirrors SetDefaults_ResourceList */
export const quantityInMillis = (text: string | number): string => {
	const {nanos, format} = readQuantity(text);
	return keeps(String(text), -3)
		? String(text)
		: formatQuantity({nanos: divideUp(nanos, 1_000_000n) * 1_000_000n, format});
};

/** The text of a value in thousandths of its unit. */
export const quantityOf = (thousandths: bigint | number, format: QuantityFormat = 'DecimalSI'): string =>
	formatQuantity({nanos: BigInt(thousandths) * 1_000_000n, format});

const combined = (a: ParsedQuantity, b: ParsedQuantity, nanos: bigint): string =>
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
