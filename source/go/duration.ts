/**
An age as kubectl prints it: `5s`, `2m3s`, `3h`, `2d4h`.

@mirrors apimachinery/pkg/util/duration.HumanDuration
*/
export const humanDuration = (ms: number): string => {
	const seconds = Math.trunc(ms / 1000);
	if (seconds < -1) {
		return '<invalid>';
	}

	if (seconds < 0) {
		return '0s';
	}

	if (seconds < 120) {
		return `${seconds}s`;
	}

	const two = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
		small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit}${small}${smallUnit}`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 10) {
		return two(minutes, 'm', seconds % 60, 's');
	}

	if (minutes < 180) {
		return `${minutes}m`;
	}

	const hours = Math.floor(seconds / 3600);
	if (hours < 8) {
		return two(hours, 'h', minutes % 60, 'm');
	}

	if (hours < 48) {
		return `${hours}h`;
	}

	if (hours < 24 * 8) {
		return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
	}

	if (hours < 24 * 365 * 2) {
		return `${Math.floor(hours / 24)}d`;
	}

	if (hours < 24 * 365 * 8) {
		return two(Math.floor(hours / 24 / 365), 'y', Math.floor(hours / 24) % 365, 'd');
	}

	return `${Math.floor(hours / 24 / 365)}y`;
};

const unitNanoseconds: ReadonlyMap<string, bigint> = new Map([
	['ns', 1n],
	['us', 1000n],
	['µs', 1000n],
	['μs', 1000n],
	['ms', 1_000_000n],
	['s', 1_000_000_000n],
	['m', 60_000_000_000n],
	['h', 3_600_000_000_000n],
]);

const longest = 2n ** 63n - 1n;

/** Quotes a text as Go's package `time` does, with non-ASCII bytes as numbers. */
const quote = (text: string): string =>
	`"${[...Buffer.from(text)]
		.map((byte) => {
			const character = String.fromCharCode(byte);
			if (byte < 0x20 || byte >= 0x80) {
				return `\\x${byte.toString(16).padStart(2, '0')}`;
			}

			if (character === '"' || character === '\\') {
				return `\\${character}`;
			}

			return character;
		})
		.join('')}"`;

/** Nanoseconds, or Go's error for the text. @mirrors time.ParseDuration */
const parse = (text: string): bigint | string => {
	const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
	if (rest === '0') {
		return 0n;
	}

	const invalid = `time: invalid duration ${quote(text)}`;
	let left = rest;
	let sum = 0n;
	do {
		const [number = '', whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?/.exec(left) ?? [];
		if (whole === '' && fraction === '') {
			return invalid;
		}

		if (BigInt(whole || '0') > longest) {
			return invalid;
		}

		left = left.slice(number.length);
		const word = /^[^.\d]*/.exec(left)?.[0] ?? '';
		if (word === '') {
			return `time: missing unit in duration ${quote(text)}`;
		}

		const unit = unitNanoseconds.get(word);
		if (unit === undefined) {
			return `time: unknown unit ${quote(word)} in duration ${quote(text)}`;
		}

		left = left.slice(word.length);
		sum += BigInt(whole || '0') * unit + (BigInt(fraction || '0') * unit) / 10n ** BigInt(fraction.length);
		if (sum > longest) {
			return invalid;
		}
	} while (left !== '');

	return sign === '-' ? -sum : sum;
};

/** A duration as Go writes it, in nanoseconds: `1h30m`, `500ms`; `undefined` if it is not a duration. */
export const durationNanoseconds = (text: string): bigint | undefined => {
	const found = parse(text);
	return typeof found === 'string' ? undefined : found;
};

/** A duration as Go writes it, in milliseconds; `undefined` if it is not a duration. */
export const parseDuration = (text: string): number | undefined => {
	const nanoseconds = durationNanoseconds(text);
	return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e6;
};

/** Why Go refuses to read a duration, in its words; `undefined` if it does not. */
export const durationError = (text: string): string | undefined => {
	const found = parse(text);
	return typeof found === 'string' ? found : undefined;
};

/** A number with at most this many digits after the point, and no trailing zeros. */
const withFraction = (value: bigint, digits: number): string => {
	const unit = 10n ** BigInt(digits);
	const fraction = String(value % unit)
		.padStart(digits, '0')
		.replace(/0+$/, '');
	return `${value / unit}${fraction === '' ? '' : `.${fraction}`}`;
};

/**
Milliseconds as Go prints a duration: `400ms`, `1.204s`, `5m0s`, `1h0m0s`.

@mirrors time.Duration.String
*/
export const goDuration = (ms: number): string => {
	if (ms < 0) {
		return `-${goDuration(-ms)}`;
	}

	const nanoseconds = BigInt(Math.round(ms * 1e6));
	if (nanoseconds === 0n) {
		return '0s';
	}

	if (nanoseconds < 1000n) {
		return `${nanoseconds}ns`;
	}

	if (nanoseconds < 1_000_000n) {
		return `${withFraction(nanoseconds, 3)}µs`;
	}

	if (nanoseconds < 1_000_000_000n) {
		return `${withFraction(nanoseconds, 6)}ms`;
	}

	const minutes = nanoseconds / 60_000_000_000n;
	const seconds = `${withFraction(nanoseconds % 60_000_000_000n, 9)}s`;
	if (minutes === 0n) {
		return seconds;
	}

	if (minutes < 60n) {
		return `${minutes}m${seconds}`;
	}

	return `${minutes / 60n}h${minutes % 60n}m${seconds}`;
};
