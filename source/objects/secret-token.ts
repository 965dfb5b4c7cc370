/** The owner of a token in a Secret. */
export interface SecretToken {
	readonly namespace: string;
	/** Name of the Secret. */
	readonly secret: string;
	/** Name and uid of the ServiceAccount. */
	readonly account: string;
	readonly uid: string;
}
