import {CommandFailure} from '../failure.js';
import {entryOf, valuesOf, type GroupVersionKind, type OpenAPISchema} from './open-api.js';
import {fill} from './word-wrap.js';

const width = 80;
const inner = 5;

type Definitions = Readonly<Record<string, OpenAPISchema>>;

const lines = (text: string): string =>
	fill(text, width - inner)
		.map((line) => (line === '' ? '\n' : `${' '.repeat(inner)}${line}\n`))
		.join('');

/**
Prints schemas of version 2 for people.

@mirrors kubectl/pkg/explain modelPrinter
*/
export class SwaggerText {
	constructor(
		readonly definitions: Definitions,
		readonly recursive: boolean,
	) {}

	/**
	The documentation of a kind, or of a field of it.

	@throws {CommandFailure} for a kind or a field that does not exist.
	*/
	explain(gvk: GroupVersionKind, path: readonly string[]): string {
		const apiVersion = gvk.group ? `${gvk.group}/${gvk.version}` : gvk.version;
		let schema = Object.values(this.definitions).find((one) =>
			one['x-kubernetes-group-version-kind']?.some(
				({group, version, kind}) => group === gvk.group && version === gvk.version && kind === gvk.kind,
			),
		);
		if (!schema) {
			throw new CommandFailure(`couldn't find resource for "${gvk.group}/${gvk.version}, Kind=${gvk.kind}"`);
		}

		for (const name of path) {
			const field: OpenAPISchema | undefined = entryOf(this.#inside(schema).properties, name);
			if (!field) {
				throw new CommandFailure(`field "${name}" does not exist`);
			}

			schema = field;
		}

		const target = this.#inside(schema);
		const isKind = target.properties !== undefined;
		const name = path.at(-1);
		const head = name === undefined ? '' : `${isKind ? 'RESOURCE: ' : 'FIELD:    '}${name} <${this.#type(schema)}>\n\n`;
		return `KIND:     ${gvk.kind}\nVERSION:  ${apiVersion}\n\n${head}DESCRIPTION:\n${this.#description(schema)}${
			isKind ? `\nFIELDS:\n${this.#fields(target, 3, new Set())}` : ''
		}`;
	}

	#next(schema: OpenAPISchema): OpenAPISchema | undefined {
		const name = schema.$ref?.split('/').at(-1);
		return name === undefined ? (schema.items ?? valuesOf(schema)) : entryOf(this.definitions, name);
	}

	/** The schema behind references, lists and maps. */
	#inside(schema: OpenAPISchema): OpenAPISchema {
		const next = schema.properties ? undefined : this.#next(schema);
		return next ? this.#inside(next) : schema;
	}

	#description(schema: OpenAPISchema): string {
		const texts: string[] = [];
		for (let one: OpenAPISchema | undefined = schema; one; one = one.properties ? undefined : this.#next(one)) {
			texts.push(one.description ?? '');
		}

		const shown = texts.map((text, index) => (text === '' ? '' : `${index > 0 ? '\n' : ''}${lines(text)}`)).join('');
		return shown || lines('<empty>');
	}

	#type(schema: OpenAPISchema): string {
		const {$ref, items, properties, type} = schema;
		const target = $ref === undefined ? undefined : this.#next(schema);
		const values = valuesOf(schema);
		if (target) {
			return this.#type(target);
		}

		if (items) {
			return `[]${this.#type(items)}`;
		}

		if (properties) {
			return 'Object';
		}

		if (values) {
			return `map[string]${this.#type(values)}`;
		}

		if (type === 'object') {
			return 'map[string]';
		}

		return type ?? '';
	}

	#fields({properties = {}, required = []}: OpenAPISchema, indent: number, seen: ReadonlySet<OpenAPISchema>): string {
		return Object.entries(properties)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([name, field]) => {
				const head = `${' '.repeat(indent)}${name}\t<${this.#type(field)}>`;
				if (!this.recursive) {
					return `${head}${required.includes(name) ? ' -required-' : ''}\n${lines(field.description ?? '')}\n`;
				}

				const target = this.#inside(field);
				return `${head}\n${seen.has(target) ? '' : this.#fields(target, indent + 3, new Set([...seen, target]))}`;
			})
			.join('');
	}
}
