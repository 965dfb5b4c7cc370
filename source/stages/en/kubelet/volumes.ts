import type {Stop} from '../../../kernel/stop.js';
import type {VolumeFacts} from '../../facts/kubelet/volumes.js';
import {podOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

const volumesSentence = (facts: VolumeFacts['kubelet.volumes'], stop: Stop): string => {
	const pod = podOf(stop);
	switch (facts.case) {
		case 'mounted': {
			const {volume, plugin, path, files} = facts;
			const content = files ? ` with ${Object.keys(files).join(', ') || 'no files'}` : '';
			return `MountVolume.SetUp succeeded for volume ${volume.name} of ${pod}: ${plugin} at ${path}${content}.`;
		}

		case 'updated': {
			return `The volume ${facts.volume} of ${pod} has new contents: ${Object.keys(facts.files).join(', ') || 'no files'}. The link ..data now points to the new files, so all change together.`;
		}

		case 'failed': {
			return `${facts.message}. The kubelet tries again.`;
		}

		case 'all-mounted': {
			return facts.volumes.length === 0
				? `${pod} has no volumes to mount.`
				: `All volumes of ${pod} are mounted: ${facts.volumes.join(', ')}.`;
		}

		case 'waiting': {
			const {persistentVolume, node} = facts;
			return facts.for === 'volumesInUse'
				? `${pod} waits: ${node} must first report ${persistentVolume} as in use, in its next status.`
				: `${pod} waits: ${persistentVolume} is not attached to ${node} yet.`;
		}

		case 'timed-out': {
			return `The kubelet stops waiting for the volumes of ${pod} and tries again soon: ${facts.message}.`;
		}

		case 'expanded': {
			return `The file system of claim ${facts.claim} now has ${facts.size} instead of ${facts.before}.`;
		}

		case 'given-up': {
			return `${pod} must end, so the kubelet no longer waits for its volumes.`;
		}

		case 'unmounted': {
			return `The volumes of ${pod} are unmounted: ${facts.volumes.join(', ')}.`;
		}

		case 'token': {
			return `The kubelet requests a token for the service account ${facts.serviceAccount}, bound to ${pod} and valid for ${facts.expirationSeconds} s.`;
		}

		case 'bound': {
			return `The claim ${facts.claim} of ${pod} is bound to the volume ${facts.persistentVolume}.`;
		}

		case 'attached': {
			return `The volume ${facts.persistentVolume} is attached to ${facts.node}: the kubelet may mount it for ${pod}.`;
		}
	}
};

/** Stops of mounting volumes, in English. */
export const volumeSentences: Sentences<VolumeFacts> = {
	'kubelet.volumes': volumesSentence,
	'csi.NodeStageVolume': ({driver, request, node}) =>
		`The driver ${driver} formats ${request['volumeId']} and mounts it once on ${node}.`,
	'csi.NodePublishVolume': ({driver, request, volume}, stop) =>
		`The driver ${driver} mounts ${request['volumeId']} into the directory of ${podOf(stop)} as ${volume}.`,
	'csi.NodeUnpublishVolume': ({driver, request, volume}, stop) =>
		`The driver ${driver} unmounts ${request['volumeId']} from the directory of ${podOf(stop)} (${volume}).`,
	'csi.NodeExpandVolume': ({driver, request}, stop) =>
		`The driver ${driver} expands the file system of ${request['volumeId']} to ${request['capacity']} while ${podOf(stop)} uses it.`,
	'csi.NodeUnstageVolume': ({driver, request, node}) =>
		`The driver ${driver} unmounts ${request['volumeId']}, which can now be detached from ${node}.`,
};
