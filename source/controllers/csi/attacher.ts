import type {Routine} from '../../kernel/routine.js';
import {ignoreNotFound} from '../../client/errors.js';
import type {PersistentVolume, VolumeAttachment} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {persistentCSIVolume} from '../../objects/volume-sources.js';
import {note} from '../../stages/note.js';
import {SyncFailure, type Controller, type Tools} from '../controller.js';
import type {DriverController} from './driver.js';

const resource = 'volumeattachments.storage.k8s.io';
const nodeIdAnnotation = 'csi.alpha.kubernetes.io/node-id';

/** The finalizer that keeps an attachment, and its volume, until the driver has detached it. @mirrors external-attacher GetFinalizerName */
export const attacherFinalizer = (driver: string): string => {
	const name = driver.replaceAll(/[^a-zA-Z\d-]/g, '-');
	return `external-attacher/${name}${name.endsWith('-') ? 'X' : ''}`;
};

/**
Attaches and detaches volumes as VolumeAttachments require: the sidecar external-attacher.

@see https://kubernetes-csi.github.io/docs/external-attacher.html
@mirrors external-attacher/pkg/controller csiHandler
*/
export const attacher = (plugin: DriverController): Controller => ({
	name: 'csi-attacher',
	reportsAs: `csi-attacher-${plugin.name.replaceAll('.', '-')}`,
	firstBackoffMs: 1000,
	patienceMs: 8000,
	build: (tools) => ({
		handlers: {
			[resource]: ({type, object}) => {
				if (object.spec.attacher !== plugin.name) {
					return [];
				}

				if (type === 'DELETED') {
					return leavingVolume(tools, object);
				}

				if (object.status?.attached && object.metadata.deletionTimestamp === undefined) {
					return [];
				}

				return [`attachment:${object.metadata.name}`];
			},
			persistentvolumes: ({type, object}) =>
				type !== 'DELETED' &&
				object.metadata.deletionTimestamp !== undefined &&
				object.metadata.finalizers?.includes(attacherFinalizer(plugin.name))
					? [`volume:${object.metadata.name}`]
					: [],
			'csinodes.storage.k8s.io': () => [],
		},
		sync: (key) =>
			key.startsWith('volume:')
				? syncVolume(tools, plugin, key.slice('volume:'.length))
				: syncAttachment(tools, plugin, key.slice('attachment:'.length)),
	}),
});

const leavingVolume = ({informer}: Tools, {spec}: VolumeAttachment): readonly string[] => {
	const name = spec.source.persistentVolumeName;
	const volume = name === undefined ? undefined : informer('persistentvolumes').get(undefined, name);
	return volume?.metadata.deletionTimestamp === undefined ? [] : [`volume:${volume.metadata.name}`];
};

function* syncAttachment(tools: Tools, plugin: DriverController, name: string): Routine {
	const attachment = tools.informer(resource).get(undefined, name);
	const object = registryKey(resource, undefined, name);
	const isLeaving = attachment?.metadata.deletionTimestamp !== undefined;
	yield* note(
		'controller.csi-attacher.sync',
		attachment
			? {
					case: isLeaving ? 'detach' : 'attach',
					volume: attachment.spec.source.persistentVolumeName,
					node: attachment.spec.nodeName,
				}
			: {case: 'gone', key: name},
		{object},
	);
	if (!attachment) {
		return;
	}

	const field = isLeaving ? 'detachError' : 'attachError';
	try {
		yield* isLeaving ? detach(tools, plugin, attachment) : attach(tools, plugin, attachment);
	} catch (error) {
		if (!(error instanceof SyncFailure)) {
			throw error;
		}

		const failure = {message: error.message, time: tools.kernel.timestamp()};
		yield* note(
			'controller.csi-attacher.status',
			{case: 'failed', node: attachment.spec.nodeName, field, message: error.message},
			{object, outcome: 'failed'},
		);
		yield* tools.client.patch(
			resource,
			undefined,
			name,
			{status: {[field]: failure}},
			{subresource: 'status', type: 'merge'},
		);
		throw error;
	}
}

