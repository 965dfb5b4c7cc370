/** The first stop of the user's commands. */
export interface Since {
	/** The last step before the last command. */
	readonly from: number;
	/** The last step before the files were applied. */
	readonly appliedFrom: number;
}
