import type {Routine} from '../../kernel/routine.js';
import type {Event, Resources} from '../../objects/kubernetes.generated.js';
import type {ResourceName} from '../../objects/resources.js';
import type {Unstructured} from '../../objects/unstructured.js';
import type {DescriptionWriter} from './writer.js';

/** The further requests of a describer, besides the object itself. */
export interface Surroundings {
	readonly nowMs: number;
	/**
	Events about the object; `undefined` if they are not requested.

	@param about other ways to find them: `uid` instead of the object's own, `anyKind` for an object that may be written in several.
	*/
	readonly events: (about?: {
		readonly uid?: string;
		readonly anyKind?: boolean;
	}) => Routine<readonly Event[] | undefined>;
	/**
	Objects of another resource.

	@throws {ApiError} where they may not be read.
	*/
	readonly list: <N extends ResourceName>(
		resource: N,
		namespace: string | undefined,
		query?: Readonly<Record<string, string>>,
	) => Routine<ReadonlyArray<Resources[N]>>;
	/** @throws {ApiError} if the object does not exist or may not be read. */
	readonly get: <N extends ResourceName>(
		resource: N,
		namespace: string | undefined,
		name: string,
	) => Routine<Resources[N]>;
}

/** Writes the description of an object. */
export type Describer<T = Unstructured> = (writer: DescriptionWriter, object: T, around: Surroundings) => Routine;
