import type {Routine} from '../../kernel/routine.js';
import type {GitRepoVolumeSource, PersistentVolumeSpec, Pod, Volume} from '../../objects/kubernetes.generated.js';
import {note} from '../../stages/note.js';
import {podDirectory, podKey} from '../node/pod-names.js';
import type {CSIMounter} from '../storage/csi.js';
import {MountFailure} from '../storage/mount-failure.js';
import type {MountedVolume} from '../storage/mounted-volume.js';
import {checkHostPath, type HostPaths} from './host-path.js';
import {fcFailure, iscsiFailure, mountFailed, mountNFS} from './network-volumes.js';
import type {VolumeContent, VolumeFiles} from './volume-files.js';
import type {VolumeSpec} from './volume-spec.js';

/** A volume after its plug-in has set it up. */
export interface SetUpVolume {
	readonly mounted: MountedVolume;
	readonly plugin: string;
	/** The content of a volume of API objects. */
	readonly content?: VolumeContent;
}

/** Circumstances of a mount. */
export interface MountContext {
	/** Whether the driver must attach the volume, and has done so. */
	readonly attachable: boolean;
	/** Whether another Pod of the node already has the volume. */
	readonly isStaged: boolean;
	/** Waits. @returns `false` if the Pod must end before. */
	readonly wait: (ms: number) => Routine<boolean>;
}

/** The parts that the plug-ins use. */
export interface VolumePluginParts {
	readonly files: VolumeFiles;
	readonly csi: CSIMounter;
	readonly host: HostPaths;
	/** The servers that the node can reach. */
	readonly nfsServers: readonly string[];
	/** Whether it clones repositories into volumes: the feature gate GitRepoVolumeDriver. */
	readonly clonesRepositories: boolean;
	/** The minor version of Kubernetes 1; the simulated one where it is left out. */
	readonly minor?: number | undefined;
}

/** The plug-ins that set up volumes of each kind. */
export class VolumePlugins {
	constructor(readonly parts: VolumePluginParts) {}

	/** @returns `undefined` if the Pod is to end before it is mounted. @throws {MountFailure} while the volume cannot be mounted. */
	*setUp(pod: Pod, spec: VolumeSpec, context: MountContext): Routine<SetUpVolume | undefined> {
		const {volume, persistentVolume, csi, name} = spec;
		if (csi) {
			const {attachable, isStaged} = context;
			const use = {...csi, pod, name: volume.name, persistentVolume: name, attachable, isStaged};
			return {mounted: yield* this.parts.csi.mount(use), plugin: `kubernetes.io/csi ${csi.driver}`};
		}

		if (volume.csi) {
			const {driver} = volume.csi;
			return {
				mounted: yield* this.parts.csi.mountEphemeral(pod, volume.name, driver),
				plugin: `kubernetes.io/csi ${driver}`,
			};
		}

		if (volume.gitRepo) {
			return yield* this.#clone(pod, volume, volume.gitRepo);
		}

		const {medium = ''} = volume.emptyDir ?? {};
		if (!/^(?:Memory|HugePages(?:-.*)?)?$/.test(medium)) {
			throw new MountFailure(`unknown storage medium ${JSON.stringify(medium)}`);
		}

		const source = persistentVolume?.spec ?? volume;
		if (source.hostPath) {
			const {path} = source.hostPath;
			checkHostPath(this.parts.host, source.hostPath, this.parts.minor);
			return {mounted: {hostPath: path, readonly: false}, plugin: 'kubernetes.io/host-path'};
		}

		if (persistentVolume?.spec?.local) {
			return this.#local(persistentVolume.spec.local.path);
		}

		if (isOnNetwork(spec)) {
			return yield* this.#network(pod, spec, context);
		}

		return (yield* this.#shown(pod, volume)) ?? this.#plain(pod, volume);
	}

	/**
	An empty directory: git's files in it are not simulated.

	@mirrors pkg/volume/git_repo gitRepoVolumeMounter.SetUpAt
	*/
	*#clone(pod: Pod, volume: Volume, {repository, revision}: GitRepoVolumeSource): Routine<SetUpVolume> {
		if (!this.parts.clonesRepositories) {
			throw new MountFailure(
				'git-repo volume plugin has been disabled; if necessary, it may be re-enabled by enabling the feature-gate `GitRepoVolumeDriver`',
			);
		}

		const {containers, initContainers = []} = pod.spec;
		const user = [...initContainers, ...containers].find(({volumeMounts = []}) =>
			volumeMounts.some(({name}) => name === volume.name),
		);
		yield* note(
			'container.assume',
			{
				kind: 'repository',
				container: user?.name ?? '',
				what: revision ? `${repository} (${revision})` : repository,
			},
			{object: podKey(pod), outcome: 'warning'},
		);
		return at(pod, volume, 'git-repo');
	}

