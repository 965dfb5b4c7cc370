import {createHash} from 'node:crypto';
import type {Client} from '../../client/client.js';
import {isNotFound} from '../../client/errors.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {note} from '../../stages/note.js';
import type {OwnNode} from '../node/own-node.js';
import {podDirectory, podKey} from '../node/pod-names.js';
import {MountFailure} from './mount-failure.js';
import type {MountedVolume} from './mounted-volume.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Name of the VolumeAttachment that the attach/detach controller makes. @mirrors csi getAttachmentName */
export const attachmentName = (handle: string, driver: string, node: string): string =>
	`csi-${sha256(`${handle}${driver}${node}`)}`;

/** A volume of a CSI driver: the Pod it belongs to, and its names in the driver and the cluster. */
export interface CSIVolume {
	readonly pod: Pod;
	/** As the Pod names it. */
	readonly name: string;
	readonly persistentVolume: string;
	readonly driver: string;
	readonly handle: string;
}

/**
Mounts volumes with calls of the container storage interface.

@see https://kubernetes.io/docs/concepts/storage/volumes/#csi
@mirrors k8s.io/kubernetes/pkg/volume/csi
*/
export class CSIMounter {
	constructor(
		readonly client: Client,
		readonly node: OwnNode,
	) {}

	/** @throws {MountFailure} while the volume is not attached to the node. */
	*mount({pod, name, persistentVolume, driver, handle}: CSIVolume): Routine<MountedVolume> {
		const object = podKey(pod);
		const node = this.node.options.name;
		if (!(yield* this.#isAttached(driver, handle))) {
			throw new MountFailure(
				'',
				`MountVolume.WaitForAttach failed for volume "${persistentVolume}" : volume attachment is being waited for: ${driver}^${handle} is not attached to ${node}`,
				'FailedMount',
			);
		}

		yield* note('kubelet.volumes', {case: 'attached', persistentVolume, driver, handle, node}, {object});
		const stagingPath = `/var/lib/kubelet/plugins/kubernetes.io/csi/${driver}/${sha256(handle)}/globalmount`;
		const hostPath = `${podDirectory(pod)}/volumes/kubernetes.io~csi/${persistentVolume}/mount`;
		const told = {driver, volume: name, object};
		yield* this.#call('NodeStageVolume', told, {volumeId: handle, stagingTargetPath: stagingPath});
		yield* this.#call('NodePublishVolume', told, {
			volumeId: handle,
			stagingTargetPath: stagingPath,
			targetPath: hostPath,
		});
		return {hostPath, readonly: false, csi: {driver, handle, stagingPath}};
	}

	/** Reverses the mount: out of the Pod's directory, then off the node. A volume without a CSI driver needs no call. */
	*unmount(pod: Pod, name: string, {hostPath, csi}: MountedVolume): Routine {
		if (!csi) {
			return;
		}

		const {driver, handle, stagingPath} = csi;
		const told = {driver, volume: name, object: podKey(pod)};
		yield* this.#call('NodeUnpublishVolume', told, {volumeId: handle, targetPath: hostPath});
		yield* this.#call('NodeUnstageVolume', told, {volumeId: handle, stagingTargetPath: stagingPath});
	}

	*#isAttached(driver: string, handle: string): Routine<boolean> {
		const attached = this.node.current().status.volumesAttached;
		if (attached?.some(({name}) => name === `kubernetes.io/csi/${driver}^${handle}`)) {
			return true;
		}

		try {
			const attachment = yield* this.client.get(
				'volumeattachments.storage.k8s.io',
				undefined,
				attachmentName(handle, driver, this.node.options.name),
			);
			return attachment.status?.attached === true;
		} catch (error) {
			if (isNotFound(error)) {
				return false;
			}

			throw error;
		}
	}

	/** Calls the driver. It does what is asked, after a while. */
	*#call(
		method: 'NodeStageVolume' | 'NodePublishVolume' | 'NodeUnpublishVolume' | 'NodeUnstageVolume',
		{driver, volume, object}: {readonly driver: string; readonly volume: string; readonly object: string},
		request: Readonly<Record<string, string>>,
	): Routine {
		const stage = `csi.${method}` as const;
		yield* note(stage, {driver, request, volume, node: this.node.options.name}, {object});
		yield* sleep(this.client.kernel.latency(stage, 50));
	}
}
