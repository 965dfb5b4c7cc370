import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {ContainerStatus, PersistentVolumeClaim, Pod} from '../objects/kubernetes.generated.js';
import {isPodReady} from '../objects/pod.js';
import {nameInKey} from '../objects/resources.js';
import {containersOf} from './container-reference.js';
import {family, isSystem, type Entry} from './look.js';
import type {Row} from './row.js';
import {claimRows} from './rows/claims.js';
import {collected} from './rows/collected.js';
import {configurationRows} from './rows/configuration.js';
import {containerRows, endRows, lastEndRows, requestRows} from './rows/containers.js';
import {deletionRows} from './rows/deletion.js';
import {deviceRows} from './rows/devices.js';
import {idleRows} from './rows/idle.js';
import {imageRows} from './rows/images.js';
import {lastOutageRows, outageRemarks, outageRows} from './rows/outages.js';
import {pastSchedulerRows} from './rows/past-scheduler.js';
import {placementRows} from './rows/placement.js';
import {preempted} from './rows/preempted.js';
import {probeRows, remarkRows} from './rows/probes.js';
import {trafficRows} from './rows/services.js';
import {rollback, rolloutRows} from './rows/rollout.js';
import {lastRows, workloadRows} from './rows/workloads.js';
import {isUnsteady} from './steadiness.js';
import type {Blockage, FieldPath, Scene} from './symptom.js';
import {dotted} from './template.js';
import {told} from './words/words.js';

/**
Symptoms in the order of the pipeline: the first symptom of an object is reported. Each row has its signs, Kubernetes' words for it, the
field that it concerns, and the fixes to try.
*/
const ownSymptoms: readonly Row[] = [
	...outageRows,
	...deletionRows,
	...rolloutRows,
	...workloadRows,
	...claimRows,
	...deviceRows,
	...placementRows,
	...pastSchedulerRows,
	...configurationRows,
	...imageRows,
	...containerRows,
	...probeRows,
	...endRows,
];

/** All rows, with those of objects that other objects use at the end: a Service, an Ingress, a binding. */
export const symptoms: readonly Row[] = [...ownSymptoms, ...trafficRows];

const firstOf = (rows: readonly Row[], {key, object}: Entry<KubernetesObject>, scene: Scene): Blockage | undefined => {
	for (const {symptom, find} of rows) {
		const found = find(object, scene, key);
		if (found) {
			return {key, symptom, ...found};
		}
	}

	return undefined;
};

/** All problems of an object that no other object causes, in the order of the pipeline; remarks only without a problem. */
const eachOf = (rows: readonly Row[], {key, object}: Entry<KubernetesObject>, scene: Scene): readonly Blockage[] => {
	const all = rows.flatMap(({symptom, find}) => {
		const found = find(object, scene, key);
		return found ? [{key, symptom, ...found}] : [];
	});
	const problems = all.filter(({isRemark}) => !isRemark);
	return problems.length > 0 ? problems : all.slice(0, 1);
};

/** A healthy Pod is not reported, regardless of its history. */
const isWell = ({key, object}: Entry<KubernetesObject>, {wallMs, waitingIn}: Scene): boolean =>
	isKind(object, 'v1 Pod') &&
	object.metadata.deletionTimestamp === undefined &&
	(object.status.phase === 'Succeeded' ||
		(isPodReady(object) && !isUnsteady(object, wallMs) && !waitingIn?.(object, key)));

/** The claims that an unscheduled Pod waits for. */
const claimsOf = (object: KubernetesObject, {ledger}: Scene): ReadonlyArray<Entry<PersistentVolumeClaim>> =>
	isKind(object, 'v1 Pod') && object.spec.nodeName === undefined
		? (object.spec.volumes ?? []).flatMap(({persistentVolumeClaim, ephemeral, name}) => {
				const claim = ephemeral ? `${object.metadata.name}-${name}` : persistentVolumeClaim?.claimName;
				const key = `/registry/persistentvolumeclaims/${object.metadata.namespace}/${claim}`;
				const found = ledger.read<PersistentVolumeClaim>(key);
				return found ? [{key, object: found}] : [];
			})
		: [];

/** The cause of an unscheduled Pod may be its claim: then the claim is reported instead. */
const blockageOf = (entry: Entry<KubernetesObject>, scene: Scene): Blockage | undefined => {
	if (isWell(entry, scene)) {
		return undefined;
	}

	const claim = claimsOf(entry.object, scene)
		.map((one) => firstOf(claimRows, one, scene))
		.find((found) => found && !found.isRemark);
	const found = firstOf(symptoms, entry, scene);
	const own = found && {...found, candidates: [...(found.candidates ?? []), ...rollback(entry.object, scene)]};
	// While the scheduler waits for the volume of a claim, it reports nothing about the Pod itself.
	const waitsForClaim =
		own === undefined || (own.symptom === 'unschedulable' && /unbound|persistentvolumeclaim/i.test(told(own.message)));
	return claim && waitsForClaim ? claim : own;
};

