import {PatternError, readPattern} from '../../cel/pattern.js';
import {forbidden, formatError, invalid, required, type FieldError} from '../../objects/field-error.js';
import type {CustomSchema} from '../../objects/custom-version.js';

type Level = 'root' | 'item' | 'field';

const emptyType: Readonly<Record<Level, string>> = {
	root: 'must not be empty at the root',
	item: 'must not be empty for specified array items',
	field: 'must not be empty for specified object fields',
};

/** Keywords that describe the structure of a value, not its allowed values: only outside allOf, anyOf, oneOf and not. */
const structure: ReadonlyArray<readonly [keyof CustomSchema, string]> = [
	['type', 'must be empty to be structural'],
	['additionalProperties', 'must be undefined to be structural'],
	['default', 'must be undefined to be structural'],
	['title', 'must be empty to be structural'],
	['description', 'must be empty to be structural'],
	['nullable', 'must be false to be structural'],
	['externalDocs', 'must be undefined to be structural'],
	['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
	['x-kubernetes-embedded-resource', 'must be false to be structural'],
	['x-kubernetes-int-or-string', 'must be false to be structural'],
	['x-kubernetes-list-map-keys', 'must be empty to be structural'],
	['x-kubernetes-list-type', 'must be undefined to be structural'],
	['x-kubernetes-map-type', 'must be undefined to be structural'],
	['x-kubernetes-validations', 'must be empty to be structural'],
];

/**
Whether a schema is structural: each field has its own type, and logical junctors only restrict what is declared next to them.

@returns the errors, in the order of the messages.
@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema ValidateStructural
*/
export const checkStructural = (schema: CustomSchema, path: string): FieldError[] => {
	const errors: FieldError[] = [];
	checkInvariants(errors, schema, 'root', path);
	checkCompleteness(errors, schema, path);
	return errors
		.map((error) => ({error, text: formatError(error)}))
		.sort((a, b) => {
			if (a.text < b.text) {
				return -1;
			}

			if (a.text > b.text) {
				return 1;
			}

			return 0;
		})
		.map(({error}) => error);
};

const checkInvariants = (errors: FieldError[], schema: CustomSchema, level: Level, path: string): void => {
	const type = schema.type ?? '';
	const isEmbedded = Boolean(schema['x-kubernetes-embedded-resource']);
	const keepsUnknown = Boolean(schema['x-kubernetes-preserve-unknown-fields']);
	const isIntOrString = Boolean(schema['x-kubernetes-int-or-string']);
	if (schema.items) {
		checkInvariants(errors, schema.items, 'item', `${path}.items`);
	} else if (type === 'array') {
		errors.push(required(`${path}.items`, 'must be specified'));
	}

	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		checkInvariants(errors, property, 'field', `${path}.properties[${name}]`);
	}

	if (schema.additionalProperties !== undefined) {
		if (level === 'root') {
			errors.push(forbidden(`${path}.additionalProperties`, 'must not be used at the root'));
		}

		if (typeof schema.additionalProperties === 'object') {
			checkInvariants(errors, schema.additionalProperties, 'field', `${path}.additionalProperties`);
		}

		if (isEmbedded) {
			errors.push(
				forbidden(`${path}.additionalProperties`, 'must not be used if x-kubernetes-embedded-resource is set'),
			);
		}
	}

	if (isIntOrString && keepsUnknown) {
		errors.push(
			invalid(
				`${path}.x-kubernetes-preserve-unknown-fields`,
				true,
				'must be false if x-kubernetes-int-or-string is true',
			),
		);
	}

	if (isIntOrString && isEmbedded) {
		errors.push(
			invalid(`${path}.x-kubernetes-embedded-resource`, true, 'must be false if x-kubernetes-int-or-string is true'),
		);
	}

	checkJunctors(errors, schema, level, path, isIntOrStringAnyOf(schema), isIntOrStringAnyOf(schema.allOf?.[0]));
	if (isEmbedded && type !== 'object') {
		const detail = 'must be object if x-kubernetes-embedded-resource is true';
		errors.push(type === '' ? required(`${path}.type`, detail) : invalid(`${path}.type`, type, detail));
	} else if (type === '' && !isIntOrString && !keepsUnknown) {
		errors.push(required(`${path}.type`, emptyType[level]));
	}

	if (level === 'root' && type !== '' && type !== 'object') {
		errors.push(invalid(`${path}.type`, type, 'must be object at the root'));
	}

	checkOwnFields(errors, schema, level, path);
	if (isEmbedded && !keepsUnknown && Object.keys(schema.properties ?? {}).length === 0) {
		errors.push(
			required(
				`${path}.properties`,
				'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
			),
		);
	}
};

