import {
	holds,
	matchesBreakpoint,
	type Breakpoint,
	breakpointTerms,
	namedTerm,
	partsOf,
} from '../debugger/breakpoint.js';
import {seek, seeking, type Found, type SeekLimits} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import {schemaOfKind, unknownField} from '../objects/schema.js';
import {registryKey, registryPrefix, resourceMeant, type Resource} from '../objects/resources.js';
import {boolean, number, record, text, type Value} from '../scenario/document.js';
import type {Place as Passed, Recording, AnyRecording} from '../debugger/recording.js';
import type {Input} from '../cluster.js';
import {closest} from '../scenario/mistake.js';
import {isStagePattern, stageNames} from '../stages/stage-pattern.js';
import type {Scenario} from '../scenario/scenario.js';
import {definedResources} from '../registry/custom-resources/defined-resources.js';
import {parseLabelSelector} from '../objects/label-selector.js';

/** A run of a cluster. */
export type LessonRecording = Recording<Scenario, Input>;

/** How long to search for a place: ten virtual minutes. */
export const patienceMs = 600_000;

/** A place in a run, named by its event, never by a step number. */
export const placeShape = record({
	stage: text,
	object: text,
	component: text,
	process: text,
	path: text,
	verb: text,
	reason: text,
	failure: boolean,
	cel: text,
	timeMs: number,
	rest: boolean,
});

export type Place = Value<typeof placeShape>;

/** The resource that `pod`, `pods`, `po` or `deployment.apps` means. @param recording that is searched for custom resources as well. */
export const resourceOfWord = (word: string, recording?: AnyRecording): Resource | undefined =>
	resourceMeant(word, recording && (() => definedResources(recording.kernel.ledger)));

/**
The ledger key, or a glob of keys, that `pod/web`, `pod/shop/web` or `/registry/…` means. Without a namespace, any namespace matches.

@param recording also searched for custom resources. Without it, or before it has them, their full name gives the place of their objects: `crontabs.example.com/mine`.
@throws {Error} when there is no such resource.
*/
export const keyGlob = (object: string, recording?: AnyRecording): string => {
	if (object.startsWith('/')) {
		return object;
	}

	const [word = '', ...rest] = object.split('/');
	const name = rest.at(-1) ?? '*';
	const namespace = rest.length > 1 ? rest[0] : '*';
	const resource = resourceOfWord(word, recording);
	if (resource) {
		return registryKey(resource, resource.namespaced ? namespace : undefined, name);
	}

	const [plural = '', ...group] = word.toLowerCase().split('.');
	if (group.length > 1) {
		return `${registryPrefix({group: group.join('.'), plural})}/${namespace}/${name}`;
	}

	throw new Error(`there is no resource "${word}"`);
};

const unitsMs: ReadonlyMap<string, number> = new Map([
	['ms', 1],
	['s', 1000],
	['m', 60_000],
]);

/** Milliseconds of a time as a user writes it: `2s`, `+1.5s`, `300ms`. */
export const readTime = (text: string): number | undefined => {
	const [, number = '', unit = ''] = /^\+?(\d+(?:\.\d+)?)\s*(ms|s|m)$/.exec(text) ?? [];
	const size = unitsMs.get(unit);
	return size === undefined ? undefined : Number(number) * size;
};

const bareWords: ReadonlySet<string> = new Set(['failure', 'refused', 'once']);

/** Verbs of requests, and the methods that carry them. */
const verbs = 'get list watch create update patch delete deletecollection post put head options'.split(' ');

const suggested = (near: string | undefined): string => (near === undefined ? '' : `; did you mean ${near}?`);

/** @throws {Error} when no stage matches. */
const checkStage = (pattern: string): void => {
	if (isStagePattern(pattern)) {
		return;
	}

	throw new Error(
		/^[\w.*-]+$/.test(pattern)
			? `there is no stage "${pattern}"${suggested(closest(pattern, [...stageNames(), ...bareWords]))}`
			: `"${pattern}" is not a stage, object or word of a breakpoint; a condition with spaces needs quotes: if='…'`,
	);
};

/** @throws {Error} when the objects of a breakpoint do not have the field, so that it would never stop. Kinds outside the API facts are not checked. */
const checkPath = (terms: readonly string[], recording?: AnyRecording): void => {
	const named = terms.map((term) => namedTerm(term) ?? {name: term.includes('/') ? 'object' : '', value: term});
	const valueOf = (word: string): string => named.find(({name}) => name === word)?.value ?? '';
	const [object, path] = [valueOf('object'), valueOf('path')];
	const resource = object.startsWith('/') ? undefined : resourceOfWord(object.split('/')[0] ?? '', recording);
	if (!resource || path === '') {
		return;
	}

	const {group, version, kind} = resource;
	const parts = partsOf(path);
	const unknown = unknownField(schemaOfKind(group === '' ? version : `${group}/${version}`, kind), parts);
	if (unknown) {
		throw new Error(`a ${kind} has no field ${path}${suggested(closest(parts[unknown.at] ?? '', unknown.fields))}`);
	}
};

