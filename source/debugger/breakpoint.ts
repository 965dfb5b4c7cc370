import type {Environment} from '../cel/environment.js';
import {functionsOf} from '../cel/function.js';
import {toJSON} from '../cel/json.js';
import {standard} from '../cel/library/standard.js';
import {dyn} from '../cel/type.js';
import type {Value} from '../cel/value.js';
import type {Stop} from '../kernel/stop.js';
import {matchesGlob} from './glob.js';
import {memoised} from '../kernel/memoised.js';
import {equal} from '../kernel/equality.js';
import {isRecord} from '../kernel/record.js';
import {compile, type Program} from '../cel/compile.js';
import type {AnyRecording} from './recording.js';

/** The place to stop. All given conditions must hold at once. */
export interface Breakpoint {
	readonly id: number;
	readonly name?: string;
	/** Glob over stages: `apiserver.admit.**`. */
	readonly stage?: string;
	/** Glob over components and processes: `kubelet`, `kubelet/node-a`. */
	readonly component?: string;
	/** Glob over ledger keys: `/registry/pods/default/web`. */
	readonly object?: string;
	/** Labels that the object must have, in the recorded words: `app=web,tier!=db,!canary`. */
	readonly selector?: string;
	/** Path in the object, `status.conditions.Ready.status` or `spec.containers[*].image`: stops only where a value there changes. */
	readonly path?: string;
	/** Request verb or method, from the stop's facts. */
	readonly verb?: string;
	/** Reason of an event, from the stop's facts. */
	readonly reason?: string;
	/** Only at stops with a refusal, failure or warning. */
	readonly failure?: boolean;
	/** From this virtual time on; as the only condition, the first stop after it. */
	readonly timeMs?: number;
	/** CEL expression over `object`, `old` (also `oldObject`), `request`, `facts`, `stop`, `step`, `time` and `sinceMs`. */
	readonly condition?: string;
	/** At least one of these must also match: places that belong together and share a count. */
	readonly any?: readonly Conditions[];
	/** Stops only at the n-th time … */
	readonly hitCount?: number;
	/** The step from which hits are counted. */
	readonly sinceStep?: number;
	/** Text to log instead of stopping; each `{CEL}` in it is evaluated. */
	readonly log?: string;
	/** Removed after the first stop. */
	readonly temporary?: boolean;
	readonly enabled: boolean;
}

/** A breakpoint that need not be one of a session. */
export type Conditions = Omit<Breakpoint, 'id' | 'enabled'> & Partial<Pick<Breakpoint, 'id' | 'enabled'>>;

/** The time between an object's last write and a stop, in milliseconds; `undefined` if it was never written. */
const sinceWritten = (recording: AnyRecording, stop: Stop, key: string | undefined): bigint | undefined => {
	const written =
		key === undefined ? undefined : recording.kernel.ledger.versions(key).findLast(({step}) => step <= stop.step);
	const at = written && recording.stops.get(written.step);
	return at && BigInt(stop.timeMs - at.timeMs);
};

/**
The variables of a condition.

@param about the stored object for `object`; by default the stop's object, in the form in flight if there is one.
*/
export const conditionContext = (recording: AnyRecording, stop: Stop, about?: string) => {
	const {ledger} = recording.kernel;
	const key = about ?? stop.object;
	const carried = about === undefined ? recording.carried(stop) : undefined;
	const old = (key === undefined ? undefined : ledger.readAt(key, stop.step - 1)) ?? stop.facts?.before ?? {};
	return {
		object: carried ?? (key === undefined ? undefined : ledger.readAt(key, stop.step)) ?? stop.facts?.after ?? {},
		old,
		oldObject: old,
		get request() {
			return recording.request(stop) ?? {};
		},
		facts: stop.facts ?? {},
		step: BigInt(stop.step),
		time: BigInt(stop.timeMs),
		get sinceMs() {
			return sinceWritten(recording, stop, key);
		},
		stop: {
			step: BigInt(stop.step),
			time: BigInt(stop.timeMs),
			stage: stop.stage,
			text: recording.sentence(stop),
			process: stop.process,
			component: stop.component,
			outcome: stop.outcome ?? '',
		},
	};
};

