/** A container cannot start: reason and message of its waiting state. */
export class StartFailure extends Error {
	override name = 'StartFailure';

	/** @param log what only the kubelet's own log tells. */
	constructor(
		readonly reason: string,
		message: string,
		readonly log?: string,
	) {
		super(message);
	}
}
