/** A condition of a scenario that does not compile: whose, and why. */
export class ConditionError extends Error {
	override name = 'ConditionError';

	constructor(owner: string, issues: string) {
		super(`the condition of ${owner} does not compile: ${issues}`);
	}
}