const environment: Environment = {
	variables: {
		object: dyn,
		old: dyn,
		oldObject: dyn,
		request: dyn,
		stop: dyn,
		facts: dyn,
		step: dyn,
		time: dyn,
		sinceMs: dyn,
	},
	functions: functionsOf(standard),
};
/**
Checks a condition.

@throws {Error} with the place in the expression, when it is not CEL.
*/
export const compileCondition = memoised((expression: string): Program => {
	const {program, issues} = compile(expression, environment);
	if (!program) {
		throw new Error(issues);
	}

	return program;
}, 200);

const evaluateIn = (program: Program, context: Readonly<Record<string, unknown>>): Value =>
	program.evaluate({get: (name) => context[name] as Value | undefined});

const evaluate = (program: Program, recording: AnyRecording, stop: Stop, key?: string): Value =>
	evaluateIn(program, conditionContext(recording, stop, key));

/**
The value of an expression at a stop.

@param key of the object that `object` refers to; by default, the object of the stop, which may not be written yet.
@throws {Error} when the text is not CEL, or names a field that does not exist.
*/
export const evaluateCondition = (recording: AnyRecording, stop: Stop, expression: string, key?: string): Value =>
	evaluate(compileCondition(expression), recording, stop, key);

/** Whether a condition holds at a stop; a missing field makes it false. */
export const holds = (recording: AnyRecording, stop: Stop, expression: string, key?: string): boolean => {
	const condition = compileCondition(expression);
	try {
		return evaluate(condition, recording, stop, key) === true;
	} catch {
		return false;
	}
};

/** The value of an expression at a stop, as plain data. @throws {Error} as `evaluateCondition`. */
export const plainValueOf = (recording: AnyRecording, stop: Stop, expression: string): unknown =>
	toJSON(evaluateCondition(recording, stop, expression));

const inWords = (value: Value): string => {
	const plain = toJSON(value);
	if (Array.isArray(plain) && plain.length > 0 && !plain.some((item) => typeof item === 'object')) {
		return plain.join(', ');
	}

	return typeof plain === 'string' ? plain : JSON.stringify(plain);
};

/** The value of an expression at a stop, as text for a sentence: of a plain list, its items with commas. @throws {Error} as `evaluateCondition`. */
export const wordsOf = (recording: AnyRecording, stop: Stop, expression: string, key?: string): string =>
	inWords(evaluateCondition(recording, stop, expression, key));

/** Evaluates a condition for an `object` that is not recorded. @throws {Error} like `evaluateCondition`. */
export const wordsAbout = (object: unknown, recording: AnyRecording, stop: Stop, expression: string): string =>
	inWords(evaluateIn(compileCondition(expression), {...conditionContext(recording, stop), object}));

/** The parts of a path: `spec.containers[0].image` and `spec.containers.web.image` have four. */
export const partsOf = (path: string): readonly string[] => path.split(/[.[\]]+/).filter((part) => part !== '');

const inside = (value: unknown, part: string): readonly unknown[] => {
	if (part === '*') {
		if (Array.isArray(value)) {
			return value;
		}

		if (isRecord(value)) {
			return Object.values(value);
		}

		return [];
	}

	if (Array.isArray(value)) {
		const item: unknown = /^\d+$/.test(part)
			? value[Number(part)]
			: value.find((candidate) => isRecord(candidate) && (candidate.name === part || candidate.type === part));
		return [item];
	}

	return [isRecord(value) ? value[part] : undefined];
};

/** The values at a path, where `*` matches every item or field: one for each match. */
const valuesAt = (value: unknown, path: string): readonly unknown[] =>
	partsOf(path).reduce<readonly unknown[]>((found, part) => found.flatMap((each) => inside(each, part)), [value]);

/** The part of a recorded value that holds its labels. */
interface Labelled {
	readonly metadata?: {readonly labels?: Readonly<Record<string, string>>};
}

