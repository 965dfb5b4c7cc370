import type {CSIFacts} from '../../facts/controllers/csi.js';
import {nameOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

/** Stops of the sidecars of CSI drivers, in English. */
export const csiSentences: Sentences<CSIFacts> = {
	'controller.csi-provisioner.sync'(facts) {
		if (facts.case === 'volume') {
			return `Volume ${facts.name} is released${facts.present ? ': it must be deleted with its data' : ' and gone'}.`;
		}

		return facts.class === undefined
			? `Claim ${facts.key} needs no new volume.`
			: `Claim ${facts.key} waits for a volume of class ${facts.class}.`;
	},
	'controller.csi-provisioner.create': ({claim}, stop) =>
		`Volume ${nameOf(stop)} represents the new storage in the API and is reserved for claim ${claim}.`,
	'controller.csi-provisioner.release': ({key, finalizer}) =>
		`The storage of ${key} is gone: the volume loses its finalizer ${finalizer}.`,

	'controller.csi-attacher.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return `${facts.key} is gone.`;
			}

			case 'attach': {
				return `VolumeAttachment ${nameOf(stop)} requests ${facts.volume ?? 'a volume'} on node ${facts.node}.`;
			}

			case 'detach': {
				return `VolumeAttachment ${nameOf(stop)} is being deleted: ${facts.volume ?? 'its volume'} must be detached from node ${facts.node}.`;
			}

			case 'volume': {
				return `Volume ${facts.volume} is being deleted${facts.node === undefined ? ' and is attached to no node' : `, but is still attached to node ${facts.node}`}.`;
			}
		}
	},
	'controller.csi-attacher.prepare': ({finalizer}, stop) =>
		`VolumeAttachment ${nameOf(stop)} gets the finalizer ${finalizer}: it cannot be removed before the volume is detached.`,
	'controller.csi-attacher.status': (facts, stop) =>
		facts.case === 'attached'
			? `VolumeAttachment ${nameOf(stop)} reports the volume as attached to node ${facts.node}.`
			: `VolumeAttachment ${nameOf(stop)} reports an error while ${facts.field === 'attachError' ? 'attaching' : 'detaching'}: ${facts.message}`,
	'controller.csi-attacher.release': ({key, finalizer}) =>
		`The volume is detached: VolumeAttachment ${key} loses its finalizer ${finalizer} and can be removed.`,
	'controller.csi-attacher.finalizers': ({before = [], after}, stop) =>
		after.length > before.length
			? `Volume ${nameOf(stop)} gets a finalizer: it cannot be removed while it is attached.`
			: `Volume ${nameOf(stop)} is attached to no node: it loses the attacher's finalizer.`,

	'controller.csi-resizer.sync'({plan, key, size, before}) {
		switch (plan) {
			case 'none': {
				return `The volume of claim ${key} is large enough.`;
			}

			case 'node': {
				return `The volume of claim ${key} has ${size}; its file system still has ${before} and grows when a kubelet mounts it or syncs its Pod again.`;
			}

			case 'controller': {
				return `Claim ${key} has ${before} and requests ${size}: its volume must grow.`;
			}
		}
	},
	'controller.csi-resizer.status': ({after}, stop) =>
		`Claim ${nameOf(stop)} reports ${(after.conditions ?? []).map(({type}) => type).join(', ')}${after.allocatedResourceStatuses?.['storage'] === undefined ? '' : ` (${after.allocatedResourceStatuses['storage']})`}.`,
	'controller.csi-resizer.capacity': ({before, after}, stop) =>
		`Volume ${nameOf(stop)} now has ${after} instead of ${before}.`,

	'csi.CreateVolume': ({driver, input, output}) =>
		`The driver ${driver} creates a volume of ${input.capacity} with the handle ${output.volumeHandle}.`,
	'csi.DeleteVolume': ({driver, input}) => `The driver ${driver} deletes volume ${input.volumeHandle}.`,
	'csi.ControllerPublishVolume': ({driver, input}) =>
		`The driver ${driver} attaches volume ${input.volumeId} to node ${input.nodeId}.`,
	'csi.ControllerUnpublishVolume': ({driver, input}) =>
		`The driver ${driver} detaches volume ${input.volumeId} from node ${input.nodeId}.`,
	'csi.ControllerExpandVolume': ({driver, input}) =>
		`The driver ${driver} expands volume ${input.volumeId} to ${input.capacity}.`,
};
