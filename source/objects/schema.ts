import {apiFacts} from './facts.js';
import {apiVersionOf} from './resources.js';
import type {Schema} from './openapi-schema.js';

const reference = '#/components/schemas/';

/** The schemas by version and kind: each request reads several times, and building a key costs more than a second look-up. */
let ids: Map<string, Map<string, string>> | undefined;

const idsByKind = (): ReadonlyMap<string, ReadonlyMap<string, string>> => {
	if (!ids) {
		ids = new Map();
		for (const [id, schema] of Object.entries(apiFacts().schemas)) {
			for (const {group, version, kind} of schema['x-kubernetes-group-version-kind'] ?? []) {
				const apiVersion = apiVersionOf({group, version});
				const kinds = ids.get(apiVersion) ?? new Map<string, string>();
				ids.set(apiVersion, kinds.set(kind, id));
			}
		}
	}

	return ids;
};

/** Long name of the schema of a kind: `io.k8s.api.core.v1.Pod`. */
export const schemaIdOfKind = (apiVersion: string, kind: string): string | undefined =>
	// Go reads `/v1` as `v1`.
	idsByKind()
		.get(apiVersion.startsWith('/') ? apiVersion.slice(1) : apiVersion)
		?.get(kind);

/** The schema of a kind, or `undefined` if the API has no such kind. */
export const schemaOfKind = (apiVersion: string, kind: string): Schema | undefined => {
	const id = schemaIdOfKind(apiVersion, kind);
	return id === undefined ? undefined : apiFacts().schemas[id];
};

/** Long name of the schema that a node refers to by `$ref` or `allOf`. */
export const referenceOf = (schema: Schema): string | undefined =>
	(schema.$ref ?? schema.allOf?.[0]?.$ref)?.slice(reference.length);

/** The resolved node: itself, or the schema behind its `$ref` or `allOf`. */
export const resolveSchema = (schema: Schema): Schema => {
	let current = schema;
	for (let id = referenceOf(current); id !== undefined; id = referenceOf(current)) {
		current = apiFacts().schemas[id] ?? {};
	}

	return current;
};

/** The schema of the values of a map; `undefined` if any value is allowed or the schema is not a map's. */
export const valueSchema = ({additionalProperties}: Schema): Schema | undefined =>
	typeof additionalProperties === 'object' ? additionalProperties : undefined;

/** The schema of one field, item or map value below `schema`; it keeps the node's own extensions (merge key, list type), and its reference is not followed. */
export const fieldSchema = (schema: Schema | undefined, field: string | number): Schema | undefined => {
	if (!schema) {
		return undefined;
	}

	const resolved = resolveSchema(schema);
	return typeof field === 'number' || resolved.items
		? resolved.items
		: (resolved.properties?.[field] ?? valueSchema(resolved));
};

/** Schema of a path such as `['spec', 'containers', 0, 'image']`. */
export const schemaAt = (schema: Schema | undefined, path: ReadonlyArray<string | number>): Schema | undefined => {
	let current = schema;
	for (const field of path) {
		current = fieldSchema(current, field);
	}

	return current;
};

/** The first part of a path without a field in the schema: its place, and the existing fields. Names of items, map keys and `*` are not checked. */
export const unknownField = (
	schema: Schema | undefined,
	path: ReadonlyArray<string | number>,
): {readonly at: number; readonly fields: readonly string[]} | undefined => {
	let above = schema;
	for (const [at, field] of path.entries()) {
		const {properties, additionalProperties} = above ? resolveSchema(above) : {};
		if (typeof field === 'string' && properties && !additionalProperties && !Object.hasOwn(properties, field)) {
			return field === '*' ? undefined : {at, fields: Object.keys(properties)};
		}

		above = fieldSchema(above, field);
	}

	return undefined;
};

let structNames: Set<string> | undefined;

/** Whether Go knows a struct by this short name: `v1.Container`. */
export const hasSchemaNamed = (name: string): boolean => {
	structNames ??= new Set(
		Object.entries(apiFacts().schemas)
			.filter(([, schema]) => schema.properties)
			.map(([id]) => id.split('.').slice(-2).join('.')),
	);
	return structNames.has(name);
};