const isLabels = (value: unknown): value is Readonly<Record<string, string>> =>
	isRecord(value) && Object.values(value).every((label) => typeof label === 'string');

/** The labels of a stop's object: of the form in flight, if there is one. */
const labelsOf = (recording: AnyRecording, stop: Stop, key: string | undefined): Readonly<Record<string, string>> => {
	const labelsAt = (step: number) =>
		key === undefined ? undefined : recording.kernel.ledger.readAt<Labelled>(key, step);
	const carried = key === stop.object ? recording.carried(stop) : undefined;
	const labels = isRecord(carried) && isRecord(carried.metadata) ? carried.metadata.labels : undefined;
	if (isLabels(labels)) {
		return labels;
	}

	const value = labelsAt(stop.step) ?? labelsAt(stop.step - 1);
	return value?.metadata?.labels ?? {};
};

/** The verb or method of a stop's request, at any place in its facts. */
const verbsOf = ({facts}: Stop): ReadonlySet<string> => {
	const said = [facts, facts?.request, facts?.info, facts?.event].flatMap((part) =>
		isRecord(part) ? [part.verb, part.method] : [],
	);
	return new Set(said.filter((word) => typeof word === 'string').map((word) => word.toLowerCase()));
};

const failures = new Set(['refused', 'failed', 'warning']);

/** The key whose value at `path` changes at this stop, if one does. */
const changedKey = (
	recording: AnyRecording,
	stop: Stop,
	object: string | undefined,
	path: string,
): string | undefined =>
	recording.kernel.ledger
		.changesAt(stop.step)
		.find(
			(change) =>
				(object === undefined || matchesGlob(object, change.key)) &&
				!equal(valuesAt(change.before, path), valuesAt(change.after, path)),
		)?.key;

/** Conditions that leave out some stops of a time. */
const narrowing = ['component', 'object', 'selector', 'path', 'verb', 'reason', 'failure', 'condition', 'any'] as const;

/** Whether a breakpoint only has a time: it then matches only the first stop; with a place, every stop from then on. */
const isInTime = (recording: AnyRecording, conditions: Conditions, timeMs: number, stop: Stop): boolean => {
	const isPlace =
		(conditions.stage ?? '**') !== '**' || narrowing.some((condition) => conditions[condition] !== undefined);
	return stop.timeMs >= timeMs && (isPlace || (recording.stops.get(stop.step - 1)?.timeMs ?? -1) < timeMs);
};

/** Whether a stop matches the breakpoint, ignoring its hit count. */
export const matchesBreakpoint = (recording: AnyRecording, breakpoint: Conditions, stop: Stop): boolean => {
	if (breakpoint.any && !breakpoint.any.some((one) => matchesBreakpoint(recording, one, stop))) {
		return false;
	}

	if (breakpoint.stage !== undefined && !matchesGlob(breakpoint.stage, stop.stage)) {
		return false;
	}

	if (
		breakpoint.component !== undefined &&
		!matchesGlob(breakpoint.component, stop.component) &&
		!matchesGlob(breakpoint.component, stop.process)
	) {
		return false;
	}

	let key = stop.object;
	if (breakpoint.path !== undefined) {
		key = changedKey(recording, stop, breakpoint.object, breakpoint.path);
		if (key === undefined) {
			return false;
		}
	} else if (breakpoint.object !== undefined && (key === undefined || !matchesGlob(breakpoint.object, key))) {
		return false;
	}

	if (breakpoint.selector !== undefined && !recording.selects(labelsOf(recording, stop, key), breakpoint.selector)) {
		return false;
	}

	if (breakpoint.verb !== undefined && !verbsOf(stop).has(breakpoint.verb.toLowerCase())) {
		return false;
	}

	if (breakpoint.reason !== undefined && stop.facts?.reason !== breakpoint.reason) {
		return false;
	}

	if (breakpoint.failure && !failures.has(stop.outcome ?? '')) {
		return false;
	}

	if (breakpoint.timeMs !== undefined && !isInTime(recording, breakpoint, breakpoint.timeMs, stop)) {
		return false;
	}

	const about = breakpoint.path === undefined ? undefined : key;
	return breakpoint.condition === undefined || holds(recording, stop, breakpoint.condition, about);
};

