import {opaque} from '../../../cel/type.js';
import {overload, type Overload} from '../../../cel/function.js';
import {CelError, Opaque} from '../../../cel/value.js';

class Semver extends Opaque {
	readonly type = opaque('kubernetes.Semver');

	constructor(
		readonly numbers: readonly [bigint, bigint, bigint],
		readonly prerelease: readonly string[],
	) {
		super();
	}

	override equals(other: Opaque): boolean {
		return other instanceof Semver && compare(this, other) === 0;
	}
}

const syntax =
	/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*))?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;

/** `v1.2` as `1.2.0`: no leading v and no zeros before a number, three numbers. */
const normalized = (text: string): string => {
	const [, version, rest] = /^v?([\d.]*)(.*)$/.exec(text) as unknown as readonly [string, string, string];
	const parts = version.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
	while (parts.length < 3) {
		parts.push('0');
	}

	return parts.join('.') + rest;
};

const read = (text: string, normalize = false): Semver => {
	const match = syntax.exec(normalize ? normalized(text) : text);
	if (!match) {
		throw new CelError(`No Major.Minor.Patch elements found`);
	}

	return new Semver(
		[BigInt(match[1]!), BigInt(match[2]!), BigInt(match[3]!)],
		match[4] === undefined ? [] : match[4].split('.'),
	);
};

const comparePart = (a: string, b: string): number => {
	const [x, y] = [/^\d+$/.test(a), /^\d+$/.test(b)];
	if (x && y) {
		return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
	}

	return x ? -1 : y ? 1 : a < b ? -1 : a > b ? 1 : 0;
};

const compare = (a: Semver, b: Semver): number => {
	for (const [index, number] of a.numbers.entries()) {
		const other = b.numbers[index]!;
		if (number !== other) {
			return number < other ? -1 : 1;
		}
	}

	if (a.prerelease.length === 0 || b.prerelease.length === 0) {
		return Math.sign(b.prerelease.length - a.prerelease.length);
	}

	for (const [index, part] of a.prerelease.entries()) {
		const other = b.prerelease[index];
		const order = other === undefined ? 1 : comparePart(part, other);
		if (order !== 0) {
			return order;
		}
	}

	return a.prerelease.length < b.prerelease.length ? -1 : 0;
};

const isSemver = (text: string, normalize = false): boolean => {
	try {
		read(text, normalize);
		return true;
	} catch {
		return false;
	}
};

/** @mirrors library.SemverLib */
export const semver: readonly Overload[] = [
	overload('semver(string) Semver', (text: string) => read(text)),
	overload('semver(string, bool) Semver', read),
	overload('isSemver(string) bool', (text: string) => isSemver(text)),
	overload('isSemver(string, bool) bool', isSemver),
	overload('Semver::isLessThan(Semver) bool', (a: Semver, b: Semver) => compare(a, b) < 0),
	overload('Semver::isGreaterThan(Semver) bool', (a: Semver, b: Semver) => compare(a, b) > 0),
	overload('Semver::compareTo(Semver) int', (a: Semver, b: Semver) => BigInt(compare(a, b))),
	overload('Semver::major() int', ({numbers}: Semver) => numbers[0]),
	overload('Semver::minor() int', ({numbers}: Semver) => numbers[1]),
	overload('Semver::patch() int', ({numbers}: Semver) => numbers[2]),
];
