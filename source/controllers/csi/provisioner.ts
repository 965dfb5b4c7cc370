import type {Routine} from '../../kernel/routine.js';
import {isAlreadyExists, isNotFound} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {
	PersistentVolume,
	PersistentVolumeClaim,
	StorageClass,
	VolumeNodeAffinity,
} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {nestedString} from '../../objects/unstructured.js';
import {note} from '../../stages/note.js';
import {SyncFailure, type Controller, type Tools} from '../controller.js';
import {provisionerAnnotations, selectedNode} from '../volume/annotations.js';
import {classOf} from '../volume/plan-binding.js';
import type {DriverController} from './driver.js';

const provisionedBy = 'pv.kubernetes.io/provisioned-by';
const finalizer = 'external-provisioner.volume.kubernetes.io/finalizer';

/**
Makes volumes for claims that name its driver, and deletes those that are released: the sidecar external-provisioner.

@see https://kubernetes-csi.github.io/docs/external-provisioner.html
@mirrors sig-storage-lib-external-provisioner ProvisionController
*/
export const provisioner = (plugin: DriverController): Controller => ({
	name: 'csi-provisioner',
	reportsAs: plugin.provisioner,
	firstBackoffMs: 1000,
	patienceMs: 32_000,
	build: (tools) => ({
		handlers: {
			persistentvolumeclaims: ({type, object}) =>
				type !== 'DELETED' && wants(plugin, object) ? [`create:${keyOf(object)}`] : [],
			persistentvolumes: ({type, object}) =>
				type !== 'DELETED' && mayGo(plugin, object) ? [`delete:${object.metadata.name}`] : [],
			'storageclasses.storage.k8s.io': () => [],
			'volumeattachments.storage.k8s.io': () => [],
		},
		sync: (key) =>
			key.startsWith('create:')
				? create(tools, plugin, key.slice('create:'.length))
				: remove(tools, plugin, key.slice('delete:'.length)),
	}),
});

const wants = ({provisioner: name}: DriverController, {metadata, spec}: PersistentVolumeClaim): boolean =>
	!spec?.volumeName && metadata.annotations?.[provisionerAnnotations[1]] === name;

/** Whether the volume of this driver is no longer needed. @mirrors ProvisionController.shouldDelete */
const mayGo = ({provisioner: name}: DriverController, {metadata, spec, status}: PersistentVolume): boolean =>
	metadata.annotations?.[provisionedBy] === name &&
	status?.phase === 'Released' &&
	spec?.persistentVolumeReclaimPolicy === 'Delete' &&
	(metadata.deletionTimestamp === undefined || metadata.finalizers?.includes(finalizer) === true);

