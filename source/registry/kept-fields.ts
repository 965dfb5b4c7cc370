import type {ObjectMeta} from '../objects/kubernetes.generated.js';
import type {Incoming} from './incoming.js';
import type {Prepared} from './kind.js';

/** Sets a field, or removes it when it has no value. */
export const keep = <T extends object, K extends keyof T>(target: T, name: K, value: T[K] | undefined): void => {
	if (value === undefined) {
		Reflect.deleteProperty(target, name);
	} else {
		target[name] = value;
	}
};

/** The metadata that an endpoint for one part of an object does not change. @mirrors metav1.ResetObjectMetaForStatus */
export const partMetadata = [
	'deletionTimestamp',
	'generation',
	'labels',
	'annotations',
	'finalizers',
	'ownerReferences',
] as const;

/** Leaves fields of the metadata as they were. */
export const keepMetadata = (
	{metadata}: Pick<Prepared, 'metadata'>,
	{metadata: old}: Pick<Incoming, 'metadata'>,
	names: ReadonlyArray<keyof ObjectMeta>,
): void => {
	for (const name of names) {
		keep(metadata, name, old[name]);
	}
};
