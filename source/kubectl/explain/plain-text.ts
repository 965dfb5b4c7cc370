import type {ApiResource} from '../discovery.js';
import {CommandFailure} from '../failure.js';
import {entryOf, valuesOf, type GroupVersionKind, type OpenAPIDocument, type OpenAPISchema} from './open-api.js';
import {indented, wordWrap} from './word-wrap.js';

const width = 76;
// An enumeration in a list of fields stops here.
const mostValues = 4;

const valueText = (value: unknown): string => (value === '' ? '""' : String(value));

/**
Prints schemas of a document for people.

@mirrors kubectl/pkg/explain/v2 plaintext.tmpl
*/
export class PlainText {
	constructor(
		readonly document: OpenAPIDocument,
		readonly recursive: boolean,
	) {}

	/**
	The kind of a resource, according to the document's paths.

	@throws {CommandFailure} for a resource that is not in the document.
	*/
	kindOf({group, version, plural}: Pick<ApiResource, 'group' | 'version' | 'plural'>): GroupVersionKind {
		const prefix = `${group ? `/apis/${group}` : '/api'}/${version}`;
		const found = [`${prefix}/${plural}`, `${prefix}/namespaces/{namespace}/${plural}`]
			.flatMap((path) => [path, `${path}/{name}`])
			.flatMap((path) => {
				const operations = entryOf(this.document.paths, path);
				return ['get', 'post', 'put', 'patch', 'delete'].map(
					(method) => entryOf(operations, method)?.['x-kubernetes-group-version-kind'],
				);
			})
			.find((kind) => kind !== undefined);
		if (!found) {
			throw new CommandFailure(`GVR (${group}/${version}, Resource=${plural}) not found in OpenAPI schema`);
		}

		return found;
	}

	/** Writes the heading with the kind. */
	heading({group, version, kind}: GroupVersionKind): string {
		return `${group ? `GROUP:      ${group}\n` : ''}KIND:       ${kind}\nVERSION:    ${version}\n\n`;
	}

	/**
	The documentation of a kind, or of a field of it.

	@throws {CommandFailure} for a field that does not exist.
	*/
	explain(gvk: GroupVersionKind, path: readonly string[]): string {
		const schemas = this.document.components?.schemas ?? {};
		const [, schema] =
			Object.entries(schemas)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.find(([, one]) =>
					one['x-kubernetes-group-version-kind']?.some(
						({group, version, kind}) => group === gvk.group && version === gvk.version && kind === gvk.kind,
					),
				) ?? [];
		if (!schema) {
			const {group, version, kind} = gvk;
			throw new CommandFailure(`GVK map[group:${group} kind:${kind} version:${version}] not found in OpenAPI schema`);
		}

		const text = this.#output(schema, path, new Set());
		if (text === '') {
			throw new CommandFailure(`field "${path.at(-1)}" does not exist`);
		}

		return `${text}\n`;
	}

