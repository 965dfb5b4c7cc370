import {apiFacts} from './facts.js';
import {apiVersionOf} from './resources.js';

/** One node of the schema table; the sentences are left out. */
export interface Schema {
	readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
	readonly format?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly additionalProperties?: Schema;
	readonly enum?: readonly string[];
	readonly default?: unknown;
	readonly $ref?: string;
	readonly allOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set';
	readonly 'x-kubernetes-list-map-keys'?: readonly string[];
	readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
	readonly 'x-kubernetes-patch-merge-key'?: string;
	/** `merge`, `replace`, `retainKeys` or `merge,retainKeys`. */
	readonly 'x-kubernetes-patch-strategy'?: string;
	readonly 'x-kubernetes-group-version-kind'?: ReadonlyArray<{
		readonly group: string;
		readonly version: string;
		readonly kind: string;
	}>;
}

const reference = '#/components/schemas/';

/** By version and kind: each request asks several times, and putting a key together costs more than a second look. */
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

/** The schema of a kind, or `undefined` when the API does not know it. */
export const schemaOfKind = (apiVersion: string, kind: string): Schema | undefined => {
	const id = schemaIdOfKind(apiVersion, kind);
	return id === undefined ? undefined : apiFacts().schemas[id];
};

/** Long name of the schema that a node refers to by `$ref` or `allOf`. */
export const referenceOf = (schema: Schema): string | undefined =>
	(schema.$ref ?? schema.allOf?.[0]?.$ref)?.slice(reference.length);

/** What a node means: itself, or the schema that its `$ref` or `allOf` names. */
export const resolveSchema = (schema: Schema): Schema => {
	let current = schema;
	for (let id = referenceOf(current); id !== undefined; id = referenceOf(current)) {
		current = apiFacts().schemas[id]!;
	}

	return current;
};

/** Schema of one field, item or map value below `schema`, with the node's own extensions (merge key, list type) kept and its reference not yet followed. */
export const fieldSchema = (schema: Schema | undefined, field: string | number): Schema | undefined => {
	if (!schema) {
		return undefined;
	}

	const resolved = resolveSchema(schema);
	return typeof field === 'number' || resolved.items
		? resolved.items
		: (resolved.properties?.[field] ?? resolved.additionalProperties);
};

/** Schema of a path such as `['spec', 'containers', 0, 'image']`. */
export const schemaAt = (schema: Schema | undefined, path: ReadonlyArray<string | number>): Schema | undefined => {
	let current = schema;
	for (const field of path) {
		current = fieldSchema(current, field);
	}

	return current;
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
