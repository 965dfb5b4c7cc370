const toNumber = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

const toText = (value: number): string => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/** `10.244.1.0/24` → 24. */
export const prefixLength = (cidr: string): number => Number(cidr.slice(cidr.indexOf('/') + 1));

/** How many addresses a range has. */
export const addressCount = (cidr: string): number => 2 ** (32 - prefixLength(cidr));

/** The address at an index of a range: 0 is the network itself. */
export const addressAt = (cidr: string, index: number): string =>
	toText(toNumber(cidr.slice(0, cidr.indexOf('/'))) + index);

/** Index of an address in a range. */
export const addressIndex = (cidr: string, ip: string): number =>
	toNumber(ip) - toNumber(cidr.slice(0, cidr.indexOf('/')));
