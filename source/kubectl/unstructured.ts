import {goJSON} from '../go/encode-json.js';
import type {ObjectMeta} from '../objects/kubernetes.generated.js';

/** The annotation in which client-side apply keeps what it applied. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
/** A value of an API object whose kind is known only at run time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Value = any;

/** An API object of any kind: kubectl works on whatever the server serves. */
export interface Unstructured {
	readonly apiVersion?: string;
	readonly kind?: string;
	readonly metadata?: Partial<ObjectMeta>;
	readonly [field: string]: Value;
}

/** A copy with the value at `path` replaced; `undefined` removes the field. Objects on the way are made where missing. */
export const withValue = (object: Unstructured, path: readonly string[], value: unknown): Unstructured => {
	const [head, ...rest] = path;
	const copy: Record<string, unknown> = {...object};
	const next = rest.length === 0 ? value : withValue((copy[head] ?? {}) as Unstructured, rest, value);
	if (next === undefined) {
		delete copy[head];
	} else {
		copy[head] = next;
	}

	return copy as Unstructured;
};

/** JSON as Go's encoder writes a map: keys sorted, no spaces. */
export const sortedJSON = (value: unknown): string => goJSON(value);