/** Whether a container has its own problem and does not only wait for others. */
const isTroubled = ({state, ready}: ContainerStatus, started: boolean): boolean => {
	if (state?.waiting) {
		return !['PodInitializing', 'ContainerCreating', undefined].includes(state.waiting.reason);
	}

	if (state?.terminated) {
		return state.terminated.exitCode !== 0;
	}

	return started && !ready;
};

/** The Pod as if it had only this container, except for its spec. */
const onlyWith = (pod: Pod, name: string): Pod => {
	const of = (statuses: readonly ContainerStatus[] | undefined): ContainerStatus[] =>
		(statuses ?? []).filter((status) => status.name === name);
	return {
		...pod,
		status: {
			...pod.status,
			initContainerStatuses: of(pod.status.initContainerStatuses),
			containerStatuses: of(pod.status.containerStatuses),
		},
	};
};

/** The problems of the other containers of a Pod, after the one that is reported first. */
const furtherBlockages = (
	first: Blockage,
	{key, object}: Entry<KubernetesObject>,
	scene: Scene,
): readonly Blockage[] => {
	if (!isKind(object, 'v1 Pod') || (object.status.containerStatuses?.length ?? 0) < 2 || !containerOf(first.field)) {
		return [];
	}

	return containersOf(object)
		.filter(
			({status, field}) => isTroubled(status, status.started ?? false) && dotted(field) !== containerOf(first.field),
		)
		.flatMap(({name, field}) => {
			const found = firstOf(symptoms, {key, object: onlyWith(object, name)}, scene);
			return found && !found.isRemark && containerOf(found.field) === dotted(field) ? [found] : [];
		});
};

/** The path of a field's container: `spec.containers[0]`. */
const containerOf = (field: FieldPath | undefined): string | undefined =>
	field?.[1] === 'containers' || field?.[1] === 'initContainers' ? dotted(field.slice(0, 3)) : undefined;

/** A message without names that differ from Pod to Pod. */
export const plainWords = ({message, key, symptom}: Blockage): string =>
	`${symptom} ${told(message)
		.replaceAll(nameInKey(key), '…')
		// An event repeats the status's error with this prefix.
		.replaceAll(/Failed to pull image "[^"]*": /g, '')
		.replaceAll(/\d+(?:\.\d+){3}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|, \d+ restarts? so far/g, '…')}`;

/** The first of each kind. */
export const distinct = (found: readonly Blockage[]): readonly Blockage[] => {
	const known = new Set<string>();
	return found.filter((blockage) => {
		const words = plainWords(blockage);
		return !known.has(words) && known.add(words);
	});
};

/** The most similar Pods that are checked. */
const mostMembers = 300;

/** The problems of an applied object and of the objects that it caused; equal Pods once. */
export const blockagesOf = (key: string, scene: Scene): readonly Blockage[] => {
	const members = family(scene.ledger, key).slice(0, mostMembers);
	const found = members.flatMap((entry) => {
		const first = blockageOf(entry, scene);
		return first ? [first, ...furtherBlockages(first, entry, scene)] : [];
	});
	if (members.length === 0) {
		const lost = preempted(scene.ledger, key);
		const unowned = collected(scene.ledger, key);
		return [
			...(lost ? [{key, symptom: 'preempted', ...lost}] : []),
			...(unowned ? [{key, symptom: 'garbage collected', ...unowned}] : []),
		];
	}

	const own = members.flatMap((entry) => firstOf([...lastRows, ...lastEndRows, ...lastOutageRows], entry, scene) ?? []);
	return distinct(found.length > 0 ? found : own);
};

/** The oddities of the Pods of a finished object; equal Pods once. */
export const remarks = (key: string, scene: Scene): readonly Blockage[] =>
	distinct(
		family(scene.ledger, key)
			.slice(0, mostMembers)
			.flatMap((entry) => firstOf([...remarkRows, ...requestRows, ...idleRows, ...outageRemarks], entry, scene) ?? []),
	);

const usefulness = new Set([
	'Service',
	'Ingress',
	'HorizontalPodAutoscaler',
	'PersistentVolumeClaim',
	'RoleBinding',
	'ClusterRoleBinding',
]);

/** The problems of a stored object that has no further progress to make. */
export const ailments = (key: string, scene: Scene): readonly Blockage[] => {
	const object = scene.ledger.read<KubernetesObject>(key);
	return object && usefulness.has(object.kind) && !isSystem(object)
		? [firstOf(ownSymptoms, {key, object}, scene) ?? eachOf(trafficRows, {key, object}, scene)].flat()
		: [];
};
