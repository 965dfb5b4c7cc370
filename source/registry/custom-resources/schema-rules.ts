import {fieldAt} from './field-path.js';
import {forbidden, invalid, notSupported, required, type FieldError} from '../../objects/field-error.js';
import {setCustomDefaults} from './defaults.js';
import {prune} from './prune.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {isOwnField} from './schema.js';
import {nowhere, validateValue} from './validate-value.js';

/** Restrictions on a place in a schema by the schemas around it. */
interface Surroundings {
	readonly isRoot: boolean;
	/** Why no default is allowed here. */
	readonly withoutDefaults?: string;
	readonly insideMetadata: boolean;
}

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Keywords of JSON Schema that the apiserver does not accept. */
const unsupported: ReadonlyArray<readonly [string, string]> = [
	['id', 'id is not supported'],
	['additionalItems', 'additionalItems is not supported'],
	['patternProperties', 'patternProperties is not supported'],
	['definitions', 'definitions is not supported'],
	['dependencies', 'dependencies is not supported'],
	['$ref', '$ref is not supported'],
];

/**
The mistakes in a schema by the rules of OpenAPI v3 and of Kubernetes' extensions; CEL rules are compiled elsewhere.

@mirrors k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation ValidateCustomResourceDefinitionOpenAPISchema
*/
export const checkSchema = (schema: CustomSchema, path: string): FieldError[] => {
	const errors: FieldError[] = [];
	check(errors, schema, path, {isRoot: true, insideMetadata: false});
	return errors;
};

