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

/** Whether two JSON values are equal, deeply; shared parts cost nothing. */
export const equal = (a: unknown, b: unknown): boolean => {
	if (a === b) {
		return true;
	}

	if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
		return false;
	}

	if (Array.isArray(a)) {
		if (!Array.isArray(b) || a.length !== b.length) {
			return false;
		}

		for (let index = 0; index < a.length; index++) {
			if (!equal(a[index], b[index])) {
				return false;
			}
		}

		return true;
	}

	if (Array.isArray(b)) {
		return false;
	}

	const left = a as Readonly<Record<string, unknown>>;
	const right = b as Readonly<Record<string, unknown>>;
	let keys = 0;
	for (const key in left) {
		if (left[key] !== undefined) {
			keys++;
			if (!equal(left[key], right[key])) {
				return false;
			}
		}
	}

	for (const key in right) {
		if (right[key] !== undefined) {
			keys--;
		}
	}

	return keys === 0;
};
