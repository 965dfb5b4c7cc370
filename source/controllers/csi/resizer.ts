import type {Routine} from '../../kernel/routine.js';
import {keyOf} from '../../client/informer.js';
import type {
	PersistentVolume,
	PersistentVolumeClaim,
	PersistentVolumeClaimStatus,
} from '../../objects/kubernetes.generated.js';
import {compareQuantities} from '../../objects/quantity.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {SyncFailure, type Controller, type Tools} from '../controller.js';
import type {DriverController} from './driver.js';
import {resizePlan, withResize} from './resize-status.js';

/** The longest time until a kubelet reads the claims of a running Pod, at its next sync. */
const kubeletLooksMs = 100_000;

const preResizeCapacity = 'volume.alpha.kubernetes.io/pre-resize-capacity';

/**
Expands volumes when their claims request more: the sidecar external-resizer.

@see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims
@mirrors external-resizer/pkg/controller expandAndRecover
*/
export const resizer = (plugin: DriverController): Controller => ({
	name: 'csi-resizer',
	reportsAs: `external-resizer ${plugin.name}`,
	firstBackoffMs: 1000,
	patienceMs: 8000,
	build: (tools) => ({
		handlers: {
			persistentvolumeclaims: ({type, object, old}) =>
				type !== 'DELETED' &&
				(resizePlan(object) !== 'none' || (old && resizePlan(old) !== 'none')) &&
				volumeOf(tools, plugin, object)
					? [keyOf(object)]
					: [],
			// Just after the start, the claim is known before its volume.
			persistentvolumes: ({type, object}) => {
				const {namespace, name = ''} = object.spec?.claimRef ?? {};
				const claim = type === 'ADDED' ? tools.informer('persistentvolumeclaims').get(namespace, name) : undefined;
				const isItsOwn = claim?.spec?.volumeName === object.metadata.name && volumeOf(tools, plugin, claim);
				return claim && isItsOwn && resizePlan(claim) !== 'none' ? [keyOf(claim)] : [];
			},
		},
		sync: (key) => sync(tools, plugin, key),
	}),
});

const volumeOf = (
	{informer}: Tools,
	{name}: DriverController,
	{spec}: PersistentVolumeClaim,
): PersistentVolume | undefined => {
	const volume = spec?.volumeName ? informer('persistentvolumes').get(undefined, spec.volumeName) : undefined;
	return volume?.spec?.csi?.driver === name ? volume : undefined;
};

function* sync(tools: Tools, plugin: DriverController, key: string): Routine {
	const claim = tools.informer('persistentvolumeclaims').getByKey(key);
	const volume = claim && volumeOf(tools, plugin, claim);
	const object = claim && registryKey('persistentvolumeclaims', claim.metadata.namespace, claim.metadata.name);
	const plan = claim && volume ? resizePlan(claim) : 'none';
	const size = claim?.spec?.resources?.requests?.['storage'] ?? '';
	yield* note('controller.csi-resizer.sync', {plan, key, size, before: claim?.status?.capacity?.['storage']}, {object});
	tools.queue.cancelLater(key);
	if (!claim || !volume || !object || plan === 'none') {
		return;
	}

	if (plan === 'node') {
		// Nothing is left to do here, but the user's request is still in progress.
		tools.queue.addAfter(key, kubeletLooksMs);
		return;
	}

	let own = yield* writeStatus(tools, claim, withResize(claim, {case: 'begin', size}, tools.kernel.timestamp()));
	const {name} = volume.metadata;
	yield* tools.recorder.event(own, 'Normal', 'Resizing', `External resizer is resizing volume ${name}`);
	try {
		yield* plugin.expandVolume(volume.spec?.csi?.volumeHandle ?? '', size, object);
	} catch (error) {
		if (!(error instanceof SyncFailure)) {
			throw error;
		}

		const failure = withResize(own, {case: 'failed', message: error.message}, tools.kernel.timestamp());
		yield* writeStatus(tools, own, failure);
		const message = `resize volume "${name}" by resizer "${plugin.name}" failed: ${error.message}`;
		yield* tools.recorder.event(own, 'Warning', 'VolumeResizeFailed', message);
		throw new SyncFailure(message);
	}

	yield* writeCapacity(tools, volume, size, own.status?.capacity?.['storage'] ?? '');
	own = yield* writeStatus(tools, own, withResize(own, {case: 'node-pending'}, tools.kernel.timestamp()));
	yield* tools.recorder.event(
		own,
		'Normal',
		'FileSystemResizeRequired',
		'Require file system resize of volume on node',
	);
}

function* writeStatus(
	{client}: Tools,
	claim: PersistentVolumeClaim,
	status: PersistentVolumeClaimStatus,
): Routine<PersistentVolumeClaim> {
	const {namespace, name, resourceVersion} = claim.metadata;
	yield* note(
		'controller.csi-resizer.status',
		{before: claim.status, after: status},
		{object: registryKey('persistentvolumeclaims', namespace, name)},
	);
	return yield* client.patch(
		'persistentvolumeclaims',
		namespace,
		name,
		{metadata: {resourceVersion}, status},
		{subresource: 'status', type: 'merge'},
	);
}

function* writeCapacity({client}: Tools, volume: PersistentVolume, storage: string, old: string): Routine {
	const {name, annotations, resourceVersion} = volume.metadata;
	const before = volume.spec?.capacity?.['storage'] ?? '0';
	if (compareQuantities(before, storage) >= 0) {
		return;
	}

	yield* note(
		'controller.csi-resizer.capacity',
		{before, after: storage},
		{object: registryKey('persistentvolumes', undefined, name)},
	);
	yield* client.patch(
		'persistentvolumes',
		undefined,
		name,
		{
			metadata: {resourceVersion, annotations: {[preResizeCapacity]: annotations?.[preResizeCapacity] ?? old}},
			spec: {capacity: {storage}},
		},
		{type: 'merge'},
	);
}