/** `kind` and `apiVersion` are texts, and of `metadata` only the names can be restricted. */
const checkOwnFields = (errors: FieldError[], schema: CustomSchema, level: Level, path: string): void => {
	const isObject = level === 'root' || Boolean(schema['x-kubernetes-embedded-resource']);
	const {kind, apiVersion, metadata} = schema.properties ?? {};
	for (const [name, property] of [
		['kind', kind],
		['apiVersion', apiVersion],
	] as const) {
		if (isObject && property && property.type !== 'string') {
			errors.push(invalid(`${path}.properties[${name}].type`, property.type ?? '', 'must be string'));
		}
	}

	if (!metadata) {
		return;
	}

	const at = `${path}.properties[metadata]`;
	if (isObject && metadata.type !== 'object') {
		errors.push(invalid(`${at}.type`, metadata.type ?? '', 'must be object'));
	}

	if (level === 'root') {
		const {type: _, default: __, properties, ...others} = metadata;
		const names = Object.keys(properties ?? {});
		if (Object.keys(others).length > 0 || names.some((name) => name !== 'name' && name !== 'generateName')) {
			errors.push(
				forbidden(
					at,
					'must not specify anything other than name and generateName, but metadata is implicitly specified',
				),
			);
		}
	}
};

const isIntOrStringAnyOf = (schema: CustomSchema | undefined): boolean =>
	JSON.stringify(schema?.anyOf) === '[{"type":"integer"},{"type":"string"}]';

const checkJunctors = (
	errors: FieldError[],
	schema: CustomSchema,
	level: Level,
	path: string,
	skipAnyOf: boolean,
	skipFirstAllOf: boolean,
): void => {
	if (!skipAnyOf) {
		for (const [index, each] of (schema.anyOf ?? []).entries()) {
			checkNested(errors, each, level, `${path}.anyOf[${index}]`);
		}
	}

	for (const [index, each] of (schema.allOf ?? []).entries()) {
		checkNested(errors, each, level, `${path}.allOf[${index}]`, skipFirstAllOf && index === 0);
	}

	for (const [index, each] of (schema.oneOf ?? []).entries()) {
		checkNested(errors, each, level, `${path}.oneOf[${index}]`);
	}

	if (schema.not) {
		checkNested(errors, schema.not, level, `${path}.not`);
	}

	checkPattern(errors, schema.pattern, `${path}.pattern`);
};

const checkPattern = (errors: FieldError[], pattern: string | undefined, path: string): void => {
	if (!pattern) {
		return;
	}

	try {
		readPattern(pattern);
	} catch (error) {
		if (!(error instanceof PatternError)) {
			throw error;
		}

		errors.push(invalid(path, pattern, `must be a valid regular expression, but isn't: ${error.message}`));
	}
};

const checkNested = (
	errors: FieldError[],
	schema: CustomSchema,
	level: Level,
	path: string,
	skipAnyOf = false,
): void => {
	checkJunctors(errors, schema, level, path, skipAnyOf, false);
	if (schema.items) {
		checkNested(errors, schema.items, level, `${path}.items`);
	}

	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		checkNested(errors, property, 'field', `${path}.properties[${name}]`);
	}

	for (const [keyword, detail] of structure) {
		const value = schema[keyword];
		if (value && (!Array.isArray(value) || value.length > 0)) {
			errors.push(forbidden(`${path}.${keyword}`, detail));
		}
	}

	if (schema.properties?.metadata) {
		errors.push(forbidden(`${path}.properties[metadata]`, 'must not be specified in a nested context'));
	}
};

/**
Refuses a property that a junctor of the root restricts and the schema itself lacks. Upstream ignores junctors of nested schemas.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema validateStructuralCompleteness
*/
const checkCompleteness = (errors: FieldError[], schema: CustomSchema, path: string): void => {
	for (const [keyword, each] of junctorsOf(schema)) {
		checkDeclared(errors, each, schema, `${path}.${keyword}`, path);
	}
};

const junctorsOf = (schema: CustomSchema): ReadonlyArray<readonly [string, CustomSchema]> => [
	...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) =>
		(schema[keyword] ?? []).map((each, index) => [`${keyword}[${index}]`, each] as const),
	),
	...(schema.not ? [['not', schema.not] as const] : []),
];

const checkDeclared = (
	errors: FieldError[],
	nested: CustomSchema,
	schema: CustomSchema,
	nestedPath: string,
	path: string,
): void => {
	if (nested.items) {
		if (schema.items) {
			checkDeclared(errors, nested.items, schema.items, `${nestedPath}.items`, `${path}.items`);
		} else {
			errors.push(required(`${path}.items`, `because it is defined in ${nestedPath}.items`));
		}
	}

	for (const [name, property] of Object.entries(nested.properties ?? {})) {
		const declared = schema.properties?.[name];
		const at = `${path}.properties[${name}]`;
		if (declared) {
			checkDeclared(errors, property, declared, `${nestedPath}.properties[${name}]`, at);
		} else {
			errors.push(required(at, `because it is defined in ${nestedPath}.properties[${name}]`));
		}
	}

	for (const [keyword, each] of junctorsOf(nested)) {
		checkDeclared(errors, each, schema, `${nestedPath}.${keyword}`, path);
	}
};
