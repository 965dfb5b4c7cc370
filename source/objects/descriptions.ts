import {existsSync, readFileSync} from 'node:fs';
import {fieldSchema, referenceOf, schemaIdOfKind, schemaOfKind, type Schema} from './schema.js';

type Descriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

let loaded: Descriptions | undefined;

/** Made by the build; nothing but explanations depends on it, so it may be missing. */
const descriptions = (): Descriptions => {
	if (!loaded) {
		const file = ['./descriptions.generated.json', '../../source/objects/descriptions.generated.json']
			.map((path) => new URL(path, import.meta.url))
			.find((url) => existsSync(url));
		loaded = file ? (JSON.parse(readFileSync(file, 'utf8')) as Descriptions) : {};
	}

	return loaded;
};

const ownId = (schema: Schema): string | undefined =>
	referenceOf(schema) ??
	(schema.items && ownId(schema.items)) ??
	(schema.additionalProperties && ownId(schema.additionalProperties));

/** What a schema is for, by its long name. */
export const describeSchema = (id: string): string | undefined => descriptions()[id]?.[''];

const conventions = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

/** What a field of such a schema is for. Every kind says the same of its metadata, which the table leaves out. */
export const describeSchemaField = (id: string, field: string): string | undefined =>
	descriptions()[id]?.[field] ??
	(field === 'metadata' && descriptions()[id]?.['kind'] !== undefined
		? id.endsWith('List')
			? `Standard list metadata. More info: ${conventions}#types-kinds`
			: `Standard object's metadata. More info: ${conventions}#metadata`
		: undefined);

/**
What a field is for, in the words of the API's documentation; a field that has none has its type's. Read from disk at the first call.

@param path field names without indices, `['spec', 'containers', 'image']`; empty for the kind itself.
*/
export const describeField = (apiVersion: string, kind: string, path: readonly string[]): string | undefined => {
	let id = schemaIdOfKind(apiVersion, kind);
	let schema = schemaOfKind(apiVersion, kind);
	let text = id && describeSchema(id);
	for (const field of path) {
		const next = fieldSchema(schema?.items ? fieldSchema(schema, 0) : schema, field);
		if (!next) {
			return undefined;
		}

		text = id && describeSchemaField(id, field);
		id = ownId(next);
		text ??= id && describeSchema(id);
		schema = next.items ? next.items : next;
	}

	return text || undefined;
};
