import type {ObjectMeta} from '../objects/kubernetes.generated.js';

/** An object before it is stored: fields that only the server sets may be missing. */
export type Incoming = {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: Partial<ObjectMeta>;
	readonly spec?: unknown;
	readonly status?: unknown;
};
