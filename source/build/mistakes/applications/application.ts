/** A small application that works, into which mistakes are planted. */
export interface Application {
	readonly name: string;
	/** One file of manifests, in block style, so that a mistake changes whole lines. */
	readonly text: string;
}
