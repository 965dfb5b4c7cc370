import {isRecord} from '../../kernel/record.js';
import {emptySet, isFieldSet, union, type FieldSet} from './field-set.js';
import {equal} from '../../kernel/equality.js';
import {writeOf} from './tracked-write.js';
import type {ManagedEntry, Writer} from './managed-entry.js';

/** Sets that need no check of their contents. */
const known = new WeakSet<object>();

/** An entry with its fields in the API's order. */
export const entryOf = (
	{manager, operation, apiVersion, subresource}: Omit<Writer, 'now'>,
	fieldsV1: FieldSet,
	time: string | undefined,
): ManagedEntry => {
	// A set made here need not be checked when the store returns it.
	known.add(fieldsV1);
	const name = manager === '' ? 'unknown' : manager;
	const fieldsType = 'FieldsV1';
	if (time === undefined) {
		return subresource === ''
			? {manager: name, operation, apiVersion, fieldsType, fieldsV1}
			: {manager: name, operation, apiVersion, fieldsType, fieldsV1, subresource};
	}

	return subresource === ''
		? {manager: name, operation, apiVersion, time, fieldsType, fieldsV1}
		: {manager: name, operation, apiVersion, time, fieldsType, fieldsV1, subresource};
};

/** The entry with a different set. */
export const withFields = (entry: ManagedEntry, fieldsV1: FieldSet): ManagedEntry => {
	known.add(fieldsV1);
	return {...entry, fieldsV1};
};

/** Whether an entry is this writer's own: an applier keeps its entry in every version that it applies. */
export const isOwn = (entry: ManagedEntry, {manager, operation, apiVersion, subresource}: Writer): boolean =>
	entry.manager === (manager === '' ? 'unknown' : manager) &&
	entry.operation === operation &&
	(entry.subresource ?? '') === subresource &&
	(operation === 'Apply' || entry.apiVersion === apiVersion);

/** The given entries of an object; `undefined` when one of them cannot be read. */
export const readEntries = (value: unknown): readonly ManagedEntry[] | undefined => {
	if (value === undefined || value === null) {
		return [];
	}

	const write = writeOf(value);
	if (write) {
		return write.items;
	}

	if (!isEntries(value)) {
		return undefined;
	}

	return isComplete(value) ? value : value.map((entry) => ({...entry, fieldsV1: entry.fieldsV1 ?? emptySet}));
};

/** An entry as a client writes it; it may own no field. */
type WrittenEntry = Omit<ManagedEntry, 'fieldsV1'> & Partial<Pick<ManagedEntry, 'fieldsV1'>>;

const isEntries = (value: unknown): value is readonly WrittenEntry[] =>
	Array.isArray(value) && value.every((item) => isEntry(item));

const isComplete = (entries: readonly WrittenEntry[]): entries is readonly ManagedEntry[] =>
	entries.every(({fieldsV1}) => fieldsV1);

const isEntry = (entry: unknown): entry is WrittenEntry =>
	isRecord(entry) &&
	(entry['operation'] === 'Apply' || entry['operation'] === 'Update') &&
	typeof entry['apiVersion'] === 'string' &&
	entry['apiVersion'] !== '' &&
	entry['fieldsType'] === 'FieldsV1' &&
	(entry['fieldsV1'] === undefined || isKnown(entry['fieldsV1']));

// Stored entries are frozen, and checked once.
const isKnown = (set: unknown): boolean => {
	if (!isRecord(set)) {
		return false;
	}

	if (known.has(set)) {
		return true;
	}

	const is = isFieldSet(set);
	if (is && Object.isFrozen(set)) {
		known.add(set);
	}

	return is;
};

/** A client resets the ownership with an empty list, or with one empty entry. */
export const isReset = (value: unknown): boolean =>
	Array.isArray(value) && (value.length === 0 || (value.length === 1 && equal(value[0], {})));

const compare = (a = '', b = ''): number => {
	if (a < b) {
		return -1;
	}

	if (a === b) {
		return 0;
	}

	return 1;
};

/** In upstream's order: by operation, time, manager. */
export const sortEntries = (entries: readonly ManagedEntry[]): readonly ManagedEntry[] =>
	entries.length < 2
		? entries
		: [...entries].sort(
				(a, b) =>
					compare(a.operation, b.operation) ||
					compare(a.time, b.time) ||
					compare(a.manager, b.manager) ||
					compare(a.apiVersion, b.apiVersion) ||
					compare(a.subresource, b.subresource),
			);

/** At most this many writers are tracked separately. */
const maxUpdaters = 10;

/** The oldest of too many writers become one. */
export const capped = (entries: readonly ManagedEntry[]): readonly ManagedEntry[] => {
	const updaters = entries.filter(({operation}) => operation === 'Update');
	if (updaters.length <= maxUpdaters) {
		return entries;
	}

	updaters.sort((a, b) => compare(a.time, b.time) || compare(a.manager, b.manager));
	let left = updaters.length;
	const firsts = new Map<string, ManagedEntry>();
	const gone = new Set<ManagedEntry>();
	const buckets = new Map<string, ManagedEntry>();
	for (const entry of updaters) {
		if (left <= maxUpdaters) {
			break;
		}

		const first = buckets.get(entry.apiVersion) ?? firsts.get(entry.apiVersion);
		if (!first) {
			firsts.set(entry.apiVersion, entry);
			continue;
		}

		gone.add(first).add(entry);
		buckets.set(
			entry.apiVersion,
			entryOf(
				{manager: 'ancient-changes', operation: 'Update', apiVersion: entry.apiVersion, subresource: ''},
				union(first.fieldsV1, entry.fieldsV1),
				entry.time,
			),
		);
		left--;
	}

	return [...entries.filter((entry) => !gone.has(entry)), ...buckets.values()];
};
