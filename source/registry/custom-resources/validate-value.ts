import {PatternError, readPattern} from '../../cel/pattern.js';
import {
	invalid,
	notSupported,
	required,
	tooLong,
	tooMany,
	typeInvalid,
	type FieldError,
} from '../../objects/field-error.js';
import {hasFormat, isKnownFormat} from './formats.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {propertyOf, valuesOf} from './schema.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {equal} from '../../kernel/equality.js';

/**
The mistakes in a value by its schema, in the words of the validator of custom resources; sets, maps, and CEL rules are checked elsewhere.

@param path of the value, `''` for the whole object.
@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/validation ValidateCustomResource
*/
export const validateValue = (value: unknown, schema: CustomSchema, path = ''): FieldError[] => {
	const errors: FieldError[] = [];
	check(errors, value, schema, path);
	return errors;
};

const typeOf = (value: unknown): string => {
	if (Array.isArray(value)) {
		return 'array';
	}

	switch (typeof value) {
		case 'string':
		case 'boolean': {
			return typeof value;
		}

		case 'number': {
			return Number.isInteger(value) ? 'integer' : 'number';
		}

		default: {
			return value === null ? 'null' : 'object';
		}
	}
};

const typesOf = (schema: CustomSchema): readonly string[] => {
	if (schema['x-kubernetes-int-or-string']) {
		return ['integer', 'string'];
	}

	if (schema.type) {
		return [schema.type];
	}

	return [];
};

/** The path that an error shows. */
const inBody = (path: string): string => `${path} in body`;

const check = (errors: FieldError[], value: unknown, schema: CustomSchema, path: string): void => {
	checkType(errors, value, schema, path);
	if (value === null || value === undefined) {
		return;
	}

	checkCombinations(errors, value, schema, path);
	if (typeof value === 'string') {
		checkText(errors, value, schema, path);
	} else if (typeof value === 'number') {
		checkNumber(errors, value, schema, path);
	} else if (Array.isArray(value)) {
		checkItems(errors, value, schema, path);
	}

	if (schema.enum && !schema.enum.some((each) => equal(each, value))) {
		errors.push(
			notSupported(
				path,
				value,
				schema.enum.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))),
			),
		);
	}

	if (isRecord(value)) {
		checkFields(errors, value, schema, path);
	}
};

const checkType = (errors: FieldError[], value: unknown, schema: CustomSchema, path: string): void => {
	const types = typesOf(schema);
	if (types.length === 0) {
		return;
	}

	const type = typeOf(value);
	if (type === 'null') {
		if (!schema.nullable) {
			errors.push(typeInvalid(path, 'null', `${inBody(path)} must be of type ${types.join(',')}: "null"`));
		}

		return;
	}

	if (!types.includes(type) && !(type === 'integer' && types.includes('number'))) {
		errors.push(wrongType(value, schema, path, types, type));
	} else if (typeof value === 'number' && type === 'integer' && types.includes('integer') && !fitsInt64(value)) {
		errors.push(wrongType(value, schema, path, types, 'number'));
	}
};

/** A whole number that Go reads as int64; a larger one is a float64 there. */
const fitsInt64 = (value: number): boolean => value >= -(2 ** 63) && value < 2 ** 63;

/** The type names in an error: if the schema has a format, the error names the formats of schema and value. */
const wrongType = (
	value: unknown,
	schema: CustomSchema,
	path: string,
	types: readonly string[],
	type: string,
): FieldError => {
	const format = formatIn(schema);
	const isSized = format !== undefined && typeof value !== 'string' && !Array.isArray(value);
	const [wanted, found] = isSized ? [format, goFormatOf(value)] : [types.join(','), type];
	return typeInvalid(path, found, `${inBody(path)} must be of type ${wanted}: "${found}"`);
};

/** The format of a number in Go. */
const goFormatOf = (value: unknown): string => {
	if (typeof value !== 'number') {
		return '';
	}

	return Number.isInteger(value) && fitsInt64(value) ? 'int64' : 'float64';
};

/** The format of a schema, where the apiserver knows it for this type. */
const formatIn = ({type = '', format}: CustomSchema): string | undefined =>
	format !== undefined && isKnownFormat(type, format) ? format : undefined;

// An invalid pattern matches nothing: definitions with one are refused earlier.
const fits = (pattern: string, value: string): boolean => {
	try {
		return readPattern(pattern).test(value);
	} catch (error) {
		if (error instanceof PatternError) {
			return false;
		}

		throw error;
	}
};

const checkText = (errors: FieldError[], value: string, schema: CustomSchema, path: string): void => {
	const length = [...value].length;
	// Only the first mistake of a text is reported.
	if (schema.maxLength !== undefined && length > schema.maxLength) {
		errors.push(tooLong(path, value, schema.maxLength));
	} else if (schema.minLength !== undefined && length < schema.minLength) {
		errors.push(invalid(path, value, `${inBody(path)} should be at least ${schema.minLength} chars long`));
	} else if (schema.pattern && !fits(schema.pattern, value)) {
		errors.push(invalid(path, value, `${inBody(path)} should match '${schema.pattern}'`));
	}

	if (schema.format && !hasFormat(schema.format, value)) {
		errors.push(typeInvalid(path, value, `${inBody(path)} must be of type ${schema.format}: ${JSON.stringify(value)}`));
	}
};

