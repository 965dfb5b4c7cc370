/** A volume cannot be mounted now. */
export class MountFailure extends Error {
	override name = 'MountFailure';

	/**
	@param message what goes behind `MountVolume.SetUp failed for volume "NAME" : `.
	@param full the whole text of the event, where it is another.
	@param reason of the event.
	*/
	constructor(
		message: string,
		readonly full?: string,
		readonly reason: 'FailedMount' | 'FailedAttachVolume' = 'FailedMount',
	) {
		super(message);
	}
}
