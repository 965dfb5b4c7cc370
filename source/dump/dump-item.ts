import type {Fields} from '../kernel/record.js';
import type {FieldPath} from '../objects/unstructured.js';

/** Where something stands in a file; line and column count from 1. */
export interface Place {
	readonly file: string;
	readonly line: number;
	readonly column: number;
}

/** One object as a dump has it, not checked yet. */
export interface DumpItem {
	readonly value: Fields;
	/** Where a field of it is written; the nearest enclosing one if it is not. Slow: the text is read once more. */
	readonly placeOf: (path: FieldPath) => Place;
}

/** A file of a dump, and what it holds. */
export interface DumpText {
	readonly file: string;
	readonly text: string;
	/** It was found in a folder: what is not a Kubernetes object may be something else. */
	readonly isFound: boolean;
}
