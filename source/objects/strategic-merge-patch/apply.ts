import {setKey} from '../../go/json.js';
import {equal} from '../../kernel/equality.js';
import {isRecord} from '../../kernel/record.js';
import {copyOf} from '../copy.js';
import {fieldSchema} from '../schema.js';
import {
	badPatchType,
	deleteFromList,
	directive,
	elementOrderOf,
	noMergeKey,
	retainKeys,
	StrategicMergePatchError,
	withoutDirectives,
} from './directives.js';
import {checkOrder, elementOrder} from './element-order.js';
import {instructed, isShortAndClear, Places} from './list-items.js';
import {combineRetainKeys, retainFields} from './retain-keys.js';
import {strategyOf, type Strategy} from './strategy.js';
import type {Schema} from '../openapi-schema.js';

type Fields = Record<string, unknown>;
type ReadonlyFields = Readonly<Fields>;

const badElementOrder = 'invalid patch format of setElementOrder list';

interface Options {
	/** An object is being patched. False: one patch is merged into another, whose directives stay. */
	readonly applying: boolean;
}

/** A value that did not exist before. */
const added = (value: unknown, options: Options): unknown => (options.applying ? withoutDirectives(value) : value);

/** Lists with `$setElementOrder`: merged, then put in that order. Removes them from the patch. */
const applyElementOrders = (original: Fields, patch: Fields, schema: Schema | undefined, options: Options): void => {
	for (const key of Object.keys(patch).filter((name) => name.startsWith(elementOrderOf))) {
		const order = patch[key];
		delete patch[key];
		if (!options.applying) {
			if (Object.hasOwn(original, key) && !equal(original[key], order)) {
				throw new StrategicMergePatchError(badElementOrder);
			}

			original[key] = order;
			continue;
		}

		const field = key.slice(elementOrderOf.length);
		const list = mergeOrdered(
			ownField(original, field),
			ownField(patch, field),
			order,
			strategyOf(schema, field),
			options,
		);
		delete patch[field];
		if (list === undefined) {
			delete original[field];
		} else {
			setKey(original, field, list);
		}
	}
};

const ownField = (fields: ReadonlyFields, field: string): unknown =>
	Object.hasOwn(fields, field) ? fields[field] : undefined;

/** A list with the changes of a patch, in the order that the patch gives; `undefined` if the field is removed. */
const mergeOrdered = (
	before: unknown,
	change: unknown,
	order: unknown,
	strategy: Strategy,
	options: Options,
): unknown => {
	if (!Array.isArray(order)) {
		throw new StrategicMergePatchError(badElementOrder);
	}

	checkOrder(change, order, strategy.mergeKey);
	const old: readonly unknown[] | undefined = Array.isArray(before) ? before : undefined;
	const changed = (): unknown =>
		old ? mergeLists(old, change as unknown[], strategy, options) : added(change, options);
	const list = change === undefined || change === null ? old : changed();
	if (!Array.isArray(list)) {
		return change === null ? undefined : before;
	}

	const merged = elementOrder(list, order, old ?? [], strategy.mergeKey);
	return old && merged.length === old.length && merged.every((item, index) => item === old[index]) ? old : merged;
};

const mergeLists = (
	original: readonly unknown[],
	patch: readonly unknown[],
	{schema, mergeKey, merge}: Strategy,
	options: Options,
): readonly unknown[] => {
	// Such a list is taken as it is: directives in its items are unknown fields.
	if (!merge) {
		return patch;
	}

	if (!isRecord(original[0] ?? patch[0])) {
		const both = [...new Set([...original, ...patch])];
		return elementOrder(both, patch, original, undefined);
	}

	if (mergeKey === undefined) {
		throw new StrategicMergePatchError('cannot merge lists without merge key');
	}

	const {base, changes, replaces} = instructed(original, patch as readonly ReadonlyFields[], mergeKey);
	if (replaces) {
		return added(changes, options) as unknown[];
	}

	const merged = [...base];
	const places = new Places(merged, mergeKey);
	let isInPlace = true;
	let last = -1;
	for (const item of changes) {
		const key = item[mergeKey];
		if (key === undefined) {
			throw new StrategicMergePatchError(noMergeKey(item, mergeKey));
		}

		const index = places.of(key);
		isInPlace &&= index > last;
		last = index;
		if (index === -1) {
			merged.push(newItem(item, mergeKey, options));
			places.grew();
		} else {
			merged[index] = mergeFields(merged[index] as ReadonlyFields, item, fieldSchema(schema, 0), options);
		}
	}

	// An item changed in the order of the list stays in place.
	return isInPlace && isShortAndClear(merged, mergeKey) ? merged : elementOrder(merged, changes, base, mergeKey);
};

/** A new item of the list. A key that is an object must be a copy, because an object in the order equals only itself. */
const newItem = (item: ReadonlyFields, mergeKey: string, options: Options): unknown => {
	const key = item[mergeKey];
	const made = added(item, options);
	return options.applying && typeof key === 'object' && isRecord(made)
		? {...made, [mergeKey]: structuredClone(made[mergeKey])}
		: made;
};