	#local(path: string): SetUpVolume {
		if (this.parts.host.at(path) === undefined) {
			throw new MountFailure(`path "${path}" does not exist`, 'NewMounter initialization');
		}

		return {mounted: {hostPath: path, readonly: false}, plugin: 'kubernetes.io/local-volume'};
	}

	*#network(pod: Pod, spec: VolumeSpec, context: MountContext): Routine<SetUpVolume | undefined> {
		const {nfs, iscsi, fc, mountOptions = []} = networkSource(spec);
		if (iscsi) {
			throw iscsiFailure(iscsi);
		}

		if (!nfs) {
			throw fc ? fcFailure(fc) : new MountFailure('no volume plugin matched');
		}

		const {server, path, readOnly = false} = nfs;
		const hostPath = `${podDirectory(pod)}/volumes/kubernetes.io~nfs/${spec.name}`;
		const result = mountNFS(nfs, this.parts.nfsServers);
		if (result.case === 'failed') {
			if (result.afterMs > 0 && !(yield* context.wait(result.afterMs))) {
				return undefined;
			}

			throw mountFailed('nfs', mountOptions, `${server}:${path}`, hostPath, result.output);
		}

		return {mounted: {hostPath, readonly: readOnly, storage: `nfs/${server}${path}`}, plugin: 'kubernetes.io/nfs'};
	}

	/** A volume with files from API objects; `undefined` for other kinds. */
	*#shown(pod: Pod, volume: Volume): Routine<SetUpVolume | undefined> {
		const content = yield* this.parts.files.content(pod, volume);
		return content && {...at(pod, volume, shownPlugin(volume), true), content};
	}

	#plain(pod: Pod, volume: Volume): SetUpVolume {
		const plugin = Object.keys(volume).find((key) => key !== 'name') ?? 'unknown';
		return at(pod, volume, volume.emptyDir ? 'empty-dir' : plugin.toLowerCase());
	}
}

/** The part of a volume that other machines have. */
const networkSource = ({
	volume,
	persistentVolume,
}: VolumeSpec): Pick<PersistentVolumeSpec, 'nfs' | 'iscsi' | 'fc' | 'mountOptions'> =>
	persistentVolume?.spec ?? {nfs: volume.nfs, iscsi: volume.iscsi, fc: volume.fc};

const isOnNetwork = (spec: VolumeSpec): boolean => {
	const {nfs, iscsi, fc} = networkSource(spec);
	return Boolean(nfs ?? iscsi ?? fc);
};

const shownPlugin = ({configMap, secret, downwardAPI}: Volume): string => {
	if (configMap) {
		return 'configmap';
	}

	if (secret) {
		return 'secret';
	}

	if (downwardAPI) {
		return 'downward-api';
	}

	return 'projected';
};

/** A directory of the Pod that belongs to a plug-in of Kubernetes. */
/** The node's path of an emptyDir. */
export const emptyDirectory = (pod: Pod, {name}: Volume): string =>
	`${podDirectory(pod)}/volumes/kubernetes.io~empty-dir/${name}`;

const at = (pod: Pod, {name}: Volume, plugin: string, readonly = false): SetUpVolume => ({
	mounted: {hostPath: `${podDirectory(pod)}/volumes/kubernetes.io~${plugin}/${name}`, readonly},
	plugin: `kubernetes.io/${plugin}`,
});
