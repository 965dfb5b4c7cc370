/** A container cannot start: reason and message of its waiting state. */
export class StartFailure extends Error {
	override name = 'StartFailure';

	constructor(
		readonly reason: string,
		message: string,
	) {
		super(message);
	}
}
