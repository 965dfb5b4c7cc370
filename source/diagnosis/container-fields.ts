import {nestedSlice} from '../objects/unstructured.js';
import type {FieldPath} from './symptom.js';

/** The containers of a Pod, or of a workload's template. @param list the list of containers */
export const containersIn = (object: unknown, list = 'containers'): readonly unknown[] => {
	for (const path of [['spec', 'template'], ['spec', 'jobTemplate', 'spec', 'template'], []]) {
		const containers = nestedSlice(object, ...path, 'spec', list);
		if (containers.length > 0) {
			return containers;
		}
	}

	return [];
};

/** The first container with it, as a path in the Pod. */
export const containerWith = (object: unknown, test: (container: unknown) => boolean): FieldPath => [
	'spec',
	'containers',
	Math.max(0, containersIn(object).findIndex(test)),
];
