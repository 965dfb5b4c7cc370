import {sleep, type Routine} from '../../kernel/routine.js';
import type {Kernel} from '../../kernel/kernel.js';
import {storageKey, type SimulatedDriver} from '../../objects/csi.js';
import type {DriverCallFacts} from '../../stages/facts/controllers/csi.js';
import {note} from '../../stages/note.js';
import {SyncFailure} from '../controller.js';

/** A volume as its driver has it, in the ledger under {@link storageKey}. */
export interface StoredVolume {
	/** The name under which it was requested; `undefined` if an administrator created it. */
	readonly name?: string;
	readonly capacity: string;
	/** The nodes to which it is attached. */
	readonly nodes: readonly string[];
}

type Call = keyof DriverCallFacts;

/**
The controller plug-in of a CSI driver, and the storage behind it, which outlives every process.

@see https://github.com/container-storage-interface/spec/blob/master/spec.md
*/
export class DriverController {
	/** The handle of each requested volume, by its name: a repeated request returns the same volume. */
	readonly #handles = new Map<string, string>();

	constructor(
		readonly kernel: Kernel,
		readonly driver: SimulatedDriver,
	) {}

	get name(): string {
		return this.driver.name;
	}

	/** Its name in storage classes. */
	get provisioner(): string {
		return this.driver.provisioner ?? this.driver.name;
	}

	/** @returns the volume's handle. */
	*createVolume(
		name: string,
		capacity: string,
		parameters: Readonly<Record<string, string>> | undefined,
	): Routine<string> {
		const driver = this.name;
		const volumeHandle = this.#handles.get(name) ?? this.kernel.random('csi').uid();
		if (!this.#fails('csi.CreateVolume')) {
			this.#handles.set(name, volumeHandle);
			this.#write(volumeHandle, {name, capacity, nodes: this.#read(volumeHandle)?.nodes ?? []});
		}

		yield* note('csi.CreateVolume', {driver, input: {name, capacity, parameters}, output: {volumeHandle}});
		yield* this.#answer('csi.CreateVolume', 200);
		return volumeHandle;
	}

	*deleteVolume(volumeHandle: string): Routine {
		if (!this.#fails('csi.DeleteVolume')) {
			const name = this.#read(volumeHandle)?.name;
			if (name !== undefined) {
				this.#handles.delete(name);
			}

			this.kernel.ledger.delete(storageKey(this.name, volumeHandle));
		}

		yield* note('csi.DeleteVolume', {driver: this.name, input: {volumeHandle}});
		yield* this.#answer('csi.DeleteVolume', 100);
	}

	*publishVolume(volumeId: string, nodeId: string, object: string): Routine {
		if (!this.#fails('csi.ControllerPublishVolume')) {
			const volume = this.#read(volumeId);
			this.#write(volumeId, {
				...volume,
				capacity: volume?.capacity ?? '',
				nodes: [...(volume?.nodes ?? []).filter((node) => node !== nodeId), nodeId],
			});
		}

		yield* note('csi.ControllerPublishVolume', {driver: this.name, input: {volumeId, nodeId}}, {object});
		yield* this.#answer('csi.ControllerPublishVolume', 100);
	}

	*unpublishVolume(volumeId: string, nodeId: string, object: string): Routine {
		const volume = this.#read(volumeId);
		if (volume && !this.#fails('csi.ControllerUnpublishVolume')) {
			this.#write(volumeId, {...volume, nodes: volume.nodes.filter((node) => node !== nodeId)});
		}

		yield* note('csi.ControllerUnpublishVolume', {driver: this.name, input: {volumeId, nodeId}}, {object});
		yield* this.#answer('csi.ControllerUnpublishVolume', 100);
	}

	*expandVolume(volumeId: string, capacity: string, object: string): Routine {
		const volume = this.#read(volumeId);
		if (!this.#fails('csi.ControllerExpandVolume')) {
			this.#write(volumeId, {...volume, nodes: volume?.nodes ?? [], capacity});
		}

		yield* note('csi.ControllerExpandVolume', {driver: this.name, input: {volumeId, capacity}}, {object});
		yield* this.#answer('csi.ControllerExpandVolume', 100);
	}

	#read(handle: string): StoredVolume | undefined {
		return this.kernel.ledger.read<StoredVolume>(storageKey(this.name, handle));
	}

	#write(handle: string, volume: StoredVolume): void {
		this.kernel.ledger.write(storageKey(this.name, handle), volume);
	}

	#fails(call: Call): string | undefined {
		return this.driver.fails?.[call.slice('csi.'.length)];
	}

	/** @throws {SyncFailure} with the driver's own words, if the scenario has it fail. */
	*#answer(call: Call, ms: number): Routine {
		yield* sleep(this.kernel.latency(call, ms));
		const message = this.#fails(call);
		if (message !== undefined) {
			throw new SyncFailure(message);
		}
	}
}
