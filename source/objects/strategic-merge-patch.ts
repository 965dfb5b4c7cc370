import {setKey} from '../go/json.js';
import {copyOf} from './copy.js';
import {fieldSchema, type Schema} from './schema.js';
import {elementOrder, inOrder, MergeKeyError, patchText} from './patch-order.js';
import {isRecord} from '../kernel/record.js';
import {equal} from '../kernel/equality.js';

export {MergeKeyError as StrategicMergePatchError} from './patch-order.js';

type Fields = Record<string, unknown>;
type ReadonlyFields = Readonly<Fields>;

const directive = '$patch';
const retainKeys = '$retainKeys';
const deleteFromList = '$deleteFromPrimitiveList/';
const elementOrderOf = '$setElementOrder/';

interface Options {
	/** An object is being patched. False: one patch is merged into another, whose directives stay. */
	readonly applying: boolean;
}

interface Strategy {
	readonly schema: Schema | undefined;
	readonly mergeKey: string | undefined;
	readonly merge: boolean;
	readonly replace: boolean;
	readonly retainKeys: boolean;
}

const strategies = new WeakMap<Schema, Map<string, Strategy>>();

/** How a field is patched, by the schema's extensions; read once for each field of a schema. */
const strategyOf = (schema: Schema | undefined, field: string): Strategy => {
	if (!schema) {
		return readStrategy(schema, field);
	}

	let known = strategies.get(schema);
	if (!known) {
		known = new Map();
		strategies.set(schema, known);
	}

	let strategy = known.get(field);
	if (!strategy) {
		strategy = readStrategy(schema, field);
		// A patch may contain any name: only the schema's own fields are kept.
		if (strategy.schema) {
			known.set(field, strategy);
		}
	}

	return strategy;
};

const readStrategy = (schema: Schema | undefined, field: string): Strategy => {
	const found = fieldSchema(schema, field);
	const words = found?.['x-kubernetes-patch-strategy']?.split(',') ?? [];
	return {
		schema: found,
		mergeKey: found?.['x-kubernetes-patch-merge-key'],
		merge: words.includes('merge'),
		replace: words.includes('replace'),
		retainKeys: words.includes('retainKeys'),
	};
};

const isDirective = (key: string): boolean =>
	key.startsWith('$') &&
	(key === directive || key === retainKeys || key.startsWith(deleteFromList) || key.startsWith(elementOrderOf));

/** An item that only says what to do with others. */
const isInstruction = (item: unknown): boolean =>
	isRecord(item) &&
	(item[directive] === 'delete' || (Object.hasOwn(item, directive) && Object.keys(item).length === 1));

/** A value that did not exist before: its directives have no effect. Shares what has none in it. */
const withoutDirectives = (value: unknown, options: Options): unknown => {
	if (!options.applying || typeof value !== 'object' || value === null) {
		return value;
	}

	if (Array.isArray(value)) {
		return listWithoutDirectives(value, options);
	}

	const fields = value as ReadonlyFields;
	let result: Fields | undefined;
	for (const key in fields) {
		const item = fields[key];
		const isGone = item === null || isDirective(key);
		const after = isGone ? undefined : withoutDirectives(item, options);
		if (!result && (isGone || after !== item)) {
			result = fieldsBefore(fields, key);
		}

		if (result && !isGone) {
			setKey(result, key, after);
		}
	}

	return result ?? value;
};

const listWithoutDirectives = (list: readonly unknown[], options: Options): readonly unknown[] => {
	let result: unknown[] | undefined;
	for (const [index, item] of list.entries()) {
		const isGone = isInstruction(item);
		const after = isGone ? undefined : withoutDirectives(item, options);
		if (!result && (isGone || after !== item)) {
			result = list.slice(0, index);
		}

		if (result && !isGone) {
			result.push(after);
		}
	}

	return result ?? list;
};

/** A copy of the fields that come before one of them. */
const fieldsBefore = (fields: ReadonlyFields, end: string): Fields => {
	const copy: Fields = {};
	for (const key in fields) {
		if (key === end) {
			break;
		}

		setKey(copy, key, fields[key]);
	}

	return copy;
};

