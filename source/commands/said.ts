/** The answer to words for a server. */
export interface Said {
	readonly text: string;
	/** Whether the words could not be read, or name a missing object. */
	readonly failed?: boolean;
}
