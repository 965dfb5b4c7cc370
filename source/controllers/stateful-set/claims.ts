import type {Routine} from '../../kernel/routine.js';
import {ignoreNotFound, isAlreadyExists} from '../../client/errors.js';
import type {OwnerReference, PersistentVolumeClaim, Pod, StatefulSet} from '../../objects/kubernetes.generated.js';
import {controllerOf, ownerReference} from '../../objects/owner.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Tools} from '../controller.js';
import {ordinalOf} from './plan.js';
import {equal} from '../../kernel/equality.js';

/** Creates the missing claims of a Pod's place. */
export function* createClaims({client, informer, recorder}: Tools, set: StatefulSet, ordinal: number): Routine {
	const {namespace, name} = set.metadata;
	for (const template of set.spec.volumeClaimTemplates ?? []) {
		const claimName = `${template.metadata.name}-${name}-${ordinal}`;
		if (informer('persistentvolumeclaims').get(namespace, claimName)) {
			continue;
		}

		const input = {
			apiVersion: 'v1',
			kind: 'PersistentVolumeClaim',
			metadata: {
				...template.metadata,
				name: claimName,
				namespace,
				labels: {...template.metadata.labels, ...set.spec.selector.matchLabels},
			},
			spec: template.spec,
		};
		yield* note(
			'controller.statefulset.create',
			{case: 'claim', set: name, pod: `${name}-${ordinal}`, input},
			{object: registryKey('persistentvolumeclaims', namespace, claimName)},
		);
		try {
			yield* client.create('persistentvolumeclaims', namespace, input);
			yield* recorder.event(
				set,
				'Normal',
				'SuccessfulCreate',
				`Create Claim ${claimName} Pod ${name}-${ordinal} in StatefulSet ${name} success`,
			);
		} catch (error) {
			if (!isAlreadyExists(error)) {
				throw error;
			}
		}
	}
}

/** Whether the set still has the ordinal of a Pod. */
const isInRange = ({spec}: StatefulSet, ordinal: number): boolean => {
	const start = spec.ordinals?.start ?? 0;
	return ordinal >= start && ordinal < start + (spec.replicas ?? 1);
};

/**
The owners of a claim by the set's policy: the set if claims are deleted with it, the Pod if claims of removed ordinals are deleted, otherwise neither.

@returns the same list when it does not change, or when another controller manages the claim.
@mirrors statefulset.updateClaimOwnerRefForSetAndPod
*/
export const claimOwners = (
	set: StatefulSet,
	pod: Pod,
	references: readonly OwnerReference[],
): readonly OwnerReference[] => {
	const {whenDeleted, whenScaled} = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
	const manager = controllerOf({metadata: {ownerReferences: references}});
	if (manager && manager.uid !== set.metadata.uid && manager.uid !== pod.metadata.uid) {
		return references;
	}

	const isGivenUp = whenScaled === 'Delete' && !isInRange(set, ordinalOf(set, pod));
	const ofSet = whenDeleted === 'Delete' ? ownerReference(set) : undefined;
	const wanted = isGivenUp ? ownerReference({apiVersion: 'v1', kind: 'Pod', metadata: pod.metadata}) : ofSet;
	const others = references.filter(({uid}) => uid !== set.metadata.uid && uid !== pod.metadata.uid);
	const after = wanted ? [...others, wanted] : others;
	return equal(after, references) ? references : after;
};

/** Brings the owners of a Pod's claims in line with the set's policy. */
export function* ownClaims({client, informer}: Tools, set: StatefulSet, pod: Pod): Routine {
	const {namespace} = set.metadata;
	for (const template of set.spec.volumeClaimTemplates ?? []) {
		const name = `${template.metadata.name}-${pod.metadata.name}`;
		const claim: PersistentVolumeClaim | undefined = informer('persistentvolumeclaims').get(namespace, name);
		const before = claim?.metadata.ownerReferences ?? [];
		const ownerReferences = claimOwners(set, pod, before);
		if (!claim || ownerReferences === before) {
			continue;
		}

		yield* note(
			'controller.statefulset.claim',
			{set: set.metadata.name, before, after: ownerReferences},
			{object: registryKey('persistentvolumeclaims', namespace, name)},
		);
		yield* ignoreNotFound(
			client.update('persistentvolumeclaims', {...claim, metadata: {...claim.metadata, ownerReferences}}),
		);
	}
}
