/** A stretch of a run in some format, a piece at a time. */
export interface Export {
	readonly chunks: () => Iterable<string>;
	/** The part that did not fit, in words; the file contains this note, too. */
	readonly omitted?: string | undefined;
}
