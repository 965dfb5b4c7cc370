/** A volume cannot be mounted now. */
export class MountFailure extends Error {
	override name = 'MountFailure';

	/**
	@param message what goes after `MountVolume.SetUp failed for volume "NAME" : `.
	@param full the whole text of the event, if it differs.
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
