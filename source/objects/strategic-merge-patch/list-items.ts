import {isRecord, type Fields} from '../../kernel/record.js';
import {badPatchType, directive, noMergeKey, StrategicMergePatchError} from './directives.js';

/** The instructions of a patch for a list, item by item. */
interface Instructed {
	/** The items of the list without those that the patch removes. */
	readonly base: readonly unknown[];
	/** The items of the patch that are more than an instruction. */
	readonly changes: readonly Fields[];
	/** The changes are the whole new list. */
	readonly replaces: boolean;
}

/** Follows the `$patch` words among the items of a patch. @throws StrategicMergePatchError */
export const instructed = (original: readonly unknown[], patch: readonly Fields[], mergeKey: string): Instructed => {
	const gone = new Set<unknown>();
	const changes: Fields[] = [];
	let replaces = false;
	for (const item of patch) {
		const word = item[directive];
		if (word === 'delete') {
			if (!Object.hasOwn(item, mergeKey)) {
				throw new StrategicMergePatchError(noMergeKey(item, mergeKey));
			}

			gone.add(item[mergeKey]);
		} else if (word === 'replace') {
			replaces = true;
		} else if (word === undefined) {
			changes.push(item);
		} else if (word === 'merge') {
			throw new StrategicMergePatchError('merging lists cannot yet be specified in the patch');
		} else {
			throw new StrategicMergePatchError(badPatchType(word, item));
		}
	}

	const base = gone.size === 0 ? original : original.filter((other) => !isRecord(other) || !gone.has(other[mergeKey]));
	return {base, changes, replaces};
};

/** The index of the item with a key; −1 if missing. */
export const placeOf = (list: readonly unknown[], key: unknown, mergeKey: string): number => {
	for (let index = 0; index < list.length; index++) {
		const item = list[index];
		if (isRecord(item) && item[mergeKey] === key) {
			return index;
		}
	}

	return -1;
};

/** Up to this number, items are compared one by one: a table would cost more. */
const few = 12;

/** The kept keys of a growing list's items: the first item of each key. */
export class Places {
	#byKey: Map<unknown, number> | undefined;

	constructor(
		readonly list: readonly unknown[],
		readonly mergeKey: string,
	) {}

	/** The index of the item with a key; −1 if missing. */
	of(key: unknown): number {
		const {list, mergeKey} = this;
		if (list.length <= few) {
			return placeOf(list, key, mergeKey);
		}

		this.#byKey ??= firstPlaces(list, (item) => (isRecord(item) ? item[mergeKey] : undefined));
		return this.#byKey.get(key) ?? -1;
	}

	/** An item was appended. */
	grew(): void {
		const index = this.list.length - 1;
		const item = this.list[index];
		const key = isRecord(item) ? item[this.mergeKey] : undefined;
		if (this.#byKey && !this.#byKey.has(key)) {
			this.#byKey.set(key, index);
		}
	}
}

const firstPlaces = (list: readonly unknown[], keyOf: (item: unknown) => unknown): Map<unknown, number> => {
	const places = new Map<unknown, number>();
	for (const [index, item] of list.entries()) {
		const key = keyOf(item);
		if (!places.has(key)) {
			places.set(key, index);
		}
	}

	return places;
};

/** Finds the index of items in a list by their keys; −1 for an item that is not there. Each lookup has a constant cost. */
export const finderIn = (list: readonly unknown[], keyOf: (item: unknown) => unknown): ((item: unknown) => number) => {
	if (list.length > few) {
		const places = firstPlaces(list, keyOf);
		return (item) => places.get(keyOf(item)) ?? -1;
	}

	return (item) => {
		const key = keyOf(item);
		return list.findIndex((other) => keyOf(other) === key);
	};
};

/** Whether all items of a short list have different keys. */
export const isShortAndClear = (list: readonly unknown[], mergeKey: string): boolean => {
	if (list.length > few) {
		return false;
	}

	for (let index = 0; index < list.length; index++) {
		const item = list[index];
		const key = isRecord(item) ? item[mergeKey] : undefined;
		if ((typeof key !== 'string' && typeof key !== 'number') || placeOf(list, key, mergeKey) < index) {
			return false;
		}
	}

	return true;
};