const applyRetainKeys = (original: Fields, patch: Fields, options: Options): void => {
	if (!Object.hasOwn(patch, retainKeys)) {
		return;
	}

	const keys = patch[retainKeys];
	delete patch[retainKeys];
	if (!options.applying) {
		if (Object.hasOwn(original, retainKeys) && !equal(original[retainKeys], keys)) {
			throw new MergeKeyError('invalid patch format of retainKeys');
		}

		original[retainKeys] = keys;
		return;
	}

	const retained = new Set(Array.isArray(keys) ? (keys as unknown[]) : []);
	const isChange = (key: string): boolean =>
		patch[key] !== null && !key.startsWith(deleteFromList) && !key.startsWith(elementOrderOf);
	if (!Array.isArray(keys) || Object.keys(patch).some((key) => isChange(key) && !retained.has(key))) {
		throw new MergeKeyError('invalid patch format of retainKeys');
	}

	for (const key of Object.keys(original)) {
		if (!retained.has(key)) {
			delete original[key];
		}
	}
};

/** Lists that come with `$setElementOrder`: merged, then put in that order. Takes them out of the patch. */
const applyElementOrders = (original: Fields, patch: Fields, schema: Schema | undefined, options: Options): void => {
	for (const key of Object.keys(patch).filter((name) => name.startsWith(elementOrderOf))) {
		const order = patch[key];
		delete patch[key];
		if (!options.applying) {
			if (Object.hasOwn(original, key) && !equal(original[key], order)) {
				throw new MergeKeyError('invalid patch format of setElementOrder list');
			}

			original[key] = order;
			continue;
		}

		const field = key.slice(elementOrderOf.length);
		const strategy = strategyOf(schema, field);
		const before = original[field];
		const change = patch[field];
		if (!Array.isArray(order)) {
			throw new MergeKeyError('invalid patch format of setElementOrder list');
		}

		delete patch[field];
		checkOrder(change, order, strategy.mergeKey);
		const list =
			change === undefined || change === null
				? before
				: Array.isArray(before)
					? mergeLists(before, change as unknown[], strategy, options)
					: withoutDirectives(change, options);
		if (Array.isArray(list)) {
			original[field] = elementOrder(list, order, Array.isArray(before) ? before : [], strategy.mergeKey);
		} else if (change === null) {
			delete original[field];
		}
	}
};

const checkOrder = (change: unknown, order: readonly unknown[], mergeKey: string | undefined): void => {
	if (!Array.isArray(change) || order.length === 0) {
		return;
	}

	const items = (change as unknown[]).filter((item) => !(isRecord(item) && item[directive] === 'delete'));
	let index = 0;
	for (const item of order) {
		if (index < items.length && inOrder([item], items[index], mergeKey) === 0) {
			index++;
		}
	}

	if (index < items.length) {
		throw new MergeKeyError(
			`The order in patch list:\n${patchText(change)}\n doesn't match $setElementOrder list:\n${patchText(order)}\n`,
		);
	}
};

const mergeLists = (
	original: readonly unknown[],
	patch: readonly unknown[],
	{schema, mergeKey, merge}: Strategy,
	options: Options,
): readonly unknown[] => {
	if (!merge) {
		return withoutDirectives(patch, options) as unknown[];
	}

	if (!isRecord(original[0] ?? patch[0])) {
		const both = [...new Set([...original, ...patch])];
		return elementOrder(both, patch, original, undefined);
	}

	if (mergeKey === undefined) {
		throw new MergeKeyError('cannot merge lists without merge key');
	}

	let base = [...original];
	const changes: ReadonlyFields[] = [];
	let replace = false;
	for (const item of patch as readonly ReadonlyFields[]) {
		const word = item[directive];
		if (word === 'delete') {
			if (!Object.hasOwn(item, mergeKey)) {
				throw new MergeKeyError(noMergeKey(item, mergeKey));
			}

			base = base.filter((other) => !isRecord(other) || other[mergeKey] !== item[mergeKey]);
		} else if (word === 'replace') {
			replace = true;
		} else if (word === undefined) {
			changes.push(item);
		} else if (word !== 'merge') {
			throw new MergeKeyError(`unknown patch type found: ${String(word)}`);
		}
	}

	if (replace) {
		return withoutDirectives(changes, options) as unknown[];
	}

	const merged = [...base];
	let isInPlace = true;
	let last = -1;
	for (const item of changes) {
		const key = item[mergeKey];
		if (key === undefined) {
			throw new MergeKeyError(noMergeKey(item, mergeKey));
		}

		const index = placeOf(merged, key, mergeKey);
		isInPlace &&= index > last;
		last = index;
		if (index === -1) {
			merged.push(newItem(item, mergeKey, options));
		} else {
			merged[index] = mergeFields(merged[index] as ReadonlyFields, item, fieldSchema(schema, 0), options);
		}
	}

	// What is changed in the order of the list stays where it is.
	return isInPlace && isShortAndClear(merged, mergeKey) ? merged : elementOrder(merged, changes, base, mergeKey);
};

