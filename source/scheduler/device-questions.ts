import type {ClaimTracker} from './devices/claim-tracker.js';
import type {DeviceView} from './framework.js';
import type {SchedulerInformers} from './informers.js';

/** Answers plug-ins' questions about devices. */
export const deviceQuestions = (
	{deviceClasses, resourceSlices}: Pick<SchedulerInformers, 'deviceClasses' | 'resourceSlices'>,
	claims: ClaimTracker,
): DeviceView => ({
	claim: (namespace, name) => claims.get(namespace, name),
	deviceClass: (name) => deviceClasses.get(undefined, name),
	slices: () => resourceSlices.list(),
	taken: () => claims.taken(),
	isPending: (uid) => claims.isPending(uid),
});