	#resolved(schema: OpenAPISchema): OpenAPISchema {
		const name = schema.$ref?.split('/').at(-1);
		return (name === undefined ? undefined : entryOf(this.document.components?.schemas, name)) ?? schema;
	}

	#output(schema: OpenAPISchema, path: readonly string[], seen: ReadonlySet<string>): string {
		const resolved = this.#resolved(schema);
		const [first, ...rest] = path;
		if (first === undefined) {
			return this.#whole(resolved);
		}

		if (schema.$ref !== undefined && seen.has(schema.$ref)) {
			return '';
		}

		const field = entryOf(resolved.properties, first);
		if (field) {
			const head = rest.length === 0 ? `FIELD: ${first} <${this.#type(field)}>\n${longEnumeration(field)}\n\n` : '';
			return head + this.#output(field, rest, new Set());
		}

		const next = new Set([...seen, schema.$ref ?? '']);
		const inside = resolved.items ?? valuesOf(resolved);
		if (inside) {
			return this.#output(inside, path, next);
		}

		for (const one of resolved.allOf ?? []) {
			const text = this.#output(one, path, next);
			if (text !== '') {
				return text;
			}
		}

		return '';
	}

	#whole(schema: OpenAPISchema): string {
		const description = indented(wordWrap(this.#description(schema) || '<empty>', width), 4);
		const documents = schema.externalDocs ? `\n${externalDocs(schema, 0, width)}` : '';
		const fields = this.#fields(schema, 1, new Set());
		return `DESCRIPTION:\n${description}\n${documents}${fields === '' ? '' : `FIELDS:\n${fields}`}`;
	}

	#description(schema: OpenAPISchema): string {
		const {description, allOf = [], items, ...rest} = this.#resolved(schema);
		return [
			description ? `${description}\n` : '',
			...[...allOf, ...(items ? [items] : []), ...[valuesOf(rest) ?? []].flat()].map((one) => this.#description(one)),
		].join('');
	}

	#fields(schema: OpenAPISchema, level: number, seen: ReadonlySet<string>): string {
		if (schema.$ref !== undefined && seen.has(schema.$ref)) {
			return '';
		}

		const resolved = this.#resolved(schema);
		const next = new Set([...seen, schema.$ref ?? '']);
		const {properties = {}, allOf = [], items} = resolved;
		const inside = [...allOf, ...(items ? [items] : []), ...[valuesOf(resolved) ?? []].flat()];
		return [
			...Object.entries(properties)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(
					([name, field]) =>
						this.#field(name, field, {isRequired: resolved.required?.includes(name) ?? false, indent: level * 2}) +
						(this.recursive ? this.#fields(field, level + 1, next) : ''),
				),
			...inside.map((one) => this.#fields(one, level, next)),
		].join('');
	}

	#field(
		name: string,
		schema: OpenAPISchema,
		{isRequired, indent}: {readonly isRequired: boolean; readonly indent: number},
	): string {
		const enumeration = schema.enum
			? `\n${' '.repeat(indent)}enum: ${schema.enum.slice(0, mostValues).map(valueText).join(', ')}${schema.enum.length > mostValues ? ', ....' : ''}`
			: '';
		const head = `${' '.repeat(indent)}${name}\t<${this.#type(schema)}>${isRequired ? ' -required-' : ''}${enumeration}\n`;
		if (this.recursive) {
			return head;
		}

		const text = indented(wordWrap(schema.description || '<no description>', 78 - indent), indent + 2);
		return `${head}${text}\n${schema.externalDocs ? `\n${externalDocs(schema, indent + 2, width - indent)}` : ''}\n`;
	}

	#type(schema: OpenAPISchema): string {
		const {items, allOf, properties, $ref, type} = schema;
		const values = valuesOf(schema);
		if (items) {
			return `[]${this.#type(items)}`;
		}

		if (values) {
			return `map[string]${this.#type(values)}`;
		}

		const [only, ...others] = allOf ?? [];
		if (only && others.length === 0 && !properties) {
			return this.#type(only);
		}

		if ($ref !== undefined) {
			const target = this.#resolved(schema);
			return target === schema || !target.type || target.type === 'object'
				? ($ref.split(/[/.]/).at(-1) ?? 'Object')
				: target.type;
		}

		return type === undefined || type === 'object' ? 'Object' : type;
	}
}

const longEnumeration = (schema: OpenAPISchema): string =>
	schema.enum ? `ENUM:${schema.enum.map((value) => `\n    ${valueText(value)}`).join('')}` : '';

const externalDocs = ({externalDocs: documents}: OpenAPISchema, indent: number, limit: number): string =>
	`${' '.repeat(indent)}EXTERNAL DOCS:\n${documents?.description ? `${indented(wordWrap(documents.description, limit), indent + 4)}\n` : ''}${documents?.url ? `${' '.repeat(indent + 4)}URL: ${documents.url}\n` : ''}`;
