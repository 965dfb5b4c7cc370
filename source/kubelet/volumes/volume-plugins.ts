import type {Client} from '../../client/client.js';
import type {Routine} from '../../kernel/routine.js';
import type {HostPathVolumeSource, Pod, Volume} from '../../objects/kubernetes.generated.js';
import {podDirectory} from '../node/pod-names.js';
import {claimVolume} from '../storage/claim.js';
import type {CSIMounter} from '../storage/csi.js';
import {MountFailure} from '../storage/mount-failure.js';
import type {MountedVolume} from '../storage/mounted-volume.js';
import type {Files, VolumeFiles} from './volume-files.js';

/** A volume that its plug-in has set up. */
export interface SetUpVolume {
	readonly mounted: MountedVolume;
	readonly plugin: string;
	/** For volumes that show objects of the API. */
	readonly files?: Files;
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
		const {configMap, secret, downwardAPI, projected} = volume;
		if (configMap) {
			const files = yield* this.files.configMap(pod, configMap.name ?? '', configMap);
			return {...at(pod, volume, 'configmap', true), files};
		}

		if (secret) {
			const files = yield* this.files.secret(pod, secret.secretName ?? '', secret);
			return {...at(pod, volume, 'secret', true), files};
		}

		if (downwardAPI) {
			const files = this.files.downwardAPI(pod, downwardAPI.items ?? []);
			return {...at(pod, volume, 'downward-api', true), files};
		}

		if (projected) {
			const files = yield* this.files.projected(pod, projected.sources ?? []);
			return {...at(pod, volume, 'projected', true), files};
		}

		return undefined;
	}
}

/** A directory of the Pod that belongs to a plug-in of Kubernetes. */
const at = (pod: Pod, {name}: Volume, plugin: string, readonly = false): SetUpVolume => ({
	mounted: {hostPath: `${podDirectory(pod)}/volumes/kubernetes.io~${plugin}/${name}`, readonly},
	plugin: `kubernetes.io/${plugin}`,
});
