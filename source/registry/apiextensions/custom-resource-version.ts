import {fieldAt} from '../custom-resources/field-path.js';
import {checkRules} from '../custom-resources/rules.js';
import {checkDefaults, checkSchema, isConvertible} from '../custom-resources/schema-rules.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {checkStructural} from '../custom-resources/structural.js';
import {duplicate, forbidden, invalid, required, tooMany} from '../../objects/field-error.js';
import type {
	CustomResourceColumnDefinition,
	CustomResourceDefinitionVersion,
	CustomResourceSubresources,
	SelectableField,
} from '../../objects/kubernetes.generated.js';
import {refuseEach, sorted, type Errors} from '../validation/checks.js';

export const checkDeprecation = (
	errors: Errors,
	{deprecated, deprecationWarning}: CustomResourceDefinitionVersion,
	path: string,
): void => {
	if (deprecationWarning === undefined) {
		return;
	}

	const problems = deprecated ? warningProblems(deprecationWarning) : ['can only be set for deprecated versions'];
	refuseEach(errors, `${path}.deprecationWarning`, deprecationWarning, problems);
};

/** Checks the warning text; Go counts positions of characters in bytes. */
const warningProblems = (warning: string): string[] => {
	const problems: string[] = [];
	if (Buffer.byteLength(warning) > 256) {
		problems.push('must be <= 256 characters long');
	}

	if (warning === '') {
		problems.push('must not be an empty string');
	}

	const unprintable = /[^ \p{L}\p{M}\p{N}\p{P}\p{S}]/u.exec(warning);
	if (unprintable) {
		const at = Buffer.byteLength(warning.slice(0, unprintable.index));
		problems.push(`must only contain printable UTF-8 characters; non-printable character found at index ${at}`);
	}

	return problems;
};

/** Keywords that the root of a schema may have when the status is a subresource. */
const rootKeywords = [
	'Description',
	'Type',
	'Format',
	'Title',
	'Maximum',
	'ExclusiveMaximum',
	'Minimum',
	'ExclusiveMinimum',
	'MaxLength',
	'MinLength',
	'Pattern',
	'MaxItems',
	'MinItems',
	'UniqueItems',
	'MultipleOf',
	'Required',
	'Items',
	'Properties',
	'ExternalDocs',
	'Example',
	'XPreserveUnknownFields',
	'XValidations',
];

const goName = (keyword: string): string =>
	keyword.startsWith('x-kubernetes-')
		? `X${keyword.slice('x-kubernetes-'.length).replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`
		: keyword.slice(0, 1).toUpperCase() + keyword.slice(1);

export const checkValidation = (
	errors: Errors,
	schema: CustomSchema | undefined,
	hasStatus: boolean,
	path: string,
): void => {
	if (!schema) {
		return;
	}

	const at = `${path}.openAPIV3Schema`;
	if (hasStatus) {
		checkRoot(errors, schema, at);
	}

	if (schema.nullable) {
		errors.push(forbidden(`${at}.nullable`, 'nullable cannot be true at the root'));
	}

	const found = checkSchema(schema, at);
	if (!isConvertible(schema)) {
		errors.push(...found);
		return;
	}

	const structural = checkStructural(schema, at);
	const first = structural.length > 0 ? structural : checkDefaults(schema, at);
	// Rules refer to fields, so they are read only where the fields are valid.
	errors.push(...first, ...found, ...(first.length > 0 ? [] : checkRules(schema, at, found)));
};

/** Whether a keyword has a value other than Go's zero value of its type. */
const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== '';

/** Checks the keywords at the root: since the status is read from there, only some are allowed; the error names the first other one in upstream's order. */
const checkRoot = (errors: Errors, schema: CustomSchema, path: string): void => {
	const others = Object.keys(schema).filter(
		(keyword) => isSet(Reflect.get(schema, keyword)) && !rootKeywords.includes(goName(keyword)),
	);
	const isOtherType = schema.type && schema.type !== 'object';
	if (isOtherType && !others.some((keyword) => beforeType.includes(keyword))) {
		const detail =
			'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
		errors.push(invalid(`${path}.type`, schema.type, detail));
	} else if (others.length > 0) {
		errors.push(
			invalid(
				path,
				sorted(schema),
				`only [${rootKeywords.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`,
			),
		);
	}
};

