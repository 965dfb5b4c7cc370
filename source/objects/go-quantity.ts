import {readQuantity} from './quantity.js';

// Decimal digits that surely fit into 64 bits, and the binary powers a suffix stands for.
const mostDigits = 18;
const finestScale = -9;
const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const decimal = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const word = 64n;

/** Value and power of ten of a quantity that fits into 64 bits, and whether its text is kept with it. */
const smallAmount = (text: string): {value: bigint; scale: number; kept: boolean} | undefined => {
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

const words = (value: bigint): string => {
	const result: bigint[] = [];
	for (let rest = value; rest > 0n; rest >>= word) {
		result.push(BigInt.asUintN(64, rest));
	}

	return `[${result.join(' ')}]`;
};

/**
How Go prints a quantity that it read from its text, including its internal fields.

@mirrors k8s.io/apimachinery/pkg/api/resource ParseQuantity
*/
export const goQuantity = (text: string): string => {
	const {nanos, format} = readQuantity(text);
	const small = smallAmount(text);
	const amount = small ?? {value: 0n, scale: 0, kept: false};
	const size = nanos < 0n ? -nanos : nanos;
	const large = small
		? '(*inf.Dec)<nil>'
		: `(*inf.Dec){unscaled:(big.Int){neg:(bool)${nanos < 0n} abs:(big.nat)${words(size)}} scale:(inf.Scale)9}`;
	return `{i:(resource.int64Amount){value:(int64)${amount.value} scale:(resource.Scale)${amount.scale}} d:(resource.infDecAmount){Dec:${large}} s:(string)${amount.kept ? text : ''} Format:(resource.Format)${format}}`;
};
