import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {copyOf} from '../../objects/copy.js';
import type {ObjectMeta} from '../../objects/kubernetes.generated.js';

/** The object with some of its metadata replaced; `undefined` removes a field. */
export const withMetadata = <T extends KubernetesObject>(object: T, change: Partial<ObjectMeta>): T => {
	const before = object.metadata as unknown as Readonly<Record<string, unknown>>;
	const wanted = change as Readonly<Record<string, unknown>>;
	const metadata: Record<string, unknown> = {};
	// Left out instead of deleted afterwards: that keeps such objects fast.
	for (const key in before) {
		const value = key in wanted ? wanted[key] : before[key];
		if (value !== undefined) {
			metadata[key] = value;
		}
	}

	for (const key in wanted) {
		if (wanted[key] !== undefined) {
			metadata[key] = wanted[key];
		}
	}

	const changed = copyOf(object);
	changed.metadata = metadata as unknown as ObjectMeta;
	return changed;
};
