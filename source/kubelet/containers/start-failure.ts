/** A container cannot start: reason and message of its waiting state. */
export class StartFailure extends Error {
	override name = 'StartFailure';

	/** @param log the text that only the kubelet's own log contains. */
	constructor(
		readonly reason: string,
		message: string,
		readonly log?: string,
	) {
		super(message);
	}
}
