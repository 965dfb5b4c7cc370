import {timestamp} from '../../kernel/clock.js';

const billion = 1_000_000_000n;

/** A double as Go's `%g` prints it. */
export const formatDouble = (value: number): string => {
	if (Number.isNaN(value)) {
		return 'NaN';
	}

	if (!Number.isFinite(value)) {
		return value > 0 ? '+Inf' : '-Inf';
	}

	const [digits = '', exponent = ''] = value.toExponential().split('e');
	const size = Number(exponent);
	return size < -4 || size >= 21
		? `${digits}e${size < 0 ? '-' : '+'}${String(Math.abs(size)).padStart(2, '0')}`
		: String(value);
};

/** A duration in seconds: `5400s`. */
export const formatDuration = (nanoseconds: bigint): string => {
	const sign = nanoseconds < 0n ? '-' : '';
	const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
	const fraction = String(size % billion)
		.padStart(9, '0')
		.replace(/0+$/, '');
	return `${sign}${size / billion}${fraction === '' ? '' : `.${fraction}`}s`;
};

/** RFC 3339 with as many fractional digits as needed. */
export const formatTimestamp = (nanoseconds: bigint): string => {
	const seconds = nanoseconds / billion - (nanoseconds % billion < 0n ? 1n : 0n);
	const fraction = String(nanoseconds - seconds * billion)
		.padStart(9, '0')
		.replace(/0+$/, '');
	const text = timestamp(Number(seconds) * 1000);
	return fraction === '' ? text : `${text.slice(0, -1)}.${fraction}Z`;
};

const quoted: Readonly<Record<string, string>> = {
	'\u0007': '\\a',
	'\b': '\\b',
	'\f': '\\f',
	'\n': '\\n',
	'\r': '\\r',
	'\t': '\\t',
	'\v': '\\v',
	'\\': '\\\\',
	'"': '\\"',
};

/** The text as a literal of one line. @mirrors ext.quote */
export const quote = (text: string): string =>
	`"${[...text].map((character) => quoted[character] ?? character).join('')}"`;
