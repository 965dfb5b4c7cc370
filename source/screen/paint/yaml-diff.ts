import {counterpart} from '../../debugger/compare.js';
import {equal} from '../../kernel/equality.js';
import {isRecord} from '../../kernel/record.js';
import {fieldLines, fieldsOf, fieldStart, itemLines, type YAMLLine} from './yaml-lines.js';

/** A line of the one version, of the other, or of both. */
export interface DiffLine extends YAMLLine {
	readonly mark: ' ' | '+' | '-';
}

type Path = YAMLLine['path'];
type Fields = Readonly<Record<string, unknown>>;

function* marked(mark: DiffLine['mark'], lines: Iterable<YAMLLine>): Generator<DiffLine> {
	for (const line of lines) {
		yield {...line, mark};
	}
}

/** The fields of both versions: those of the new one in its order, each removed one after the one it followed. */
const fieldsOfBoth = (before: Fields, after: Fields, path: Path): readonly string[] => {
	const keys = [...fieldsOf(after, path)];
	let last = -1;
	for (const key of fieldsOf(before, path)) {
		const at = keys.indexOf(key);
		if (at === -1) {
			keys.splice(last + 1, 0, key);
			last++;
		} else {
			last = at;
		}
	}

	return keys;
};

function* fieldDiff(before: unknown, after: unknown, path: Path, indent: string, start: string): Generator<DiffLine> {
	if (equal(before, after)) {
		yield* marked(' ', fieldLines(after, path, indent, start));
	} else if (isRecord(before) && isRecord(after) && Object.keys(before).length > 0 && Object.keys(after).length > 0) {
		yield {text: start, path, mark: ' '};
		yield* recordDiff(before, after, path, `${indent}  `, `${indent}  `);
	} else if (Array.isArray(before) && Array.isArray(after) && before.length > 0 && after.length > 0) {
		yield {text: start, path, mark: ' '};
		yield* listDiff(before, after, path, indent, indent);
	} else {
		if (before !== undefined) {
			yield* marked('-', fieldLines(before, path, indent, start));
		}

		if (after !== undefined) {
			yield* marked('+', fieldLines(after, path, indent, start));
		}
	}
}

function* recordDiff(before: Fields, after: Fields, path: Path, indent: string, lead: string): Generator<DiffLine> {
	for (const [index, key] of fieldsOfBoth(before, after, path).entries()) {
		const start = (index === 0 ? lead : indent) + fieldStart(key);
		yield* fieldDiff(before[key], after[key], [...path, key], indent, start);
	}
}

/** Place in a list of an item of another version of it. */
const placeIn = (list: readonly unknown[], item: unknown, index: number): number =>
	isRecord(item) ? counterpart(list, item, index) : list.findIndex((candidate) => equal(candidate, item));

function* listDiff(
	before: readonly unknown[],
	after: readonly unknown[],
	path: Path,
	indent: string,
	lead: string,
): Generator<DiffLine> {
	const places = after.map((item, index) => placeIn(before, item, index));
	const kept = new Set(places);
	let next = 0;
	let begun = false;
	const bullet = () => {
		const text = `${begun ? indent : lead}- `;
		begun = true;
		return text;
	};

	for (const [index, item] of [...after.entries(), [after.length, undefined] as const]) {
		const there = places[index] ?? before.length;
		for (; next < there; next++) {
			if (!kept.has(next)) {
				yield* marked('-', itemLines(before[next], [...path, next], `${indent}  `, bullet()));
			}
		}

		if (there === -1 && next < before.length && !kept.has(next)) {
			yield* marked('-', itemLines(before[next], [...path, next], `${indent}  `, bullet()));
			next++;
		}

		next = Math.max(next, there + 1);
		if (index < after.length) {
			yield* there === -1
				? marked('+', itemLines(item, [...path, index], `${indent}  `, bullet()))
				: itemDiff(before[there], item, [...path, index], `${indent}  `, bullet());
		}
	}
}

function* itemDiff(before: unknown, after: unknown, path: Path, indent: string, lead: string): Generator<DiffLine> {
	if (equal(before, after)) {
		yield* marked(' ', itemLines(after, path, indent, lead));
	} else if (isRecord(before) && isRecord(after)) {
		yield* recordDiff(before, after, path, indent, lead);
	} else if (Array.isArray(before) && Array.isArray(after)) {
		yield* listDiff(before, after, path, indent, lead);
	} else {
		yield* marked('-', itemLines(before, path, indent, lead));
		yield* marked('+', itemLines(after, path, indent, lead));
	}
}

/**
Both versions of a value as one text. Items of lists are compared with those of the same name or type, and the order of fields does not count as a difference.
*/
export const diffLines = (before: unknown, after: unknown): readonly DiffLine[] => [
	...itemDiff(before, after, [], '', ''),
];

/** Leaves out long unchanged stretches; each is replaced by a line with its length. */
export const foldDiff = (lines: readonly DiffLine[], context = 2): Array<DiffLine | {readonly folded: number}> => {
	const shown = new Set<number>();
	for (const [index, {mark}] of lines.entries()) {
		if (mark !== ' ') {
			for (let near = index - context; near <= index + context; near++) {
				shown.add(near);
			}
		}
	}

	if (shown.size === 0) {
		return [...lines];
	}

	const result: Array<DiffLine | {readonly folded: number}> = [];
	let folded = 0;
	for (const [index, item] of lines.entries()) {
		if (shown.has(index)) {
			if (folded > 0) {
				result.push({folded});
				folded = 0;
			}

			result.push(item);
		} else {
			folded++;
		}
	}

	if (folded > 0) {
		result.push({folded});
	}

	return result;
};
