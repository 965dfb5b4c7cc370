import type {CustomSchema} from '../../objects/custom-version.js';
import type {ValidationRule} from '../../objects/kubernetes.generated.js';

export type CustomRule = ValidationRule;

/** The schema of a map's values; `undefined` if the schema is not a map's. */
export const valuesOf = ({additionalProperties}: CustomSchema): CustomSchema | undefined =>
	typeof additionalProperties === 'object' ? additionalProperties : undefined;

/** A schema's own property; `__proto__` is an ordinary name. */
export const propertyOf = ({properties}: CustomSchema, name: string): CustomSchema | undefined =>
	properties && Object.hasOwn(properties, name) ? properties[name] : undefined;

/** The fields that every object has anyway: in a schema they are only documentation. */
export const isOwnField = (name: string): boolean => name === 'apiVersion' || name === 'kind' || name === 'metadata';

/** Every object has a kind and a name, even if its schema does not list them. */
export const ownFields: Readonly<Record<string, CustomSchema>> = {
	apiVersion: {type: 'string'},
	kind: {type: 'string'},
	metadata: {type: 'object', properties: {name: {type: 'string'}, generateName: {type: 'string'}}},
};
