import type {Client} from '../../client/client.js';
import type {Routine} from '../../kernel/routine.js';
import {uniqueVolumeName} from '../../objects/csi.js';
import type {CSIVolume} from '../../objects/volume-sources.js';
import type {OwnNode} from '../node/own-node.js';
import type {MountedVolume} from '../storage/mounted-volume.js';

/** The field of the Node's status for which a volume waits. */
export interface Missing {
	readonly field: 'volumesInUse' | 'volumesAttached';
	/** Whether the value has changed. */
	readonly isNew: boolean;
}

/** The interval at which the kubelet reports a changed state of its node. */
const reportMs = 10_000;

/**
The volumes that must be attached for the Pods of a node. The kubelet reports used ones in `volumesInUse`; the attach/detach controller answers
in `volumesAttached`, and detaches only unused ones.

@mirrors k8s.io/kubernetes/pkg/kubelet/volumemanager GetVolumesInUse, MarkVolumesAsReportedInUse
*/
export class VolumesInUse {
	/** Pod uid → name of its volume → the volume to attach for it, and the awaited field. */
	readonly #wanted = new Map<string, Map<string, {readonly unique: string; readonly field?: Missing['field']}>>();
	#seen = '';

	/** @param mounts the mount table of the node. */
	constructor(
		readonly client: Client,
		readonly node: OwnNode,
		readonly mounts: ReadonlyMap<string, ReadonlyMap<string, MountedVolume>>,
	) {}

	names(): readonly string[] {
		const names = new Set<string>();
		for (const volumes of this.#wanted.values()) {
			for (const {unique} of volumes.values()) {
				names.add(unique);
			}
		}

		for (const {csi} of this.#mounted()) {
			if (csi?.attachable) {
				names.add(uniqueVolumeName(csi.driver, csi.handle));
			}
		}

		return [...names].sort();
	}

	*#mounted(): Generator<MountedVolume> {
		for (const volumes of this.mounts.values()) {
			yield* volumes.values();
		}
	}

	/** Whether a Pod's volume waits for its attachment; without a name, whether any does. */
	isWaiting(uid: string, volume?: string): boolean {
		const volumes = this.#wanted.get(uid);
		return volume === undefined
			? [...(volumes?.values() ?? [])].some(({field}) => field !== undefined)
			: volumes?.get(volume)?.field !== undefined;
	}

	/** Whether a mount other than `uid/volume` has the volume on this node. */
	isStaged({driver, handle}: CSIVolume, except: string): boolean {
		for (const [uid, volumes] of this.mounts) {
			for (const [name, {csi}] of volumes) {
				if (`${uid}/${name}` !== except && csi?.driver === driver && csi.handle === handle) {
					return true;
				}
			}
		}

		return false;
	}

	/** Whether another Pod waits for the volume. */
	isWantedBy({driver, handle}: CSIVolume, exceptUid: string): boolean {
		const unique = uniqueVolumeName(driver, handle);
		return [...this.#wanted].some(
			([uid, volumes]) => uid !== exceptUid && [...volumes.values()].some((wanted) => wanted.unique === unique),
		);
	}

	/**
	The entry that the Node's status lacks before a Pod's volume can be mounted; `undefined` if none is missing. The kubelet reads the Node
	only for a missing entry.
	*/
	*missing(uid: string, volume: string, {driver, handle}: CSIVolume): Routine<Missing | undefined> {
		const unique = uniqueVolumeName(driver, handle);
		const volumes =
			this.#wanted.get(uid) ?? new Map<string, {readonly unique: string; readonly field?: Missing['field']}>();
		this.#wanted.set(uid, volumes);
		const before = volumes.get(volume);
		if (!before) {
			volumes.set(volume, {unique});
			this.changed();
		}

		const field = (yield* this.#lacking(unique)) ?? undefined;
		volumes.set(volume, {unique, ...(field ? {field} : {})});
		return field && {field, isNew: before?.field !== field};
	}

	*#lacking(unique: string): Routine<Missing['field'] | undefined> {
		if (!this.node.registered()?.status.volumesInUse?.includes(unique)) {
			return 'volumesInUse';
		}

		const node = yield* this.client.get('nodes', undefined, this.node.options.name);
		return node.status.volumesAttached?.some(({name}) => name === unique) ? undefined : 'volumesAttached';
	}

	/** Records that the volume is mounted: from now on, the mount table shows its use. */
	done(uid: string, volume: string): void {
		this.#wanted.get(uid)?.delete(volume);
	}

	forget(uid: string): void {
		if (this.#wanted.delete(uid)) {
			this.changed();
		}
	}

	/** Whether a volume that a Pod waits for is attached by now. */
	isAttached(uid: string): boolean {
		const attached = this.node.registered()?.status.volumesAttached ?? [];
		return [...(this.#wanted.get(uid)?.values() ?? [])].some(
			({unique, field}) => field !== undefined && attached.some(({name}) => name === unique),
		);
	}

	/** Whether the Node's volumes have changed since the last report. */
	isNews(): boolean {
		const {volumesInUse = [], volumesAttached = []} = this.node.registered()?.status ?? {};
		const now = JSON.stringify([volumesInUse, volumesAttached]);
		const isNews = now !== this.#seen;
		this.#seen = now;
		return isNews;
	}

	/** The volumes in use have changed: until the next report of the node's status, a report is due. */
	changed(): void {
		this.client.kernel.after(reportMs, () => undefined);
	}
}
