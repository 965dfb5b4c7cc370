/** A volume cannot be mounted now: it is tried again, later and later. */
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

/** The mounts cannot even be determined. The Pod's next sync tries again. */
export class ProcessingFailure extends Error {
	override name = 'ProcessingFailure';
}
