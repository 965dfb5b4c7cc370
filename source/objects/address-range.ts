import {familyOf, formatIP, isWithin, numberOf, type Family} from './ip.js';

const toNumber = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

const toText = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

const firstOf = (cidr: string): string => cidr.slice(0, cidr.indexOf('/'));

/** `10.244.1.0/24` → 24. */
export const prefixLength = (cidr: string): number => Number(cidr.slice(cidr.indexOf('/') + 1));

/** The number of addresses of a range. */
export const addressCount = (cidr: string): number => 2 ** ((cidr.includes(':') ? 128 : 32) - prefixLength(cidr));

/** The address at an index of a range: 0 is the network itself. */
export const addressAt = (cidr: string, index: number): string => {
	const first = firstOf(cidr);
	return first.includes(':') ? formatIP(numberOf(first) + BigInt(index), 'IPv6') : toText(toNumber(first) + index);
};

/** Index of an address in a range. */
export const addressIndex = (cidr: string, ip: string): number =>
	cidr.includes(':') ? Number(numberOf(ip) - numberOf(firstOf(cidr))) : toNumber(ip) - toNumber(firstOf(cidr));

/** The range of a given length at an index within another range: the second /24 of `10.244.0.0/16` is `10.244.1.0/24`. */
export const subrangeAt = (cidr: string, bits: number, index: number): string => {
	const family = familyOf(firstOf(cidr));
	const size = 1n << BigInt((family === 'IPv6' ? 128 : 32) - bits);
	return `${formatIP(numberOf(firstOf(cidr)) + size * BigInt(index), family)}/${bits}`;
};

/** Whether a range has an address. */
export const hasAddress = (cidr: string, ip: string): boolean => isWithin(`${ip}/${ip.includes(':') ? 128 : 32}`, cidr);

/** The first of some addresses or ranges that is of a family. */
export const ofFamily = (values: readonly string[], family: Family): string | undefined =>
	values.find((value) => familyOf(value) === family);
