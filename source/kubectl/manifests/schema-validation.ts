import type {Schema} from '../../objects/openapi-schema.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {referenceOf, resolveSchema, schemaIdOfKind, schemaOfKind, valueSchema} from '../../objects/schema.js';

/** A place of the object, `Pod.spec.containers[0]`, and of the type that describes it, `io.k8s.api.core.v1.Container`. */
interface Place {
	readonly path: string;
	readonly type: string;
}

const typeName = (value: unknown): string => {
	if (Array.isArray(value)) {
		return 'array';
	}

	return isRecord(value) ? 'map' : typeof value;
};

const wrongType = ({path, type}: Place, actual: string, expected: string): string =>
	`ValidationError(${path}): invalid type for ${type}: got "${actual}", expected "${expected}"`;

/** The errors of one value, with those below it. */
const errorsOf = (value: unknown, node: Schema, place: Place): readonly string[] => {
	if (value === null || value === undefined) {
		return [`unknown object type "nil" in ${place.path}`];
	}

	const schema = resolveSchema(node);
	const here = {path: place.path, type: referenceOf(node) ?? place.type};
	if (schema.properties) {
		return isRecord(value) ? errorsOfFields(value, schema, here) : [wrongType(here, typeName(value), 'map')];
	}

	if (schema.items) {
		return Array.isArray(value)
			? errorsOfItems(value, schema.items, here)
			: [wrongType(here, typeName(value), 'array')];
	}

	const values = valueSchema(schema);
	if (values) {
		return isRecord(value)
			? Object.keys(value)
					.toSorted()
					.flatMap((key) => errorsOf(value[key], values, {...here, path: `${here.path}.${key}`}))
			: [wrongType(here, typeName(value), 'map')];
	}

	return errorsOfPrimitive(value, schema, here);
};

/** Objects without declared fields are arbitrary, and a text accepts each simple value. */
const errorsOfPrimitive = (value: unknown, schema: Schema, here: Place): readonly string[] => {
	const {type} = schema;
	const actual = typeName(value);
	// The second version of OpenAPI describes quantities and integers with units as text.
	const expected = type === undefined && (schema.oneOf || schema.format) ? 'string' : type;
	const simple = actual !== 'map' && actual !== 'array';
	if (expected === undefined || expected === 'object' || (expected === 'string' && simple)) {
		return [];
	}

	const numeric = (expected === 'integer' || expected === 'number') && actual === 'number';
	return numeric || expected === actual ? [] : [wrongType(here, actual, expected)];
};

const errorsOfItems = (items: readonly unknown[], schema: Schema, here: Place): readonly string[] =>
	items.flatMap((item, index) => {
		const path = `${here.path}[${index}]`;
		return item === null
			? [`ValidationError(${here.path}): unknown object type "nil" in ${path}`]
			: errorsOf(item, schema, {...here, path});
	});

const errorsOfFields = (fields: Fields, {properties = {}, required = []}: Schema, here: Place): readonly string[] => {
	const found = Object.keys(fields)
		.filter((name) => fields[name] !== null && fields[name] !== undefined)
		.toSorted()
		.flatMap((name) => {
			const schema = properties[name];
			return schema
				? errorsOf(fields[name], schema, {path: `${here.path}.${name}`, type: `${here.type}.${name}`})
				: [`ValidationError(${here.path}): unknown field "${name}" in ${here.type}`];
		});
	const missing = required.filter((name) => fields[name] === undefined || fields[name] === null);
	return [
		...found,
		...missing.map((name) => `ValidationError(${here.path}): missing required field "${name}" in ${here.type}`),
	];
};

/**
The errors that kubectl itself finds in the fields of an object. It checks only lists: no path of the server checks these.

@returns the errors in the order of the fields; none for a kind that the API does not describe.
@mirrors kube-openapi/pkg/util/proto/validation ValidateModel
*/
export const schemaErrors = (object: Fields): readonly string[] => {
	const [apiVersion, kind] = [String(object['apiVersion']), String(object['kind'])];
	const schema = schemaOfKind(apiVersion, kind);
	return schema ? errorsOf(object, schema, {path: kind, type: schemaIdOfKind(apiVersion, kind) ?? ''}) : [];
};
