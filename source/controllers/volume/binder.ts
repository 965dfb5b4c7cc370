import type {Routine} from '../../kernel/routine.js';
import {keyOf} from '../../client/informer.js';
import type {PersistentVolume, PersistentVolumeClaim, StorageClass} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import {provisionerAnnotations, selectedNode} from './annotations.js';
import {provisionerOf} from '../../objects/volume-sources.js';
import {
	cannotDelete,
	cannotProvision,
	classOf,
	findVolume,
	isReservedFor,
	mismatch,
	volumePhase,
	type VolumePhase,
} from './plan-binding.js';
import {equal} from '../../kernel/equality.js';
import {allow} from '../controller-roles.js';

const byController = 'pv.kubernetes.io/bound-by-controller';
const olderClass = 'volume.beta.kubernetes.io/storage-class';
const completed = 'pv.kubernetes.io/bind-completed';

/**
Binds claims to volumes, one to one, and asks for new volumes where a storage class can make them.

@see https://kubernetes.io/docs/concepts/storage/persistent-volumes/
@mirrors k8s.io/kubernetes/pkg/controller/volume/persistentvolume
*/
export const volumeBinder: Controller = {
	name: 'persistentvolume-binder',
	reportsAs: 'persistentvolume-controller',
	account: 'persistent-volume-binder',
	rules: [
		allow('create delete get list update watch', 'persistentvolumes'),
		allow('update', 'persistentvolumes/status'),
		allow('get list update watch', 'persistentvolumeclaims'),
		allow('update', 'persistentvolumeclaims/status'),
		allow('create delete get list watch', 'pods'),
		allow('get list watch', 'storageclasses', 'storage.k8s.io'),
		allow('list watch', 'nodes'),
		allow('create patch update', 'events', 'core events.k8s.io'),
		allow('watch', 'events'),
	],
	build: (tools) => ({
		handlers: {
			persistentvolumeclaims: ({type, object}) => [
				...(type === 'DELETED' ? [] : [`claim:${keyOf(object)}`]),
				...(object.spec?.volumeName ? [`volume:${object.spec.volumeName}`] : []),
			],
			*persistentvolumes({type, object}) {
				if (type !== 'DELETED') {
					yield `volume:${object.metadata.name}`;
				}

				const reference = object.spec?.claimRef;
				for (const claim of tools.informer('persistentvolumeclaims').list(reference?.namespace)) {
					if (reference ? claim.metadata.name === reference.name : !claim.spec?.volumeName) {
						yield `claim:${keyOf(claim)}`;
					}
				}
			},
			'storageclasses.storage.k8s.io': ({object}) =>
				tools
					.informer('persistentvolumeclaims')
					.list()
					.filter(
						(claim) =>
							!claim.spec?.volumeName &&
							(classOf(claim) === object.metadata.name || claim.spec?.storageClassName === undefined),
					)
					.map((claim) => `claim:${keyOf(claim)}`),
		},
		sync: (key) =>
			key.startsWith('claim:')
				? syncClaim(tools, key.slice('claim:'.length))
				: syncVolume(tools, key.slice('volume:'.length)),
	}),
};

const claimKey = ({metadata}: PersistentVolumeClaim) =>
	({object: registryKey('persistentvolumeclaims', metadata.namespace, metadata.name)}) as const;

const volumeKey = ({metadata}: PersistentVolume) =>
	({object: registryKey('persistentvolumes', undefined, metadata.name)}) as const;

function* syncClaim(tools: Tools, key: string): Routine {
	const stage = 'controller.persistentvolume-binder.sync';
	const claim = tools.informer('persistentvolumeclaims').getByKey(key);
	if (!claim) {
		yield* note(stage, {case: 'claim-gone', key});
		return;
	}

	const volumes = tools.informer('persistentvolumes');
	const {volumeName} = claim.spec ?? {};
	if (claim.metadata.annotations?.[completed]) {
		const volume = volumeName ? volumes.get(undefined, volumeName) : undefined;
		yield* note(stage, {case: 'claim-bound', volumeName, present: volume !== undefined}, claimKey(claim));
		yield* volume ? finishClaim(tools, claim, volume) : setClaimPhase(tools, claim, 'Lost');
		return;
	}

	const named = volumeName ? volumes.get(undefined, volumeName) : undefined;
	const waits = !volumeName && waitsForPod(tools, claim);
	const suitable = (): PersistentVolume | undefined =>
		waits ? volumes.list().find((volume) => isReservedFor(volume, claim)) : findVolume(claim, volumes.list());
	const found = volumeName ? named : suitable();
	const refusal = named && refusalOf(named, claim);
	const free = found && !refusal;
	yield* note(
		stage,
		{
			case: 'claim',
			request: claim.spec,
			class: classOf(claim),
			volume: free ? found.metadata.name : undefined,
			capacity: free ? found.spec?.capacity?.['storage'] : undefined,
			waits,
			volumes: volumes.size,
		},
		claimKey(claim),
	);
	if (free) {
		yield* bind(tools, claim, found);
		return;
	}

	if (claim.status?.phase !== 'Pending') {
		yield* setClaimPhase(tools, claim, 'Pending');
	}

	if (refusal) {
		yield* tools.recorder.event(claim, 'Warning', refusal.reason, refusal.message);
	} else if (!volumeName && !(yield* assignDefaultClass(tools, claim))) {
		yield* provision(tools, claim, waits);
	}
}

