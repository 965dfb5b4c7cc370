/** A small application that works as it is: what mistakes are planted in. */
export interface Application {
	readonly name: string;
	/** One file of manifests, in block style, so that a mistake is a change of lines. */
	readonly text: string;
}
