import {invalid, required, type FieldError} from '../../objects/field-error.js';
import type {ObjectMeta} from '../../objects/kubernetes.generated.js';
import {dns1035LabelErrors} from '../../objects/names.js';
import {checkAnyMetadata, nameRules} from '../validation/metadata.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {propertyOf, valuesOf} from './schema.js';
import {isRecord, type Fields} from '../../kernel/record.js';

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
			errors.push(invalid(`${path}.${name}`, value, 'must be a string'));
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
