import {compare, type Difference} from '../debugger/compare.js';
import {isRecord} from '../kernel/record.js';
import {lastApplied} from '../objects/last-applied.js';

/** The words of a change that are no part of the object. */
interface FieldWords {
	readonly removed: string;
	readonly items: (count: number) => string;
	readonly fields: (count: number) => string;
}

/** The place of a value in an object: names of fields, indexes of list items. */
export type Path = ReadonlyArray<string | number>;

/** The meaning of a field: a decision, a report, a time, or a count of writes. */
export type Meaning = 'decided' | 'reported' | 'time' | 'bookkeeping';

const meanings: readonly Meaning[] = ['decided', 'reported', 'time', 'bookkeeping'];

const bookkeeping = new Set([
	'resourceVersion',
	'generation',
	'managedFields',
	'uid',
	'creationTimestamp',
	lastApplied,
]);

/** The meaning of a field of an object, by its path. */
export const meaningOf = (path: Path): Meaning => {
	const [top, second, third] = path;
	const field = path.findLast((part) => typeof part === 'string') ?? '';
	if (top === 'metadata' && (bookkeeping.has(String(second)) || bookkeeping.has(String(third)))) {
		return 'bookkeeping';
	}

	if (field === 'observedGeneration') {
		return 'bookkeeping';
	}

	if (field !== 'deletionTimestamp' && /(?:Time|Timestamp|[a-z]At)$/.test(field)) {
		return 'time';
	}

	if (top === 'status') {
		return 'reported';
	}

	return 'decided';
};

/** Of fields with the same meaning, the lower is first. */
const place = (path: Path): number => {
	const field = path.at(-1);
	if (path[0] === 'metadata') {
		return field === 'deletionTimestamp' ? 0 : 3;
	}

	if (path[0] !== 'status') {
		return 1;
	}

	if (field === 'phase') {
		return 0;
	}

	if (path[1] === 'conditions') {
		return 1;
	}

	if (field === 'message') {
		return 3;
	}

	return 2;
};

const isOneValue = ({before, after}: Difference): boolean =>
	[before, after].every((value) => typeof value !== 'object');

/** Changes, the most important first: decisions, reports, times, bookkeeping; values before parts, and parts before deeper parts. */
export const ranked = (changes: readonly Difference[]): readonly Difference[] =>
	[...changes].sort(
		(a, b) =>
			meanings.indexOf(meaningOf(a.path)) - meanings.indexOf(meaningOf(b.path)) ||
			place(a.path) - place(b.path) ||
			Number(isOneValue(b)) - Number(isOneValue(a)) ||
			a.path.length - b.path.length,
	);

/** The most important change of an object; none if there is no object before or after, or no change. */
export const mainChange = (before: unknown, after: unknown): Difference | undefined =>
	before === undefined || after === undefined ? undefined : ranked(compare(before, after))[0];

const at = (value: unknown, part: string | number): unknown => {
	if (Array.isArray(value)) {
		return value[Number(part)];
	}

	if (isRecord(value)) {
		return value[part];
	}

	return undefined;
};

/** A path as Kubernetes writes it: `spec.containers[0].image`; a condition by its type: `status.conditions[Ready].status`. */
export const pathInWords = (path: Path, object: unknown): string => {
	let value = object;
	let text = '';
	for (const part of path) {
		value = at(value, part);
		if (typeof part === 'number') {
			const type = isRecord(value) ? value['type'] : undefined;
			text += `[${typeof type === 'string' ? type : part}]`;
		} else {
			text += /^[\w-]+$/.test(part) ? `${text === '' ? '' : '.'}${part}` : `[${part}]`;
		}
	}

	return text;
};

const inWords = (value: unknown, words: FieldWords): string => {
	if (Array.isArray(value)) {
		return value.length === 1 ? inWords(value[0], words) : words.items(value.length);
	}

	if (isRecord(value)) {
		const {type, status, name} = value;
		const count = Object.keys(value).length;
		if (typeof type === 'string' && typeof status === 'string') {
			return `${type}=${status}`;
		}

		if (typeof name === 'string') {
			return name;
		}

		return words.fields(count);
	}

	return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A change in words: `spec.nodeName: node-b`, `spec.replicas: 2 → 3`. */
export const changeInWords = (
	{path, kind, before, after}: Difference,
	was: unknown,
	is: unknown,
	words: FieldWords,
): string => {
	switch (kind) {
		case 'added': {
			const isItem = typeof path.at(-1) === 'number' && isRecord(after) && typeof after['status'] === 'string';
			return `${pathInWords(path, is)}: ${inWords(isItem ? after['status'] : after, words)}`;
		}

		case 'removed': {
			return `${pathInWords(path, was)}: ${words.removed}`;
		}

		case 'changed': {
			return `${pathInWords(path, is)}: ${inWords(before, words)} → ${inWords(after, words)}`;
		}
	}
};
