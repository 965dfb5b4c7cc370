import {describeSchema, describeSchemaField} from '../../objects/descriptions.js';
import type {Schema} from '../../objects/openapi-schema.js';
import {apiVersionOf, resources, versionsOf} from '../../objects/resources.js';
import {
	fieldSchema,
	referenceOf,
	resolveSchema,
	schemaIdOfKind,
	schemaOfKind,
	valueSchema,
} from '../../objects/schema.js';
import {cursorPlace, type CursorPlace} from './cursor-place.js';

/** A possible word at the cursor. */
export interface Completion {
	readonly label: string;
	/** Its type: `string`, `[]Container`, or the versions of a kind. */
	readonly detail: string;
	/** The replacement of the typed beginning. */
	readonly insert: string;
	/** Kubernetes' own description; empty without one. */
	readonly about: string;
	readonly isRequired?: boolean;
}

/** The words that fit at a place of a text. */
export interface Completions {
	/** The start of the typed beginning. */
	readonly from: number;
	readonly options: readonly Completion[];
}

const shortName = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

/** The type of a field as its readers call it: `string`, `[]Container`, `map[string]string`. */
const typeOf = (schema: Schema): string => {
	const id = referenceOf(schema);
	const resolved = resolveSchema(schema);
	if (resolved.type === 'array') {
		return `[]${typeOf(resolved.items ?? {})}`;
	}

	const values = valueSchema(resolved);
	if (values && !resolved.properties) {
		return `map[string]${typeOf(values)}`;
	}

	return id !== undefined && resolved.properties ? shortName(id) : (resolved.type ?? 'any');
};

/** The text of a field up to where its value is written. */
const insertOf = (key: string, schema: Schema, column: number): string => {
	const {type, properties, additionalProperties, items} = resolveSchema(schema);
	const below = `\n${' '.repeat(column)}`;
	if (type === 'array') {
		return `${key}:${below}- ${items && resolveSchema(items).type === 'array' ? '- ' : ''}`;
	}

	return properties || additionalProperties ? `${key}:${below}  ` : `${key}: `;
};

/** The schema at a path, and the long name of the enclosing schema, which has its descriptions. */
const schemaThere = (
	{apiVersion = '', kind = ''}: CursorPlace,
	path: CursorPlace['path'],
): {readonly schema: Schema | undefined; readonly id: string | undefined} => {
	let schema = schemaOfKind(apiVersion, kind);
	let id = schemaIdOfKind(apiVersion, kind);
	for (const field of path) {
		schema = fieldSchema(schema, field);
		id = schema && referenceOf(schema);
	}

	return {schema, id};
};

const fieldsOf = (place: CursorPlace): readonly Completion[] => {
	const {schema, id} = schemaThere(place, place.path);
	const {properties = {}, required = []} = schema ? resolveSchema(schema) : {};
	return Object.entries(properties)
		.filter(([key]) => !place.siblings.includes(key) && !(place.path.length === 0 && key === 'status'))
		.map(([key, field]) => ({
			label: key,
			detail: typeOf(field),
			insert: insertOf(key, field, place.column),
			about: (id === undefined ? undefined : describeSchemaField(id, key)) ?? '',
			...(required.includes(key) ? {isRequired: true} : {}),
		}));
};

const plain = (label: string, about = '', detail = ''): Completion => ({label, detail, insert: label, about});

/** The line of a description that explains a value: ` - "Always" means …`. */
const aboutValue = (text: string, value: string): string =>
	text
		.split('\n')
		.find((line) => line.startsWith(` - \`"${value}"\``))
		?.slice(3) ?? '';

/** A value as YAML reads it as text. */
const quoted = (value: string): string =>
	/^(?:true|false|null|~|yes|no|on|off|)$/i.test(value) ? `"${value}"` : value;

const valuesAt = (place: CursorPlace): readonly Completion[] => {
	const {schema} = schemaThere(place, place.path);
	if (!schema) {
		return [];
	}

	const node = resolveSchema(schema);
	if (node.type === 'boolean') {
		return ['true', 'false'].map((label) => plain(label));
	}

	const key = place.path.findLast((name) => typeof name === 'string') ?? '';
	const {id} = schemaThere(place, place.path.slice(0, place.path.lastIndexOf(key)));
	const text = (id === undefined ? undefined : describeSchemaField(id, String(key))) ?? '';
	return [...(schema.enum ?? node.enum ?? [])]
		.filter((value) => typeof value === 'string')
		.map((value) => ({...plain(value, aboutValue(text, value)), insert: quoted(value)}));
};

/** The resources that manifests describe: objects that stay, so no reviews. */
const written = resources.filter(({verbs}) => verbs.includes('create') && verbs.includes('list'));

const kindsOf = (apiVersion: string | undefined): readonly Completion[] =>
	written
		.filter((resource) => apiVersion === undefined || apiVersionOf(resource) === apiVersion)
		.map((resource) => {
			const version = apiVersionOf(resource);
			return plain(resource.kind, describeSchema(schemaIdOfKind(version, resource.kind) ?? '') ?? '', version);
		});

const apiVersions = (kind: string | undefined): readonly Completion[] =>
	[...new Set(kind === undefined ? written.map((resource) => apiVersionOf(resource)) : versionsOf(kind))]
		.toSorted()
		.map((version) => plain(version));

/** Complete beginnings of objects, for an empty document. */
const beginnings = (): readonly Completion[] =>
	kindsOf(undefined).map((kind) => ({
		...kind,
		insert: `apiVersion: ${kind.detail}\nkind: ${kind.label}\nmetadata:\n  name: `,
	}));

const topFields = (place: CursorPlace): readonly Completion[] => {
	const known = fieldsOf(place);
	if (known.length > 0) {
		return known;
	}

	const fields = ['apiVersion', 'kind', 'metadata'].filter((key) => !place.siblings.includes(key));
	return [
		...fields.map((key) => ({...plain(key), insert: key === 'metadata' ? 'metadata:\n  ' : `${key}: `})),
		...(place.siblings.length === 0 ? beginnings() : []),
	];
};

const optionsAt = (place: CursorPlace): readonly Completion[] => {
	const {path, writes} = place;
	if (writes === 'value' && path.length === 1 && (path[0] === 'kind' || path[0] === 'apiVersion')) {
		return path[0] === 'kind' ? kindsOf(place.apiVersion) : apiVersions(place.kind);
	}

	if (writes === 'value') {
		return valuesAt(place);
	}

	// In a list of texts, an item is a value at a place where a key is possible.
	if (path.length === 0) {
		return topFields(place);
	}

	return path.at(-1) === 0 ? [...fieldsOf(place), ...valuesAt(place)] : fieldsOf(place);
};

/**
The kinds, fields and values that the API's own schema has at a place of manifests.

@param offset of the cursor @returns `undefined` without a match
*/
export const completionsAt = (text: string, offset: number): Completions | undefined => {
	const place = cursorPlace(text, offset);
	const options = place ? optionsAt(place) : [];
	return place && options.length > 0 ? {from: place.from, options} : undefined;
};
