/** A mistake that breaks a rule of the invariants in a world of the campaign. */
export interface RuleProof {
	/** The name of the rule. */
	readonly rule: string;
	/** The words of a mutant. */
	readonly mistake: string;
	/** The seed whose run the rule finds wrong. */
	readonly seed: number;
}
