import {sleep, type Routine} from '../../kernel/routine.js';
import {isAlreadyExists, isNotFound} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import {clientGoLimit} from '../../client/rate-limiter.js';
import type {PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import {provisionerAnnotations} from './binder.js';
import {classOf} from './plan-binding.js';

/** The CSI drivers whose controller plug-in is simulated. Other drivers may be named in objects, but never answer. */
export const simulatedDrivers: readonly string[] = ['hostpath.csi.k8s.io', 'rancher.io/local-path'];

/**
Makes volumes for claims that name its driver, and deletes those that are released: the sidecar external-provisioner beside a CSI driver.

@see https://kubernetes-csi.github.io/docs/external-provisioner.html
*/
export const provisioner: Controller = {
	name: 'csi-provisioner',
	reportsAs: 'hostpath.csi.k8s.io',
	limit: () => clientGoLimit,
	build: (tools) => ({
		handlers: {
			persistentvolumeclaims: ({type, object}) =>
				type !== 'DELETED' && wants(object) ? [`create:${keyOf(object)}`] : [],
			persistentvolumes: ({type, object}) =>
				type !== 'DELETED' &&
				object.status?.phase === 'Released' &&
				object.spec?.persistentVolumeReclaimPolicy === 'Delete' &&
				simulatedDrivers.includes(object.spec.csi?.driver ?? '')
					? [`delete:${object.metadata.name}`]
					: [],
		},
		sync: (key) =>
			key.startsWith('create:')
				? create(tools, key.slice('create:'.length))
				: remove(tools, key.slice('delete:'.length)),
	}),
};

const wants = ({metadata, spec}: PersistentVolumeClaim): boolean =>
	!spec?.volumeName && simulatedDrivers.includes(metadata.annotations?.[provisionerAnnotations[1]] ?? '');

function* create({client, informer, recorder, kernel}: Tools, key: string): Routine {
	const claim = informer('persistentvolumeclaims').getByKey(key);
	const storageClass = claim && informer('storageclasses.storage.k8s.io').get(undefined, classOf(claim));
	const name = `pvc-${claim?.metadata.uid}`;
	const needed =
		claim !== undefined &&
		wants(claim) &&
		storageClass !== undefined &&
		!informer('persistentvolumes').get(undefined, name);
	yield* note(
		'controller.csi-provisioner.sync',
		{case: 'claim', key, class: needed ? storageClass.metadata.name : undefined},
		{
			object: claim && registryKey('persistentvolumeclaims', claim.metadata.namespace, claim.metadata.name),
		},
	);
	if (!needed) {
		return;
	}

	const driver = storageClass.provisioner;
	const storage = claim.spec?.resources?.requests?.['storage'] ?? '1Gi';
	yield* recorder.event(
		claim,
		'Normal',
		'Provisioning',
		`External provisioner is provisioning volume for claim "${key}"`,
	);
	const volumeHandle = kernel.random('csi').uid();
	yield* note('csi.CreateVolume', {
		driver,
		input: {name, capacity: storage, parameters: storageClass.parameters},
		output: {volumeHandle},
	});
	yield* sleep(kernel.latency('csi.CreateVolume', 200));
	const {namespace, name: claimName, uid, resourceVersion} = claim.metadata;
	yield* note(
		'controller.csi-provisioner.create',
		{claim: key},
		{object: registryKey('persistentvolumes', undefined, name)},
	);
	try {
		yield* client.create('persistentvolumes', undefined, {
			apiVersion: 'v1',
			kind: 'PersistentVolume',
			metadata: {name, annotations: {'pv.kubernetes.io/provisioned-by': driver}},
			spec: {
				capacity: {storage},
				accessModes: claim.spec?.accessModes,
				volumeMode: claim.spec?.volumeMode ?? 'Filesystem',
				storageClassName: storageClass.metadata.name,
				persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
				claimRef: {kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name: claimName, uid, resourceVersion},
				csi: {driver, volumeHandle},
			},
		});
		yield* recorder.event(claim, 'Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${name}`);
	} catch (error) {
		if (!isAlreadyExists(error)) {
			throw error;
		}
	}
}

function* remove({client, informer, kernel}: Tools, name: string): Routine {
	const volume = informer('persistentvolumes').get(undefined, name);
	yield* note(
		'controller.csi-provisioner.sync',
		{case: 'volume', name, present: volume !== undefined},
		{object: registryKey('persistentvolumes', undefined, name)},
	);
	if (!volume || volume.metadata.deletionTimestamp !== undefined) {
		return;
	}

	const {driver, volumeHandle} = volume.spec?.csi ?? {};
	yield* note('csi.DeleteVolume', {driver, input: {volumeHandle}});
	yield* sleep(kernel.latency('csi.DeleteVolume', 100));
	try {
		yield* client.delete('persistentvolumes', undefined, name);
	} catch (error) {
		if (!isNotFound(error)) {
			throw error;
		}
	}
}

/** Attaches volumes as VolumeAttachments request: the sidecar external-attacher. @see https://kubernetes-csi.github.io/docs/external-attacher.html */
export const attacher: Controller = {
	name: 'csi-attacher',
	reportsAs: 'csi-attacher',
	limit: () => clientGoLimit,
	build: ({client, informer, kernel}) => ({
		handlers: {
			'volumeattachments.storage.k8s.io': ({type, object}) =>
				type !== 'DELETED' && !object.status?.attached && simulatedDrivers.includes(object.spec.attacher)
					? [object.metadata.name]
					: [],
		},
		*sync(name) {
			const attachment = informer('volumeattachments.storage.k8s.io').get(undefined, name);
			const object = registryKey('volumeattachments.storage.k8s.io', undefined, name);
			yield* note(
				'controller.csi-attacher.sync',
				attachment
					? {case: 'attach', volume: attachment.spec.source.persistentVolumeName, node: attachment.spec.nodeName}
					: {case: 'gone', key: name},
				{object},
			);
			if (!attachment || attachment.status?.attached || attachment.metadata.deletionTimestamp !== undefined) {
				return;
			}

			yield* note('csi.ControllerPublishVolume', {input: attachment.spec}, {object});
			yield* sleep(kernel.latency('csi.ControllerPublishVolume', 100));
			const status = {attached: true};
			yield* note('controller.csi-attacher.status', {node: attachment.spec.nodeName, after: status}, {object});
			yield* client.patch(
				'volumeattachments.storage.k8s.io',
				undefined,
				name,
				{status},
				{subresource: 'status', type: 'merge'},
			);
		},
	}),
};
