import {resolveSchema} from '../../objects/schema.js';
import {bool, bytes, double, duration, dyn, int, listOf, mapOf, string, timestamp, type Type} from '../type.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Schema} from '../../objects/openapi-schema.js';

const stringFormats: Readonly<Record<string, Type>> = {byte: bytes, 'date-time': timestamp, date: timestamp, duration};

/** Extensions of the schemas of custom resources that schemas of built-in kinds do not use. */
interface Extended extends Schema {
	readonly 'x-kubernetes-int-or-string'?: boolean;
	readonly 'x-kubernetes-embedded-resource'?: boolean;
}

const resolved = (schema: Schema): Extended => resolveSchema(schema);

const known = new WeakMap<Schema, Type>();

/**
The type of values that a schema describes. Fields are looked up on demand, as schemas may be recursive.

A part without a type is not exposed: an expression cannot name the field.

@mirrors k8s.io/apiserver/pkg/cel/common.SchemaDeclType
*/
export const schemaType = (given: Schema, name: string): Type => {
	const schema = resolved(given);
	return getOrInsert(known, schema, () => typeOfSchema(schema, name));
};

/** Every object has a kind and a name, even if its schema does not list them. */
const ownFields: Readonly<Record<string, Schema>> = {
	apiVersion: {type: 'string'},
	kind: {type: 'string'},
	metadata: {type: 'object', properties: {name: {type: 'string'}, generateName: {type: 'string'}}},
};

/** The schema of a whole object, with its kind and its name. */
export const withOwnFields = <T extends Schema>(schema: T): T => ({
	...schema,
	properties: {...schema.properties, ...ownFields},
});

/** Whether expressions can name a value: one whose schema, or that of its items, has no type has no rules either. */
const isExposed = (given: Schema): boolean => {
	const schema = resolved(given);
	if (isIntOrString(schema)) {
		return true;
	}

	if (schema.type === 'array') {
		return schema.items !== undefined && isExposed(schema.items);
	}

	return schema.type === 'object' && typeof schema.additionalProperties === 'object'
		? isExposed(schema.additionalProperties)
		: schema.type !== undefined;
};

const isIntOrString = (schema: Extended): boolean =>
	schema['x-kubernetes-int-or-string'] === true || schema.format === 'int-or-string';

const typeOfSchema = (schema: Extended, name: string): Type => {
	if (isIntOrString(schema)) {
		return dyn;
	}

	switch (schema.type) {
		case 'string': {
			return stringFormats[schema.format ?? ''] ?? string;
		}

		case 'integer': {
			return int;
		}

		case 'number': {
			return double;
		}

		case 'boolean': {
			return bool;
		}

		case 'array': {
			return schema.items ? listOf(schemaType(schema.items, `${name}.@idx`)) : listOf(dyn);
		}

		case 'object': {
			// `true` says nothing about the values.
			if (typeof schema.additionalProperties === 'object' && !schema.properties) {
				return mapOf(string, schemaType(schema.additionalProperties, `${name}.@elem`));
			}

			const {properties = {}} = schema['x-kubernetes-embedded-resource'] ? withOwnFields(schema) : schema;
			return {
				kind: 'object',
				name,
				field: (field) => {
					const plain = unescapeField(field);
					const property = Object.hasOwn(properties, plain) ? properties[plain] : undefined;
					return property && isExposed(property) ? schemaType(property, `${name}.${field}`) : undefined;
				},
			};
		}

		default: {
			return dyn;
		}
	}
};

const escapes: ReadonlyArray<readonly [string, string]> = [
	['__underscores__', '__'],
	['__dot__', '.'],
	['__dash__', '-'],
	['__slash__', '/'],
];

const keywords =
	/^__(true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)__$/;

/** The name of a field in objects: expressions cannot use every name. @mirrors apiservercel.Unescape */
export const unescapeField = (field: string): string => {
	const keyword = keywords.exec(field);
	if (keyword) {
		return keyword[1]!;
	}

	return field.includes('__')
		? field.replaceAll(/__(?:underscores|dot|dash|slash)__/g, (found) => escapes.find(([from]) => from === found)![1])
		: field;
};

/** The name of a field in expressions. @mirrors apiservercel.Escape */
export const escapeField = (name: string): string =>
	keywords.test(`__${name}__`)
		? `__${name}__`
		: name.replaceAll(/__|[./-]/g, (found) => escapes.find(([, to]) => to === found)![0]);
