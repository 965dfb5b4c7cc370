import {describeSchema, describeSchemaField} from '../../objects/descriptions.js';
import {apiFacts} from '../../objects/facts.js';
import {apiVersionOf, resources, type Resource} from '../../objects/resources.js';
import {referenceOf, schemaIdOfKind} from '../../objects/schema.js';
import {customPaths, schemaName} from './custom-openapi.js';
import {operationsOf, type Kind} from './openapi-operations.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Schema} from '../../objects/openapi-schema.js';

/** A schema of Swagger 2.0, with the keywords that the API's own schemas use. */
export type SwaggerSchema = Readonly<Record<string, unknown>> & {
	readonly $ref?: string;
	readonly type?: string;
	readonly format?: string;
	readonly description?: string;
	readonly required?: readonly string[];
	readonly enum?: readonly unknown[];
	readonly items?: SwaggerSchema;
	readonly additionalProperties?: SwaggerSchema | boolean;
	readonly properties?: Readonly<Record<string, SwaggerSchema>>;
};

/** An operation of a path. */
export interface SwaggerOperation {
	readonly parameters: ReadonlyArray<{readonly name: string; readonly type: string}>;
	readonly 'x-kubernetes-action'?: string;
	readonly 'x-kubernetes-group-version-kind'?: Kind;
}

/** The API in one document of Swagger 2.0. */
export interface Swagger {
	readonly swagger: '2.0';
	readonly info: {readonly title: string; readonly version: string};
	readonly paths: Readonly<Record<string, Readonly<Record<string, SwaggerOperation>>>>;
	readonly definitions: Readonly<Record<string, SwaggerSchema>>;
}

// Version 2 cannot express these.
const left = new Set(['allOf', 'oneOf', 'anyOf', 'not', 'nullable', 'default', 'x-kubernetes-validations']);

/** A schema of OpenAPI 3 translated to version 2: references have no siblings, and a value that is a number or a text becomes a text with a format. */
const swaggerSchema = (
	schema: Schema,
	describe: (field: string) => string | undefined = () => undefined,
): SwaggerSchema => {
	const reference = referenceOf(schema);
	if (reference !== undefined) {
		return {$ref: `#/definitions/${reference}`};
	}

	const {type, items, additionalProperties, properties, ...rest} = schema as Schema & {
		readonly properties?: Readonly<Record<string, Schema>>;
		readonly additionalProperties?: Schema | boolean;
	};
	const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !left.has(key)));
	const either = 'oneOf' in schema || 'x-kubernetes-int-or-string' in schema;
	return {
		...kept,
		...(type === undefined && !either ? {} : {type: either ? 'string' : type}),
		...(items ? {items: swaggerSchema(items)} : {}),
		...(additionalProperties === undefined
			? {}
			: {
					additionalProperties:
						typeof additionalProperties === 'boolean' ? additionalProperties : swaggerSchema(additionalProperties),
				}),
		...(properties
			? {
					properties: Object.fromEntries(
						Object.entries(properties).map(([name, property]) => {
							const description = describe(name);
							return [name, {...swaggerSchema(property), ...(description ? {description} : {})}];
						}),
					),
				}
			: {}),
	};
};

const kindsOf = (): ReadonlyMap<string, readonly Kind[]> => {
	const kinds = new Map<string, Kind[]>();
	for (const resource of resources) {
		const {group, version} = resource;
		for (const kind of [resource.kind, `${resource.kind}List`]) {
			const id = schemaIdOfKind(apiVersionOf(resource), kind);
			if (id !== undefined && !kinds.get(id)?.some((one) => one.group === group && one.version === version)) {
				getOrInsert(kinds, id, () => []).push({group, version, kind});
			}
		}
	}

	return kinds;
};

const pathsOf = (
	paths: Readonly<Record<string, Parameters<typeof operationsOf>[0]>>,
	at: Omit<Kind, 'kind'>,
): Swagger['paths'] =>
	Object.fromEntries(
		Object.entries(paths).map(([path, item]) => [
			path,
			Object.fromEntries(
				Object.entries(operationsOf(item, at)).map(([method, operation]) => [
					method,
					{
						...operation,
						parameters: (operation.parameters as ReadonlyArray<{name: string; schema: {type: string}}>).map(
							({name, schema}) => ({name, in: 'query', type: schema.type, uniqueItems: true}),
						),
					},
				]),
			),
		]),
	);

let builtIn: Swagger | undefined;

/** The document of the built-in API; made when it is first requested. */
export const builtInSwagger = (): Swagger => (builtIn ??= makeBuiltIn());

const makeBuiltIn = (): Swagger => {
	const {version, schemas, paths, discovery} = apiFacts();
	const kinds = kindsOf();
	return {
		swagger: '2.0',
		info: {title: 'Kubernetes', version},
		paths: Object.assign(
			{},
			...Object.keys(discovery)
				.filter((name) => name.split('/').length > 2)
				.map((name) => {
					const [, , group = '', last] = name.split('/');
					const own = Object.entries(paths).filter(([path]) => path.startsWith(`${name}/`));
					return pathsOf(
						Object.fromEntries(own),
						last === undefined ? {group: '', version: group} : {group, version: last},
					);
				}),
		) as Swagger['paths'],
		definitions: Object.fromEntries(
			Object.entries(schemas).map(([id, schema]) => {
				const description = describeSchema(id);
				const own = kinds.get(id);
				return [
					id,
					{
						...swaggerSchema(schema, (field) => describeSchemaField(id, field)),
						...(description ? {description} : {}),
						...(own ? {'x-kubernetes-group-version-kind': own} : {}),
					},
				];
			}),
		),
	};
};

/** The additions of CustomResourceDefinitions. */
export const customSwagger = (custom: readonly Resource[]): Pick<Swagger, 'paths' | 'definitions'> => ({
	paths: Object.assign(
		{},
		...custom.map((resource) => pathsOf(customPaths(resource), {group: resource.group, version: resource.version})),
	) as Swagger['paths'],
	definitions: Object.fromEntries(
		custom.map((resource) => {
			const {group, version, kind} = resource;
			return [
				schemaName(resource),
				{
					...swaggerSchema({
						...(resource.custom!.schema as Schema),
						properties: {
							apiVersion: {type: 'string'},
							kind: {type: 'string'},
							...(resource.custom!.schema as Schema).properties,
							metadata: {$ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'},
						},
					} as Schema),
					type: 'object',
					'x-kubernetes-group-version-kind': [{group, version, kind}],
				},
			];
		}),
	),
});