/** The reason why a claim is not bound to the volume that it names. */
const refusalOf = (
	volume: PersistentVolume,
	claim: PersistentVolumeClaim,
): {readonly reason: 'VolumeMismatch' | 'FailedBinding'; readonly message: string} | undefined => {
	const {name} = volume.metadata;
	if (volume.spec?.claimRef) {
		const message = `volume "${name}" already bound to a different claim.`;
		return isReservedFor(volume, claim) ? undefined : {reason: 'FailedBinding', message};
	}

	const why = mismatch(volume, claim);
	return why === undefined
		? undefined
		: {reason: 'VolumeMismatch', message: `Cannot bind to requested volume "${name}": ${why}`};
};

/** The newest default class; of several that came in the same second, the first by name. @mirrors k8s.io/kubernetes/pkg/volume/util GetDefaultClass */
export const defaultClassOf = (classes: readonly StorageClass[]): StorageClass | undefined =>
	classes
		.filter(({metadata}) => metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true')
		.toSorted(
			(a, b) =>
				(b.metadata.creationTimestamp ?? '').localeCompare(a.metadata.creationTimestamp ?? '') ||
				a.metadata.name.localeCompare(b.metadata.name),
		)[0];

/** Assigns a default class that was added later to claims without a class. @mirrors persistentvolume assignDefaultStorageClass */
function* assignDefaultClass({client, informer}: Tools, claim: PersistentVolumeClaim): Routine<boolean> {
	if (claim.spec?.storageClassName !== undefined || claim.metadata.annotations?.[olderClass] !== undefined) {
		return false;
	}

	const chosen = defaultClassOf(informer('storageclasses.storage.k8s.io').list());
	if (!chosen) {
		return false;
	}

	const {name} = chosen.metadata;
	yield* note('controller.persistentvolume-binder.class', {class: name, before: claim}, claimKey(claim));
	yield* client.update('persistentvolumeclaims', {...claim, spec: {...claim.spec, storageClassName: name}});
	return true;
}

/** Whether the class binds only when the scheduler has chosen a node. */
const waitsForPod = ({informer}: Tools, claim: PersistentVolumeClaim): boolean =>
	informer('storageclasses.storage.k8s.io').get(undefined, classOf(claim))?.volumeBindingMode ===
		'WaitForFirstConsumer' && claim.metadata.annotations?.[selectedNode] === undefined;

function* provision(tools: Tools, claim: PersistentVolumeClaim, waits: boolean): Routine {
	const {client, recorder, informer} = tools;
	const name = classOf(claim);
	if (waits) {
		const message = 'waiting for first consumer to be created before binding';
		yield* recorder.event(claim, 'Normal', 'WaitForFirstConsumer', message);
		return;
	}

	if (name === '') {
		const message = 'no persistent volumes available for this claim and no storage class is set';
		yield* recorder.event(claim, 'Normal', 'FailedBinding', message);
		return;
	}

	const storageClass = informer('storageclasses.storage.k8s.io').get(undefined, name);
	if (!storageClass) {
		yield* recorder.event(claim, 'Warning', 'ProvisioningFailed', `storageclass.storage.k8s.io "${name}" not found`);
		return;
	}

	const problem = cannotProvision(storageClass.provisioner);
	if (problem !== undefined) {
		yield* recorder.event(claim, 'Warning', 'ProvisioningFailed', problem);
		return;
	}

	const provisioner = provisionerOf(storageClass.provisioner);

	if (claim.metadata.annotations?.[provisionerAnnotations[1]] !== provisioner) {
		const annotations = {...claim.metadata.annotations};
		for (const annotation of provisionerAnnotations) {
			annotations[annotation] = provisioner;
		}

		yield* note('controller.persistentvolume-binder.provision', {provisioner, before: claim}, claimKey(claim));
		claim = yield* client.update('persistentvolumeclaims', {...claim, metadata: {...claim.metadata, annotations}});
	}

	const message = `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`;
	yield* recorder.event(claim, 'Normal', 'ExternalProvisioning', message);
}

/** Four writes, each of which can be the last before a crash: volume, volume status, claim, claim status. */
function* bind(tools: Tools, claim: PersistentVolumeClaim, volume: PersistentVolume): Routine {
	const {client} = tools;
	let bound = volume;
	if (volume.spec?.claimRef?.uid !== claim.metadata.uid) {
		const {namespace, name, uid, resourceVersion} = claim.metadata;
		const claimRef = {kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name, uid, resourceVersion};
		const annotations = volume.spec?.claimRef
			? volume.metadata.annotations
			: {...volume.metadata.annotations, [byController]: 'yes'};
		yield* note(
			'controller.persistentvolume-binder.bind',
			{case: 'volume', claim: keyOf(claim), before: volume},
			volumeKey(volume),
		);
		bound = yield* client.update('persistentvolumes', {
			...volume,
			metadata: {...volume.metadata, annotations},
			spec: {...volume.spec, claimRef},
		});
	}

	bound = yield* setVolumePhase(tools, bound, 'Bound');
	const annotations: Record<string, string> = {...claim.metadata.annotations, [completed]: 'yes'};
	if (!claim.spec?.volumeName) {
		annotations[byController] = 'yes';
	}

	yield* note(
		'controller.persistentvolume-binder.bind',
		{case: 'claim', volume: volume.metadata.name, before: claim},
		claimKey(claim),
	);
	const updated = yield* client.update('persistentvolumeclaims', {
		...claim,
		metadata: {...claim.metadata, annotations},
		spec: {...claim.spec, volumeName: volume.metadata.name},
	});
	yield* finishClaim(tools, updated, bound);
}

function* finishClaim(tools: Tools, claim: PersistentVolumeClaim, volume: PersistentVolume): Routine {
	const {accessModes, capacity} = volume.spec ?? {};
	const status = {...claim.status, phase: 'Bound' as const, accessModes, capacity: claim.status?.capacity ?? capacity};
	if (!equal(status, claim.status)) {
		yield* note(
			'controller.persistentvolume-binder.status',
			{case: 'claim', before: claim.status, after: status},
			claimKey(claim),
		);
		yield* tools.client.updateStatus('persistentvolumeclaims', {...claim, status});
	}
}

function* setClaimPhase({client, recorder}: Tools, claim: PersistentVolumeClaim, phase: 'Pending' | 'Lost'): Routine {
	if (claim.status?.phase === phase) {
		return;
	}

	yield* note(
		'controller.persistentvolume-binder.status',
		{case: 'claim', before: claim.status, after: {phase}},
		claimKey(claim),
	);
	yield* client.updateStatus('persistentvolumeclaims', {...claim, status: {phase}});
	if (phase === 'Lost') {
		yield* recorder.event(
			claim,
			'Warning',
			'ClaimLost',
			'Bound claim has lost its PersistentVolume. Data on the volume is lost!',
		);
	}
}

function* setVolumePhase(
	{client, kernel}: Tools,
	volume: PersistentVolume,
	phase: VolumePhase,
): Routine<PersistentVolume> {
	if (volume.status?.phase === phase) {
		return volume;
	}

	const status = {...volume.status, phase, lastPhaseTransitionTime: kernel.timestamp()};
	yield* note(
		'controller.persistentvolume-binder.status',
		{case: 'volume', before: volume.status, after: status},
		volumeKey(volume),
	);
	return yield* client.updateStatus('persistentvolumes', {...volume, status});
}

function* syncVolume(tools: Tools, name: string): Routine {
	const stage = 'controller.persistentvolume-binder.sync';
	const volume = tools.informer('persistentvolumes').get(undefined, name);
	if (!volume) {
		yield* note(stage, {case: 'volume-gone', name});
		return;
	}

	const reference = volume.spec?.claimRef;
	const claim = reference && tools.informer('persistentvolumeclaims').get(reference.namespace, reference.name ?? '');
	const phase = volumePhase(volume, claim);
	yield* note(
		stage,
		{
			case: 'volume',
			claim: reference && `${reference.namespace}/${reference.name}`,
			phase,
			before: volume.status?.phase,
		},
		volumeKey(volume),
	);
	if (phase === 'Released' && volume.status?.phase === 'Failed') {
		return;
	}

	const released = yield* setVolumePhase(tools, volume, phase);
	if (phase === 'Released' && volume.spec?.persistentVolumeReclaimPolicy === 'Delete') {
		yield* reclaim(tools, released);
	}
}

/** Deletes a released volume without a provisioner, or reports why it cannot. @mirrors persistentvolume deleteVolumeOperation */
function* reclaim({client, recorder, kernel}: Tools, volume: PersistentVolume): Routine {
	const problem = cannotDelete(volume);
	const {name, deletionTimestamp} = volume.metadata;
	if (problem === 'external' || deletionTimestamp !== undefined) {
		return;
	}

	yield* note(
		'controller.persistentvolume-binder.delete',
		{volume: name, problem},
		{
			...volumeKey(volume),
			outcome: problem === undefined ? undefined : 'failed',
		},
	);
	if (problem === undefined) {
		yield* client.delete('persistentvolumes', undefined, name);
		return;
	}

	const status = {
		...volume.status,
		phase: 'Failed' as const,
		message: problem,
		lastPhaseTransitionTime: kernel.timestamp(),
	};
	yield* client.updateStatus('persistentvolumes', {...volume, status});
	yield* recorder.event(volume, 'Warning', 'VolumeFailedDelete', problem);
}
