import type {VolumeFacts} from '../../facts/controllers/volumes.js';
import type {Sentences} from '../../language.js';
import {counted, keyOf, nameOf} from '../words.js';
import {goneOrGoing} from './every-controller.js';

const protection = ({key, user, free}: VolumeFacts['controller.persistentvolume-protection.sync']): string =>
	user
		? `${key} is being deleted, but stays as long as ${user} uses it.`
		: free
			? `${key} is being deleted, and nobody uses it.`
			: `${key} needs no protection any more.`;

const release = ({key, finalizer}: VolumeFacts['controller.persistentvolume-protection.release']): string =>
	`${key} loses its finalizer ${finalizer} and can go.`;

/** Stops of the controllers of volumes, in English. */
export const volumeSentences: Sentences<VolumeFacts> = {
	'controller.persistentvolume-binder.sync'(facts, stop) {
		switch (facts.case) {
			case 'claim-gone': {
				return `Claim ${facts.key} is gone.`;
			}

			case 'claim-bound': {
				return `Claim ${keyOf(stop)} is bound to volume ${facts.volumeName}${facts.present ? '' : ', which is gone'}.`;
			}

			case 'claim': {
				const {request, volume, capacity, waits, volumes} = facts;
				const answer =
					volume === undefined
						? waits
							? 'it waits for a Pod that uses it'
							: volumes === 0
								? 'there are no volumes'
								: `none of ${counted(volumes, 'volume')} fits`
						: `volume ${volume} (${capacity}) fits`;
				return `Claim ${keyOf(stop)} asks for ${request?.resources?.requests?.['storage']} of class "${facts.class}": ${answer}.`;
			}

			case 'volume-gone': {
				return `Volume ${facts.name} is gone.`;
			}

			case 'volume': {
				const {claim, phase} = facts;
				return `Volume ${nameOf(stop)} belongs to ${claim === undefined ? 'no claim' : `claim ${claim}`}: ${phase}.`;
			}
		}
	},
	'controller.persistentvolume-binder.provision': ({provisioner}, stop) =>
		`Claim ${nameOf(stop)} now names ${provisioner} as its provisioner.`,
	'controller.persistentvolume-binder.bind': (facts, stop) =>
		facts.case === 'volume'
			? `Volume ${nameOf(stop)} is reserved for claim ${facts.claim}.`
			: `Claim ${nameOf(stop)} now names its volume, ${facts.volume}.`,
	'controller.persistentvolume-binder.status'(facts, stop) {
		const {phase} = facts.after;
		if (facts.case === 'volume') {
			return `Volume ${nameOf(stop)} is ${phase}.`;
		}

		const storage = phase === 'Bound' ? facts.after.capacity?.['storage'] : undefined;
		return `Claim ${nameOf(stop)} is ${phase}${storage === undefined ? '' : `, with ${storage}`}.`;
	},

	'controller.persistentvolumeclaim-protection.sync': protection,
	'controller.persistentvolumeclaim-protection.release': release,
	'controller.persistentvolume-protection.sync': protection,
	'controller.persistentvolume-protection.release': release,

	'controller.persistentvolume-attach-detach.sync': ({want, have}, stop) =>
		`Node ${nameOf(stop)} needs ${counted(want.length, 'volume')} attached and has ${have.length}.`,
	'controller.persistentvolume-attach-detach.attach': ({attacher, volume, node}, stop) =>
		`VolumeAttachment ${nameOf(stop)} asks ${attacher} to attach ${volume} to node ${node}.`,
	'controller.persistentvolume-attach-detach.detach': ({node, before}) =>
		`No Pod on ${node} uses ${before.source.persistentVolumeName} any more: it is detached.`,

	'controller.csi-provisioner.sync'(facts) {
		if (facts.case === 'volume') {
			return `Volume ${facts.name} is released${facts.present ? ' and is to be deleted with its data' : ' and gone'}.`;
		}

		return facts.class === undefined
			? `Claim ${facts.key} needs no new volume.`
			: `Claim ${facts.key} waits for a volume of class ${facts.class}.`;
	},
	'controller.csi-provisioner.create': ({claim}, stop) =>
		`Volume ${nameOf(stop)} represents the new storage in the API, reserved for claim ${claim}.`,
	'controller.csi-attacher.sync': (facts, stop) =>
		facts.case === 'gone'
			? `VolumeAttachment ${facts.key} is gone.`
			: `VolumeAttachment ${nameOf(stop)} wants ${facts.volume} on node ${facts.node}.`,
	'controller.csi-attacher.status': ({node}, stop) =>
		`VolumeAttachment ${nameOf(stop)} is attached: the kubelet of ${node} may mount it.`,
	'csi.CreateVolume': ({driver, input, output}) =>
		`The driver ${driver} makes a volume of ${input.capacity} and calls it ${output.volumeHandle}.`,
	'csi.DeleteVolume': ({driver, input}) => `The driver ${driver} deletes volume ${input.volumeHandle}.`,
	'csi.ControllerPublishVolume': ({input}) =>
		`The driver ${input.attacher} attaches ${input.source.persistentVolumeName} to node ${input.nodeName}.`,

	'controller.ephemeral-volume.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return goneOrGoing('Pod')(facts);
			}

			case 'present': {
				return `The claim ${nameOf(stop)} of Pod ${facts.pod} exists${facts.isOwn ? '' : ', but belongs to somebody else'}.`;
			}

			case 'create': {
				return `Pod ${facts.pod} has a claim template in its volume ${facts.volume}: claim ${nameOf(stop)} is created from it.`;
			}
		}
	},
};