const check = (errors: FieldError[], schema: CustomSchema, path: string, around: Surroundings): void => {
	checkKeywords(errors, schema, path, around);
	const inside: Surroundings = {...around, isRoot: false};
	if (schema.additionalProperties !== undefined) {
		if (schema.properties && Object.keys(schema.properties).length > 0 && schema.additionalProperties !== true) {
			errors.push(
				forbidden(`${path}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'),
			);
		}

		if (typeof schema.additionalProperties === 'object') {
			check(
				errors,
				schema.additionalProperties,
				`${path}.additionalProperties`,
				around.insideMetadata
					? {...inside, withoutDefaults: 'inside additionalProperties applying to object metadata'}
					: inside,
			);
		}
	}

	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		const isOwn = (around.isRoot || Boolean(schema['x-kubernetes-embedded-resource'])) && isOwnField(name);
		check(errors, property, `${path}.properties[${name}]`, {
			isRoot: false,
			insideMetadata: around.insideMetadata || isOwn,
			withoutDefaults: isOwn && around.isRoot ? `in top-level ${name}` : around.withoutDefaults,
		});
	}

	if (schema.not) {
		check(errors, schema.not, `${path}.not`, inside);
	}

	for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) {
		for (const [index, each] of (schema[keyword] ?? []).entries()) {
			check(errors, each, `${path}.${keyword}[${index}]`, inside);
		}
	}

	if (schema.items) {
		check(errors, schema.items, `${path}.items`, inside);
	}

	checkExtensions(errors, schema, path);
	checkRuleTexts(errors, schema, path);
};

const checkKeywords = (errors: FieldError[], schema: CustomSchema, path: string, around: Surroundings): void => {
	if (schema.type && !types.includes(schema.type)) {
		errors.push(notSupported(`${path}.type`, schema.type, types));
	}

	if (schema.default !== undefined && around.withoutDefaults !== undefined) {
		errors.push(forbidden(`${path}.default`, `must not be set ${around.withoutDefaults}`));
	}

	for (const [keyword, detail] of unsupported) {
		const value = (schema as Readonly<Record<string, unknown>>)[keyword];
		if (value !== undefined && value !== '') {
			errors.push(forbidden(`${path}.${keyword}`, detail));
		}
	}

	if (schema.type === 'null') {
		errors.push(forbidden(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
	}

	if (Array.isArray(schema.items)) {
		errors.push(forbidden(`${path}.items`, 'items must be a schema object and not an array'));
	}

	if (around.insideMetadata && schema['x-kubernetes-embedded-resource']) {
		errors.push(forbidden(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta'));
	}

	if (schema.uniqueItems) {
		errors.push(
			forbidden(
				`${path}.uniqueItems`,
				'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
			),
		);
	}
};

/**
Whether upstream can make a structural schema of it; otherwise, structure, defaults and CEL rules are not checked, and `checkSchema` reports the reason.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema NewStructural
*/
export const isConvertible = (schema: CustomSchema): boolean => {
	const {properties = {}, additionalProperties, items, not, allOf = [], oneOf = [], anyOf = []} = schema;
	const below = [
		...Object.values(properties),
		...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
		...(items ? [items] : []),
		...(not ? [not] : []),
		...allOf,
		...oneOf,
		...anyOf,
	];
	return (
		!Array.isArray(items) &&
		schema['x-kubernetes-preserve-unknown-fields'] !== false &&
		!inTheWay.some((keyword) => isGiven((schema as Readonly<Record<string, unknown>>)[keyword])) &&
		below.every((each) => isConvertible(each))
	);
};

const inTheWay = ['$schema', ...unsupported.map(([keyword]) => keyword)];

const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);

/** A type that an extension requires. */
const checkTypeFor = (
	errors: FieldError[],
	schema: CustomSchema,
	path: string,
	type: string,
	extension: string,
): boolean => {
	if (schema.type === type) {
		return true;
	}

	const detail = `must be ${type} if ${extension} is specified`;
	errors.push(schema.type ? invalid(`${path}.type`, schema.type, detail) : required(`${path}.type`, detail));
	return false;
};

const checkExtensions = (errors: FieldError[], schema: CustomSchema, path: string): void => {
	const mapType = schema['x-kubernetes-map-type'];
	const listType = schema['x-kubernetes-list-type'];
	if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
		errors.push(invalid(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
	}

	if (mapType !== undefined) {
		checkTypeFor(errors, schema, path, 'object', 'x-kubernetes-map-type');
		if (mapType !== 'atomic' && mapType !== 'granular') {
			errors.push(notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
		}
	}

	if (listType !== undefined) {
		if (checkTypeFor(errors, schema, path, 'array', 'x-kubernetes-list-type') && listType === 'set' && schema.items) {
			checkSetItems(errors, schema.items, `${path}.items`);
		}

		if (!['atomic', 'set', 'map'].includes(listType)) {
			errors.push(notSupported(`${path}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']));
		}
	}

	checkMapKeys(errors, schema, path);
};

const checkSetItems = (errors: FieldError[], items: CustomSchema, path: string): void => {
	const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set';
	const listType = items['x-kubernetes-list-type'];
	if (items.type === 'array' && listType !== undefined && listType !== 'atomic') {
		errors.push(invalid(`${path}.x-kubernetes-list-type`, listType, detail));
	}

	if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
		errors.push(invalid(`${path}.x-kubernetes-map-type`, listType ?? null, detail));
	}
};

/** A list that is a map by some of its items' fields. */
const checkMapKeys = (errors: FieldError[], schema: CustomSchema, path: string): void => {
	const keys = schema['x-kubernetes-list-map-keys'] ?? [];
	const listType = schema['x-kubernetes-list-type'];
	const {items} = schema;
	if (keys.length > 0 && listType !== 'map') {
		const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
		const at = `${path}.x-kubernetes-list-type`;
		errors.push(listType === undefined ? required(at, detail) : invalid(at, listType, detail));
	}

	if (listType === 'map') {
		if (keys.length === 0) {
			errors.push(required(`${path}.x-kubernetes-list-map-keys`, 'must not be empty if x-kubernetes-list-type is map'));
		}

		if (!items) {
			errors.push(required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'));
		} else if (items.type === 'object') {
			checkKeys(errors, keys, items, path);
		} else {
			errors.push(
				invalid(
					`${path}.items.type`,
					items.type ?? '',
					"must be object if parent array's x-kubernetes-list-type is map",
				),
			);
		}
	}

	if (items && (listType === 'set' || listType === 'map')) {
		if (items.nullable) {
			errors.push(forbidden(`${path}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`));
		}

		for (const key of listType === 'map' ? keys : []) {
			checkKeyIsThere(errors, key, items, path);
		}
	}
};

const checkKeys = (errors: FieldError[], keys: readonly string[], items: CustomSchema, path: string): void => {
	const seen = new Set<string>();
	for (const key of keys) {
		const property = items.properties?.[key];
		if (!property) {
			errors.push(invalid(`${path}.x-kubernetes-list-map-keys`, keys, 'entries must all be names of item properties'));
		} else if (property.type === 'array' || property.type === 'object') {
			errors.push(
				invalid(
					`${path}.items.properties[${key}].type`,
					items.type,
					"must be a scalar type if parent array's x-kubernetes-list-type is map",
				),
			);
		}

		if (seen.has(key)) {
			errors.push(invalid(`${path}.x-kubernetes-list-map-keys`, keys, 'must not contain duplicate entries'));
		}

		seen.add(key);
	}
};

const checkKeyIsThere = (errors: FieldError[], key: string, items: CustomSchema, path: string): void => {
	const property = items.properties?.[key];
	if (!property) {
		return;
	}

	const at = `${path}.items.properties[${key}]`;
	if (!items.required?.includes(key) && property.default === undefined) {
		errors.push(
			required(
				`${at}.default`,
				'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
			),
		);
	}

	if (property.nullable) {
		errors.push(
			forbidden(`${at}.nullable`, 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable'),
		);
	}
};

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** Checks of CEL rules that do not need to parse them. */
const checkRuleTexts = (errors: FieldError[], schema: CustomSchema, path: string): void => {
	for (const [index, rule] of (schema['x-kubernetes-validations'] ?? []).entries()) {
		const at = `${path}.x-kubernetes-validations[${index}]`;
		const {message = '', messageExpression = '', fieldPath = ''} = rule;
		if (rule.rule.trim() === '') {
			errors.push(required(`${at}.rule`, 'rule is not specified'));
		} else if (message !== '' && message.trim() === '') {
			errors.push(invalid(`${at}.message`, message, 'must be non-empty if specified'));
		} else if (hasLineBreaks(message.trim())) {
			errors.push(invalid(`${at}.message`, message, 'must not contain line breaks'));
		} else if (hasLineBreaks(rule.rule.trim()) && message.trim() === '') {
			errors.push(required(`${at}.message`, 'message must be specified if rule contains line breaks'));
		}

		if (messageExpression !== '' && messageExpression.trim() === '') {
			errors.push(required(`${at}.messageExpression`, 'messageExpression must be non-empty if specified'));
		}

		if (rule.reason !== undefined && !reasons.includes(rule.reason)) {
			errors.push(notSupported(`${at}.reason`, rule.reason, reasons));
		}

		if (fieldPath !== '' && fieldPath.trim() === '') {
			errors.push(invalid(`${at}.fieldPath`, fieldPath, 'must be non-empty if specified'));
		}

		if (hasLineBreaks(fieldPath)) {
			errors.push(invalid(`${at}.fieldPath`, fieldPath, 'must not contain line breaks'));
		}

		if (fieldPath !== '' && 'problem' in fieldAt(fieldPath, schema)) {
			errors.push(invalid(`${at}.fieldPath`, fieldPath, 'must be a valid path'));
		}
	}
};

const hasLineBreaks = (text: string): boolean => /[\n\r]/.test(text);

/**
Checks that each default is valid in its schema and has no part that pruning would remove; upstream does not check `additionalProperties`.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting ValidateDefaults
*/
export const checkDefaults = (schema: CustomSchema, path: string): FieldError[] => {
	const errors: FieldError[] = [];
	checkDefaultsWithin(errors, schema, path);
	return errors;
};

const checkDefaultsWithin = (errors: FieldError[], schema: CustomSchema, path: string): void => {
	const {items, properties = {}} = schema;
	if (schema.default !== undefined) {
		const at = `${path}.default`;
		if (prune(schema.default, schema, false) !== schema.default) {
			errors.push(invalid(at, schema.default, 'must not have unknown fields'));
		}

		errors.push(
			...validateValue(setCustomDefaults(schema.default, schema), schema).map((error) => ({
				...error,
				field: error.field === '' || error.field === nowhere ? at : `${at}.${error.field}`,
			})),
		);
	}

	if (items) {
		checkDefaultsWithin(errors, items, `${path}.items`);
	}

	for (const [name, property] of Object.entries(properties)) {
		checkDefaultsWithin(errors, property, `${path}.properties[${name}]`);
	}
};
