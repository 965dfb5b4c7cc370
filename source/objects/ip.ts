/** Whether a text is an IPv4 address: four numbers up to 255, without leading zeros. */
export const isIPv4 = (text: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);

/** The number of 16-bit groups in a text between colons, in which a trailing IPv4 address counts as two; `undefined` when it is malformed. */
const groupsIn = (text: string, mayEndInIPv4: boolean): number | undefined => {
	if (text === '') {
		return 0;
	}

	const groups = text.split(':');
	const last = groups.at(-1) ?? '';
	const endsInIPv4 = mayEndInIPv4 && isIPv4(last);
	const hexadecimal = endsInIPv4 ? groups.slice(0, -1) : groups;
	return hexadecimal.every((group) => /^[\da-f]{1,4}$/i.test(group))
		? hexadecimal.length + (endsInIPv4 ? 2 : 0)
		: undefined;
};

/** Whether a text is an IPv6 address; it may have a zone, as in `fe80::1%eth0`. */
export const isIPv6 = (text: string): boolean => {
	const [, address = '%'] = /^([^%]*)(?:%[\w.:-]+)?$/.exec(text) ?? [];
	const [before = '', after, ...more] = address.split('::');
	if (after === undefined) {
		return groupsIn(before, true) === 8;
	}

	const groups = [groupsIn(before, false), groupsIn(after, true)] as const;
	return more.length === 0 && groups[0] !== undefined && groups[1] !== undefined && groups[0] + groups[1] < 8;
};

/** The version of the Internet Protocol of an address; 0 for a text that is not an address. */
export const isIP = (text: string): 0 | 4 | 6 => {
	if (isIPv4(text)) {
		return 4;
	}

	if (isIPv6(text)) {
		return 6;
	}

	return 0;
};

/** IPv4 as old versions accepted it: with leading zeros in numbers. */
const sloppyIPv4 = /^(\d{1,}\.){3}\d{1,}$/;

const isSloppyIPv4 = (text: string): boolean =>
	sloppyIPv4.test(text) && text.split('.').every((part) => Number(part) <= 255);

/** An IPv4 address written as IPv6. */
export const isMapped = (text: string): boolean => /^(0{0,4}:){0,5}:?ffff:(\d+\.){3}\d+$/i.test(text) && isIPv6(text);

/** Whether a text is an address in any notation. */
export const isAddress = (text: string): boolean =>
	isIPv4(text) || (isIPv6(text) && !text.includes('%')) || isSloppyIPv4(text);

/** The Internet Protocol of an address. */
export type Family = 'IPv4' | 'IPv6';

export const familyOf = (text: string): Family => (text.includes(':') && !isMapped(text) ? 'IPv6' : 'IPv4');

/** The eight or four numbers of an address, most significant first, as one big number. */
export const numberOf = (address: string): bigint => {
	if (!address.includes(':')) {
		return address.split('.').reduce((sum, part) => sum * 256n + BigInt(Number(part)), 0n);
	}

	const mixed = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
	const text = mixed
		? `${mixed[1]}${(Number(mixed[2]) * 256 + Number(mixed[3])).toString(16)}:${(Number(mixed[4]) * 256 + Number(mixed[5])).toString(16)}`
		: address;
	const [left = '', right] = text.split('::');
	const front = left === '' ? [] : left.split(':');
	const back = right ? right.split(':') : [];
	const groups =
		right === undefined
			? front
			: [...front, ...Array.from({length: 8 - front.length - back.length}, () => '0'), ...back];
	return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
};

const canonicalIPv6 = (value: bigint): string => {
	const groups = Array.from({length: 8}, (_, index) => ((value >> BigInt(16 * (7 - index))) & 0xffffn).toString(16));
	const zeros = [
		...groups
			.map((group) => (group === '0' ? '0' : 'x'))
			.join('')
			.matchAll(/0{2,}/g),
	];
	const longest = zeros.reduce<RegExpMatchArray | undefined>(
		(best, run) => (best && best[0].length >= run[0].length ? best : run),
		undefined,
	);
	return longest
		? `${groups.slice(0, longest.index).join(':')}::${groups.slice((longest.index ?? 0) + longest[0].length).join(':')}`
		: groups.join(':');
};

const dotted = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');

/** The address of a number. */
export const formatIP = (value: bigint, family: Family): string =>
	family === 'IPv6' ? canonicalIPv6(value) : dotted(value);

/** The one way to write an address. */
export const canonicalIP = (address: string): string => {
	if (isIPv4(address)) {
		return address;
	}

	const value = numberOf(address);
	return familyOf(address) === 'IPv6' ? canonicalIPv6(value) : dotted(value & 0xffffffffn);
};

/** An address and the number of its network bits. */
export interface Network {
	readonly address: string;
	readonly bits: number;
}

/** `10.9.8.0/24` in its parts; `undefined` if the text is not a network. */
export const parseNetwork = (text: string): Network | undefined => {
	const [, address = '', length] = /^([^/]+)\/(\d+)$/.exec(text) ?? [];
	const bits = Number(length);
	return isAddress(address) && bits <= (address.includes(':') ? 128 : 32) ? {address, bits} : undefined;
};

/** Whether a text is a network at all. */
export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined;

/** The network with the bits after its prefix cleared. */
export const maskedNetwork = (text: string): string => {
	const {address, bits} = parseNetwork(text)!;
	const six = address.includes(':');
	const length = BigInt((six ? 128 : 32) - bits);
	return `${formatIP((numberOf(address) >> length) << length, six ? 'IPv6' : 'IPv4')}/${bits}`;
};

/** Whether one network lies within another, and is smaller. */
export const isWithin = (inner: string, outer: string): boolean => {
	const a = parseNetwork(inner);
	const b = parseNetwork(outer);
	if (!a || !b || familyOf(a.address) !== familyOf(b.address) || a.bits < b.bits) {
		return false;
	}

	const shift = BigInt((a.address.includes(':') ? 128 : 32) - b.bits);
	return numberOf(a.address) >> shift === numberOf(b.address) >> shift;
};
