import type {Client} from '../client/client.js';
import {sleep, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import type {PersistentVolume, PersistentVolumeClaim} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import {isBound, type VolumePlan} from './plugins/volume-binding.js';

const boundByController = 'pv.kubernetes.io/bound-by-controller';
const selectedNode = 'volume.kubernetes.io/selected-node';
const pollMs = 100;

/**
Prepares a Pod's volumes before its binding: reserves the chosen volumes, requests new ones near the node, and waits until the persistent volume controller has bound all.

@returns the error; `undefined` when they are bound.
@mirrors volumebinding.volumeBinder BindPodVolumes
*/
export function* bindVolumes(
	client: Client,
	plan: VolumePlan,
	node: string,
	present: (namespace: string, name: string) => PersistentVolumeClaim | undefined,
	timeoutMs: number,
): Routine<string | undefined> {
	for (const {claim, volume} of plan.bind) {
		const claimed = claimedFor(volume, claim);
		yield* note(
			'scheduler.prebind',
			{case: 'bind', plugin: 'VolumeBinding', volume: volume.metadata.name, claimRef: claimed.spec.claimRef},
			{object: registryKey('persistentvolumes', undefined, volume.metadata.name)},
		);
		yield* client.update('persistentvolumes', claimed);
	}

	for (const claim of plan.provision) {
		const {namespace, name} = claim.metadata;
		const annotation = {[selectedNode]: node};
		yield* note(
			'scheduler.prebind',
			{case: 'provision', plugin: 'VolumeBinding', claim: `${namespace}/${name}`, node, annotation},
			{object: registryKey('persistentvolumeclaims', namespace, name)},
		);
		yield* client.patch(
			'persistentvolumeclaims',
			namespace,
			name,
			{metadata: {annotations: annotation}},
			{type: 'merge'},
		);
	}

	const claims = [...plan.bind.map(({claim}) => claim), ...plan.provision];
	for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollMs) {
		if (claims.every(({metadata}) => bound(present(metadata.namespace, metadata.name)))) {
			return undefined;
		}

		yield* sleep(pollMs);
	}

	return `binding volumes: context deadline exceeded`;
}

const bound = (claim: PersistentVolumeClaim | undefined): boolean => claim !== undefined && isBound(claim);

const claimedFor = (volume: PersistentVolume, claim: PersistentVolumeClaim): PersistentVolume => {
	const {namespace, name, uid, resourceVersion} = claim.metadata;
	return {
		...volume,
		metadata: {
			...volume.metadata,
			annotations: {...volume.metadata.annotations, [boundByController]: 'yes'},
		},
		spec: {
			...volume.spec,
			claimRef: {kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name, uid, resourceVersion},
		},
	};
};