const checkNumber = (errors: FieldError[], value: number, schema: CustomSchema, path: string): void => {
	const {minimum, maximum, multipleOf, type} = schema;
	if (isOutOfRange(value, schema)) {
		const format = formatIn(schema);
		errors.push(
			placeless(
				path,
				`Checked value must be of type ${type ?? ''} ${format ? `with format ${format}` : '(default format)'} in ${path}`,
			),
		);
	}

	if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
		errors.push(invalid(path, value, `${inBody(path)} should be a multiple of ${multipleOf}`));
	}

	if (maximum !== undefined && (schema.exclusiveMaximum ? value >= maximum : value > maximum)) {
		const words = schema.exclusiveMaximum ? 'less than' : 'less than or equal to';
		errors.push(invalid(path, value, `${inBody(path)} should be ${words} ${maximum}`));
	}

	if (minimum !== undefined && (schema.exclusiveMinimum ? value <= minimum : value < minimum)) {
		const words = schema.exclusiveMinimum ? 'greater than' : 'greater than or equal to';
		errors.push(invalid(path, value, `${inBody(path)} should be ${words} ${minimum}`));
	}
};

/** Whether a number does not have the schema's type and size. @mirrors k8s.io/kube-openapi/pkg/validation/validate IsValueValidAgainstRange */
const isOutOfRange = (value: number, {type, format}: CustomSchema): boolean => {
	if (type === 'integer') {
		return !Number.isInteger(value) || (format === 'int32' ? (value | 0) !== value : !fitsInt64(value));
	}

	return type === 'number' && format === 'float' && !Number.isFinite(Math.fround(value));
};

/** The validator knows no place of some mistakes: it names the value in the text, and `<nil>` as the field. */
export const nowhere = '<nil>';

const placeless = (place: string, detail: string): FieldError => ({...invalid(nowhere, '', detail), place});

const checkItems = (errors: FieldError[], items: readonly unknown[], schema: CustomSchema, path: string): void => {
	if (schema.items) {
		for (const [index, item] of items.entries()) {
			check(errors, item, schema.items, `${path}[${index}]`);
		}
	}

	if (schema.minItems !== undefined && items.length < schema.minItems) {
		errors.push(invalid(path, items.length, `${inBody(path)} should have at least ${schema.minItems} items`));
	}

	if (schema.maxItems !== undefined && items.length > schema.maxItems) {
		errors.push(tooMany(path, items.length, schema.maxItems));
	}
};

const checkFields = (errors: FieldError[], fields: Fields, schema: CustomSchema, path: string): void => {
	const count = Object.keys(fields).length;
	if (schema.minProperties !== undefined && count < schema.minProperties) {
		errors.push(invalid(path, count, `${inBody(path)} should have at least ${schema.minProperties} properties`));
	}

	if (schema.maxProperties !== undefined && count > schema.maxProperties) {
		errors.push(tooMany(path, count, schema.maxProperties));
	}

	for (const name of schema.required ?? []) {
		if (!Object.hasOwn(fields, name)) {
			errors.push(required(child(path, name)));
		}
	}

	const values = valuesOf(schema);
	for (const [name, value] of Object.entries(fields)) {
		const known = propertyOf(schema, name) ?? values;
		if (known) {
			check(errors, value, known, child(path, name));
		}
	}
};

const child = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const errorsOf = (value: unknown, schema: CustomSchema, path: string): FieldError[] => {
	const errors: FieldError[] = [];
	check(errors, value, schema, path);
	return errors;
};

/** Checks anyOf, oneOf, allOf and not; if one of several should have matched, the errors of the closest are also reported. */
const checkCombinations = (errors: FieldError[], value: unknown, schema: CustomSchema, path: string): void => {
	const refuse = (what: string): void => {
		errors.push(placeless(path, `"${path}" ${what}`));
	};

	if (schema.anyOf && schema.anyOf.length > 0) {
		const failures = schema.anyOf.map((each) => errorsOf(value, each, path));
		if (failures.every(({length}) => length > 0)) {
			refuse('must validate at least one schema (anyOf)');
			errors.push(...closest(failures));
		}
	}

	if (schema.oneOf && schema.oneOf.length > 0) {
		const failures = schema.oneOf.map((each) => errorsOf(value, each, path));
		const fitting = failures.filter(({length}) => length === 0).length;
		if (fitting !== 1) {
			refuse(
				`must validate one and only one schema (oneOf). ${fitting === 0 ? 'Found none valid' : `Found ${fitting} valid alternatives`}`,
			);
			if (fitting === 0) {
				errors.push(...closest(failures));
			}
		}
	}

	if (schema.allOf && schema.allOf.length > 0) {
		const failures = schema.allOf.map((each) => errorsOf(value, each, path));
		const fitting = failures.filter(({length}) => length === 0).length;
		errors.push(...failures.flat());
		if (fitting !== failures.length) {
			refuse(`must validate all the schemas (allOf)${fitting === 0 ? '. None validated' : ''}`);
		}
	}

	if (schema.not && errorsOf(value, schema.not, path).length === 0) {
		refuse('must not validate the schema (not)');
	}
};

/** The failure with the fewest errors. */
const closest = (failures: readonly FieldError[][]): FieldError[] =>
	failures.reduce((best, each) => (each.length < best.length ? each : best));
