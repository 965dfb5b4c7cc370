import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import type {EventRecorder} from '../../client/event-recorder.js';
import {active, type Routine} from '../../kernel/routine.js';
import {compareQuantities} from '../../objects/quantity.js';
import type {PersistentVolume, PersistentVolumeClaim, Pod} from '../../objects/kubernetes.generated.js';
import {note} from '../../stages/note.js';
import {podKey} from '../node/pod-names.js';
import type {CSIMounter} from '../storage/csi.js';
import {MountFailure} from '../storage/mount-failure.js';
import type {MountedVolume} from '../storage/mounted-volume.js';

/** The conditions that remain of a resize when the file system has grown. */
const resizing = new Set(['Resizing', 'FileSystemResizePending', 'NodeResizeError']);

/** Whether the volume is larger than the claim's status shows, and the kubelet must expand its file system. @mirrors operationexecutor nodeExpander.runPreCheck */
export const needsNodeExpansion = ({status}: PersistentVolumeClaim, {spec}: PersistentVolume): boolean => {
	const [has, could] = [status?.capacity?.['storage'], spec?.capacity?.['storage']];
	const progress = status?.allocatedResourceStatuses?.['storage'];
	return (
		has !== undefined &&
		could !== undefined &&
		compareQuantities(could, has) > 0 &&
		(progress === 'NodeResizePending' || progress === 'NodeResizeInProgress')
	);
};

/**
Expands the file systems of a Pod's mounted volumes to the new sizes of their volumes.

@mirrors k8s.io/kubernetes/pkg/volume/util/operationexecutor GenerateExpandInUseVolumeFunc
*/
export class VolumeExpansion {
	/** @param node name of the node. */
	constructor(
		readonly client: Client,
		readonly recorder: EventRecorder,
		readonly csi: CSIMounter,
		readonly node: string,
	) {}

	/** Checks the claims of the Pod. @param mounted its volumes, by name. */
	*expand(pod: Pod, mounted: ReadonlyMap<string, MountedVolume>): Routine {
		for (const [name, volume] of mounted) {
			const {claim} = volume;
			if (volume.csi && claim !== undefined) {
				try {
					yield* this.#look(pod, name, volume, claim);
				} catch (error) {
					if (!(error instanceof ApiError)) {
						throw error;
					}
				}
			}
		}
	}

	*#look(pod: Pod, name: string, {csi, hostPath}: MountedVolume, claimName: string): Routine {
		const {namespace} = pod.metadata;
		const claim = yield* this.client.get('persistentvolumeclaims', namespace, claimName);
		if (!csi || claim.status?.allocatedResourceStatuses?.['storage'] === undefined || !claim.spec.volumeName) {
			return;
		}

		const volume = yield* this.client.get('persistentvolumes', undefined, claim.spec.volumeName);
		if (!needsNodeExpansion(claim, volume)) {
			return;
		}

		yield* active();
		const size = volume.spec?.capacity?.['storage'] ?? '';
		const {name: volumeName} = volume.metadata;
		try {
			yield* this.csi.expand(pod, name, hostPath, csi, size);
		} catch (error) {
			if (!(error instanceof MountFailure)) {
				throw error;
			}

			const message = `NodeExpandVolume.NodeExpandVolume failed for volume "${volumeName}" : Expander.NodeExpand failed to expand the volume : ${error.message}`;
			yield* this.recorder.event(pod, 'Warning', 'VolumeResizeFailed', message);
			yield* note(
				'kubelet.volumes',
				{case: 'failed', volume: name, reason: 'VolumeResizeFailed', message},
				{object: podKey(pod), outcome: 'failed'},
			);
			return;
		}

		yield* note(
			'kubelet.volumes',
			{case: 'expanded', claim: claimName, size, before: claim.status.capacity?.['storage'] ?? ''},
			{object: podKey(pod)},
		);
		yield* this.client.patch(
			'persistentvolumeclaims',
			namespace,
			claimName,
			{status: finished(claim, size)},
			{subresource: 'status', type: 'merge'},
		);
		const told = `MountVolume.NodeExpandVolume succeeded for volume "${volumeName}" ${this.node}`;
		yield* this.recorder.event(pod, 'Normal', 'FileSystemResizeSuccessful', told);
		yield* this.recorder.event(claim, 'Normal', 'FileSystemResizeSuccessful', told);
	}
}

/** The claim's status once its file system has grown. @mirrors k8s.io/kubernetes/pkg/volume/util MarkFSResizeFinished */
const finished = ({status}: PersistentVolumeClaim, storage: string) => ({
	capacity: {...status?.capacity, storage},
	allocatedResourceStatuses: null,
	conditions: (status?.conditions ?? []).filter(({type}) => !resizing.has(type)),
});
