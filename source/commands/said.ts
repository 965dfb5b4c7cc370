/** The answer to words for a server. */
export interface Said {
	readonly text: string;
	/** The words could not be read, or ask for something that is not there. */
	readonly failed?: boolean;
}
