import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {PersistentVolume, Pod} from '../../objects/kubernetes.generated.js';
import {podDirectory, podKey} from '../node/pod-names.js';
import type {CSIMounter} from './csi.js';
import {MountFailure} from './mount-failure.js';
import type {MountedVolume} from './mounted-volume.js';

/** What a claim's volume is on the node. */
export interface MountedClaim {
	readonly mounted: MountedVolume;
	readonly plugin: string;
	readonly claim: string;
	readonly persistentVolume: string;
}

/** A claim that a volume of a Pod names. */
interface ClaimUse {
	readonly pod: Pod;
	/** Name of the volume. */
	readonly volume: string;
	readonly claim: string;
}

/**
Mounts the volume that a claim is bound to: waits until it is attached, then calls its CSI driver.

@throws {MountFailure} while the claim is not bound or the volume not attached.
@see https://kubernetes.io/docs/concepts/storage/persistent-volumes/
*/
export function* claimVolume(client: Client, csi: CSIMounter, use: ClaimUse): Routine<MountedClaim> {
	const {pod, claim: name} = use;
	const claim = yield* read(client.get('persistentvolumeclaims', pod.metadata.namespace, name), use);
	const bound = claim.spec.volumeName;
	if (!bound || claim.status?.phase !== 'Bound') {
		throw notProcessed(use, 'PVC is not bound');
	}

	const persistent = yield* read(client.get('persistentvolumes', undefined, bound), use);
	yield* note(
		'kubelet.volumes',
		{case: 'bound', claim: name, persistentVolume: bound, source: persistent.spec},
		{object: podKey(pod)},
	);
	const {plugin, mounted} = yield* mountSource(csi, use, persistent);
	return {mounted, plugin, claim: name, persistentVolume: bound};
}

function* mountSource(
	csi: CSIMounter,
	{pod, volume}: ClaimUse,
	{metadata: {name}, spec}: PersistentVolume,
): Routine<Pick<MountedClaim, 'mounted' | 'plugin'>> {
	if (spec.csi) {
		const {driver, volumeHandle: handle} = spec.csi;
		const mounted = yield* csi.mount({pod, name: volume, persistentVolume: name, driver, handle});
		return {mounted, plugin: `kubernetes.io/csi ${driver}`};
	}

	const directory = spec.hostPath ?? spec.local;
	if (directory) {
		return {
			mounted: {hostPath: directory.path, readonly: false},
			plugin: spec.hostPath ? 'kubernetes.io/host-path' : 'kubernetes.io/local-volume',
		};
	}

	const plugin = Object.keys(spec).find((key) => key === 'nfs' || key === 'iscsi' || key === 'fc') ?? 'unknown';
	return {
		mounted: {hostPath: `${podDirectory(pod)}/volumes/kubernetes.io~${plugin}/${name}`, readonly: false},
		plugin: `kubernetes.io/${plugin}`,
	};
}

function* read<T>(request: Routine<T>, use: ClaimUse): Routine<T> {
	try {
		return yield* request;
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		throw notProcessed(use, `failed to fetch PVC from API server: ${error.message}`);
	}
}

const notProcessed = ({pod, volume, claim}: ClaimUse, why: string): MountFailure =>
	new MountFailure(
		'',
		`Unable to attach or mount volumes: unmounted volumes=[${volume}], unattached volumes=[], failed to process volumes=[${volume}]: error processing PVC ${pod.metadata.namespace}/${claim}: ${why}`,
	);
