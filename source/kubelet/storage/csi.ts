import type {Client} from '../../client/client.js';
import {ignoreNotFound} from '../../client/errors.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import {sha256, storageKey, type SimulatedDriver} from '../../objects/csi.js';
import type {CSIDriver, Pod} from '../../objects/kubernetes.generated.js';
import type {CSIVolume} from '../../objects/volume-sources.js';
import {note} from '../../stages/note.js';
import type {OwnNode} from '../node/own-node.js';
import {podDirectory, podKey} from '../node/pod-names.js';
import {MountFailure} from './mount-failure.js';
import type {CSIMount, MountedVolume} from './mounted-volume.js';

type NodeCall =
	| 'csi.NodeStageVolume'
	| 'csi.NodePublishVolume'
	| 'csi.NodeUnpublishVolume'
	| 'csi.NodeUnstageVolume'
	| 'csi.NodeExpandVolume';

/** A volume of a CSI driver, for one Pod. */
export interface CSIUse extends CSIVolume {
	readonly pod: Pod;
	/** The volume, as the Pod names it. */
	readonly name: string;
	readonly persistentVolume: string;
	readonly attachable: boolean;
	/** Whether another Pod of the node has it already: then it is staged. */
	readonly isStaged: boolean;
}

/**
Mounts volumes with calls of the container storage interface.

@see https://kubernetes.io/docs/concepts/storage/volumes/#csi
@mirrors k8s.io/kubernetes/pkg/volume/csi
*/
export class CSIMounter {
	/** @param drivers those whose node plug-in is registered with this kubelet. */
	constructor(
		readonly client: Client,
		readonly node: OwnNode,
		readonly drivers: readonly SimulatedDriver[],
		/** Whether the next call of a driver fails. */
		readonly fails: () => boolean,
	) {}

	/** Whether volumes of the driver have to be attached first; without a CSIDriver object they have. @mirrors csiPlugin.skipAttach */
	*isAttachable(driver: string): Routine<boolean> {
		return (yield* this.#described(driver))?.spec.attachRequired !== false;
	}

	/** @throws {MountFailure} if the driver is not registered on the node, or refuses. */
	*mount(use: CSIUse): Routine<MountedVolume> {
		const {pod, name, persistentVolume, driver, handle, attachable, isStaged} = use;
		const stagingPath = `/var/lib/kubelet/plugins/kubernetes.io/csi/${driver}/${sha256(handle)}/globalmount`;
		const hostPath = `${podDirectory(pod)}/volumes/kubernetes.io~csi/${persistentVolume}/mount`;
		const told = {driver, volume: name, object: podKey(pod)};
		if (!isStaged) {
			this.#registered(driver, 'attacher.MountDevice failed to create newCsiDriverClient', 'MountDevice');
			const request = {volumeId: handle, stagingTargetPath: stagingPath};
			yield* this.#call('csi.NodeStageVolume', told, request, 'MountDevice');
		}

		this.#registered(driver, 'mounter.SetUpAt failed to get CSI client', 'SetUp');
		const request = {volumeId: handle, stagingTargetPath: stagingPath, targetPath: hostPath};
		yield* this.#call('csi.NodePublishVolume', told, request, 'SetUp');
		const csi = {driver, handle, stagingPath, attachable};
		return {hostPath, readonly: false, storage: storageKey(driver, handle), csi};
	}

	/** Mounts a volume that a Pod requests directly from a driver, without a claim. @throws {MountFailure} */
	*mountEphemeral(pod: Pod, name: string, driver: string): Routine<MountedVolume> {
		const described = yield* this.#described(driver);
		const modes = described?.spec.volumeLifecycleModes ?? ['Persistent'];
		if (!modes.includes('Ephemeral')) {
			const why = described ? `only supports ${modes.map((mode) => `"${mode}"`).join(' ')}` : 'no CSIDriver object';
			throw new MountFailure(
				`volume mode "Ephemeral" not supported by driver ${driver} (${why})`,
				'NewMounter initialization',
			);
		}

		this.#registered(driver, 'mounter.SetUpAt failed to get CSI client', 'SetUp');
		const hostPath = `${podDirectory(pod)}/volumes/kubernetes.io~csi/${name}/mount`;
		const handle = `csi-${sha256(`${name}${pod.metadata.namespace}${pod.metadata.name}${pod.metadata.uid}`)}`;
		const told = {driver, volume: name, object: podKey(pod)};
		yield* this.#call('csi.NodePublishVolume', told, {volumeId: handle, targetPath: hostPath}, 'SetUp');
		return {hostPath, readonly: false, csi: {driver, handle, stagingPath: undefined, attachable: false}};
	}

	/** Removes the volume from the Pod's directory. */
	*unpublish(pod: Pod, name: string, hostPath: string, {driver, handle}: CSIMount): Routine {
		const told = {driver, volume: name, object: podKey(pod)};
		yield* this.#call('csi.NodeUnpublishVolume', told, {volumeId: handle, targetPath: hostPath});
	}

	/** Removes the volume from the node. */
	*unstage(pod: Pod, name: string, {driver, handle, stagingPath}: CSIMount): Routine {
		if (stagingPath !== undefined) {
			const told = {driver, volume: name, object: podKey(pod)};
			yield* this.#call('csi.NodeUnstageVolume', told, {volumeId: handle, stagingTargetPath: stagingPath});
		}
	}

	/** Expands the file system to the size of the volume. @throws {MountFailure} if the driver refuses. */
	*expand(pod: Pod, name: string, volumePath: string, {driver, handle}: CSIMount, capacity: string): Routine {
		const told = {driver, volume: name, object: podKey(pod)};
		yield* this.#call('csi.NodeExpandVolume', told, {volumeId: handle, volumePath, capacity}, 'NodeExpandVolume');
	}

	*#described(driver: string): Routine<CSIDriver | undefined> {
		// Simplified: it is read when it is needed; upstream the kubelet watches them.
		return yield* ignoreNotFound(this.client.get('csidrivers.storage.k8s.io', undefined, driver));
	}

	/** Checks that a driver is registered. @throws {MountFailure} if it is not. */
	#registered(driver: string, what: string, operation: string): void {
		if (!this.drivers.some(({name}) => name === driver)) {
			throw new MountFailure(
				`kubernetes.io/csi: ${what}: driver name ${driver} not found in the list of registered CSI drivers`,
				operation,
			);
		}
	}

	/**
	Calls the driver, which answers after its latency. @param operation the name in the error if the scenario makes the call fail; without it, the call cannot fail.
	*/
	*#call(
		stage: NodeCall,
		{driver, volume, object}: {readonly driver: string; readonly volume: string; readonly object: string},
		request: Readonly<Record<string, string>>,
		operation?: string,
	): Routine {
		yield* note(stage, {driver, request, volume, node: this.node.options.name}, {object});
		yield* sleep(this.client.kernel.latency(stage, 50));
		const isDown = operation !== undefined && this.fails();
		const message = isDown
			? `rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /var/lib/kubelet/plugins/${driver}/csi.sock: connect: connection refused"`
			: this.drivers.find(({name}) => name === driver)?.fails?.[stage.slice('csi.'.length)];
		if (message !== undefined && operation !== undefined) {
			throw new MountFailure(message, operation);
		}
	}
}
