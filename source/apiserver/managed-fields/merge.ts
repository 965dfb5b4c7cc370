import {goSyntax, goText} from '../../go/print.js';
import {ElementError, elementOf, formOf} from './compare.js';
import {below, elementText, hasElement, isEmptySet, type FieldSet} from './field-set.js';
import {MapType, type FieldType, type ListType, type Scalar} from './field-type.js';
import {isRecord, type Fields} from '../../kernel/record.js';

/**
The live object merged with a patch: fields that it leaves out stay, items of lists are matched by their keys, and the patch's items have its order.

@mirrors sigs.k8s.io/structured-merge-diff typed.TypedValue.Merge
*/
export const mergeFields = (live: unknown, patch: unknown, type: FieldType): unknown => {
	if (live === undefined || patch === undefined) {
		return patch ?? live;
	}

	const form = formOf(type, patch ?? live);
	const isOtherForm = live !== null && patch !== null && Array.isArray(live) !== Array.isArray(patch);
	const isScalar = typeof form === 'string';
	if (isScalar || isOtherForm || patch === null || live === null) {
		return patch === null && !isScalar && live !== null ? live : patch;
	}

	if (form instanceof MapType) {
		return !form.atomic && isRecord(live) && isRecord(patch) ? mergeMaps(live, patch, form) : patch;
	}

	return form.associative && Array.isArray(live) && Array.isArray(patch) ? mergeItems(live, patch, form) : patch;
};

const mergeMaps = (live: Fields, patch: Fields, map: MapType): Fields => {
	const result: Record<string, unknown> = {...live};
	for (const name of Object.keys(patch)) {
		const type = map.field(name);
		if (type) {
			result[name] = mergeFields(live[name], patch[name], type);
		}
	}

	return result;
};

const indexed = (list: ListType, items: readonly unknown[]) => {
	const elements = items.map((item) => elementOf(list, item));
	const byElement = new Map<string, unknown>();
	for (const [index, element] of elements.entries()) {
		// An item that repeats is merged with nothing.
		byElement.set(element, byElement.has(element) ? undefined : items[index]);
	}

	return {elements, byElement};
};

const mergeItems = (live: readonly unknown[], patch: readonly unknown[], list: ListType): readonly unknown[] => {
	const left = indexed(list, live);
	const right = indexed(list, patch);
	const shared = right.elements.filter((element) => left.byElement.has(element));
	let next = shared.shift();
	const taken = new Set<string>();
	const result: unknown[] = [];
	const merge = (element: string) => {
		taken.add(element);
		result.push(mergeFields(left.byElement.get(element), right.byElement.get(element), list.item));
		if (next === element) {
			next = shared.shift();
		}
	};

	for (let l = 0, r = 0; l < live.length || r < patch.length;) {
		const ours = left.elements[l];
		const theirs = right.elements[r];
		if (ours !== undefined && ours === theirs) {
			merge(ours);
			l++;
			r++;
		} else if (
			ours !== undefined &&
			theirs !== undefined &&
			right.byElement.has(ours) &&
			next !== undefined &&
			next !== ours
		) {
			// It is applied in the order of the patch.
			l++;
		} else if (ours !== undefined && !right.byElement.has(ours)) {
			result.push(live[l]);
			l++;
		} else {
			if (ours !== undefined && taken.has(ours)) {
				l++;
			}

			if (theirs !== undefined) {
				merge(theirs);
				r++;
			}
		}
	}

	return result;
};

/**
The value without the fields and items of a set; `undefined` when it becomes empty. A field or item is null once it is empty.

@mirrors sigs.k8s.io/structured-merge-diff typed.TypedValue.RemoveItems
*/
export const removeFields = (value: unknown, set: FieldSet, type: FieldType): unknown => {
	const form = formOf(type, value);
	if (typeof form === 'string') {
		return value;
	}

	if (form instanceof MapType) {
		return isRecord(value) && !form.atomic ? removeKeys(value, set, form) : undefined;
	}

	return Array.isArray(value) && value.length > 0 && form.associative ? removeItems(value, set, form) : undefined;
};

