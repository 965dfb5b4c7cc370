import {isRecord} from '../kernel/record.js';
import type {Stop} from '../kernel/stop.js';
import {keyNow, type LessonRecording} from './place.js';
import {settings, slotPattern} from './slots.js';

/** A slot in a text, with the words around it up to the next slot or the end of the clause. */
interface Placed {
	readonly object: string | undefined;
	readonly expression: string;
	readonly before: string;
	readonly after: string;
	/** `after` without a word that introduces the next slot. */
	readonly own: string;
}

/** The slots of a text with their words. */
const placedSlots = (text: string): readonly Placed[] => {
	const found = [...text.matchAll(slotPattern)];
	return found.map((match, index) => {
		const [whole, object, expression = ''] = match;
		const previous = found[index - 1];
		const from = previous ? previous.index + previous[0].length : 0;
		const to = found[index + 1]?.index ?? text.length;
		const clauses = text.slice(from, match.index).split(/[.,;:?!](?:\s|$)/);
		const [after = '', ...rest] = text.slice(match.index + whole.length, to).split(/[.,;:?!](?:\s|$)/);
		// A word right before the next slot introduces that one.
		const isIntroduction = found[index + 1] !== undefined && rest.join('').trim() === '';
		return {
			object,
			expression,
			before: clauses.at(-1) ?? '',
			after,
			own: isIntroduction ? after.replace(/[\w-]+\s*$/, '') : after,
		};
	});
};

const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z][\w-]*/g) ?? [];

/** A field that a slot reads, `object.status.replicas`, and its value's neighbours. */
interface Read {
	readonly name: string;
	readonly index: number | undefined;
	readonly siblings: readonly string[];
	/** The slots whose values are numbers. */
	readonly numbers: readonly string[];
	/** For a list that is read by its index: lists of names of the same length. */
	readonly names: ReadonlyArray<readonly string[]>;
}

const plainPath = /^(?:object|facts)((?:\.\w+|\[\d+\])+)$/;

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

const isNames = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every((item) => typeof item === 'string');

const itemOf = (value: unknown, part: string): unknown => {
	if (Array.isArray(value)) {
		return value[Number(part)];
	}

	return isRecord(value) ? value[part] : undefined;
};

/** The value that an expression reads, if it is the path of one. @param root the value of `object` or `facts` */
const readOf = (expression: string, root: unknown): Read | undefined => {
	const parts = [...(plainPath.exec(expression)?.[1] ?? '').matchAll(/\w+/g)].map(([part]) => part);
	const last = parts.at(-1);
	if (last === undefined) {
		return undefined;
	}

	const index = /^\d+$/.test(last) ? Number(last) : undefined;
	const path = index === undefined ? parts : parts.slice(0, -1);
	const parent = path.slice(0, -1).reduce<unknown>((value, part) => itemOf(value, part), root);
	const name = path.at(-1) ?? '';
	if (!isRecord(parent)) {
		return undefined;
	}

	const list = parent[name];
	const others = Object.entries(parent).filter(([key]) => key !== name);
	return {
		name,
		index,
		siblings: others.filter(([, value]) => isScalar(value)).map(([key]) => key),
		numbers: others.filter(([, value]) => typeof value === 'number').map(([key]) => key),
		names:
			index === undefined || !Array.isArray(list)
				? []
				: others.flatMap(([, value]) => (isNames(value) && value.length === list.length ? [value] : [])),
	};
};

/** Words between the name of a field and its value: `maxSurge is 25%`. */
const copulas: ReadonlySet<string> = new Set(['is', 'are', 'was', 'of', 'has', 'says']);

/** Names of fields that are also units of others. */
const units: ReadonlySet<string> = new Set(['bytes', 'seconds', 'percent']);

/** The word that introduces a value. */
const introducing = (before: string): string | undefined => wordsIn(before).findLast((word) => !copulas.has(word));

/** The beginning of a field's name, without its unit: `pull` of `pulledMs`. */
const stem = (name: string): string =>
	name
		.replace(/(?:Ms|Seconds)$/, '')
		.split(/(?=[A-Z])/, 1)[0]
		?.toLowerCase()
		.slice(0, 4) ?? '';

const saysStem = (text: string, name: string): boolean =>
	stem(name).length === 4 && wordsIn(text).some((word) => word.toLowerCase().startsWith(stem(name)));

/** The neighbouring field that the words around a slot name instead of the slot's own field. */
const neighbourSaid = ({before, own}: Placed, {name, siblings, numbers}: Read): string | undefined => {
	const word = introducing(before);
	if (word !== name && siblings.includes(word ?? '')) {
		return word;
	}

	return saysStem(`${before} ${own}`, name)
		? undefined
		: numbers.find((sibling) => !units.has(sibling) && saysStem(own, sibling) && stem(sibling) !== stem(name));
};

/** The name to which an item of a list belongs, where the words after its slot name another. */
const otherItem = ({after}: Placed, {index = 0, names}: Read): readonly [own: string, said: string] | undefined => {
	const words = wordsIn(after);
	for (const list of names) {
		const own = list[index] ?? '';
		const said = list.find((name) => words.includes(name));
		if (said !== undefined && !words.includes(own)) {
			return [own, said];
		}
	}

	return undefined;
};

/** Names of values that are times. */
const isTime = /(?:ms\b|seconds|latencies|time|since|double\()/i;

/** The mistake of one slot. @param root the value that it reads from */
const mistakeOf = (placed: Placed, root: unknown): string | undefined => {
	const {expression, after} = placed;
	const read = readOf(expression, root);
	const unit = /^\s(ms|s)(?![\w-])/.exec(after)?.[1];
	if (unit !== undefined && read && !isTime.test(expression)) {
		return `${expression} is not a time, but its text says ${unit}`;
	}

	const said = read && neighbourSaid(placed, read);
	if (said !== undefined) {
		return `the words beside ${expression} say ${said}, which is another field`;
	}

	const item = read && otherItem(placed, read);
	return item && `${expression} belongs to ${item[0]}, but the words beside it say ${item[1]}`;
};

/** The neighbouring field that a question names by its word instead of the one that its value reads: from, where it asks "To how many". */
export const neighbourAsked = (question: string, expression: string, root: unknown): string | undefined => {
	const read = readOf(expression, root);
	const words = wordsIn(question).map((word) => word.toLowerCase());
	return read === undefined || words.includes(read.name.toLowerCase())
		? undefined
		: read.numbers.find((sibling) => words.includes(sibling.toLowerCase()));
};

/** The slots of a text that read a value other than the one that their words name. */
export const mismatchedSlots = (recording: LessonRecording, stop: Stop, text: string): readonly string[] =>
	placedSlots(text).flatMap((placed) => {
		const {object, expression} = placed;
		if (object === settings) {
			return [];
		}

		const key = object === undefined ? stop.object : keyNow(recording, object, stop.step);
		const value = key === undefined ? undefined : recording.kernel.ledger.readAt(key, stop.step);
		const found = mistakeOf(placed, expression.startsWith('facts') ? stop.facts : value);
		return found === undefined ? [] : [found];
	});
