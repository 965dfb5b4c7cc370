import type {FieldSet} from './field-set.js';

/** One manager and what it owns: an item of `metadata.managedFields`. */
export interface ManagedEntry {
	readonly manager?: string;
	readonly operation: 'Apply' | 'Update';
	readonly apiVersion: string;
	readonly time?: string;
	readonly fieldsType: string;
	readonly fieldsV1: FieldSet;
	readonly subresource?: string;
}

/** A writer, with its endpoint and time. */
export interface Writer {
	readonly manager: string;
	readonly operation: 'Apply' | 'Update';
	readonly apiVersion: string;
	readonly subresource: string;
	/** RFC 3339, whole seconds. */
	readonly now: string;
}
