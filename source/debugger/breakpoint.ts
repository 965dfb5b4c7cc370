import {compile, type Environment, type Program} from '../cel/environment.js';
import {functionsOf} from '../cel/function.js';
import {toJSON} from '../cel/json.js';
import {standard} from '../cel/library/standard.js';
import {dyn} from '../cel/type.js';
import type {Value} from '../cel/value.js';
import type {Stop} from '../kernel/stop.js';
import {matchesGlob} from './glob.js';
import type {AnyRecording} from './seek.js';
import {memoised} from '../kernel/memoised.js';
import {equal} from '../kernel/equality.js';
import {isRecord} from '../kernel/record.js';

/** Where to stop. All given conditions must hold at once. */
export interface Breakpoint {
	readonly id: number;
	readonly name?: string;
	/** Glob over stages: `apiserver.admit.**`. */
	readonly stage?: string;
	/** Glob over components and processes: `kubelet`, `kubelet/node-a`. */
	readonly component?: string;
	/** Glob over ledger keys: `/registry/pods/default/web`. */
	readonly object?: string;
	/** Labels that the object must have, in the words of what is recorded: `app=web,tier!=db,!canary`. */
	readonly selector?: string;
	/** Dotted path in the object: stops only where that value changes. */
	readonly path?: string;
	/** Request verb or method, from the stop's facts. */
	readonly verb?: string;
	/** Reason of an event, from the stop's facts. */
	readonly reason?: string;
	/** Only where something was refused, failed or warned about. */
	readonly failure?: boolean;
	/** The first stop at or after this virtual time. */
	readonly timeMs?: number;
	/** CEL expression over `object`, `oldObject`, `stop`, `facts`. */
	readonly condition?: string;
	/** Stops only at the n-th time … */
	readonly hitCount?: number;
	/** … counted from this step on. */
	readonly sinceStep?: number;
	/** Instead of stopping, this text goes to the log, with `{CEL}` in braces filled in. */
	readonly log?: string;
	/** Goes away after the first stop. */
	readonly temporary?: boolean;
	readonly enabled: boolean;
}

/** The variables of a condition. */
export const conditionContext = (recording: AnyRecording, stop: Stop, key = stop.object) => {
	const {ledger} = recording.kernel;
	return {
		object: (key === undefined ? undefined : ledger.readAt(key, stop.step)) ?? stop.facts?.after ?? {},
		oldObject: (key === undefined ? undefined : ledger.readAt(key, stop.step - 1)) ?? stop.facts?.before ?? {},
		facts: stop.facts ?? {},
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
	variables: {object: dyn, oldObject: dyn, stop: dyn, facts: dyn},
	functions: functionsOf(standard),
};
/**
Checks a condition.

@throws {Error} with the place in the expression, when it is no CEL.
*/
export const compileCondition = memoised((expression: string): Program => {
	const {program, issues} = compile(expression, environment);
	if (!program) {
		throw new Error(issues);
	}

	return program;
}, 200);

const evaluate = (program: Program, recording: AnyRecording, stop: Stop, key?: string): Value => {
	const context: Readonly<Record<string, unknown>> = conditionContext(recording, stop, key);
	return program.evaluate({get: (name) => context[name] as Value | undefined});
};

/**
What an expression yields at a stop.

@param key of what `object` stands for; by default what the stop is about.
@throws {Error} when it is no CEL, or names a field that is not there.
*/
export const evaluateCondition = (recording: AnyRecording, stop: Stop, expression: string, key?: string): Value =>
	evaluate(compileCondition(expression), recording, stop, key);

/** Whether a condition holds at a stop; a field that is not there makes it false. */
export const holds = (recording: AnyRecording, stop: Stop, expression: string, key?: string): boolean => {
	const condition = compileCondition(expression);
	try {
		return evaluate(condition, recording, stop, key) === true;
	} catch {
		return false;
	}
};

/** What an expression yields at a stop, as one writes it in a sentence. @throws {Error} as `evaluateCondition`. */
export const wordsOf = (recording: AnyRecording, stop: Stop, expression: string, key?: string): string => {
	const value = toJSON(evaluateCondition(recording, stop, expression, key));
	return typeof value === 'string' ? value : JSON.stringify(value);
};

const valueAt = (value: unknown, path: string): unknown => {
	let at = value;
	for (const part of path.split('.')) {
		if (Array.isArray(at) && !/^\d+$/.test(part)) {
			at = at.find((item) => isRecord(item) && (item.name === part || item.type === part));
		} else if (Array.isArray(at)) {
			at = at[Number(part)];
		} else {
			at = isRecord(at) ? at[part] : undefined;
		}
	}

	return at;
};

/** The part of a recorded value that holds its labels. */
interface Labelled {
	readonly metadata?: {readonly labels?: Readonly<Record<string, string>>};
}

const labelsOf = (recording: AnyRecording, stop: Stop, key: string | undefined): Readonly<Record<string, string>> => {
	const labelsAt = (step: number) =>
		key === undefined ? undefined : recording.kernel.ledger.readAt<Labelled>(key, step);
	const value = labelsAt(stop.step) ?? labelsAt(stop.step - 1);
	return value?.metadata?.labels ?? {};
};

/** The verb or method of the request that a stop is about, wherever in its facts it is. */
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
				!equal(valueAt(change.before, path), valueAt(change.after, path)),
		)?.key;

