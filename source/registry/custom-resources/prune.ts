import type {CustomSchema} from '../../objects/custom-version.js';
import {isOwnField, propertyOf, valuesOf} from './schema.js';
import {isRecord, type Fields} from '../../kernel/record.js';

/**
Removes fields that are not in the schema, as the store of a custom resource does; other parts are shared with the input.

@param isRoot whether `value` is a complete object, with `apiVersion`, `kind` and `metadata`.
@param dropped receives the path of each removed field, such as `spec.colour`.
@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning Prune
*/
export const prune = <T>(value: T, schema: CustomSchema, isRoot: boolean, dropped: string[] = [], path = ''): T => {
	if (Array.isArray(value)) {
		const {items} = schema;
		return items
			? (mapped(value, (item, index) => prune(item, items, false, dropped, `${path}[${index}]`)) as T)
			: value;
	}

	return isRecord(value)
		? (pruneFields(value, schema, isRoot || Boolean(schema['x-kubernetes-embedded-resource']), dropped, path) as T)
		: value;
};

const pruneFields = (
	fields: Fields,
	schema: CustomSchema,
	isObject: boolean,
	dropped: string[],
	path: string,
): Fields => {
	const entries: Array<[string, unknown]> = [];
	const keepsUnknown = Boolean(schema['x-kubernetes-preserve-unknown-fields']);
	const values = valuesOf(schema);
	let changed = false;
	for (const [name, value] of Object.entries(fields)) {
		const at = path === '' ? name : `${path}.${name}`;
		const known = propertyOf(schema, name) ?? values;
		if (isObject && isOwnField(name)) {
			entries.push([name, value]);
		} else if (known) {
			const kept = prune(value, known, false, dropped, at);
			changed ||= kept !== value;
			entries.push([name, kept]);
		} else if (keepsUnknown || schema.additionalProperties === true) {
			entries.push([name, value]);
		} else {
			dropped.push(at);
			changed = true;
		}
	}

	return changed ? Object.fromEntries(entries) : fields;
};

/**
Removes nulls of fields that do not allow null and have no default: `cephfs:` without a value counts as missing. Other parts are shared with the input.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting PruneNonNullableNullsWithoutDefaults
*/
export const pruneNulls = (fields: Fields, schema: CustomSchema): Fields => {
	const entries: Array<[string, unknown]> = [];
	let changed = false;
	for (const [name, value] of Object.entries(fields)) {
		const known = propertyOf(schema, name) ?? valuesOf(schema);
		if (value === null && known && !known.nullable && known.default === undefined) {
			changed = true;
			continue;
		}

		const kept = known ? withoutNulls(value, known) : value;
		changed ||= kept !== value;
		entries.push([name, kept]);
	}

	return changed ? Object.fromEntries(entries) : fields;
};

const withoutNulls = (value: unknown, schema: CustomSchema): unknown => {
	if (isRecord(value)) {
		return pruneNulls(value, schema);
	}

	const {items} = schema;
	return Array.isArray(value) && items ? mapped(value, (item: unknown) => withoutNulls(item, items)) : value;
};

/** `map` that returns its input where nothing changes. */
export const mapped = <T>(items: readonly T[], change: (item: T, index: number) => T): readonly T[] => {
	let changed = false;
	const result = items.map((item, index) => {
		const now = change(item, index);
		changed ||= now !== item;
		return now;
	});
	return changed ? result : items;
};