const removeItems = (items: readonly unknown[], set: FieldSet, list: ListType): unknown => {
	const kept: unknown[] = [];
	let touched = false;
	for (const item of items) {
		const element = elementOf(list, item);
		if (hasElement(set, element)) {
			continue;
		}

		const inside = below(set, element);
		touched ||= !isEmptySet(inside);
		kept.push(isEmptySet(inside) ? item : (removeFields(item, inside, list.item) ?? null));
	}

	return kept.length > 0 || touched ? kept : undefined;
};

const removeKeys = (fields: Fields, set: FieldSet, map: MapType): unknown => {
	const kept: Record<string, unknown> = {};
	let touched = false;
	for (const [name, item] of Object.entries(fields)) {
		const element = `f:${name}`;
		if (hasElement(set, element)) {
			continue;
		}

		const inside = below(set, element);
		const type = map.field(name);
		if (isEmptySet(inside) || !type) {
			kept[name] = item;
		} else {
			touched = true;
			kept[name] = removeFields(item, inside, type) ?? null;
		}
	}

	return Object.keys(kept).length > 0 || touched ? kept : undefined;
};

const goTypeOf = (value: unknown): string => {
	if (typeof value === 'string') {
		return 'string';
	}

	if (typeof value === 'boolean') {
		return 'bool';
	}

	if (Array.isArray(value)) {
		return '[]interface {}';
	}

	if (typeof value === 'object') {
		return 'map[string]interface {}';
	}

	return 'float64';
};

/**
The errors of a patch, each with its path: `.data.colour: expected string, got …`.

@mirrors sigs.k8s.io/structured-merge-diff typed.TypedValue.Validate
*/
export const typeErrors = (value: unknown, type: FieldType, path = ''): string[] => {
	const say = (message: string) => [path === '' ? message : `${path}: ${message}`];
	if (value === null || value === undefined) {
		return [];
	}

	const form = formOf(type, value);
	if (typeof form === 'string') {
		return scalarError(value, form).flatMap((message) => say(message));
	}

	if (form instanceof MapType) {
		return isRecord(value) ? fieldErrors(value, form, path) : say(`expected map, got &{${goText(value)}}`);
	}

	return Array.isArray(value) ? itemErrors(value, form, path) : say(`expected list, got &{${goText(value)}}`);
};

/** Several type errors as one text. @mirrors typed.ValidationErrors.Error */
export const printTypeErrors = (errors: readonly string[]): string =>
	errors.length === 1 ? errors.join('') : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n');

const scalarError = (value: unknown, scalar: Scalar): string[] => {
	switch (scalar) {
		case 'numeric': {
			return typeof value === 'number' ? [] : [`expected numeric (int or float), got ${goTypeOf(value)}`];
		}

		case 'string': {
			return typeof value === 'string'
				? []
				: [`expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`];
		}

		case 'boolean': {
			return typeof value === 'boolean' ? [] : [`expected boolean, got &{${goText(value)}}`];
		}

		default: {
			return typeof value === 'object' ? [`expected any scalar, got &{${goText(value)}}`] : [];
		}
	}
};

const itemErrors = (items: readonly unknown[], list: ListType, path: string): string[] => {
	const errors: string[] = [];
	const seen = new Set<string>();
	for (const [index, item] of items.entries()) {
		let element = `i:${index}`;
		if (list.associative) {
			try {
				element = elementOf(list, item);
			} catch (error) {
				if (error instanceof ElementError) {
					errors.push(`${path}: element ${index}: ${error.message}`);
					return errors;
				}

				throw error;
			}

			if (seen.has(element)) {
				errors.push(`${path}: duplicate entries for key ${elementText(element)}`);
			}

			seen.add(element);
		}

		errors.push(...typeErrors(item, list.item, path + elementText(element)));
	}

	return errors;
};

const fieldErrors = (fields: Fields, map: MapType, path: string): string[] => {
	const errors: string[] = [];
	for (const [name, item] of Object.entries(fields)) {
		const type = map.field(name);
		if (!type) {
			errors.push(`${path}.${name}: field not declared in schema`);
			return errors;
		}

		errors.push(...typeErrors(item, type, `${path}.${name}`));
	}

	return errors;
};