const mergeFields = (
	before: ReadonlyFields,
	change: ReadonlyFields,
	schema: Schema | undefined,
	options: Options,
): ReadonlyFields => {
	if (options.applying && isPlain(change)) {
		return mergePlainFields(before, change, schema, options);
	}

	const patch: Fields = copyOf(change);
	if (Object.hasOwn(patch, directive)) {
		const word = patch[directive];
		if (word === 'delete') {
			return {};
		}

		if (word !== 'replace') {
			throw new StrategicMergePatchError(badPatchType(word, patch));
		}

		delete patch[directive];
		return patch;
	}

	const result: Fields = copyOf(before);
	(options.applying ? retainFields : combineRetainKeys)(result, patch);
	applyElementOrders(result, patch, schema, options);
	for (const [key, item] of Object.entries(patch)) {
		if (key.startsWith(deleteFromList)) {
			if (options.applying) {
				const field = key.slice(deleteFromList.length);
				const gone = new Set(item as unknown[]);
				if (Array.isArray(result[field])) {
					setKey(
						result,
						field,
						(result[field] as unknown[]).filter((value) => !gone.has(value)),
					);
				}
			} else {
				result[key] = item;
			}

			continue;
		}

		if (item === null) {
			delete result[key];
			if (!options.applying) {
				setKey(result, key, null);
			}

			continue;
		}

		setKey(result, key, mergeField(Object.hasOwn(result, key) ? result[key] : undefined, item, schema, key, options));
	}

	return Object.keys(result).length === Object.keys(before).length &&
		Object.keys(result).every((key) => Object.hasOwn(before, key) && result[key] === before[key])
		? before
		: result;
};

/** Whether the fields have no directive except the orders of lists, and no such list is removed. */
const isPlain = (change: ReadonlyFields): boolean => {
	for (const key in change) {
		if (
			key.startsWith('$') &&
			(key === directive ||
				key === retainKeys ||
				key.startsWith(deleteFromList) ||
				(key.startsWith(elementOrderOf) && !isListOf(change, key.slice(elementOrderOf.length))))
		) {
			return false;
		}
	}

	return true;
};

const isListOf = (change: ReadonlyFields, field: string): boolean =>
	Array.isArray(change[field]) && !field.startsWith('$');

/** The result of mergeFields for a patch whose only directives are the orders of its lists, as in most patches. Unchanged parts are not copied. */
const mergePlainFields = (
	before: ReadonlyFields,
	change: ReadonlyFields,
	schema: Schema | undefined,
	options: Options,
): ReadonlyFields => {
	let result: Fields | undefined;
	let gone: string[] | undefined;
	const set = (key: string, value: unknown): void => {
		if (!Object.hasOwn(before, key) || before[key] !== value) {
			result ??= copyOf(before);
			setKey(result, key, value);
		}
	};

	const ordered = orderedLists(change);
	for (const [field, order] of ordered) {
		set(field, mergeOrdered(before[field], change[field], order, strategyOf(schema, field), options));
	}

	for (const key in change) {
		const item = change[key];
		if (key.startsWith(elementOrderOf) || ordered.has(key)) {
			continue;
		}

		if (item === null) {
			if (Object.hasOwn(before, key)) {
				(gone ??= []).push(key);
			}
		} else {
			set(key, mergeField(Object.hasOwn(before, key) ? before[key] : undefined, item, schema, key, options));
		}
	}

	return gone ? without(result ?? before, gone) : (result ?? before);
};

const noLists: ReadonlyMap<string, unknown> = new Map();

/** The ordered lists of a patch, and their orders. */
const orderedLists = (change: ReadonlyFields): ReadonlyMap<string, unknown> => {
	let lists: Map<string, unknown> | undefined;
	for (const key in change) {
		if (key.startsWith(elementOrderOf)) {
			lists ??= new Map();
			lists.set(key.slice(elementOrderOf.length), change[key]);
		}
	}

	return lists ?? noLists;
};

const without = (fields: ReadonlyFields, gone: readonly string[]): Fields => {
	const copy: Fields = {};
	const left = new Set(gone);
	for (const key in fields) {
		if (!left.has(key)) {
			setKey(copy, key, fields[key]);
		}
	}

	return copy;
};

const mergeField = (
	before: unknown,
	item: unknown,
	schema: Schema | undefined,
	key: string,
	options: Options,
): unknown => {
	const strategy = strategyOf(schema, key);
	if (isRecord(before) && isRecord(item)) {
		return strategy.replace ? item : mergeFields(before, item, strategy.schema, options);
	}

	if (Array.isArray(before) && Array.isArray(item)) {
		const list = mergeLists(before as unknown[], item as unknown[], strategy, options);
		return equal(list, before) ? before : list;
	}

	return before === undefined || typeof item === 'object' ? added(item, options) : item;
};

/**
Applies a strategic merge patch: as a merge patch, but lists with a merge key are merged item by item, and directives (`$patch`,
`$retainKeys`, `$setElementOrder/…`, `$deleteFromPrimitiveList/…`) apply. Unchanged parts are shared.

@param schema of the object's kind.
@throws StrategicMergePatchError in upstream's words; the server answers 500.
@mirrors k8s.io/apimachinery/pkg/util/strategicpatch StrategicMergeMapPatch
@see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
*/
export const applyStrategicMergePatch = (target: unknown, patch: unknown, schema: Schema | undefined): unknown =>
	isRecord(target) && isRecord(patch) ? mergeFields(target, patch, schema, {applying: true}) : target;

/** One patch with the effect of two, including their directives. @throws StrategicMergePatchError when the directives contradict each other. */
export const mergePatches = (
	first: ReadonlyFields,
	second: ReadonlyFields,
	schema: Schema | undefined,
): ReadonlyFields => mergeFields(first, second, schema, {applying: false});
