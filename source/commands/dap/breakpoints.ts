import type {ClusterRecording} from '../../cluster.js';
import {compileCondition, parseBreakpoint, type Breakpoint} from '../../debugger/breakpoint.js';
import {errorText} from '../../kernel/error-text.js';
import {breakpointLine} from '../../classroom/place.js';
import type {Arguments} from './arguments.js';
import type {Debuggee} from './debuggee.js';
import {fieldAt, placesOf, type WrittenField} from './places.js';
import {keyOfManifest} from '../../diagnosis/resource-of-kind.js';

/** A breakpoint as the debugger has it, without its number; or why it is impossible. */
export type Wanted =
	{readonly breakpoint: Omit<Breakpoint, 'id'>; readonly field?: WrittenField} | {readonly refusal: string};

/** The exception breakpoints: filter → the outcome of the work at a stop. */
export const exceptionFilters = [
	{
		filter: 'refused',
		label: 'Refusals',
		outcome: 'refused',
		description: 'Work that a component refuses.',
		default: true,
	},
	{filter: 'failed', label: 'Failures', outcome: 'failed', description: 'Work that ends in an error.', default: false},
	{
		filter: 'warning',
		label: 'Warnings',
		outcome: 'warning',
		description: 'Work that continues with a warning.',
		default: false,
	},
] as const;

/** Condition, hit count and log message of a breakpoint. @throws {Error} saying what cannot be read. */
const extras = (given: Arguments): Partial<Omit<Breakpoint, 'id'>> => {
	const condition = given.text('condition')?.trim() || undefined;
	const hits = given.text('hitCondition')?.trim() || undefined;
	const log = given.text('logMessage') || undefined;
	if (condition !== undefined) {
		compileCondition(condition);
	}

	const hitCount = hits === undefined ? undefined : Number(/^(?:==?\s*)?(\d+)$/.exec(hits)?.[1] ?? Number.NaN);
	if (hitCount !== undefined && !(hitCount >= 1)) {
		throw new Error(`hit count "${hits}": write the number of the hit, such as 3`);
	}

	return {
		...(condition === undefined ? {} : {condition}),
		...(hitCount === undefined ? {} : {hitCount}),
		...(log === undefined ? {} : {log}),
	};
};

const wanted = (make: () => Wanted): Wanted => {
	try {
		return make();
	} catch (error) {
		return {refusal: errorText(error)};
	}
};

/** A line of a manifest: where its field is read, decoded, changed or refused. */
export const lineBreakpoint = ({recording, objects}: Debuggee, file: string, given: Arguments): Wanted =>
	wanted(() => {
		const field = fieldAt(objects, file, given.number('line') ?? 0);
		if (!field) {
			return {refusal: 'no launched manifest has a field here'};
		}

		const key = keyOfManifest(recording, field.object);
		return key === undefined
			? {refusal: `nothing serves ${field.object.kind} in ${field.object.apiVersion} yet`}
			: {breakpoint: {enabled: true, any: placesOf(field, key), ...extras(given)}, field};
	});

/** Words of a breakpoint in place of a function's name: `kubelet.pull object=pod/web`. */
export const functionBreakpoint = (recording: ClusterRecording, given: Arguments): Wanted =>
	wanted(() => {
		const line = breakpointLine(given.text('name') ?? '', recording.kernel.now, recording);
		return {breakpoint: {...parseBreakpoint(line, 1), ...extras(given)}};
	});

/** A field of an object, by its name from `dataBreakpointInfo`. */
export const dataBreakpoint = (given: Arguments): Wanted =>
	wanted(() => {
		const [, object, path] = /^(\/[^ ]+) (.+)$/.exec(given.text('dataId') ?? '') ?? [];
		return object === undefined || path === undefined
			? {refusal: 'this is not a field of a stored object'}
			: {breakpoint: {enabled: true, object, path, ...extras(given)}};
	});

/** Every new apply begins with a refused request for a missing object. */
const looksInVain = 'stop.stage == "apiserver.respond" && facts.code == 404';

/** The stops of an exception filter. */
export const exceptionBreakpoint = (filter: string, given: Arguments): Wanted =>
	wanted(() => {
		const known = exceptionFilters.find((one) => one.filter === filter);
		return known
			? {
					breakpoint: {
						enabled: true,
						any: [{failure: true, condition: `stop.outcome == "${known.outcome}" && !(${looksInVain})`}],
						...extras(given),
					},
				}
			: {refusal: `there is no exception filter "${filter}"`};
	});
