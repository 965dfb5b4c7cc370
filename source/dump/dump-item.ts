import type {Fields} from '../kernel/record.js';
import type {FieldPath} from '../objects/unstructured.js';

/** A place in a file; line and column count from 1. */
export interface Place {
	readonly file: string;
	readonly line: number;
	readonly column: number;
}

/** One unchecked object of a dump. */
export interface DumpItem {
	readonly value: Fields;
	/** The place of a field; of a missing field, the nearest enclosing one. Slow: the text is read once more. */
	readonly placeOf: (path: FieldPath) => Place;
}

/** A file of a dump, and its content. */
export interface DumpText {
	readonly file: string;
	readonly text: string;
	/** Whether the file was found in a folder: its documents other than Kubernetes objects may be unrelated. */
	readonly isFound: boolean;
}