/** Whether no two items of a short list have the same key, or none. */
const isShortAndClear = (list: readonly unknown[], mergeKey: string): boolean => {
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

/** An item that the list did not have. A key that is an object itself must not be the same one that the order names: it equals no other. */
const newItem = (item: ReadonlyFields, mergeKey: string, options: Options): unknown => {
	const key = item[mergeKey];
	const added = withoutDirectives(item, options);
	return options.applying && typeof key === 'object' && isRecord(added)
		? {...added, [mergeKey]: structuredClone(added[mergeKey])}
		: added;
};

const placeOf = (list: readonly unknown[], key: unknown, mergeKey: string): number => {
	for (let index = 0; index < list.length; index++) {
		const item = list[index];
		if (isRecord(item) && item[mergeKey] === key) {
			return index;
		}
	}

	return -1;
};

const noMergeKey = (item: unknown, mergeKey: string): string =>
	`map: ${patchText(item)} does not contain declared merge key: ${mergeKey}`;

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
		delete patch[directive];
		if (word === 'replace') {
			return patch;
		}

		if (word === 'delete') {
			return {};
		}

		if (word !== 'merge') {
			throw new MergeKeyError(`unknown patch type found: ${String(word)}`);
		}
	}

	const result: Fields = copyOf(before);
	applyRetainKeys(result, patch, options);
	applyElementOrders(result, patch, schema, options);
	for (const [key, item] of Object.entries(patch)) {
		if (key.startsWith(deleteFromList)) {
			if (options.applying) {
				const field = key.slice(deleteFromList.length);
				const gone = new Set(item as unknown[]);
				if (Array.isArray(result[field])) {
					result[field] = (result[field] as unknown[]).filter((value) => !gone.has(value));
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

/** Whether there is no directive among the fields but the orders of lists, and none of those lists is taken away. */
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

/** The same for a patch without directives except the orders of its lists, which most patches are. Copies nothing that stays as it is. */
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

/** The lists of a patch that come with an order, and the order. */
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
	for (const key in fields) {
		if (!gone.includes(key)) {
			setKey(copy, key, fields[key]);
		}
	}

	return copy;
};

/** A list with the changes of a patch, in the order that the patch gives. */
const mergeOrdered = (
	before: unknown,
	change: unknown,
	order: unknown,
	strategy: Strategy,
	options: Options,
): unknown => {
	if (!Array.isArray(order)) {
		throw new MergeKeyError('invalid patch format of setElementOrder list');
	}

	checkOrder(change, order, strategy.mergeKey);
	if (!Array.isArray(before)) {
		const list = withoutDirectives(change, options);
		return elementOrder(Array.isArray(list) ? list : [], order, [], strategy.mergeKey);
	}

	const list = mergeLists(before, Array.isArray(change) ? change : [], strategy, options);
	const merged = elementOrder(list, order, before, strategy.mergeKey);
	return merged.length === before.length && merged.every((item, index) => item === before[index]) ? before : merged;
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

	return before === undefined || typeof item === 'object' ? withoutDirectives(item, options) : item;
};

/**
Applies a strategic merge patch: as a merge patch, but lists with a merge key are merged item by item, and directives (`$patch`, `$retainKeys`, `$setElementOrder/…`, `$deleteFromPrimitiveList/…`) say more. Shares what the patch does not touch.

@param schema of the object's kind.
@throws StrategicMergePatchError in upstream's words; the server answers 500.
@mirrors k8s.io/apimachinery/pkg/util/strategicpatch StrategicMergeMapPatch
@see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
*/
export const applyStrategicMergePatch = (target: unknown, patch: unknown, schema: Schema | undefined): unknown =>
	isRecord(target) && isRecord(patch) ? mergeFields(target, patch, schema, {applying: true}) : target;

interface DiffOptions {
	readonly additions: boolean;
	readonly deletions: boolean;
	readonly retainKeys: boolean;
}

const diffFields = (
	before: ReadonlyFields,
	after: ReadonlyFields,
	schema: Schema | undefined,
	options: DiffOptions,
): Fields => {
	const patch: Fields = {};
	for (const [key, value] of Object.entries(after)) {
		const old = before[key];
		if (!Object.hasOwn(before, key)) {
			if (options.additions) {
				setKey(patch, key, value);
			}

			continue;
		}

		const strategy = strategyOf(schema, key);
		if (isRecord(old) && isRecord(value) && !strategy.replace) {
			const change = diffFields(old, value, strategy.schema, {...options, retainKeys: strategy.retainKeys});
			if (Object.keys(change).length > 0) {
				setKey(patch, key, change);
			}
		} else if (Array.isArray(old) && Array.isArray(value) && strategy.merge) {
			diffLists(key, old, value, strategy, options, patch);
		} else if (options.additions && !equal(old, value)) {
			setKey(patch, key, value);
		}
	}

	const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
	if (options.deletions) {
		for (const key of gone) {
			setKey(patch, key, null);
		}
	}

	const kept = Object.keys(after).filter((key) => after[key] !== null);
	if (options.retainKeys && kept.length > 0 && (Object.keys(patch).length > 0 || gone.length > 0)) {
		patch[retainKeys] = kept.sort();
	}

	return patch;
};

/** Long because it is a table: one branch for each patch strategy of lists. */
const diffLists = (
	key: string,
	before: readonly unknown[],
	after: readonly unknown[],
	{schema, mergeKey, retainKeys: retain}: Strategy,
	options: DiffOptions,
	patch: Fields,
): void => {
	if (before.length === 0) {
		if (after.length > 0 && options.additions) {
			patch[key] = after;
		}

		return;
	}

	if (!isRecord(before[0] ?? after[0])) {
		const added = options.additions ? after.filter((item) => !before.includes(item)) : [];
		const removed = options.deletions ? before.filter((item) => !after.includes(item)) : [];
		if (added.length > 0) {
			patch[key] = added;
		}

		if (removed.length > 0) {
			patch[deleteFromList + key] = removed;
		}

		if (after.length > 0 && (removed.length > 0 || (options.additions && !equal(before, after)))) {
			patch[elementOrderOf + key] = after;
		}

		return;
	}

	// Lists of objects that are merged have a key.
	const name = String(mergeKey);
	const keyOf = (item: unknown): unknown => {
		const value = isRecord(item) ? item[name] : undefined;
		if (value === undefined) {
			throw new MergeKeyError(noMergeKey(item, name));
		}

		return value;
	};

	const olds = new Map(before.map((item) => [keyOf(item), item as ReadonlyFields]));
	const keys = new Set(after.map((item) => keyOf(item)));
	const changes: unknown[] = [];
	for (const item of after as readonly ReadonlyFields[]) {
		const old = olds.get(keyOf(item));
		if (!old) {
			if (options.additions) {
				changes.push(item);
			}

			continue;
		}

		const change = diffFields(old, item, fieldSchema(schema, 0), {...options, retainKeys: retain});
		if (Object.keys(change).length > 0) {
			changes.push({...change, [name]: keyOf(item)});
		}
	}

	if (options.deletions) {
		for (const old of [...olds.keys()].filter((old) => !keys.has(old))) {
			changes.push({[directive]: 'delete', [name]: old});
		}
	}

	const sameOrder =
		before.length === after.length && before.every((item, index) => keyOf(item) === keyOf(after[index]));
	if (changes.length > 0) {
		patch[key] = changes;
	}

	if (after.length > 0 && (changes.length > 0 || (options.additions && !sameOrder))) {
		patch[elementOrderOf + key] = after.map((item) => ({[name]: keyOf(item)}));
	}
};

/** The strategic merge patch that turns `before` into `after`. @mirrors strategicpatch.CreateTwoWayMergePatch */
export const createTwoWayPatch = (
	before: ReadonlyFields,
	after: ReadonlyFields,
	schema: Schema | undefined,
): ReadonlyFields => diffFields(before, after, schema, {additions: true, deletions: true, retainKeys: false});

/**
The strategic merge patch that `kubectl apply` sends: it makes the changes from `current` to `modified` and removes what was in `original` (the last applied) but is no longer in `modified`. What others added to `current` stays. Empty when there is nothing to do.

@mirrors k8s.io/apimachinery/pkg/util/strategicpatch CreateThreeWayMergePatch
*/
export const createThreeWayPatch = (
	original: ReadonlyFields | undefined,
	modified: ReadonlyFields,
	current: ReadonlyFields,
	schema: Schema | undefined,
): ReadonlyFields => {
	const changes = diffFields(current, modified, schema, {additions: true, deletions: false, retainKeys: false});
	const deletions = diffFields(original ?? {}, modified, schema, {
		additions: false,
		deletions: true,
		retainKeys: false,
	});
	return mergeFields(deletions, changes, schema, {applying: false});
};
