import type {ObjectMeta} from '../objects/kubernetes.generated.js';

/** An object on its way into the store: fields that only the server sets may still be missing. */
export type Incoming = {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: Partial<ObjectMeta>;
	readonly spec?: unknown;
	readonly status?: unknown;
};