/** The text of a logpoint at a stop: `{expression}` is replaced by its value there. */
export const logText = (recording: AnyRecording, breakpoint: Breakpoint, stop: Stop): string =>
	(breakpoint.log ?? '').replaceAll(/\{([^{}]+)\}/g, (_, expression: string) => {
		try {
			return wordsOf(recording, stop, expression);
		} catch (error) {
			const {message} = error instanceof Error ? error : new Error(String(error));
			return `{${expression}: ${message.split('\n', 1)[0]}}`;
		}
	});

/** The words of a line; quotes hold one together. */
export const breakpointTerms = (line: string): readonly string[] => line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];

/** The value of a word such as `if="…"`, without its quotes; `undefined` if the word does not have that name. */
export const namedTerm = (term: string): {readonly name: string; readonly value: string} | undefined => {
	const [, name, quoted = ''] = /^([a-z]+)=(.*)$/s.exec(term) ?? [];
	return name === undefined ? undefined : {name, value: quoted.replace(/^(["'])(.*)\1$/s, '$2')};
};

/** A breakpoint while its words are read. */
type Draft = {-readonly [Field in keyof Breakpoint]: Breakpoint[Field]};

const textWords = ['stage', 'component', 'object', 'selector', 'path', 'verb', 'reason', 'log', 'name'] as const;
const isTextWord = (name: string): name is (typeof textWords)[number] => textWords.some((word) => word === name);

/** A number of the words `hits` and `time`; times in milliseconds. */
const readNumber = (word: string, name: 'hits' | 'time', value: string): number => {
	const number = Number(
		value.replace(/ms$/, '').replace(/^(.*[\d.])s$/, (_, seconds: string) => String(Number(seconds) * 1000)),
	);
	if (value === '' || !Number.isFinite(number) || number < 0) {
		throw new Error(`${word}: ${name} takes a number${name === 'time' ? ', such as 1500ms or 2s' : ''}`);
	}

	return number;
};

const put = <Field extends keyof Breakpoint>(
	draft: Draft,
	field: Field,
	value: Breakpoint[Field],
	word: string,
): void => {
	if (draft[field] !== undefined) {
		throw new Error(
			field === 'stage'
				? `${word}: the breakpoint already has a stage, ${String(draft.stage)}; a condition with spaces needs quotes: if='…'`
				: `${word} is given twice`,
		);
	}

	draft[field] = value;
};

const readBare = (draft: Draft, word: string): void => {
	if (word === 'failure' || word === 'refused') {
		put(draft, 'failure', true, word);
	} else if (word === 'once') {
		put(draft, 'temporary', true, word);
	} else {
		put(draft, word.includes('/') ? 'object' : 'stage', word, word);
	}
};

/**
Words of a breakpoint on a line: `stage=apiserver.store object=pod/web if=… log=… hits=3 once`. A word without `=` is a stage glob, or an object when it has a slash.

@throws {Error} with the word that is unknown, repeated or unreadable.
*/
export const parseBreakpoint = (line: string, id: number): Breakpoint => {
	const draft: Draft = {id, enabled: true};
	for (const word of breakpointTerms(line)) {
		const {name, value = ''} = namedTerm(word) ?? {};
		if (name === undefined) {
			readBare(draft, word);
		} else if (isTextWord(name)) {
			put(draft, name, value, word);
		} else if (name === 'if') {
			compileCondition(value);
			put(draft, 'condition', value, word);
		} else if (name === 'hits' || name === 'time') {
			put(draft, name === 'hits' ? 'hitCount' : 'timeMs', readNumber(word, name, value), word);
		} else {
			throw new Error(
				`unknown word "${name}" in a breakpoint; the words are stage, component, object, selector, path, verb, reason, time, if, hits, log, name, failure and once`,
			);
		}
	}

	if (Object.keys(draft).length === 2) {
		throw new Error('a breakpoint needs a place: a stage or an object');
	}

	return draft;
};
