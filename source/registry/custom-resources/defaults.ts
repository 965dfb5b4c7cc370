import {mapped} from './prune.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {propertyOf, valuesOf} from './schema.js';
import {isRecord, type Fields} from '../../kernel/record.js';

/**
Fills in the schema's defaults; values that need no defaults are shared with the input. A null counts as missing where the schema has a default but does not allow null.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting Default
*/
export const setCustomDefaults = <T>(value: T, schema: CustomSchema): T => {
	if (Array.isArray(value)) {
		const {items} = schema;
		return items ? (mapped(value, (item) => setCustomDefaults(item, items)) as T) : value;
	}

	return isRecord(value) ? (fillIn(value, schema) as T) : value;
};

const fillIn = (fields: Fields, schema: CustomSchema): Fields => {
	const filled = new Map<string, unknown>();
	let changed = false;
	for (const [name, value] of Object.entries(fields)) {
		const known = propertyOf(schema, name) ?? valuesOf(schema);
		if (value === null && known && !known.nullable && known.default !== undefined) {
			changed = true;
		} else {
			filled.set(name, value);
		}
	}

	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		if (property.default !== undefined && !filled.has(name)) {
			filled.set(name, property.default);
			changed = true;
		}
	}

	for (const [name, value] of filled) {
		const known = propertyOf(schema, name) ?? valuesOf(schema);
		const now = known ? setCustomDefaults(value, known) : value;
		if (now !== value) {
			filled.set(name, now);
			changed = true;
		}
	}

	return changed ? Object.fromEntries(filled) : fields;
};
