/** A stretch of a run in some format, a piece at a time. */
export interface Export {
	readonly chunks: () => Iterable<string>;
	/** What there was no room for, in words; the file says it as well. */
	readonly omitted?: string | undefined;
}
