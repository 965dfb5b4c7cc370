import {formatError, invalid, required, type FieldError} from '../../objects/field-error.js';
import type {ObjectMeta} from '../../objects/kubernetes.generated.js';
import {dns1035LabelErrors} from '../../objects/names.js';
import {checkAnyMetadata, nameRules} from '../validation/metadata.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {isOwnField, propertyOf, valuesOf} from './schema.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {decodeFields} from '../decode/decode.js';

/** An error of separately decoded metadata, which has no path. */
export const ofMetadataAlone = (error: string): string =>
	error
		.replace('Go struct field ObjectMeta.metadata.', 'Go struct field ObjectMeta.')
		.replace('Go struct field OwnerReference.metadata.', 'Go struct field OwnerReference.')
		.replace('Go struct field ConfigMap.metadata of type', 'Go value of type');

/** Embedded objects as they are decoded, or the first mistake in one. */
interface DecodedPart {
	readonly value: unknown;
	readonly error?: string;
}

/**
Decodes the kinds and the metadata of embedded objects. Other parts stay unchanged.

@param dropped receives the paths of unknown fields in the metadata.
@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta Coerce
*/
export const decodeEmbedded = (value: unknown, schema: CustomSchema, dropped: string[], path = ''): DecodedPart => {
	if (!hasEmbedded(schema)) {
		return {value};
	}

	if (Array.isArray(value)) {
		const {items = {}} = schema;
		const parts = value.map((item, index) => decodeEmbedded(item, items, dropped, `${path}[${index}]`));
		return parts.find(({error}) => error !== undefined) ?? {value: parts.map((part) => part.value)};
	}

	if (!isRecord(value)) {
		return {value};
	}

	const fields: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(value)) {
		const property = propertyOf(schema, name);
		const inside = path === '' ? name : `${path}.${name}`;
		const at = !property && valuesOf(schema) ? `${path}[${name}]` : inside;
		const part =
			schema['x-kubernetes-embedded-resource'] && isOwnField(name)
				? decodeOwnField(name, field, dropped, inside)
				: decodeEmbedded(field, property ?? valuesOf(schema) ?? {}, dropped, at);
		if (part.error !== undefined) {
			return part;
		}

		fields[name] = part.value;
	}

	return {value: fields};
};

const decodeOwnField = (name: string, value: unknown, dropped: string[], path: string): DecodedPart => {
	if (name !== 'metadata') {
		const problem = typeof value === 'string' ? undefined : formatError(invalid(path, value, 'must be a string'));
		return {value, ...(problem === undefined ? {} : {error: problem})};
	}

	const {object, warnings, error} = decodeFields(
		{apiVersion: 'v1', kind: 'ConfigMap', metadata: value},
		'v1',
		'ConfigMap',
		'Warn',
	);
	const unknown = warnings.flatMap((text) => /^unknown field "metadata\.(.*)"$/.exec(text)?.[1] ?? []);
	dropped.push(...unknown.map((field) => `${path}.${field}`));
	return {
		value: object['metadata'],
		...(error === undefined ? {} : {error: formatError(invalid(path, value, ofMetadataAlone(error)))}),
	};
};

const embedding = new WeakMap<CustomSchema, boolean>();

/** Whether a schema describes an embedded object anywhere. */
const hasEmbedded = (schema: CustomSchema): boolean =>
	getOrInsert(
		embedding,
		schema,
		() =>
			Boolean(schema['x-kubernetes-embedded-resource']) ||
			[...Object.values(schema.properties ?? {}), schema.items, valuesOf(schema)].some(
				(part) => part !== undefined && hasEmbedded(part),
			),
	);

/**
The mistakes in embedded objects, which have a kind and metadata of their own.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta Validate
*/
export const checkEmbedded = (errors: FieldError[], value: unknown, schema: CustomSchema, path = ''): void => {
	if (Array.isArray(value)) {
		const items = schema.items as CustomSchema | undefined;
		if (items) {
			for (const [index, item] of value.entries()) {
				checkEmbedded(errors, item, items, `${path}[${index}]`);
			}
		}
	} else if (isRecord(value)) {
		if (schema['x-kubernetes-embedded-resource']) {
			checkResource(errors, value, path);
		}

		for (const [name, field] of Object.entries(value)) {
			const property = propertyOf(schema, name);
			const values = valuesOf(schema);
			if (property) {
				checkEmbedded(errors, field, property, path === '' ? name : `${path}.${name}`);
			} else if (values) {
				checkEmbedded(errors, field, values, `${path}[${name}]`);
			}
		}
	}
};

const checkResource = (errors: FieldError[], object: Fields, path: string): void => {
	for (const name of ['apiVersion', 'kind']) {
		const value = object[name];
		if (value === undefined || value === '') {
			errors.push(required(`${path}.${name}`));
		} else if (typeof value !== 'string') {
			continue;
		} else if (name === 'apiVersion' && value.split('/').length > 2) {
			errors.push(invalid(`${path}.apiVersion`, value, `unexpected GroupVersion string: ${value}`));
		} else if (name === 'kind') {
			const problems = dns1035LabelErrors(value.toLowerCase());
			if (problems.length > 0) {
				const detail = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
				errors.push(invalid(`${path}.kind`, value, detail));
			}
		}
	}

	const {metadata} = object as {readonly metadata?: ObjectMeta};
	if (isRecord(metadata)) {
		const meta = {...metadata, name: metadata.name || 'fakename'};
		checkAnyMetadata(errors, meta, Boolean(metadata.namespace), nameRules.pathSegment, `${path}.metadata`);
	}
};
