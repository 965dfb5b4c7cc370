/** A condition of a scenario that does not compile: its owner, and the reason. */
export class ConditionError extends Error {
	override name = 'ConditionError';

	constructor(owner: string, issues: string) {
		super(`the condition of ${owner} does not compile: ${issues}`);
	}
}
