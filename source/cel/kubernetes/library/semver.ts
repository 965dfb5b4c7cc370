import {opaque} from '../../type.js';
import {declareWith, type Overload} from '../../function.js';
import {CelError, Opaque} from '../../value.js';

const semverType = opaque('kubernetes.Semver');
const overload = declareWith({Semver: semverType});

class Semver extends Opaque {
	readonly type = semverType;

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

/** Major, minor, and the rest. */
const partsOf = (text: string): string[] => {
	const [major = '', minor, ...rest] = text.split('.');
	return [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join('.')])];
};

/** `v1.2` as `1.2.0`: no leading v and no zeros before a number, three numbers. @mirrors library.normalizeAndParse */
const normalized = (text: string): string => {
	const parts = partsOf(text.replace(/^v/, '')).map((part) =>
		part.length > 1 ? part.replace(/^0+/, '').replace(/^(?!\d)/, '0') : part,
	);
	if (parts.length < 3 && /[+-]/.test(parts.at(-1)!)) {
		throw new CelError('short version cannot contain PreRelease/Build meta data');
	}

	while (parts.length < 3) {
		parts.push('0');
	}

	return parts.join('.');
};

const numberOf = (text: string, name: string): bigint => {
	if (!/^\d*$/.test(text)) {
		throw new CelError(`Invalid character(s) found in ${name} number ${JSON.stringify(text)}`);
	}

	if (text.length > 1 && text.startsWith('0')) {
		const title = name[0]!.toUpperCase() + name.slice(1);
		throw new CelError(`${title} number must not contain leading zeroes ${JSON.stringify(text)}`);
	}

	if (text === '') {
		throw new CelError('strconv.ParseUint: parsing "": invalid syntax');
	}

	return BigInt(text);
};

const checkPrerelease = (part: string): void => {
	if (part === '') {
		throw new CelError('Prerelease is empty');
	}

	if (!/^[\da-zA-Z-]*$/.test(part)) {
		throw new CelError(`Invalid character(s) found in prerelease ${JSON.stringify(part)}`);
	}

	if (/^0\d+$/.test(part)) {
		throw new CelError(`Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(part)}`);
	}
};

const checkBuild = (part: string): void => {
	if (part === '') {
		throw new CelError('Build meta data is empty');
	}

	if (!/^[\da-zA-Z-]*$/.test(part)) {
		throw new CelError(`Invalid character(s) found in build meta data ${JSON.stringify(part)}`);
	}
};

/** A version as a value of an expression. @throws {CelError} if the text is not a version. @mirrors github.com/blang/semver Parse */
export const semverOf = (text: string): Semver => {
	if (text === '') {
		throw new CelError('Version string empty');
	}

	const parts = partsOf(text);
	if (parts.length < 3) {
		throw new CelError('No Major.Minor.Patch elements found');
	}

	const [major, minor, rest] = parts as [string, string, string];
	const numbers = [numberOf(major, 'major'), numberOf(minor, 'minor')] as const;
	const [, patch, prerelease, build] = /^([^+-]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(rest)!;
	const last = numberOf(patch!, 'patch');
	const labels = prerelease?.split('.') ?? [];
	for (const label of labels) {
		checkPrerelease(label);
	}

	for (const part of build?.split('.') ?? []) {
		checkBuild(part);
	}

	return new Semver([...numbers, last], labels);
};

const read = (text: string, normalize = false): Semver => semverOf(normalize ? normalized(text) : text);

const comparePart = (a: string, b: string): number => {
	const [x, y] = [/^\d+$/.test(a), /^\d+$/.test(b)];
	if (x && y) {
		if (BigInt(a) < BigInt(b)) {
			return -1;
		}

		if (BigInt(a) > BigInt(b)) {
			return 1;
		}

		return 0;
	}

	if (x) {
		return -1;
	}

	if (y) {
		return 1;
	}

	if (a < b) {
		return -1;
	}

	if (a > b) {
		return 1;
	}

	return 0;
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
	overload('semver(string) Semver', (text: string) => semverOf(text)),
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
