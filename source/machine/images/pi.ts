/** 16 × arctan(1/5) − 4 × arctan(1/239), times a power of ten. */
const scaledPi = (one: bigint): bigint => {
	const arctan = (x: bigint): bigint => {
		let power = one / x;
		let sum = power;
		for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
			power /= x * x;
			sum += (sign * power) / n;
		}

		return sum;
	};
	return 16n * arctan(5n) - 4n * arctan(239n);
};

/** π with so many digits, as the Job of the tutorial prints it. @param count at most 10,000. */
export const digitsOfPi = (count: number): string => {
	const digits = Math.min(Math.max(2, count), 10_000);
	const text = String(scaledPi(10n ** BigInt(digits + 9)));
	return `3.${text.slice(1, digits)}`;
};
