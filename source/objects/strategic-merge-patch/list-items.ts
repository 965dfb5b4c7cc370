import {isRecord, type Fields} from '../../kernel/record.js';
import {badPatchType, directive, noMergeKey, StrategicMergePatchError} from './directives.js';

/** What a patch of a list says, item by item. */
interface Instructed {
	/** The items of the list without those that the patch takes out. */
	readonly base: readonly unknown[];
	/** The items of the patch that are more than an instruction. */
	readonly changes: readonly Fields[];
	/** The changes are the whole new list. */
	readonly replaces: boolean;
}

/** Follows the `$patch` words among the items of a patch. @throws StrategicMergePatchError */
export const instructed = (original: readonly unknown[], patch: readonly Fields[], mergeKey: string): Instructed => {
	let base = original;
	const changes: Fields[] = [];
	let replaces = false;
	for (const item of patch) {
		const word = item[directive];
		if (word === 'delete') {
			if (!Object.hasOwn(item, mergeKey)) {
				throw new StrategicMergePatchError(noMergeKey(item, mergeKey));
			}

			base = base.filter((other) => !isRecord(other) || other[mergeKey] !== item[mergeKey]);
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

	return {base, changes, replaces};
};

/** Index of the item with a key; −1 if there is none. */
export const placeOf = (list: readonly unknown[], key: unknown, mergeKey: string): number => {
	for (let index = 0; index < list.length; index++) {
		const item = list[index];
		if (isRecord(item) && item[mergeKey] === key) {
			return index;
		}
	}

	return -1;
};

/** Whether no two items of a short list have the same key, or none. */
export const isShortAndClear = (list: readonly unknown[], mergeKey: string): boolean => {
	if (list.length > 12) {
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
