import {createHash} from 'node:crypto';
import {ApiError, isNotFound} from '../../client/errors.js';
import {note, sleep, type Routine} from '../../kernel/routine.js';
import type {PersistentVolume, PersistentVolumeClaim, Pod, Volume} from '../../objects/kubernetes.generated.js';
import {podDirectory} from '../containers/container-config.js';
import {podKey, podName, type KubeletContext, type MountedVolume, type PodRecord} from '../context.js';
import {MountFailure} from './mount-failure.js';

/** Name of the VolumeAttachment that the attach/detach controller makes. @mirrors csi getAttachmentName */
export const attachmentName = (handle: string, driver: string, node: string): string =>
	`csi-${createHash('sha256').update(`${handle}${driver}${node}`).digest('hex')}`;

interface Mounted {
	readonly mounted: MountedVolume;
	readonly plugin: string;
	readonly claim: string;
	readonly persistentVolume: string;
}

/**
Mounts the volume that a claim is bound to: waits until it is attached, then calls its CSI driver.

@throws {MountFailure} while the claim is not bound or the volume not attached.
@see https://kubernetes.io/docs/concepts/storage/persistent-volumes/
*/
export function* claimVolume(
	context: KubeletContext,
	record: PodRecord,
	volume: Volume,
	claimName: string,
): Routine<Mounted> {
	const {pod} = record;
	const claim = yield* read(
		() => context.client.get('persistentvolumeclaims', pod.metadata.namespace, claimName),
		volume,
		pod,
		claimName,
	);
	const bound = (claim as PersistentVolumeClaim).spec?.volumeName;
	if (!bound || (claim as PersistentVolumeClaim).status?.phase !== 'Bound') {
		throw new MountFailure(
			'',
			`Unable to attach or mount volumes: unmounted volumes=[${volume.name}], unattached volumes=[], failed to process volumes=[${volume.name}]: error processing PVC ${pod.metadata.namespace}/${claimName}: PVC is not bound`,
		);
	}

	const persistent = (yield* read(
		() => context.client.get('persistentvolumes', undefined, bound),
		volume,
		pod,
		claimName,
	)) as PersistentVolume;
	yield* note(
		'kubelet.volumes',
		`The claim ${claimName} of ${podName(pod)} is bound to the volume ${bound}.`,
		{claim: claimName, persistentVolume: bound, source: persistent.spec},
		{object: podKey(pod)},
	);
	const {spec} = persistent;
	const told = {claim: claimName, persistentVolume: bound};
	if (spec?.csi) {
		const {driver, volumeHandle} = spec.csi;
		const mounted = yield* mountCSI(context, pod, volume.name, bound, driver, volumeHandle);
		return {mounted, plugin: `kubernetes.io/csi ${driver}`, ...told};
	}

	if (spec?.hostPath ?? spec?.local) {
		return {
			mounted: {hostPath: (spec.hostPath ?? spec.local)!.path, readonly: false},
			plugin: spec.hostPath ? 'kubernetes.io/host-path' : 'kubernetes.io/local-volume',
			...told,
		};
	}

	const plugin = Object.keys(spec ?? {}).find((key) => key === 'nfs' || key === 'iscsi' || key === 'fc') ?? 'unknown';
	return {
		mounted: {hostPath: `${podDirectory(pod)}/volumes/kubernetes.io~${plugin}/${bound}`, readonly: false},
		plugin: `kubernetes.io/${plugin}`,
		...told,
	};
}

function* read(get: () => Routine<unknown>, volume: Volume, pod: Pod, claimName: string): Routine<unknown> {
	try {
		return yield* get();
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		throw new MountFailure(
			'',
			`Unable to attach or mount volumes: unmounted volumes=[${volume.name}], unattached volumes=[], failed to process volumes=[${volume.name}]: error processing PVC ${pod.metadata.namespace}/${claimName}: failed to fetch PVC from API server: ${error.message}`,
		);
	}
}

function* isAttached(context: KubeletContext, driver: string, handle: string): Routine<boolean> {
	if (context.node().status.volumesAttached?.some(({name}) => name === `kubernetes.io/csi/${driver}^${handle}`)) {
		return true;
	}

	try {
		const attachment = yield* context.client.get(
			'volumeattachments.storage.k8s.io',
			undefined,
			attachmentName(handle, driver, context.options.node.name),
		);
		return attachment.status?.attached === true;
	} catch (error) {
		if (isNotFound(error)) {
			return false;
		}

		throw error;
	}
}

function* mountCSI(
	context: KubeletContext,
	pod: Pod,
	name: string,
	persistentVolume: string,
	driver: string,
	handle: string,
): Routine<MountedVolume> {
	const object = podKey(pod);
	const node = context.options.node.name;
	if (!(yield* isAttached(context, driver, handle))) {
		throw new MountFailure(
			'',
			`MountVolume.WaitForAttach failed for volume "${persistentVolume}" : volume attachment is being waited for: ${driver}^${handle} is not attached to ${node}`,
			'FailedMount',
		);
	}

	yield* note(
		'kubelet.volumes',
		`The volume ${persistentVolume} is attached to ${node}: the kubelet may mount it for ${podName(pod)}.`,
		{driver, handle, node},
		{object},
	);
	const stagingPath = `/var/lib/kubelet/plugins/kubernetes.io/csi/${driver}/${createHash('sha256').update(handle).digest('hex')}/globalmount`;
	const hostPath = `${podDirectory(pod)}/volumes/kubernetes.io~csi/${persistentVolume}/mount`;
	yield* call(
		context,
		'NodeStageVolume',
		driver,
		{volumeId: handle, stagingTargetPath: stagingPath},
		`The driver ${driver} formats and mounts ${handle} once for ${node}.`,
		object,
	);
	yield* call(
		context,
		'NodePublishVolume',
		driver,
		{volumeId: handle, stagingTargetPath: stagingPath, targetPath: hostPath},
		`The driver ${driver} puts ${handle} into the directory of ${podName(pod)} as ${name}.`,
		object,
	);
	return {hostPath, readonly: false, csi: {driver, handle, stagingPath}};
}

/** The way back: out of the Pod's directory, then off the node. */
export function* unmountCSI(context: KubeletContext, pod: Pod, name: string, {hostPath, csi}: MountedVolume): Routine {
	const {driver, handle, stagingPath} = csi!;
	const object = podKey(pod);
	yield* call(
		context,
		'NodeUnpublishVolume',
		driver,
		{volumeId: handle, targetPath: hostPath},
		`The driver ${driver} takes ${handle} out of the directory of ${podName(pod)} (${name}).`,
		object,
	);
	yield* call(
		context,
		'NodeUnstageVolume',
		driver,
		{volumeId: handle, stagingTargetPath: stagingPath},
		`The driver ${driver} unmounts ${handle}; it may be detached from ${context.options.node.name}.`,
		object,
	);
}

function* call(
	context: KubeletContext,
	method: string,
	driver: string,
	request: Readonly<Record<string, unknown>>,
	text: string,
	object: string,
): Routine {
	yield* sleep(context.kernel.latency(`csi.${method}`, 50));
	yield* note(`csi.${method}`, text, {driver, request, answer: {}}, {object});
}