/** Keywords that come before the type in upstream's struct. */
const beforeType = ['id', '$schema', '$ref'];

export const checkSubresources = (
	errors: Errors,
	subresources: CustomResourceSubresources | undefined,
	path: string,
): void => {
	const scale = subresources?.scale;
	if (!scale) {
		return;
	}

	const check = (field: string, value: string | undefined, roots: readonly string[], words: string): void => {
		if (!value) {
			errors.push(required(`${path}.scale.${field}`));
		} else if (!value.startsWith('.')) {
			errors.push(invalid(`${path}.scale.${field}`, value, 'must be a simple json path starting with .'));
		} else if (!roots.some((root) => value.startsWith(root))) {
			errors.push(invalid(`${path}.scale.${field}`, value, `should be a json path under ${words}`));
		}
	};

	check('specReplicasPath', scale.specReplicasPath, ['.spec.'], '.spec');
	check('statusReplicasPath', scale.statusReplicasPath, ['.status.'], '.status');
	if (scale.labelSelectorPath) {
		check('labelSelectorPath', scale.labelSelectorPath, ['.spec.', '.status.'], 'either .spec or .status');
	}
};

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

export const checkColumns = (
	errors: Errors,
	columns: readonly CustomResourceColumnDefinition[] | undefined,
	path: string,
): void => {
	for (const [index, {name, type, format, jsonPath}] of (columns ?? []).entries()) {
		const at = `${path}[${index}]`;
		if (!name) {
			errors.push(required(`${at}.name`));
		}

		if (!type) {
			errors.push(required(`${at}.type`, `must be one of ${columnTypes.join(',')}`));
		} else if (!columnTypes.includes(type)) {
			errors.push(invalid(`${at}.type`, type, `must be one of ${columnTypes.join(',')}`));
		}

		if (format && !columnFormats.includes(format)) {
			errors.push(invalid(`${at}.format`, format, `must be one of ${columnFormats.join(',')}`));
		}

		if (!jsonPath) {
			errors.push(required(`${at}.JSONPath`));
		} else if (!jsonPath.startsWith('.')) {
			errors.push(invalid(`${at}.JSONPath`, jsonPath, 'must be a simple json path starting with .'));
		}
	}
};

const mostSelectable = 8;

const selectableTypes = ['string', 'boolean', 'integer'];

/** @mirrors k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation ValidateCustomResourceSelectableFields */
export const checkSelectable = (
	errors: Errors,
	fields: readonly SelectableField[] | undefined,
	schema: CustomSchema | undefined,
	path: string,
): void => {
	const seen = new Set<string>();
	for (const [index, {jsonPath}] of (fields ?? []).entries()) {
		const at = `${path}[${index}].jsonPath`;
		const found = jsonPath ? fieldAt(jsonPath, schema ?? {}, false) : undefined;
		if (!found) {
			errors.push(required(at));
		} else if ('problem' in found) {
			errors.push(invalid(at, jsonPath, `is an invalid path: ${found.problem}`));
		} else {
			if (found.parts[0] === 'metadata') {
				errors.push(invalid(at, jsonPath, 'must not point to fields in metadata'));
			}

			if (!selectableTypes.includes(found.schema.type ?? '')) {
				errors.push(
					invalid(
						at,
						jsonPath,
						'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
					),
				);
			}

			const name = found.parts.join('.');
			if (seen.has(name)) {
				errors.push(duplicate(at, jsonPath));
			}

			seen.add(name);
		}
	}

	if (seen.size > mostSelectable) {
		errors.push(tooMany(path, seen.size, mostSelectable));
	}
};
