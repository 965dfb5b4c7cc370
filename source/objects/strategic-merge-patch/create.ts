import {setKey} from '../../go/json.js';
import {goText} from '../../go/print.js';
import {sortLikeGo} from '../../go/sort.js';
import {equal} from '../../kernel/equality.js';
import {isRecord} from '../../kernel/record.js';
import {fieldSchema} from '../schema.js';
import {mergePatches} from './apply.js';
import {
	deleteFromList,
	directive,
	elementOrderOf,
	noMergeKey,
	retainKeys,
	StrategicMergePatchError,
} from './directives.js';
import {strategyOf, type Strategy} from './strategy.js';
import type {Schema} from '../openapi-schema.js';

type Fields = Record<string, unknown>;
type ReadonlyFields = Readonly<Fields>;

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
		if (isRecord(old) && isRecord(value) && strategy.replace) {
			// Sent even if it is the same: an apply of a PodDisruptionBudget always says `configured`.
			if (options.additions) {
				setKey(patch, key, value);
			}
		} else if (isRecord(old) && isRecord(value)) {
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

const diffScalars = (
	key: string,
	before: readonly unknown[],
	after: readonly unknown[],
	options: DiffOptions,
	patch: Fields,
): void => {
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
};

/** An item of a list with its merge key, whose text matches items. */
interface Keyed {
	readonly item: ReadonlyFields;
	readonly key: unknown;
	readonly text: string;
}

/** The items of a list in the order of their keys. @throws StrategicMergePatchError for an item without the key. */
const keyedItems = (items: readonly unknown[], name: string): readonly Keyed[] =>
	items.map((item) => {
		const key = isRecord(item) ? item[name] : undefined;
		if (!isRecord(item) || key === undefined) {
			throw new StrategicMergePatchError(noMergeKey(item, name));
		}

		return {item, key, text: goText(key)};
	});

const byText = (items: readonly Keyed[]): readonly Keyed[] => sortLikeGo(items, (a, b) => a.text <= b.text);

/** Pairs the items of two lists, each in the order of its keys: items with the same key are paired in this order. */
const pairs = (
	before: readonly Keyed[],
	after: readonly Keyed[],
): ReadonlyArray<{readonly old?: Keyed; readonly item?: Keyed}> => {
	const result: Array<{old?: Keyed; item?: Keyed}> = [];
	const [olds, items] = [byText(before), byText(after)];
	for (let oldAt = 0, at = 0; oldAt < olds.length || at < items.length;) {
		const [old, item] = [olds[oldAt], items[at]];
		if (old && (!item || old.text < item.text)) {
			result.push({old});
			oldAt++;
		} else if (item && (!old || item.text < old.text)) {
			result.push({item});
			at++;
		} else {
			result.push({...(old ? {old} : {}), ...(item ? {item} : {})});
			oldAt++;
			at++;
		}
	}

	return result;
};

/** @mirrors strategicpatch diffListsOfMaps */
const diffItems = (
	key: string,
	before: readonly Keyed[],
	after: readonly Keyed[],
	{schema, retainKeys: retain, name}: Strategy & {readonly name: string},
	options: DiffOptions,
	patch: Fields,
): void => {
	const changes: Array<{readonly text: string; readonly change: Fields}> = [];
	const deletions: Fields[] = [];
	for (const {old, item} of pairs(before, after)) {
		if (old && item) {
			const change = diffFields(old.item, item.item, fieldSchema(schema, 0), {...options, retainKeys: retain});
			if (Object.keys(change).length > 0) {
				changes.push({text: item.text, change: {...change, [name]: item.key}});
			}
		} else if (item && options.additions) {
			changes.push({text: item.text, change: item.item});
		} else if (old && options.deletions) {
			deletions.push({[directive]: 'delete', [name]: old.key});
		}
	}

	const place = new Map([...after.entries()].reverse().map(([index, {text}]) => [text, index]));
	changes.sort((a, b) => (place.get(a.text) ?? 0) - (place.get(b.text) ?? 0));
	const all = [...changes.map(({change}) => change), ...deletions];
	if (all.length > 0) {
		patch[key] = all;
	}

	const sameOrder = before.length === after.length && before.every(({text}, index) => text === after[index]?.text);
	if (after.length > 0 && (all.length > 0 || (options.additions && !sameOrder))) {
		patch[elementOrderOf + key] = after.map((item) => ({[name]: item.key}));
	}
};

const diffLists = (
	key: string,
	before: readonly unknown[],
	after: readonly unknown[],
	strategy: Strategy,
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
		diffScalars(key, before, after, options, patch);
		return;
	}

	// Lists of objects that are merged have a key.
	const name = String(strategy.mergeKey);
	diffItems(key, keyedItems(before, name), keyedItems(after, name), {...strategy, name}, options, patch);
};

/** The strategic merge patch that turns `before` into `after`. @mirrors strategicpatch.CreateTwoWayMergePatch */
export const createTwoWayPatch = (
	before: ReadonlyFields,
	after: ReadonlyFields,
	schema: Schema | undefined,
): ReadonlyFields => diffFields(before, after, schema, {additions: true, deletions: true, retainKeys: false});

/**
The strategic merge patch that `kubectl apply` sends: it changes `current` to `modified`, and removes the fields that `original` (the last
applied) has and `modified` lacks. Fields that other writers added to `current` stay. It is empty without changes.

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
	return mergePatches(deletions, changes, schema);
};
