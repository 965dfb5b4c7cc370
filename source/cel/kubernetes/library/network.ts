import {opaque} from '../../type.js';
import {declareWith, type Overload} from '../../function.js';
import {CelError, Opaque} from '../../value.js';
import {canonicalIP, familyOf, isWithin, maskedNetwork} from '../../../objects/ip.js';
import {addressProblem, networkProblem} from './netip.js';

const ipType = opaque('net.IP');
const cidrType = opaque('net.CIDR');
const overload = declareWith({IP: ipType, CIDR: cidrType});

class IP extends Opaque {
	readonly type = ipType;
	readonly canonical: string;

	constructor(readonly text: string) {
		super();
		this.canonical = canonicalIP(text);
	}

	override equals(other: Opaque): boolean {
		return other instanceof IP && other.canonical === this.canonical;
	}

	override toString(): string {
		return this.canonical;
	}
}

class CIDR extends Opaque {
	readonly type = cidrType;
	readonly address: string;
	readonly bits: number;

	constructor(readonly text: string) {
		super();
		const [address, bits] = text.split('/') as [string, string];
		this.address = canonicalIP(address);
		this.bits = Number(bits);
	}

	override equals(other: Opaque): boolean {
		return other instanceof CIDR && other.address === this.address && other.bits === this.bits;
	}

	override toString(): string {
		return `${this.address}/${this.bits}`;
	}
}

const refuseMapped = (text: string, address: string): void => {
	if (address.includes(':') && !canonicalIP(address).includes(':')) {
		throw new CelError(`IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`);
	}
};

/** An address that CEL accepts: without a zone and not IPv4 mapped to IPv6. @mirrors library.parseIPAddr */
const readIP = (text: string): IP => {
	const problem = addressProblem(text);
	if (problem !== undefined) {
		throw new CelError(`IP Address ${JSON.stringify(text)} parse error during conversion from string: ${problem}`);
	}

	if (text.includes('%')) {
		throw new CelError(`IP address ${JSON.stringify(text)} with zone value is not allowed`);
	}

	refuseMapped(text, text);
	return new IP(text);
};

/** @mirrors library.parseCIDR, library.stringToCIDR */
const readCIDR = (text: string): CIDR => {
	const problem = networkProblem(text);
	// Upstream prints it twice.
	const said = 'network address parse error during conversion from string: ';
	if (problem !== undefined) {
		throw new CelError(`${said}${said}${problem}`);
	}

	refuseMapped(text, text.slice(0, text.indexOf('/')));
	return new CIDR(text);
};

const succeeds =
	(read: (text: string) => unknown) =>
	(text: string): boolean => {
		try {
			read(text);
			return true;
		} catch {
			return false;
		}
	};

const familyNumber = (text: string): bigint => (familyOf(text) === 'IPv6' ? 6n : 4n);
const within = (address: string, ...networks: readonly string[]): boolean =>
	networks.some(
		(network) =>
			familyOf(address) === familyOf(network.split('/')[0]!) &&
			isWithin(`${address}/${familyOf(address) === 'IPv6' ? 128 : 32}`, network),
	);

const contains = (network: CIDR, address: IP): boolean => within(address.canonical, network.toString());
const containsNetwork = (network: CIDR, inner: CIDR): boolean =>
	familyOf(network.address) === familyOf(inner.address) &&
	inner.bits >= network.bits &&
	isWithin(inner.toString(), network.toString());

/** A text that is tested against a network: one that cannot be read has no overload. */
const operand = <T>(read: () => T): T => {
	try {
		return read();
	} catch (error) {
		throw error instanceof CelError ? new CelError('no such overload') : error;
	}
};

/** Addresses and networks. @mirrors library.IP, library.CIDR */
export const network: readonly Overload[] = [
	overload('ip(string) IP', readIP),
	overload('ip(CIDR) IP', ({address}: CIDR) => new IP(address)),
	overload('isIP(string) bool', succeeds(readIP)),
	overload('ip.isCanonical(string) bool', (text: string) => readIP(text).canonical === text),
	overload('IP::family() int', ({canonical}: IP) => familyNumber(canonical)),
	overload('IP::isUnspecified() bool', ({canonical}: IP) => canonical === '0.0.0.0' || canonical === '::'),
	overload('IP::isLoopback() bool', ({canonical}: IP) => within(canonical, '127.0.0.0/8', '::1/128')),
	overload('IP::isLinkLocalMulticast() bool', ({canonical}: IP) => within(canonical, '224.0.0.0/24', 'ff02::/16')),
	overload('IP::isLinkLocalUnicast() bool', ({canonical}: IP) => within(canonical, '169.254.0.0/16', 'fe80::/10')),
	overload(
		'IP::isGlobalUnicast() bool',
		({canonical}: IP) =>
			canonical !== '0.0.0.0' &&
			canonical !== '::' &&
			canonical !== '255.255.255.255' &&
			!within(canonical, '127.0.0.0/8', '::1/128', '224.0.0.0/4', 'ff00::/8', '169.254.0.0/16', 'fe80::/10'),
	),
	overload('string(IP) string', String),
	overload('cidr(string) CIDR', readCIDR),
	overload('isCIDR(string) bool', succeeds(readCIDR)),
	overload('CIDR::containsIP(string) bool', (one: CIDR, text: string) =>
		contains(
			one,
			operand(() => readIP(text)),
		),
	),
	overload('CIDR::containsIP(IP) bool', contains),
	overload('CIDR::containsCIDR(string) bool', (one: CIDR, text: string) =>
		containsNetwork(
			one,
			operand(() => readCIDR(text)),
		),
	),
	overload('CIDR::containsCIDR(CIDR) bool', containsNetwork),
	overload('CIDR::ip() IP', ({address}: CIDR) => new IP(address)),
	overload('CIDR::prefixLength() int', ({bits}: CIDR) => BigInt(bits)),
	overload('CIDR::masked() CIDR', (one: CIDR) => new CIDR(maskedNetwork(one.toString()))),
	overload('string(CIDR) string', String),
];
