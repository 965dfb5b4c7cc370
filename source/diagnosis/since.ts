/** Where the commands of the user began. */
export interface Since {
	/** The last step before the last command. */
	readonly from: number;
	/** The last step before the files were applied. */
	readonly appliedFrom: number;
}
