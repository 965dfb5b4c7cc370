import type {PersistentVolume, PersistentVolumeClaim, Pod} from '../../objects/kubernetes.generated.js';
import {closest} from '../../scenario/mistake.js';
import {fewerReplicas, nodesOf, type PlacementAdvice} from './room.js';
import type {Candidate, FieldPath, Finding, Scene} from '../symptom.js';

/** A requirement of a volume on its nodes. */
interface Requirement {
	readonly key: string;
	readonly values: readonly string[];
	readonly field: FieldPath;
}

const requirementsOf = ({spec}: PersistentVolume): readonly Requirement[] =>
	(spec?.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap(({matchExpressions = []}, term) =>
		matchExpressions.flatMap(({key, operator, values = []}, index) =>
			operator === 'In'
				? [
						{
							key,
							values,
							field: [
								'spec',
								'nodeAffinity',
								'required',
								'nodeSelectorTerms',
								term,
								'matchExpressions',
								index,
								'values',
							],
						},
					]
				: [],
		),
	);

/** The claims of a Pod. */
const claimsOf = ({metadata, spec}: Pod, {ledger}: Scene): readonly PersistentVolumeClaim[] =>
	(spec.volumes ?? []).flatMap(({persistentVolumeClaim}) => {
		const claim = ledger.read<PersistentVolumeClaim>(
			`/registry/persistentvolumeclaims/${metadata.namespace}/${persistentVolumeClaim?.claimName}`,
		);
		return claim ? [claim] : [];
	});

/** The volumes that the claims of a Pod have. */
const volumesOf = (pod: Pod, scene: Scene): readonly PersistentVolume[] =>
	claimsOf(pod, scene).flatMap(({spec}) => {
		const volume = scene.ledger.read<PersistentVolume>(`/registry/persistentvolumes/${spec?.volumeName}`);
		return volume ? [volume] : [];
	});

/** Advice for a Pod whose volume only some nodes can reach: the Pod's own selector excludes them, or the cluster has none of them. */
export const volumePlaceAdvice = (pod: Pod, scene: Scene): PlacementAdvice & Pick<Finding, 'elsewhere'> => {
	const {nodes} = nodesOf(scene.ledger);
	const selector = pod.spec.nodeSelector ?? {};
	for (const volume of volumesOf(pod, scene)) {
		for (const {key, values, field} of requirementsOf(volume)) {
			const {name} = volume.metadata;
			const known = nodes.flatMap(({metadata}) => metadata.labels?.[key] ?? []);
			const own = selector[key];
			const isThere = values.some((value) => known.includes(value));
			if (isThere && own !== undefined && !values.includes(own)) {
				const place = ['spec', 'nodeSelector', key];
				return {
					field: place,
					advice: [({pods}) => pods.volumeOn(name, key, values)],
					candidates: values.map((value): Candidate => ({field: place, change: {value}})),
				};
			}

			if (!isThere) {
				const near = values.flatMap((value) => closest(value, known) ?? []);
				return {
					advice: [({pods}) => pods.volumeOn(name, key, values)],
					elsewhere: {kind: 'PersistentVolume', name, field},
					candidates: [...new Set([...near, ...known.slice(0, 1)])].map((value): Candidate => ({
						field,
						change: {value: [value]},
						of: {kind: 'PersistentVolume', name},
					})),
				};
			}
		}
	}

	return {advice: [], candidates: []};
};

/** Advice for a Pod whose claim another Pod uses exclusively. @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes */
export const onePodAdvice = (pod: Pod, scene: Scene): PlacementAdvice & Pick<Finding, 'elsewhere'> => {
	const claim = claimsOf(pod, scene).find(({spec}) => spec?.accessModes?.includes('ReadWriteOncePod'));
	const field = ['spec', 'accessModes'];
	const of = claim && {kind: 'PersistentVolumeClaim', name: claim.metadata.name};
	return {
		advice: [({pods}) => pods.onePod],
		...(of ? {elsewhere: {...of, field}} : {}),
		candidates: [...(of ? [{field, change: {value: ['ReadWriteOnce']}, of}] : []), ...fewerReplicas(pod, scene)],
	};
};
