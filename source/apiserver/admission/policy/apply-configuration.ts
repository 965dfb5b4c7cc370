import {fieldSchema, resolveSchema, schemaOfKind, type Schema} from '../../../objects/schema.js';
import type {KubernetesObject} from '../plugin.js';

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** How a list is merged: by the keys of its items, as a set, or not at all. */
const listType = (schema: Schema): string =>
	schema['x-kubernetes-list-type'] ?? resolveSchema(schema)['x-kubernetes-list-type'] ?? 'atomic';

const isAtomicMap = (schema: Schema): boolean =>
	(schema['x-kubernetes-map-type'] ?? resolveSchema(schema)['x-kubernetes-map-type']) === 'atomic';

/** Why an apply configuration cannot be applied; the message is upstream's. */
export class ApplyError extends Error {
	override name = 'ApplyError';
}

/** Fields that the schema does not know. */
const checkDeclared = (value: unknown, schema: Schema | undefined, path: string): void => {
	if (Array.isArray(value)) {
		for (const item of value) {
			checkDeclared(item, fieldSchema(schema, 0), path);
		}
	} else if (isRecord(value)) {
		for (const [key, item] of Object.entries(value)) {
			const field = fieldSchema(schema, key);
			const {properties, additionalProperties} = schema ? resolveSchema(schema) : ({} as Schema);
			if (!field && properties && !additionalProperties) {
				throw new ApplyError(
					`failed to convert patch object to typed object: ${path}.${key}: field not declared in schema`,
				);
			}

			checkDeclared(item, field, `${path}.${key}`);
		}
	}
};

/** Paths of what an apply configuration would replace as a whole: it might take away what nobody meant. @mirrors patch.findAtomics */
const atomics = (value: unknown, schema: Schema | undefined, path: string): readonly string[] => {
	if (!schema) {
		return [];
	}

	if (Array.isArray(value)) {
		return [
			...(listType(schema) === 'atomic' ? [path] : []),
			...value.flatMap((item, index) => atomics(item, fieldSchema(schema, 0), `${path}[${index}]`)),
		];
	}

	return isRecord(value)
		? [
				...(isAtomicMap(schema) ? [path] : []),
				...Object.entries(value).flatMap(([key, item]) => atomics(item, fieldSchema(schema, key), `${path}.${key}`)),
			]
		: [];
};

const mergeLists = (live: readonly unknown[], patch: readonly unknown[], schema: Schema): readonly unknown[] => {
	if (listType(schema) === 'set') {
		return [...live, ...patch.filter((item) => !live.includes(item))];
	}

	const keys = schema['x-kubernetes-list-map-keys'] ?? resolveSchema(schema)['x-kubernetes-list-map-keys'] ?? [];
	const itemSchema = fieldSchema(schema, 0);
	const keyOf = (item: unknown): string =>
		JSON.stringify(keys.map((key) => (item as Fields)[key] ?? (itemSchema && fieldSchema(itemSchema, key)?.default)));
	const patches = new Map(patch.map((item) => [keyOf(item), item]));
	const merged = live.map((item) => {
		const found = patches.get(keyOf(item));
		patches.delete(keyOf(item));
		return found === undefined ? item : merge(item, found, itemSchema);
	});
	return [...merged, ...patches.values()];
};

const merge = (live: unknown, patch: unknown, schema: Schema | undefined): unknown => {
	if (Array.isArray(live) && Array.isArray(patch) && schema) {
		return mergeLists(live, patch, schema);
	}

	return isRecord(live) && isRecord(patch)
		? {
				...live,
				...Object.fromEntries(
					Object.entries(patch).map(([key, value]) => [key, merge(live[key], value, fieldSchema(schema, key))]),
				),
			}
		: patch;
};

/**
Merges what a policy wants into the object, list items by their keys, as server-side apply would, but with nobody owning the fields.

@throws {ApplyError}
@mirrors patch.ApplyStructuredMergeDiff
*/
export const applyConfiguration = (object: KubernetesObject, patch: Fields): KubernetesObject => {
	const schema = schemaOfKind(object.apiVersion, object.kind);
	checkDeclared(patch, schema, '');
	const found = atomics(patch, schema, '');
	if (found.length > 0) {
		throw new ApplyError(
			`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${found.join(', ')}`,
		);
	}

	return merge(object, patch, schema) as KubernetesObject;
};
