import type {KubernetesObject} from '../../objects/kubernetes-object.js';

/** What the metadata of an object says of initializers, in the legacy mode of the scenario. */
export interface Pending {
	readonly initializers?: {readonly pending: ReadonlyArray<{readonly name: string}>};
}

/** Initializers that have yet to look at the object; the first of them acts. */
export const pendingOf = ({
	metadata,
}: {
	readonly metadata: KubernetesObject['metadata'] & Pending;
}): ReadonlyArray<{
	readonly name: string;
}> => metadata.initializers?.pending ?? [];
