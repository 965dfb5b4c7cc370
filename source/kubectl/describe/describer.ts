import type {Routine} from '../../kernel/routine.js';
import type {Invocation} from '../invocation.js';
import type {Unstructured} from '../unstructured.js';
import type {DescriptionWriter} from './writer.js';

/** What a describer can ask for besides the object itself. */
export interface Surroundings {
	readonly invocation: Invocation;
	readonly nowMs: number;
	/**
	Events about the object; `undefined` where they are not wanted.

	@param about other ways to find them: `uid` instead of the object's own, `anyKind` for an object that may be written in several.
	*/
	readonly events: (about?: {
		readonly uid?: string;
		readonly anyKind?: boolean;
	}) => Routine<readonly Unstructured[] | undefined>;
	/**
	Objects of another resource.

	@throws {ApiError} where they may not be read.
	*/
	readonly list: (
		resource: string,
		namespace: string | undefined,
		query?: Readonly<Record<string, string>>,
	) => Routine<readonly Unstructured[]>;
	/** @throws {ApiError} where there is none, or it may not be read. */
	readonly get: (resource: string, namespace: string | undefined, name: string) => Routine<Unstructured>;
}

/** Writes all that is to be said of an object. */
export type Describer = (writer: DescriptionWriter, object: Unstructured, around: Surroundings) => Routine;
