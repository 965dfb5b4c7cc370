import {equal} from '../../kernel/equality.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isRecord} from '../../kernel/record.js';
import {english} from '../words/english.js';

type Words = typeof english.chaos;

/** The objects at the end of a run: by resource and name, without the parts that depend on chance and time. Objects with generated names share one entry. */
export type EndState = ReadonlyMap<string, readonly unknown[]>;

/** A difference between the ends of two runs. */
export interface Difference {
	/** The object, and the path of its field where one differs: `configmaps default/web data.text`. */
	readonly what: string;
	/** The value in the undisturbed run, and in the disturbed one. */
	readonly before: string;
	readonly after: string;
}

/** Objects that no controller decides about: housekeeping, and objects whose content depends on time. */
const quiet =
	/^\/registry\/(?:events|leases|nodes|csinodes|minions|masterleases|ranges|ipaddresses|resourceslices|endpointslices|services\/endpoints|endpoints|replicationcontrollers\/cache|apiregistration[^/]*|flowschemas|prioritylevelconfigurations)\//;

/** Fields of metadata and status that time or the order of writes decide. */
const dropped: ReadonlySet<string> = new Set([
	'resourceVersion',
	'generation',
	'observedGeneration',
	'managedFields',
	'creationTimestamp',
	'uid',
	'nodeName',
	'hostIP',
	'hostIPs',
	'nodePort',
	'healthCheckNodePort',
	'generateName',
	'containerID',
	'imageID',
]);

const uuid = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
const address = /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g;
const drawnVolume = /^kube-api-access-[a-z\d]{5}$/;

/** The names that the apiserver has completed, each with its common part. */
const generatedNames = (entries: Iterable<readonly [string, unknown]>): ReadonlyMap<string, string> => {
	const found = new Map<string, string>();
	for (const [, value] of entries) {
		const metadata = isRecord(value) ? value['metadata'] : undefined;
		if (isRecord(metadata)) {
			const {name, generateName} = metadata;
			if (typeof name === 'string' && typeof generateName === 'string' && name.startsWith(generateName)) {
				found.set(name, `${generateName}*`);
			}
		}
	}

	return found;
};

const text = (value: string, names: ReadonlyMap<string, string>): string =>
	names.get(value) ??
	(drawnVolume.test(value)
		? 'kube-api-access-*'
		: value.replaceAll(uuid, '<uid>').replaceAll(time, '<time>').replaceAll(address, '<address>'));

const normalised = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
	if (typeof value === 'string') {
		return text(value, names);
	}

	if (Array.isArray(value)) {
		return value.map((item) => normalised(item, names));
	}

	return isRecord(value)
		? Object.fromEntries(
				Object.entries(value)
					.filter(([field]) => !dropped.has(field))
					.toSorted(([a], [b]) => (a < b ? -1 : 1))
					.map(([field, item]) => [text(field, names), normalised(item, names)]),
			)
		: value;
};

/** The resource of a key in etcd, as kubectl names it, and the namespace and name. */
const placeOf = (key: string): {readonly resource: string; readonly rest: readonly string[]} => {
	const [first = '', second = '', ...more] = key.replace('/registry/', '').split('/');
	if (first.includes('.')) {
		return {resource: `${second}.${first}`, rest: more};
	}

	return {resource: first, rest: second === 'specs' ? more : [second, ...more]};
};

/** The entries, with the objects that share an entry in an order that their names do not decide. */
export const sortedValues = (found: ReadonlyMap<string, unknown[]>): EndState => {
	for (const values of found.values()) {
		values.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
	}

	return found;
};

/**
Reads the end of a run.

@param entries keys such as `/registry/configmaps/default/web`, and the stored objects.
*/
export const endStateOf = (entries: Iterable<readonly [string, unknown]>): EndState => {
	const all = [...entries].filter(([key, value]) => !quiet.test(key) && isRecord(value) && isRecord(value['metadata']));
	const names = generatedNames(all);
	const found = new Map<string, unknown[]>();
	for (const [key, value] of all) {
		const {resource, rest} = placeOf(key);
		const name = `${resource} ${rest.map((part) => text(part, names)).join('/')}`;
		getOrInsert(found, name, () => []).push(normalised(value, names));
	}

	return sortedValues(found);
};

/** Objects of several clusters of one run, as one. */
export const mergedStates = (states: readonly EndState[]): EndState => {
	const found = new Map<string, unknown[]>();
	for (const state of states) {
		for (const [name, values] of state) {
			getOrInsert(found, name, () => []).push(...values);
		}
	}

	return found;
};

const longest = 80;

const shown = (value: unknown, words: Words): string => {
	if (value === undefined) {
		return words.absent;
	}

	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
};

const differentFields = (what: string, before: unknown, after: unknown, words: Words): readonly Difference[] => {
	if (equal(before, after)) {
		return [];
	}

	if (isRecord(before) && isRecord(after)) {
		const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
		return fields.flatMap((field) => differentFields(`${what}.${field}`, before[field], after[field], words));
	}

	return [{what, before: shown(before, words), after: shown(after, words)}];
};

const counted = (count: number, words: Words): string => {
	if (count === 0) {
		return words.absent;
	}

	return count === 1 ? words.present : words.objects(count);
};

/** The differences between the ends of a run and of the undisturbed one, in the order of the objects' names. */
export const differencesOf = (before: EndState, after: EndState, words = english.chaos): readonly Difference[] =>
	[...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((name) => {
		const [mine, other] = [before.get(name) ?? [], after.get(name) ?? []];
		return mine.length === other.length
			? mine.flatMap((value, index) =>
					differentFields(name, value, other[index], words).map(({what, ...rest}) => ({
						what: what.replace(`${name}.`, `${name} `),
						...rest,
					})),
				)
			: [{what: name, before: counted(mine.length, words), after: counted(other.length, words)}];
	});
