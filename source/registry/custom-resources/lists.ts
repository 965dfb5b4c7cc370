import {duplicate, invalid, type FieldError} from '../../objects/field-error.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {propertyOf, valuesOf} from './schema.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {sorted} from '../validation/checks.js';

/**
Items of a set, and keys of a list that is a map, occur once; a repeated item is reported once.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype ValidateListSetsAndMaps
*/
export const checkLists = (errors: FieldError[], value: unknown, schema: CustomSchema, path = ''): void => {
	if (Array.isArray(value)) {
		if (schema['x-kubernetes-list-type'] === 'set') {
			checkUnique(errors, value, path);
		} else if (schema['x-kubernetes-list-type'] === 'map') {
			checkMap(errors, value, schema['x-kubernetes-list-map-keys'] ?? [], path);
		}

		if (schema.items) {
			for (const [index, item] of value.entries()) {
				checkLists(errors, item, schema.items, `${path}[${index}]`);
			}
		}
	} else if (isRecord(value)) {
		for (const [name, field] of Object.entries(value)) {
			const property = propertyOf(schema, name);
			const values = valuesOf(schema);
			if (property) {
				checkLists(errors, field, property, path === '' ? name : `${path}.${name}`);
			} else if (values) {
				checkLists(errors, field, values, `${path}[${name}]`);
			}
		}
	}
};

const checkMap = (errors: FieldError[], items: readonly unknown[], keys: readonly string[], path: string): void => {
	const wrong = items.findIndex((item) => item !== null && !isRecord(item));
	if (wrong !== -1) {
		errors.push(invalid(`${path}[${wrong}]`, items[wrong], 'must be an object for an array of list-type map'));
		return;
	}

	const keyOf = (item: unknown): Fields =>
		isRecord(item)
			? Object.fromEntries(keys.filter((key) => item[key] !== undefined).map((key) => [key, item[key]]))
			: {};
	checkUnique(
		errors,
		items.map((item) => keyOf(item)),
		path,
	);
};

const checkUnique = (errors: FieldError[], items: readonly unknown[], path: string): void => {
	const times = new Map<string, number>();
	for (const [index, item] of items.entries()) {
		const text = JSON.stringify(sorted(item));
		const before = times.get(text) ?? 0;
		times.set(text, before + 1);
		if (before === 1) {
			errors.push(duplicate(`${path}[${index}]`, sorted(item)));
		}
	}
};
