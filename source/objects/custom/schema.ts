import type {JSONSchemaProps, ValidationRule} from '../kubernetes.generated.js';

/**
The schema of a custom resource, with the fields that the API's own description leaves open.

@see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
*/
export type CustomSchema = Omit<
	JSONSchemaProps,
	'items' | 'additionalProperties' | 'properties' | 'allOf' | 'anyOf' | 'oneOf' | 'not'
> & {
	readonly items?: CustomSchema;
	readonly additionalProperties?: CustomSchema | boolean;
	readonly properties?: Readonly<Record<string, CustomSchema>>;
	readonly allOf?: readonly CustomSchema[];
	readonly anyOf?: readonly CustomSchema[];
	readonly oneOf?: readonly CustomSchema[];
	readonly not?: CustomSchema;
};

export type CustomRule = ValidationRule;

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema of a map's values; `undefined` where the schema is none of a map. */
export const valuesOf = ({additionalProperties}: CustomSchema): CustomSchema | undefined =>
	typeof additionalProperties === 'object' ? additionalProperties : undefined;

/** A schema's own property; names such as `__proto__` are names like any other. */
export const propertyOf = ({properties}: CustomSchema, name: string): CustomSchema | undefined =>
	properties && Object.hasOwn(properties, name) ? properties[name] : undefined;

/** The fields that every object has by itself: their place in the schema is for documentation. */
export const isOwnField = (name: string): boolean => name === 'apiVersion' || name === 'kind' || name === 'metadata';

/** Every object has a kind and a name, whether its schema says so or not. */
export const ownFields: Readonly<Record<string, CustomSchema>> = {
	apiVersion: {type: 'string'},
	kind: {type: 'string'},
	metadata: {type: 'object', properties: {name: {type: 'string'}, generateName: {type: 'string'}}},
};
