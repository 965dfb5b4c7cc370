import {open} from '../open.js';
import {joined, linesOf, program, textsOf, type Options} from './program.js';

const sortKey = (line: string, key: string | undefined, delimiter: string | undefined): string => {
	const [, field] = /^(\d+)/.exec(key ?? '') ?? [];
	if (field === undefined) {
		return line;
	}

	const [, to] = /,(\d+)/.exec(key ?? '') ?? [];
	const parts = delimiter === undefined ? line.split(/(?<=\S)(?=\s)/) : line.split(delimiter);
	return parts.slice(Number(field) - 1, to === undefined ? undefined : Number(to)).join(delimiter ?? '');
};

const sizes = 'KMGTPE';

const numberAtStart = (text: string, isHuman: boolean): number => {
	const [, number = '0', unit = ''] = /^\s*(-?\d*\.?\d*)([KMGTPE]?)/i.exec(text) ?? [];
	return (Number(number) || 0) * (isHuman && unit ? 1024 ** (sizes.indexOf(unit.toUpperCase()) + 1) : 1);
};

const byText = (a: string, b: string): number => {
	if (a === b) {
		return 0;
	}

	return a < b ? -1 : 1;
};

const versionParts = (text: string): readonly string[] => text.match(/\d+|\D+/g) ?? [];

const byVersion = (a: string, b: string): number => {
	const [first, second] = [versionParts(a), versionParts(b)];
	for (const [index, part] of first.entries()) {
		const other = second[index];
		if (other === undefined) {
			return 1;
		}

		const difference = /^\d/.test(part) && /^\d/.test(other) ? Number(part) - Number(other) : byText(part, other);
		if (difference !== 0) {
			return difference;
		}
	}

	return first.length - second.length;
};

/** The order of keys. @param flags of `sort`, and of the key */
const orderOf = (flags: ReadonlySet<string>): ((a: string, b: string) => number) => {
	const isHuman = flags.has('h');
	if (isHuman || flags.has('n') || flags.has('g')) {
		return (a, b) => numberAtStart(a, isHuman) - numberAtStart(b, isHuman);
	}

	return flags.has('V') ? byVersion : byText;
};

const sorted = (text: string, {flags, values}: Options): string => {
	const key = values.get('k');
	const own = new Set([...flags, ...(/[a-zA-Z]+/.exec(key ?? '')?.[0] ?? '')]);
	const keyOf = (line: string): string => {
		const found = sortKey(line, key, values.get('t'));
		if (own.has('f')) {
			return found.toUpperCase();
		}

		if (own.has('b')) {
			return found.trimStart();
		}

		return found;
	};

	const byKey = orderOf(own);
	const compare = (a: string, b: string): number => {
		const [first, second] = [keyOf(a), keyOf(b)];
		const difference = byKey(first, second);
		const whole = difference === 0 && !flags.has('s') && !flags.has('u') ? byText(a, b) : difference;
		return own.has('r') ? -whole : whole;
	};

	const lines = linesOf(text).sort(compare);
	return joined(
		flags.has('u') ? lines.filter((line, index) => index === 0 || compare(lines[index - 1] ?? '', line) !== 0) : lines,
	);
};

/** `sort`: lines by keys, as text, numbers, sizes or versions. */
export const sort = program(
	{
		flags: 'nruhVfbsgzcdim',
		values: 'ktoST',
		long: {
			numeric: 'n',
			'numeric-sort': 'n',
			reverse: 'r',
			unique: 'u',
			key: 'k',
			'field-separator': 't',
			output: 'o',
			check: 'c',
		},
	},
	function* (task, options) {
		const {text, status} = yield* textsOf(task, options.operands);
		if (status !== 0) {
			return 2;
		}

		const result = sorted(text, options);
		yield* task.spend(result.length / 1000);
		if (options.flags.has('c')) {
			return result === text ? 0 : 1;
		}

		const path = options.values.get('o');
		if (path === undefined) {
			yield* task.out(result);
		} else {
			const stream = yield* open(task, path, '>');
			yield* stream.write(task, result);
		}

		return 0;
	},
);
