import type {Client} from '../../client/client.js';
import type {Routine} from '../../kernel/routine.js';
import type {HostPathVolumeSource, Pod, Volume} from '../../objects/kubernetes.generated.js';
import {podDirectory} from '../node/pod-names.js';
import {claimVolume} from '../storage/claim.js';
import type {CSIMounter} from '../storage/csi.js';
import {MountFailure} from '../storage/mount-failure.js';
import type {MountedVolume} from '../storage/mounted-volume.js';
import type {VolumeContent, VolumeFiles} from './volume-files.js';

/** A volume that its plug-in has set up. */
export interface SetUpVolume {
	readonly mounted: MountedVolume;
	readonly plugin: string;
	/** For volumes that show objects of the API. */
	readonly content?: VolumeContent;
	/** For a volume that a claim is bound to. */
	readonly claim?: string;
	readonly persistentVolume?: string;
}

const directoriesOfEveryNode = new Set([
	'/',
	'/bin',
	'/boot',
	'/dev',
	'/etc',
	'/home',
	'/lib',
	'/mnt',
	'/opt',
	'/proc',
	'/root',
	'/run',
	'/srv',
	'/sys',
	'/tmp',
	'/usr',
	'/var',
	'/var/lib',
	'/var/lib/kubelet',
	'/var/log',
	'/var/log/pods',
	'/var/log/containers',
	'/var/run',
	'/run/containerd',
]);

const hostPath = ({path, type = ''}: HostPathVolumeSource): SetUpVolume => {
	if (type === 'Directory' && !directoriesOfEveryNode.has(path)) {
		throw new MountFailure(`hostPath type check failed: ${path} is not a directory`);
	}

	if (type === 'File' && directoriesOfEveryNode.has(path)) {
		throw new MountFailure(`hostPath type check failed: ${path} is not a file`);
	}

	return {mounted: {hostPath: path, readonly: false}, plugin: 'kubernetes.io/host-path'};
};

/** Name of the claim that a volume of a Pod refers to. */
const claimOf = ({metadata}: Pod, {name, persistentVolumeClaim, ephemeral}: Volume): string | undefined =>
	persistentVolumeClaim?.claimName ?? (ephemeral ? `${metadata.name}-${name}` : undefined);

/** The plug-ins that set up volumes of each kind. */
export class VolumePlugins {
	constructor(
		readonly client: Client,
		readonly files: VolumeFiles,
		readonly csi: CSIMounter,
	) {}

	/** @throws {MountFailure} while the volume cannot be mounted. */
	*setUp(pod: Pod, volume: Volume): Routine<SetUpVolume> {
		if (volume.hostPath) {
			return hostPath(volume.hostPath);
		}

		const shown = yield* this.#shown(pod, volume);
		if (shown) {
			return shown;
		}

		const claim = claimOf(pod, volume);
		if (claim !== undefined) {
			return yield* claimVolume(this.client, this.csi, {pod, volume: volume.name, claim});
		}

		const plugin = Object.keys(volume).find((key) => key !== 'name') ?? 'unknown';
		return at(pod, volume, volume.emptyDir ? 'empty-dir' : plugin.toLowerCase());
	}

	/** A volume whose files show objects of the API; `undefined` if it is of another kind. */
	*#shown(pod: Pod, volume: Volume): Routine<SetUpVolume | undefined> {
		const content = yield* this.files.content(pod, volume);
		return content && {...at(pod, volume, shownPlugin(volume), true), content};
	}
}

const shownPlugin = ({configMap, secret, downwardAPI}: Volume): string =>
	configMap ? 'configmap' : secret ? 'secret' : downwardAPI ? 'downward-api' : 'projected';

/** A directory of the Pod that belongs to a plug-in of Kubernetes. */
const at = (pod: Pod, {name}: Volume, plugin: string, readonly = false): SetUpVolume => ({
	mounted: {hostPath: `${podDirectory(pod)}/volumes/kubernetes.io~${plugin}/${name}`, readonly},
	plugin: `kubernetes.io/${plugin}`,
});
