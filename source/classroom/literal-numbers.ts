import {isRecord} from '../kernel/record.js';
import type {Stop} from '../kernel/stop.js';
import type {LessonFile} from './format.js';
import {keyNow, type LessonRecording} from './place.js';
import {settings, slotsOf, withoutSlots} from './slots.js';

/** A number in a text, with its unit and its sentence. */
interface Literal {
	readonly digits: string;
	/** The number as written, with its unit: `300 ms`. */
	readonly written: string;
	readonly unit: string;
	readonly sentence: string;
}

/** A scalar value of the run, and the slot by which a text can read it. */
interface Fact {
	readonly parts: ReadonlyArray<string | number>;
	/** The meaning of `object` in its slot; the stop's own without it. */
	readonly object?: string;
	readonly value: unknown;
}

const number = /(?<![\w.:/=-])(\d+(?:\.\d+)?)(?:\s?(ms|s|seconds?|minutes?|Ki|Mi|Gi|m|%))?(?![\w:/]|[.,]\d)/g;

/** Text in quotes and commands are speech or typed words, word by word. */
const unquoted = (text: string): string => text.replaceAll(/"[^"]*"|`[^`]*`|--?\w[\w-]*[ =]\d+/g, '""');

/** The numbers of a text that are written out in digits, without those that name a pane or a line, `pane 7`, and bounds, `at most 100`. */
const literalsIn = (text: string): readonly Literal[] =>
	unquoted(withoutSlots(text))
		.split(/(?<=[.?!:;])\s+/)
		.flatMap((sentence) =>
			[...sentence.matchAll(number)]
				.filter(
					({index}) => !/\b(?:panes?|line|step|press|key|Kubernetes|v|at most)\s*$/i.test(sentence.slice(0, index)),
				)
				.map(([written, digits = '', unit = '']): Literal => ({
					digits,
					written,
					unit,
					sentence: sentence.toLowerCase(),
				})),
		);

const factsIn = (value: unknown, parts: Fact['parts'], object?: string): readonly Fact[] => {
	if (Array.isArray(value)) {
		return value.flatMap((item, index) => factsIn(item, [...parts, index], object));
	}

	if (isRecord(value)) {
		return Object.entries(value).flatMap(([name, item]) => factsIn(item, [...parts, name], object));
	}

	return [{parts, value, ...(object === undefined ? {} : {object})}];
};

/** The milliseconds in each unit of time. */
const inMs: Readonly<Record<string, number>> = {
	ms: 1,
	s: 1000,
	second: 1000,
	seconds: 1000,
	minute: 60_000,
	minutes: 60_000,
};

/** The milliseconds in a fact's unit, if its name marks a time, such as `backoffMs` and `periodSeconds`. */
const factInMs = ({parts, object}: Fact): number | undefined => {
	const name = String(parts.at(-1));
	if (/(?:Ms|^ms)$/.test(name) || (object === settings && parts.includes('latencies'))) {
		return 1;
	}

	if (/seconds$/i.test(name)) {
		return 1000;
	}

	return undefined;
};

const isEqual = ({digits, unit}: Literal, fact: Fact): boolean => {
	const {value} = fact;
	if (typeof value === 'string') {
		return value === `${digits}${unit}`;
	}

	const [said, meant] = [inMs[unit], factInMs(fact)];
	return (
		typeof value === 'number' &&
		(said === undefined || meant === undefined ? said === meant : true) &&
		Number(digits) * (said ?? 1) === value * (meant ?? 1)
	);
};

/** Words in the names of many fields, which do not identify one. */
const common: ReadonlySet<string> = new Set([
	'seconds',
	'count',
	'number',
	'value',
	'version',
	'status',
	'more',
	'index',
]);

/** Whether a sentence says a word of the name of a fact: small numbers are equal by chance. */
const isNamed = ({sentence}: Literal, {parts}: Fact): boolean =>
	parts
		.filter((part) => typeof part === 'string')
		.filter((part) => !/^(?:seconds|ms)$/i.test(part))
		.slice(-1)
		.flatMap((part) => part.split(/(?=[A-Z])|\W/))
		.map((word) => word.toLowerCase())
		.some((word) => word.length > 3 && !common.has(word) && new RegExp(`\\b${word}s?\\b`).test(sentence));

/** A number below this counts as one of the run only next to its name. */
const small = 10;

/** A time in another unit, in CEL, where whole numbers divided are whole. */
const inUnit = (path: string, value: unknown, factor: number): string => {
	if (factor < 1) {
		return `${path} * ${1 / factor}`;
	}

	if (factor === 1) {
		return path;
	}

	if (Number(value) % factor === 0) {
		return `${path} / ${factor}`;
	}

	return `double(${path}) / ${factor}.0`;
};

/** The slot for a fact of the run, in the unit of the text. */
const slotOf = (fact: Fact, unit: string): string => {
	const {parts, object, value} = fact;
	const path = parts
		.map((part, index) => {
			if (typeof part === 'number') {
				return `[${part}]`;
			}

			if (/^[a-zA-Z_]\w*$/.test(part)) {
				return `${index === 0 ? '' : '.'}${part}`;
			}

			return `[${JSON.stringify(part)}]`;
		})
		.join('');
	const [said, meant] = [inMs[unit], factInMs(fact)];
	const factor = said === undefined || meant === undefined ? 1 : said / meant;
	return `{{ ${object === undefined ? '' : `${object}: `}${inUnit(path, value, factor)} }}`;
};

/** The objects that a text can mention: the objects it names, those the step shows. */
const objectsOf = (text: string, shown: ReadonlyArray<string | undefined>): readonly string[] => [
	...new Set(
		[...slotsOf(text).map(({object}) => object), ...shown].flatMap((name) => (name === undefined ? [] : [name])),
	),
];

/**
Numbers in a text that the run also has: they would become wrong when the run changes. Small numbers count only if the sentence names their
field, since many values equal 1.

@param shown names of the objects that the step shows.
@returns each number as written, and a slot with the same value.
*/
export const literalNumbers = (
	recording: LessonRecording,
	stop: Stop,
	text: string,
	{cluster, shown}: {readonly cluster: LessonFile['cluster']; readonly shown: ReadonlyArray<string | undefined>},
): ReadonlyArray<readonly [written: string, slot: string]> => {
	const literals = literalsIn(text);
	if (literals.length === 0) {
		return [];
	}

	const {ledger} = recording.kernel;
	const read = (key: string | undefined) => (key === undefined ? undefined : ledger.readAt(key, stop.step));
	const facts = [
		...factsIn(stop.facts, ['facts']),
		...factsIn(read(stop.object), ['object']),
		...objectsOf(text, shown)
			.filter((name) => name !== settings)
			.flatMap((name) => factsIn(read(keyNow(recording, name, stop.step)), ['object'], name)),
		...factsIn({latencies: cluster?.latencies, images: cluster?.images}, ['object'], settings),
	];
	return literals.flatMap((literal) => {
		const equal = facts.filter((fact) => isEqual(literal, fact));
		const fact = equal.find((one) => isNamed(literal, one)) ?? (Number(literal.digits) < small ? undefined : equal[0]);
		return fact ? [[literal.written.replace(/\s+/, ' '), slotOf(fact, literal.unit)] as const] : [];
	});
};
