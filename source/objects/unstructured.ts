import {isRecord, type Fields} from '../kernel/record.js';
import type {ObjectMeta, Resources} from './kubernetes.generated.js';
import {groupVersionOf, resourceNamed, type ResourceName} from './resources.js';

/**
An API object of any kind, also of a kind that is known only at run time: a custom resource, or a file's content.

Its fields are read with `nestedString`, `nestedMap` and their like, as Go's unstructured objects are; {@link isObjectOf} narrows an object
to a built-in kind, so that its fields have that kind's type.

@mirrors apimachinery/pkg/apis/meta/v1/unstructured
*/
export interface Unstructured {
	readonly apiVersion?: string;
	readonly kind?: string;
	readonly metadata?: Partial<ObjectMeta>;
	readonly [field: string]: unknown;
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** Whether a JSON value has the form of an API object, in the fields that all of them share. Metadata that is null, as in some files, counts as missing. */
export const isUnstructured = (value: unknown): value is Unstructured =>
	isRecord(value) &&
	isText(value['apiVersion']) &&
	isText(value['kind']) &&
	(value['metadata'] === undefined || value['metadata'] === null || isRecord(value['metadata']));

/** A JSON value as an API object; an object without fields if the value is not an object. */
export const unstructuredOf = (value: unknown): Unstructured => (isUnstructured(value) ? value : {});

/** Steps to a field: names of fields, and indexes of list items. */
export type FieldPath = ReadonlyArray<string | number>;

/** The value at a path; `undefined` if a step does not exist. */
export const nestedField = (object: unknown, ...path: FieldPath): unknown => {
	let value = object;
	for (const step of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) {
			return undefined;
		}

		value = Reflect.get(value, step);
	}

	return value;
};

/** The text at a path; `undefined` if it is missing or of another type. */
export const nestedString = (object: unknown, ...path: FieldPath): string | undefined => {
	const value = nestedField(object, ...path);
	return typeof value === 'string' ? value : undefined;
};

/** The number at a path; `undefined` if it is missing or of another type. */
export const nestedNumber = (object: unknown, ...path: FieldPath): number | undefined => {
	const value = nestedField(object, ...path);
	return typeof value === 'number' ? value : undefined;
};

/** The JSON object at a path; `undefined` if it is missing or of another type. */
export const nestedMap = (object: unknown, ...path: FieldPath): Fields | undefined => {
	const value = nestedField(object, ...path);
	return isRecord(value) ? value : undefined;
};

const isStringMap = (value: unknown): value is Readonly<Record<string, string>> =>
	isRecord(value) && Object.values(value).every((item) => typeof item === 'string');

/** The map of texts at a path, such as labels; `undefined` if it is missing or of another type. */
export const nestedStringMap = (object: unknown, ...path: FieldPath): Readonly<Record<string, string>> | undefined => {
	const value = nestedField(object, ...path);
	return isStringMap(value) ? value : undefined;
};

/** The items of the list at a path; empty if there is no list. */
export const nestedSlice = (object: unknown, ...path: FieldPath): readonly unknown[] => {
	const value = nestedField(object, ...path);
	return Array.isArray(value) ? value : [];
};

/** The texts of the list at a path; other items are left out. */
export const nestedStringSlice = (object: unknown, ...path: FieldPath): readonly string[] =>
	nestedSlice(object, ...path).filter((item) => typeof item === 'string');

/** The JSON objects of the list at a path; other items are left out. */
export const nestedMapSlice = (object: unknown, ...path: FieldPath): readonly Fields[] =>
	nestedSlice(object, ...path).filter((item) => isRecord(item));

/** The objects of a list. An item without a kind has the one in the list's kind. */
export const itemsOf = (list: Unstructured): readonly Unstructured[] => {
	const kind = list.kind?.replace(/List$/, '');
	return nestedSlice(list, 'items').map((value) => {
		const item = unstructuredOf(value);
		return item.kind ? item : {apiVersion: list.apiVersion, kind, ...item};
	});
};

/**
A copy with the value at `path` replaced; `undefined` removes the field. Missing JSON objects on the way are created.

@mirrors unstructured.SetNestedField, RemoveNestedField
*/
export const withValue = <T extends object>(object: T, path: readonly string[], value: unknown): T => {
	const [head = '', ...rest] = path;
	const copy = {...object};
	const next = rest.length === 0 ? value : withValue(nestedMap(object, head) ?? {}, rest, value);
	if (next === undefined) {
		Reflect.deleteProperty(copy, head);
	} else {
		Reflect.set(copy, head, next);
	}

	return copy;
};

/** An object whose kind is known. */
export type ObjectOf<N extends ResourceName> = Unstructured & Resources[N];

/**
Whether an object has a built-in kind, so that its fields can be read by the kind's own type. Group and kind decide, as in the tables of
kubectl: callers that need fields of only one version also check `apiVersion`.

@param name the resource of the kind: `pods`, `deployments.apps`.
*/
export const isObjectOf = <N extends ResourceName>(object: Unstructured, name: N): object is ObjectOf<N> => {
	const resource = resourceNamed(name);
	return (
		resource !== undefined &&
		object.kind === resource.kind &&
		groupVersionOf(object.apiVersion ?? '').group === resource.group
	);
};
