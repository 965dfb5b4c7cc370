import {isRecord} from '../kernel/record.js';
import type {Schema} from '../objects/openapi-schema.js';
import {fieldSchema, resolveSchema} from '../objects/schema.js';
import {nestedField} from '../objects/unstructured.js';
import type {FieldPath, FileChange} from './symptom.js';

/** A mapping of an object that may have a field, and the steps of the way to it. */
interface Home {
	readonly path: FieldPath;
	readonly distance: number;
}

/** The steps up and down between two paths. */
const distanceOf = (one: FieldPath, other: FieldPath): number => {
	const common = one.findIndex((step, index) => step !== other[index]);
	const shared = common === -1 ? one.length : common;
	return one.length + other.length - 2 * shared;
};

/** Whether a schema is that of a map of texts, such as labels or limits. */
const isMapOfTexts = ({additionalProperties}: Schema): boolean => {
	const values = typeof additionalProperties === 'object' ? resolveSchema(additionalProperties) : undefined;
	return values !== undefined && values.properties === undefined && values.type !== 'array';
};

/** The mappings in an object, empty ones included, that may have a field of this name but do not have it. */
const homes = (
	value: unknown,
	schema: Schema | undefined,
	name: string,
	from: FieldPath,
	path: FieldPath = [],
): readonly Home[] => {
	if (schema === undefined) {
		return [];
	}

	const resolved = resolveSchema(schema);
	if (Array.isArray(value)) {
		return value.flatMap((item, index) => homes(item, resolved.items, name, from, [...path, index]));
	}

	// The author left the map empty, and wrote its keys one level too high.
	const isLeftEmpty = value === null && isMapOfTexts(resolved) && distanceOf(from, path) === 1;
	const isHome = isRecord(value) && !Object.hasOwn(value, name) && Object.hasOwn(resolved.properties ?? {}, name);
	const here = isLeftEmpty || isHome ? [{path, distance: distanceOf(from, path)}] : [];
	const below = isRecord(value)
		? Object.entries(value).flatMap(([key, item]) =>
				homes(item, fieldSchema(resolved, key), name, from, [...path, key]),
			)
		: [];
	return [...here, ...below];
};

/** Further away, a field of the same name is another one. */
const longestWay = 3;
const mostHomes = 2;

const isContainer = (path: FieldPath): number => (path.at(-2) === 'containers' ? 0 : 1);

/**
The ways to move a field that is at the wrong level, such as `env` beside `containers`: each as a list of changes, the nearest place first.

@param path the misplaced field
*/
export const movesOf = (object: unknown, schema: Schema | undefined, path: FieldPath): readonly FileChange[][] => {
	const value = nestedField(object, ...path);
	const name = String(path.at(-1));
	return value === undefined
		? []
		: homes(object, schema, name, path.slice(0, -1))
				.filter(({distance}) => distance > 0 && distance <= longestWay)
				.toSorted((one, other) => one.distance - other.distance || isContainer(one.path) - isContainer(other.path))
				.slice(0, mostHomes)
				.map((home) => [
					{field: path, change: {remove: true}, ofFile: true},
					{field: [...home.path, name], change: {value}, ofFile: true},
				]);
};