function* create(tools: Tools, plugin: DriverController, key: string): Routine {
	const {informer, recorder} = tools;
	const claim = informer('persistentvolumeclaims').getByKey(key);
	const storageClass = claim && informer('storageclasses.storage.k8s.io').get(undefined, classOf(claim));
	const name = `pvc-${claim?.metadata.uid}`;
	const needed =
		claim !== undefined &&
		wants(plugin, claim) &&
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

	const told = `External provisioner is provisioning volume for claim "${key}"`;
	yield* recorder.event(claim, 'Normal', 'Provisioning', told);
	try {
		yield* provision(tools, plugin, claim, storageClass, name);
	} catch (error) {
		if (!(error instanceof SyncFailure)) {
			throw error;
		}

		const message = `failed to provision volume with StorageClass "${storageClass.metadata.name}": ${error.message}`;
		yield* recorder.event(claim, 'Warning', 'ProvisioningFailed', message);
		throw new SyncFailure(message);
	}

	yield* recorder.event(claim, 'Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${name}`);
}

function* provision(
	tools: Tools,
	plugin: DriverController,
	claim: PersistentVolumeClaim,
	storageClass: StorageClass,
	name: string,
): Routine {
	const {spec} = claim;
	if (spec?.selector) {
		throw new SyncFailure('claim Selector is not supported');
	}

	yield* checkSource(tools, claim);
	const storage = spec?.resources?.requests?.['storage'] ?? '1Gi';
	const nodeAffinity = yield* affinityFor(tools, plugin, claim);
	const volumeHandle = yield* plugin.createVolume(name, storage, storageClass.parameters);
	const {namespace, name: claimName, uid, resourceVersion} = claim.metadata;
	const {name: driver} = plugin;
	yield* note(
		'controller.csi-provisioner.create',
		{claim: keyOf(claim)},
		{object: registryKey('persistentvolumes', undefined, name)},
	);
	const {reclaimPolicy = 'Delete', mountOptions} = storageClass;
	try {
		yield* tools.client.create('persistentvolumes', undefined, {
			apiVersion: 'v1',
			kind: 'PersistentVolume',
			metadata: {
				name,
				annotations: {
					[provisionedBy]: plugin.provisioner,
					'volume.kubernetes.io/provisioner-deletion-secret-name': '',
					'volume.kubernetes.io/provisioner-deletion-secret-namespace': '',
				},
				...(reclaimPolicy === 'Delete' ? {finalizers: [finalizer]} : {}),
			},
			spec: {
				capacity: {storage},
				accessModes: spec?.accessModes,
				volumeMode: spec?.volumeMode ?? 'Filesystem',
				storageClassName: storageClass.metadata.name,
				persistentVolumeReclaimPolicy: reclaimPolicy,
				...(mountOptions ? {mountOptions} : {}),
				claimRef: {kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name: claimName, uid, resourceVersion},
				csi: {driver, volumeHandle},
				...(nodeAffinity ? {nodeAffinity} : {}),
			},
		});
	} catch (error) {
		if (!isAlreadyExists(error)) {
			throw error;
		}
	}
}

/**
Checks the data source of a claim: it must exist. Simplified: a snapshot that exists counts as ready, and the new volume is empty.

@throws {SyncFailure} in the words of external-provisioner
@mirrors external-provisioner csiProvisioner.getVolumeContentSource
*/
function* checkSource({client, informer}: Tools, {metadata, spec}: PersistentVolumeClaim): Routine {
	const {kind, name, apiGroup} = spec?.dataSourceRef ?? spec?.dataSource ?? {kind: '', name: ''};
	const {namespace = 'default'} = metadata;
	let problem: string | undefined;
	if (!apiGroup && kind === 'PersistentVolumeClaim') {
		const source = informer('persistentvolumeclaims').get(namespace, name);
		problem = source
			? unbound(source)
			: `error getting PVC ${name} (namespace "${namespace}") from api server: persistentvolumeclaim "${name}" not found`;
	} else if (apiGroup === snapshotGroup && kind === 'VolumeSnapshot') {
		const {status, body} = yield* client.exchange(
			'GET',
			`/apis/${snapshotGroup}/v1/namespaces/${namespace}/volumesnapshots/${name}`,
		);
		const message = nestedString(body, 'message') ?? unknownResource(name);
		problem = status < 400 ? undefined : `error getting snapshot ${name} from api server: ${message}`;
	}

	if (problem !== undefined) {
		throw new SyncFailure(`error getting handle for DataSource Type ${kind} by Name ${name}: ${problem}`);
	}
}

const snapshotGroup = 'snapshot.storage.k8s.io';

/** The words of a client for a resource that no definition makes. */
const unknownResource = (name: string): string =>
	`the server could not find the requested resource (get volumesnapshots.${snapshotGroup} ${name})`;

const unbound = ({metadata, status}: PersistentVolumeClaim): string | undefined =>
	status?.phase === 'Bound'
		? undefined
		: `the PVC DataSource ${metadata.name} must have a status of Bound.  Got {${status?.phase ?? ''} [] map[] [] map[] map[] <nil> <nil>}`;

/** The nodes that can reach a new volume: those with the topology labels of the node that the claim's Pod was assigned. */
function* affinityFor(
	{client}: Tools,
	{driver}: DriverController,
	claim: PersistentVolumeClaim,
): Routine<VolumeNodeAffinity | undefined> {
	const name = claim.metadata.annotations?.[selectedNode];
	if (!driver.topologyKeys || name === undefined) {
		return undefined;
	}

	const {labels = {}} = (yield* client.get('nodes', undefined, name)).metadata;
	const matchExpressions = driver.topologyKeys.flatMap((key) => {
		const value = labels[key];
		return value === undefined ? [] : [{key, operator: 'In' as const, values: [value]}];
	});
	return matchExpressions.length > 0 ? {required: {nodeSelectorTerms: [{matchExpressions}]}} : undefined;
}

function* remove(tools: Tools, plugin: DriverController, name: string): Routine {
	const {client, informer, recorder} = tools;
	const volume = informer('persistentvolumes').get(undefined, name);
	const object = registryKey('persistentvolumes', undefined, name);
	yield* note('controller.csi-provisioner.sync', {case: 'volume', name, present: volume !== undefined}, {object});
	if (!volume || !mayGo(plugin, volume)) {
		return;
	}

	const attachment = informer('volumeattachments.storage.k8s.io')
		.list()
		.find(({spec}) => spec.source.persistentVolumeName === name);
	try {
		if (attachment) {
			throw new SyncFailure(`persistentvolume ${name} is still attached to node ${attachment.spec.nodeName}`);
		}

		yield* plugin.deleteVolume(volume.spec?.csi?.volumeHandle ?? '');
	} catch (error) {
		if (error instanceof SyncFailure) {
			yield* recorder.event(volume, 'Warning', 'VolumeFailedDelete', error.message);
		}

		throw error;
	}

	try {
		if (volume.metadata.deletionTimestamp === undefined) {
			yield* client.delete('persistentvolumes', undefined, name);
		}

		const finalizers = volume.metadata.finalizers?.filter((one) => one !== finalizer) ?? [];
		yield* note('controller.csi-provisioner.release', {key: name, finalizer, finalizers}, {object});
		const current = yield* client.get('persistentvolumes', undefined, name);
		const left = current.metadata.finalizers?.filter((one) => one !== finalizer) ?? [];
		const {resourceVersion} = current.metadata;
		yield* client.patch(
			'persistentvolumes',
			undefined,
			name,
			{metadata: {resourceVersion, finalizers: left}},
			{type: 'merge'},
		);
	} catch (error) {
		if (!isNotFound(error)) {
			throw error;
		}
	}
}
