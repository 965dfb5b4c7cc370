import {createHash} from 'node:crypto';
import type {Routine} from '../../kernel/routine.js';
import {isAlreadyExists, isNotFound} from '../../client/errors.js';
import type {PersistentVolume, Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import {claimsOf} from './protection.js';

/**
Has the volumes of a node's Pods attached to that node, and others detached.

@see https://kubernetes.io/docs/concepts/storage/volumes/
@mirrors k8s.io/kubernetes/pkg/controller/volume/attachdetach
*/
export const attachDetach: Controller = {
	name: 'persistentvolume-attach-detach',
	reportsAs: 'attachdetach-controller',
	build: (tools) => ({
		handlers: {
			pods: ({type, object, old}) =>
				object.spec?.nodeName &&
				claimsOf(object).length > 0 &&
				(!old || type === 'DELETED' || !old.spec?.nodeName || isTerminal(old) !== isTerminal(object))
					? [object.spec.nodeName]
					: [],
			persistentvolumeclaims: ({object, old}) =>
				object.spec?.volumeName && !old?.spec?.volumeName
					? nodesUsing(tools, object.metadata.namespace, object.metadata.name)
					: [],
			persistentvolumes: () => [],
			'csidrivers.storage.k8s.io': () => [],
			'volumeattachments.storage.k8s.io': ({object, old}) =>
				object.status?.attached && !old?.status?.attached ? [object.spec.nodeName] : [],
		},
		sync: (node) => sync(tools, node),
	}),
};

const nodesUsing = ({informer}: Tools, namespace: string, claim: string): string[] => [
	...new Set(
		informer('pods')
			.list(namespace)
			.flatMap((pod) => (pod.spec?.nodeName && claimsOf(pod).includes(claim) ? [pod.spec.nodeName] : [])),
	),
];

/** Volume → a Pod of the node that uses it, of those volumes that have to be attached. */
const wanted = ({informer}: Tools, node: string): Map<PersistentVolume, Pod> => {
	const result = new Map<PersistentVolume, Pod>();
	for (const pod of informer('pods').byIndex('node', node)) {
		if (isTerminal(pod)) {
			continue;
		}

		for (const name of claimsOf(pod)) {
			const claim = informer('persistentvolumeclaims').get(pod.metadata.namespace, name);
			const volume = claim?.spec?.volumeName
				? informer('persistentvolumes').get(undefined, claim.spec.volumeName)
				: undefined;
			const driver = volume?.spec?.csi?.driver;
			const attachable =
				driver !== undefined &&
				informer('csidrivers.storage.k8s.io').get(undefined, driver)?.spec.attachRequired !== false;
			if (volume && attachable) {
				result.set(volume, pod);
			}
		}
	}

	return result;
};

function* sync(tools: Tools, node: string): Routine {
	const {client, informer, recorder} = tools;
	const want = wanted(tools, node);
	const have = informer('volumeattachments.storage.k8s.io')
		.list()
		.filter(({spec}) => spec.nodeName === node);
	yield* note(
		'controller.persistentvolume-attach-detach.sync',
		{
			want: [...want.keys()].map(({metadata}) => metadata.name),
			have: have.map(({spec}) => spec.source.persistentVolumeName),
		},
		{object: registryKey('nodes', undefined, node)},
	);
	for (const [volume, pod] of want) {
		const {name} = volume.metadata;
		const attachment = have.find(({spec}) => spec.source.persistentVolumeName === name);
		if (attachment?.status?.attached) {
			yield* recorder.event(
				pod,
				'Normal',
				'SuccessfulAttachVolume',
				`AttachVolume.Attach succeeded for volume "${name}" `,
			);
		} else if (!attachment) {
			yield* attach(client, volume, node);
		}
	}

	for (const {metadata, spec} of have) {
		if ([...want.keys()].some((volume) => volume.metadata.name === spec.source.persistentVolumeName)) {
			continue;
		}

		yield* note(
			'controller.persistentvolume-attach-detach.detach',
			{node, before: spec},
			{object: registryKey('volumeattachments.storage.k8s.io', undefined, metadata.name)},
		);
		try {
			yield* client.delete('volumeattachments.storage.k8s.io', undefined, metadata.name);
		} catch (error) {
			if (!isNotFound(error)) {
				throw error;
			}
		}
	}
}

function* attach(client: Tools['client'], {metadata, spec}: PersistentVolume, nodeName: string): Routine {
	if (!spec?.csi) {
		return;
	}

	const {driver: attacher, volumeHandle} = spec.csi;
	const name = attachmentName(volumeHandle, attacher, nodeName);
	yield* note(
		'controller.persistentvolume-attach-detach.attach',
		{attacher, volume: metadata.name, node: nodeName},
		{object: registryKey('volumeattachments.storage.k8s.io', undefined, name)},
	);
	try {
		yield* client.create('volumeattachments.storage.k8s.io', undefined, {
			apiVersion: 'storage.k8s.io/v1',
			kind: 'VolumeAttachment',
			metadata: {name},
			spec: {attacher, nodeName, source: {persistentVolumeName: metadata.name}},
		});
	} catch (error) {
		if (!isAlreadyExists(error)) {
			throw error;
		}
	}
}

/** @mirrors k8s.io/kubernetes/pkg/volume/csi getAttachmentName */
const attachmentName = (handle: string, driver: string, node: string): string =>
	`csi-${createHash('sha256').update(`${handle}${driver}${node}`).digest('hex')}`;
