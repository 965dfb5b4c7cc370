import {resolveSchema} from '../../objects/schema.js';
import {bool, bytes, double, duration, dyn, int, listOf, mapOf, string, timestamp, type Type} from '../type.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Schema} from '../../objects/openapi-schema.js';

const stringFormats: Readonly<Record<string, Type>> = {byte: bytes, 'date-time': timestamp, date: timestamp, duration};

/** Extensions of the schemas of custom resources that the schemas of built-in kinds have no use for. */
interface Extended extends Schema {
	readonly 'x-kubernetes-int-or-string'?: boolean;
	readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
	readonly 'x-kubernetes-embedded-resource'?: boolean;
}

const known = new WeakMap<Schema, Type>();

/**
The type of values that a schema describes. Fields are looked up on demand, as schemas may be recursive.

@mirrors k8s.io/apiserver/pkg/cel/common.SchemaDeclType
*/
export const schemaType = (given: Schema, name: string): Type => {
	const schema = resolveSchema(given) as Extended;
	return getOrInsert(known, schema, () => typeOfSchema(schema, name));
};

const typeOfSchema = (schema: Extended, name: string): Type => {
	if (schema['x-kubernetes-int-or-string']) {
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

			return schema['x-kubernetes-preserve-unknown-fields'] || !schema.properties
				? dyn
				: {
						kind: 'object',
						name,
						field: (field) => {
							const property = Object.hasOwn(schema.properties!, unescapeField(field))
								? schema.properties![unescapeField(field)]
								: undefined;
							return property && schemaType(property, `${name}.${field}`);
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