/** Whether a stop matches the breakpoint, ignoring its hit count. */
export const matchesBreakpoint = (recording: AnyRecording, breakpoint: Breakpoint, stop: Stop): boolean => {
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

	if (
		breakpoint.timeMs !== undefined &&
		(stop.timeMs < breakpoint.timeMs || (recording.stops.get(stop.step - 1)?.timeMs ?? -1) >= breakpoint.timeMs)
	) {
		return false;
	}

	return breakpoint.condition === undefined || holds(recording, stop, breakpoint.condition, key);
};

/** The text of a logpoint at a stop: `{expression}` is replaced by what it yields there. */
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

/** Words of a breakpoint on a line: `stage=apiserver.store object=pod/web if=… log=… hits=3 once`. A word without `=` is a stage glob, or an object when it has a slash. */
export const parseBreakpoint = (line: string, id: number): Breakpoint => {
	const breakpoint: {-readonly [Field in keyof Breakpoint]: Breakpoint[Field]} = {id, enabled: true};
	for (const word of breakpointTerms(line)) {
		const {name, value = ''} = namedTerm(word) ?? {};
		switch (name) {
			case undefined: {
				if (word === 'failure' || word === 'refused') {
					breakpoint.failure = true;
				} else if (word === 'once') {
					breakpoint.temporary = true;
				} else {
					breakpoint[word.includes('/') ? 'object' : 'stage'] = word;
				}

				break;
			}

			case 'stage':
			case 'component':
			case 'object':
			case 'selector':
			case 'path':
			case 'verb':
			case 'reason':
			case 'log':
			case 'name': {
				breakpoint[name] = value;
				break;
			}

			case 'if': {
				compileCondition(value);
				breakpoint.condition = value;
				break;
			}

			case 'hits':
			case 'time': {
				const number = Number(
					value.replace(/ms$/, '').replace(/^(.*[\d.])s$/, (_, seconds: string) => String(Number(seconds) * 1000)),
				);
				if (!Number.isFinite(number) || number < 0) {
					throw new Error(`${word}: ${name} takes a number${name === 'time' ? ', such as 1500ms or 2s' : ''}`);
				}

				breakpoint[name === 'hits' ? 'hitCount' : 'timeMs'] = number;
				break;
			}

			default: {
				throw new Error(
					`unknown word "${name}" in a breakpoint; the words are stage, component, object, selector, path, verb, reason, time, if, hits, log, name, failure and once`,
				);
			}
		}
	}

	if (Object.keys(breakpoint).length === 2) {
		throw new Error('a breakpoint needs a place: a stage or an object');
	}

	return breakpoint;
};
