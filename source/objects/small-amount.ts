// Decimal digits that surely fit into 64 bits, and the binary powers a suffix stands for.
const mostDigits = 18;
const finestScale = -9;
const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const decimal = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];

/** A quantity that fits into 64 bits: value × 10^scale. */
export interface SmallAmount {
	readonly value: bigint;
	readonly scale: number;
	/** Whether Go keeps the text as the canonical one: `1.500`, `+8M` and `6E6` stay as written. */
	readonly kept: boolean;
}

/**
The value and the power of ten of a quantity.

@param text a valid quantity.
@returns undefined if it may need more than 64 bits.
@mirrors k8s.io/apimachinery/pkg/api/resource ParseQuantity
*/
export const smallAmount = (text: string): SmallAmount | undefined => {
	if (text === '0') {
		return {value: 0n, scale: 0, kept: true};
	}

	const [, sign, digits = '', fraction = '', suffix = ''] = /^([+-]?)0*(\d*)(?:\.(\d*))?(.*)$/.exec(text) ?? [];
	const whole = digits === '' ? '0' : digits;
	const shifted = whole + fraction;
	const power = 10 * (binary.indexOf(suffix) + 1);
	const isBinary = power > 0;
	const exponent = isBinary
		? 0
		: /^[eE]/.test(suffix) && suffix.length > 1
			? Number(suffix.slice(1))
			: 3 * (decimal.indexOf(suffix) - 3);
	const room = isBinary
		? fraction === ''
			? 15 - whole.length - Math.trunc(Math.fround(power * 3) / 10) - 1
			: -1
		: mostDigits - shifted.length;
	const scale = exponent - fraction.length;
	if (room < 0 || scale < finestScale) {
		return undefined;
	}

	const value = BigInt(shifted) << BigInt(power);
	const kept = isBinary
		? (BigInt(shifted) & 7n) !== 0n
		: scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0');
	return {value: sign === '-' ? -value : value, scale, kept};
};
