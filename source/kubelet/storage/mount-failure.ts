/** The error when a volume cannot be mounted: it is retried with growing delays. */
export class MountFailure extends Error {
	override name = 'MountFailure';

	/**
	@param message why.
	@param operation what failed, as in `MountVolume.SetUp failed for volume "data" : …`.
	*/
	constructor(
		message: string,
		readonly operation = 'SetUp',
	) {
		super(message);
	}
}

/** The error when the mounts cannot be determined: the Pod's next sync retries. */
export class ProcessingFailure extends Error {
	override name = 'ProcessingFailure';
}
