import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {PersistentVolume, PersistentVolumeClaim, Pod} from '../../objects/kubernetes.generated.js';
import {podKey} from '../node/pod-names.js';
import {ProcessingFailure} from './mount-failure.js';

/** A claim that a volume of a Pod names. */
export interface ClaimUse {
	readonly pod: Pod;
	readonly claim: string;
	/** The Pod has brought the claim along. */
	readonly isOwn: boolean;
}

/** A claim, and its bound volume. */
export interface BoundClaim {
	readonly claim: PersistentVolumeClaim;
	readonly volume: PersistentVolume;
}

/**
Reads a Pod's claim and its volume.

@throws {ProcessingFailure} while it is not bound.
@see https://kubernetes.io/docs/concepts/storage/persistent-volumes/
@mirrors volumemanager/populator getPVCExtractPV, getPVSpec
*/
export function* boundClaim(client: Client, use: ClaimUse): Routine<BoundClaim> {
	const {pod, claim: name, isOwn} = use;
	const {namespace, uid} = pod.metadata;
	const claim = yield* read(
		client.get('persistentvolumeclaims', namespace, name),
		(message) => `error processing PVC ${namespace}/${name}: failed to fetch PVC from API server: ${message}`,
	);
	const owner = claim.metadata.ownerReferences?.find(({controller}) => controller);
	const {volumeName} = claim.spec;
	const refuse = (why: string): never => {
		throw new ProcessingFailure(`error processing PVC ${namespace}/${name}: ${why}`);
	};

	if (claim.metadata.deletionTimestamp !== undefined) {
		return refuse('PVC is being deleted');
	}

	if (claim.status?.phase !== 'Bound' || !volumeName) {
		return refuse('PVC is not bound');
	}

	if (isOwn && owner?.uid !== uid) {
		return refuse(
			`PVC ${namespace}/${name} was not created for pod ${namespace}/${pod.metadata.name} (pod is not owner)`,
		);
	}

	const volume = yield* read(
		client.get('persistentvolumes', undefined, volumeName),
		(message) =>
			`error processing PVC ${namespace}/${name}: failed to fetch PV ${volumeName} from API server: ${message}`,
	);
	yield* note(
		'kubelet.volumes',
		{case: 'bound', claim: name, persistentVolume: volumeName, source: volume.spec},
		{object: podKey(pod)},
	);
	return {claim, volume};
}

function* read<T>(request: Routine<T>, explain: (message: string) => string): Routine<T> {
	try {
		return yield* request;
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		throw new ProcessingFailure(explain(error.message));
	}
}
