import type {VolumeFacts} from '../../facts/controllers/volumes.js';
import {counted, keyOf, nameOf} from '../words.js';
import {goneOrGoing} from './every-controller.js';
import type {Sentences} from '../../language-table.js';

const protection = ({key, user, free}: VolumeFacts['controller.persistentvolume-protection.sync']): string => {
	if (user) {
		return `${key} is being deleted, but stays while ${user} uses it.`;
	}

	if (free) {
		return `${key} is being deleted and is not in use.`;
	}

	return `${key} no longer needs protection.`;
};

const release = ({key, finalizer}: VolumeFacts['controller.persistentvolume-protection.release']): string =>
	`${key} loses its finalizer ${finalizer} and can be removed.`;

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
				const unfit = volumes === 0 ? 'no volume exists' : `no volume fits (${volumes} checked)`;
				const without = waits ? 'it waits for a Pod that uses it' : unfit;
				const answer = volume === undefined ? without : `volume ${volume} (${capacity}) fits`;
				return `Claim ${keyOf(stop)} requests ${request?.resources?.requests?.['storage']} of class "${facts.class}": ${answer}.`;
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
	'controller.persistentvolume-binder.class': (facts, stop) =>
		`Claim ${nameOf(stop)} names no class and gets ${facts.class}, which has become the default.`,
	'controller.persistentvolume-binder.delete': ({volume, problem}) =>
		problem === undefined
			? `Volume ${volume} is released: it is deleted with its data.`
			: `Volume ${volume} is released, but cannot be deleted: ${problem}`,
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
	'controller.persistentvolume-attach-detach.refuse'(facts) {
		const {volume, node} = facts;
		if (facts.case === 'failed') {
			return `Volume ${volume} could not be attached to ${node}: ${facts.message}`;
		}

		const users =
			facts.pods.length > 0 ? `, where ${facts.pods.join(', ')} ${facts.pods.length === 1 ? 'uses' : 'use'} it` : '';
		return `Volume ${volume} can be attached to only one node and is already attached to ${facts.nodes.join(', ')}${users}: ${node} must wait.`;
	},
	'controller.persistentvolume-attach-detach.wait': ({volume, node, leftMs}) =>
		`No Pod on ${node} needs ${volume} any more, but the node still has it mounted: it stays attached${leftMs === undefined ? '' : `, for at most ${Math.round(leftMs / 1000)} s, because the node is not ready`}.`,
	'controller.persistentvolume-attach-detach.report': ({node, after}) =>
		`Node ${node} now reports ${after.length === 0 ? 'no volumes' : counted(after.length, 'volume')} as attached: its kubelet must not mount others.`,
	'controller.persistentvolume-attach-detach.detach': ({node, volume, force}) =>
		force === undefined
			? `No Pod on ${node} uses ${volume} any more, and it is not mounted there: the controller detaches it.`
			: `${volume} is detached by force: ${node} ${force === 'timeout' ? 'has not been ready for 6 minutes' : 'is out of service'}.`,

	'controller.persistentvolume-expander.sync': ({key, size, before}) =>
		size === undefined
			? `Claim ${key} is gone.`
			: `Claim ${key} has ${before ?? 'nothing'} and requests ${size}: a sidecar of its CSI driver must expand it.`,

	'controller.ephemeral-volume.sync'(facts, stop) {
		switch (facts.case) {
			case 'gone': {
				return goneOrGoing('Pod')(facts);
			}

			case 'present': {
				return `The claim ${nameOf(stop)} of Pod ${facts.pod} exists${facts.isOwn ? '' : ', but has another owner'}.`;
			}

			case 'create': {
				return `Pod ${facts.pod} has a claim template in its volume ${facts.volume}: claim ${nameOf(stop)} is created from it.`;
			}
		}
	},
};
