import {setKey} from '../../go/json.js';
import {goText} from '../../go/print.js';
import {isRecord, type Fields} from '../../kernel/record.js';

/** A patch that is not possible; `message` is upstream's. */
export class StrategicMergePatchError extends Error {
	override name = 'StrategicMergePatchError';
}

/** The field of a patch with the action on its object or list item: `replace` or `delete`. */
export const directive = '$patch';
/** A field of a patch that lists the fields of its object that stay. */
export const retainKeys = '$retainKeys';
/** Followed by the name of a list: the plain values to remove from it. */
export const deleteFromList = '$deleteFromPrimitiveList/';
/** The prefix of a field with the order of a list's items; the list's name follows. */
export const elementOrderOf = '$setElementOrder/';

const isDirective = (key: string): boolean =>
	key.startsWith('$') &&
	(key === directive || key === retainKeys || key.startsWith(deleteFromList) || key.startsWith(elementOrderOf));

/** An item of a patch that removes its item from the list. */
export const isDeletion = (item: unknown): boolean => isRecord(item) && item[directive] === 'delete';

/** Whether an item is only a directive for other items. */
const isInstruction = (item: unknown): boolean =>
	isDeletion(item) || (isRecord(item) && Object.hasOwn(item, directive) && Object.keys(item).length === 1);

/** A value that did not exist before: its directives have no effect. Shares parts without any. */
export const withoutDirectives = (value: unknown): unknown => {
	if (typeof value !== 'object' || value === null) {
		return value;
	}

	if (Array.isArray(value)) {
		return listWithoutDirectives(value);
	}

	const fields = value as Fields;
	let result: Record<string, unknown> | undefined;
	for (const key in fields) {
		const item = fields[key];
		const isGone = item === null || isDirective(key);
		const after = isGone ? undefined : withoutDirectives(item);
		if (!result && (isGone || after !== item)) {
			result = fieldsBefore(fields, key);
		}

		if (result && !isGone) {
			setKey(result, key, after);
		}
	}

	return result ?? value;
};

const listWithoutDirectives = (list: readonly unknown[]): readonly unknown[] => {
	let result: unknown[] | undefined;
	for (const [index, item] of list.entries()) {
		const isGone = isInstruction(item);
		const after = isGone ? undefined : withoutDirectives(item);
		if (!result && (isGone || after !== item)) {
			result = list.slice(0, index);
		}

		if (result && !isGone) {
			result.push(after);
		}
	}

	return result ?? list;
};

/** A copy of the fields before one of them. */
const fieldsBefore = (fields: Fields, end: string): Record<string, unknown> => {
	const copy: Record<string, unknown> = {};
	for (const key in fields) {
		if (key === end) {
			break;
		}

		setKey(copy, key, fields[key]);
	}

	return copy;
};

/** The error of an item that has no merge key. */
export const noMergeKey = (item: unknown, mergeKey: string): string =>
	`map: ${goText(item)} does not contain declared merge key: ${mergeKey}`;

/** The refusal of a `$patch` word that has no meaning. @mirrors k8s.io/apimachinery/pkg/util/mergepatch ErrBadPatchType */
export const badPatchType = (word: unknown, fields: Fields): string =>
	`unknown patch type: ${goText(word)} in map: ${goText(fields)}`;
