import type {CustomSchema} from '../../objects/custom-version.js';
import {isRecord} from '../../kernel/record.js';

/** The item of the old list that has the same keys; `undefined` if the list is not a map. */
export const correlated = (item: unknown, old: unknown, schema: CustomSchema): unknown => {
	const keys = schema['x-kubernetes-list-map-keys'] ?? [];
	return schema['x-kubernetes-list-type'] === 'map' && Array.isArray(old) && isRecord(item)
		? old.find((each: unknown) => isRecord(each) && keys.every((key) => each[key] === item[key]))
		: undefined;
};
