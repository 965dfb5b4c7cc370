import {setKey} from '../../go/json.js';
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
			throw new StrategicMergePatchError(noMergeKey(item, name));
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
The strategic merge patch that `kubectl apply` sends: it changes `current` to `modified`, and removes the fields that `original` (the last applied) has and `modified` lacks. Fields that other writers added to `current` stay. Empty when nothing changes.

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