function* attach(tools: Tools, plugin: DriverController, attachment: VolumeAttachment): Routine {
	const {client} = tools;
	const {name} = attachment.metadata;
	const {nodeName, source} = attachment.spec;
	if (attachment.status?.attached) {
		return;
	}

	const object = registryKey(resource, undefined, name);
	const volume = volumeOf(tools, attachment);
	if (volume?.metadata.deletionTimestamp !== undefined) {
		throw new SyncFailure(`PersistentVolume "${volume.metadata.name}" is marked for deletion`);
	}

	const finalizer = attacherFinalizer(plugin.name);
	if (volume && !volume.metadata.finalizers?.includes(finalizer)) {
		yield* setFinalizers(tools, volume, [...(volume.metadata.finalizers ?? []), finalizer]);
	}

	const spec = volume?.spec ?? source.inlineVolumeSpec;
	const csi = spec && persistentCSIVolume(spec);
	if (!csi) {
		throw new SyncFailure('pv spec contained non-csi source that was not migrated');
	}

	const nodeId = nodeIdOf(tools, plugin.name, nodeName);
	if (!attachment.metadata.finalizers?.includes(finalizer)) {
		yield* note('controller.csi-attacher.prepare', {finalizer, nodeId}, {object});
		const finalizers = [...(attachment.metadata.finalizers ?? []), finalizer];
		const annotations = {[nodeIdAnnotation]: nodeId};
		yield* client.patch(resource, undefined, name, {metadata: {finalizers, annotations}}, {type: 'merge'});
	}

	yield* plugin.publishVolume(csi.handle, nodeId, object);
	yield* note('controller.csi-attacher.status', {case: 'attached', node: nodeName}, {object});
	const status = {attached: true, ...(attachment.status?.attachError ? {attachError: null} : {})};
	yield* client.patch(resource, undefined, name, {status}, {subresource: 'status', type: 'merge'});
}

/** @throws {SyncFailure} if the driver's node plug-in is not registered on the node. */
const nodeIdOf = ({informer}: Tools, driver: string, node: string): string => {
	const csiNode = informer('csinodes.storage.k8s.io').get(undefined, node);
	if (!csiNode) {
		throw new SyncFailure(`csinode.storage.k8s.io "${node}" not found`);
	}

	const found = csiNode.spec.drivers.find(({name}) => name === driver);
	if (!found) {
		throw new SyncFailure(`CSINode ${node} does not contain driver ${driver}`);
	}

	return found.nodeID;
};

function* detach({client, informer}: Tools, plugin: DriverController, attachment: VolumeAttachment): Routine {
	const {name, finalizers = [], annotations} = attachment.metadata;
	const finalizer = attacherFinalizer(plugin.name);
	if (!finalizers.includes(finalizer)) {
		return;
	}

	const object = registryKey(resource, undefined, name);
	const {nodeName, source} = attachment.spec;
	const {persistentVolumeName = ''} = source;
	const spec = informer('persistentvolumes').get(undefined, persistentVolumeName)?.spec ?? source.inlineVolumeSpec;
	const csi = spec && persistentCSIVolume(spec);
	if (csi) {
		yield* plugin.unpublishVolume(csi.handle, annotations?.[nodeIdAnnotation] ?? nodeName, object);
	}

	const left = finalizers.filter((one) => one !== finalizer);
	yield* note('controller.csi-attacher.release', {key: name, finalizer, finalizers: left}, {object});
	yield* ignoreNotFound(client.patch(resource, undefined, name, {metadata: {finalizers: left}}, {type: 'merge'}));
}

/** @throws {SyncFailure} if the volume does not exist. */
const volumeOf = ({informer}: Tools, {spec}: VolumeAttachment): PersistentVolume | undefined => {
	const name = spec.source.persistentVolumeName;
	if (name === undefined) {
		return undefined;
	}

	const volume = informer('persistentvolumes').get(undefined, name);
	if (!volume) {
		throw new SyncFailure(`persistentvolume "${name}" not found`);
	}

	return volume;
};

/** Releases a volume that is being deleted and that no node has attached any more. */
function* syncVolume(tools: Tools, plugin: DriverController, name: string): Routine {
	const volume = tools.informer('persistentvolumes').get(undefined, name);
	const user = tools
		.informer(resource)
		.list()
		.find(({spec}) => spec.source.persistentVolumeName === name);
	yield* note(
		'controller.csi-attacher.sync',
		volume ? {case: 'volume', volume: name, node: user?.spec.nodeName} : {case: 'gone', key: name},
		{object: registryKey('persistentvolumes', undefined, name)},
	);
	const finalizer = attacherFinalizer(plugin.name);
	if (volume?.metadata.deletionTimestamp !== undefined && !user && volume.metadata.finalizers?.includes(finalizer)) {
		yield* setFinalizers(
			tools,
			volume,
			volume.metadata.finalizers.filter((one) => one !== finalizer),
		);
	}
}

function* setFinalizers({client}: Tools, {metadata}: PersistentVolume, finalizers: readonly string[]): Routine {
	const {name, resourceVersion} = metadata;
	yield* note(
		'controller.csi-attacher.finalizers',
		{before: metadata.finalizers, after: finalizers},
		{object: registryKey('persistentvolumes', undefined, name)},
	);
	yield* ignoreNotFound(
		client.patch('persistentvolumes', undefined, name, {metadata: {resourceVersion, finalizers}}, {type: 'merge'}),
	);
}
