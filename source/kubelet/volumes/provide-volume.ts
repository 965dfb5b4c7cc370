import type {Pod, Volume} from '../../objects/kubernetes.generated.js';
import {bytes} from '../../objects/quantity.js';
import type {HostFiles} from '../../host/host-files.js';
import type {SetUpVolume} from './volume-plugins.js';

/** Shows containers a volume that is set up: the contents of API objects, an empty directory, or the data of a persistent volume. Files of the node itself are there already. */
export const provideVolume = (
	files: HostFiles,
	{spec}: Pod,
	{emptyDir}: Volume,
	{mounted: {hostPath, storage}, content, plugin}: SetUpVolume,
): void => {
	const fsGroup = spec.securityContext?.fsGroup;
	if (content) {
		files.publish(hostPath, content, fsGroup);
	} else if (emptyDir) {
		const limit = emptyDir.medium === 'Memory' && emptyDir.sizeLimit ? bytes(emptyDir.sizeLimit) : undefined;
		files.provideEmpty(hostPath, fsGroup, limit);
	} else if (storage !== undefined) {
		files.provideDisk(hostPath, storage, fsGroup);
	} else if (!/host-path|local-volume/.test(plugin)) {
		files.provideEmpty(hostPath, fsGroup);
	}
};