/**
The words of a breakpoint in the debugger's form: `pod/web` as its ledger keys, `time=+2s` counted from `startMs`.

@throws {Error} when there is no such resource, stage, verb or field, or a selector cannot be read.
*/
export const breakpointLine = (words: string, startMs: number, recording?: AnyRecording): string => {
	const terms = breakpointTerms(words);
	checkPath(terms, recording);
	return terms
		.map((term) => {
			const {name, value = term} = namedTerm(term) ?? {};
			if (name === 'object' || (name === undefined && value.includes('/'))) {
				return `object=${keyGlob(value, recording)}`;
			}

			if (name === 'stage' || (name === undefined && !bareWords.has(value))) {
				checkStage(value);
			}

			if (name === 'verb' && !verbs.includes(value.toLowerCase())) {
				throw new Error(`there is no verb "${value}"${suggested(closest(value.toLowerCase(), verbs))}`);
			}

			if (name === 'selector') {
				// A selector that cannot be parsed would never match.
				parseLabelSelector(value);
			}

			const ms = name === 'time' && value.startsWith('+') ? readTime(value) : undefined;
			return ms === undefined ? term : `time=${startMs + ms}ms`;
		})
		.join(' ');
};

const asBreakpoint = (recording: AnyRecording, place: Place): Breakpoint => ({
	id: 0,
	enabled: true,
	stage: place.stage,
	component: place.component ?? place.process,
	object: place.object === undefined ? undefined : keyGlob(place.object, recording),
	path: place.path,
	verb: place.verb,
	reason: place.reason,
	failure: place.failure,
	timeMs: place.timeMs,
});

/** Whether a stop is the place. With `object` and `cel` alone: a stop at which the object changes so that it holds. */
export const isPlace = (recording: AnyRecording, place: Place, stop: Stop): boolean => {
	const {cel} = place;
	if (cel !== undefined && place.object !== undefined && place.stage === undefined) {
		const breakpoint = asBreakpoint(recording, {...place, object: undefined});
		const glob = keyGlob(place.object, recording);
		return (
			matchesBreakpoint(recording, breakpoint, stop) &&
			recording.kernel.ledger
				.changesAt(stop.step)
				.some(({key}) => matchesKey(glob, key) && holds(recording, stop, cel, key))
		);
	}

	return (
		matchesBreakpoint(recording, asBreakpoint(recording, place), stop) &&
		(cel === undefined || holds(recording, stop, cel))
	);
};

/** Whether a part of a path matches: `*` matches all of it, `web-*` a beginning. */
const matchesPart = (glob: string, part: string | undefined): boolean => {
	const [before = '', after] = glob.split('*', 2);
	return after === undefined
		? glob === part
		: part !== undefined && part.length >= glob.length - 1 && part.startsWith(before) && part.endsWith(after);
};

/** Whether a glob matches a ledger key: `*` matches a part of the path, or a piece of that, and the glob covers the whole key. */
export const matchesKey = (glob: string, key: string): boolean => {
	const expected = glob.split('/');
	const parts = key.split('/');
	return expected.length === parts.length && expected.every((part, index) => matchesPart(part, parts[index]));
};

/** Whether a stop is at a place. With `object` and no stage: a stop that changes the object, rather than one that only mentions it. */
export const stopsAt = (recording: AnyRecording, place: Place) => {
	const glob = place.object === undefined ? undefined : keyGlob(place.object, recording);
	return (stop: Stop): boolean => {
		if (place.stage === undefined && glob !== undefined) {
			const {cel} = place;
			return recording.kernel.ledger
				.changesAt(stop.step)
				.some(({key}) => matchesKey(glob, key) && (cel === undefined || holds(recording, stop, cel, key)));
		}

		return (
			matchesBreakpoint(recording, asBreakpoint(recording, place), stop) &&
			(place.cel === undefined || holds(recording, stop, place.cel))
		);
	};
};

/** The keys of the objects that a glob matches, among those that exist after `step`, in order. */
export const keysNow = (recording: AnyRecording, object: string, step: number): readonly string[] => {
	const glob = keyGlob(object, recording);
	const fixed = glob.slice(0, glob.includes('*') ? glob.indexOf('*') : undefined);
	return recording.kernel.ledger.keys(fixed, step).filter((key) => matchesKey(glob, key));
};

/** The first of them. */
export const keyNow = (recording: AnyRecording, object: string, step: number): string | undefined =>
	keysNow(recording, object, step)[0];

/** The key that an object will have; without a namespace in the default one. @throws {Error} when there is no such resource, or no name is given. */
export const keyLater = (recording: AnyRecording, object: string): string => {
	const key = keyGlob(object, recording).replace(/\/\*\/(?=[^/]+$)/, '/default/');
	if (key.includes('*')) {
		throw new Error(`${object} names no object; write it as pod/web`);
	}

	return key;
};

/** The stops to search on the way to a place, and the limit. */
const wayTo = (recording: AnyRecording, from: number, place: Place, limits: SeekLimits) => ({
	matches: (stop: Stop): boolean => !place.rest && isPlace(recording, place, stop),
	limits: place.rest
		? limits
		: {pastRest: true, untilMs: (recording.stops.get(from)?.timeMs ?? 0) + patienceMs, ...limits},
});

/** The result of a search for a place: at rest, the search ends, but no stop matches. */
const arrived = ({stops}: AnyRecording, {rest}: Place, found: Found): Found => {
	const last = stops.at(-1);
	return rest && found.edge === 'rest' && last ? {stop: last, edge: 'rest'} : found;
};

/** Goes forward from a step to a place. `rest: true` runs until only periodic work is left. */
export const runTo = (recording: AnyRecording, from: number, place: Place, given: SeekLimits = {}): Found => {
	const {matches, limits} = wayTo(recording, from, place, given);
	return arrived(recording, place, seek(recording, from, 1, matches, limits));
};

/** Like {@link runTo}, in parts, for a caller with other work. */
export function* runningTo(recording: AnyRecording, from: number, place: Place): Generator<Passed, Found> {
	const {matches, limits} = wayTo(recording, from, place, {});
	return arrived(recording, place, yield* seeking(recording, from, 1, matches, limits));
}
