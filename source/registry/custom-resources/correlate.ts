import type {CustomSchema} from '../../objects/custom-version.js';
import {isFields} from './schema.js';

/** The item of the old list that has the same keys; nothing where the list is none that is a map. */
export const correlated = (item: unknown, old: unknown, schema: CustomSchema): unknown => {
	const keys = schema['x-kubernetes-list-map-keys'] ?? [];
	return schema['x-kubernetes-list-type'] === 'map' && Array.isArray(old) && isFields(item)
		? old.find((each: unknown) => isFields(each) && keys.every((key) => each[key] === item[key]))
		: undefined;
};
