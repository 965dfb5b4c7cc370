import {setKey} from '../go/json.js';
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

/** A value that did not exist before: its directives have no effect. */
const withoutDirectives = (value: unknown, options: Options): unknown => {
	if (!options.applying) {
		return value;
	}

	if (Array.isArray(value)) {
		return value
			.filter((item) => !(isRecord(item) && item[directive] === 'delete'))
			.filter((item) => !(isRecord(item) && Object.keys(item).length === 1 && Object.hasOwn(item, directive)))
			.map((item) => withoutDirectives(item, options));
	}

	if (!isRecord(value)) {
		return value;
	}

	const result: Fields = {};
	for (const key of Object.keys(value)) {
		const item = value[key];
		const isDirective =
			key.startsWith('$') &&
			(key === directive || key === retainKeys || key.startsWith(deleteFromList) || key.startsWith(elementOrderOf));
		if (!isDirective && item !== null) {
			setKey(result, key, withoutDirectives(item, options));
		}
	}

	return result;
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
	for (const item of changes) {
		const key = item[mergeKey];
		if (key === undefined) {
			throw new MergeKeyError(noMergeKey(item, mergeKey));
		}

		const index = merged.findIndex((other) => isRecord(other) && other[mergeKey] === key);
		if (index === -1) {
			merged.push(withoutDirectives(item, options));
		} else {
			merged[index] = mergeFields(merged[index] as ReadonlyFields, item, fieldSchema(schema, 0), options);
		}
	}

	return elementOrder(merged, changes, base, mergeKey);
};

const noMergeKey = (item: unknown, mergeKey: string): string =>
	`map: ${patchText(item)} does not contain declared merge key: ${mergeKey}`;

const mergeFields = (
	before: ReadonlyFields,
	change: ReadonlyFields,
	schema: Schema | undefined,
	options: Options,
): ReadonlyFields => {
	const patch: Fields = {...change};
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

	const result: Fields = {...before};
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
