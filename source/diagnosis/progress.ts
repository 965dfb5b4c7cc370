import type {
	Condition,
	CronJob,
	DaemonSet,
	Deployment,
	Job,
	PersistentVolumeClaim,
	Pod,
	StorageClass,
} from '../objects/kubernetes.generated.js';
import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import {isPodReady, podCondition} from '../objects/pod.js';
import {nestedField, nestedNumber} from '../objects/unstructured.js';
import type {LanguageName} from '../stages/language-names.js';
import {all, family, type Reader} from './look.js';
import {evictionsOf, isUnsteady, restartsOf} from './steadiness.js';
import type {Scene} from './symptom.js';
import {inWords, told, type Said, type Saying} from './words/words.js';

/** The state of an applied object. `done` needs nothing more; `failed` will not recover. */
export interface ObjectProgress {
	readonly state: 'done' | 'waiting' | 'failed';
	/** The words, Kubernetes' own if they exist. */
	readonly words: Said;
	/** Of a healthy object that does not fulfil its purpose: the words about its health alone. */
	readonly healthyWords?: Said;
}

/** The state of a manifest's object, under the name that users know. */
export interface AppliedProgress extends ObjectProgress {
	/** `pod/default/web`. */
	readonly name: string;
	/** Its ledger key; `undefined` for an unknown resource. */
	readonly key?: string;
	/** Whether the apiserver has it, or had it. */
	readonly isStored: boolean;
}

/** The state of an object, in a language. */
export interface ToldProgress extends Omit<AppliedProgress, 'words' | 'healthyWords' | 'isStored'> {
	readonly words: string;
}

/** Chooses the language of the texts about an object. */
export const toldProgress = ({name, key, state, words}: AppliedProgress, language: LanguageName): ToldProgress => ({
	name,
	key,
	state,
	words: told(words, language),
});

const condition = (
	conditions:
		| ReadonlyArray<Pick<Condition, 'type' | 'status'> & {readonly message?: string; readonly reason?: string}>
		| undefined,
	type: string,
) => conditions?.find((item) => item.type === type);

const replicas = (ready: number, wanted: number): ObjectProgress => ({
	state: ready >= wanted ? 'done' : 'waiting',
	words: ({progress}) => progress.ready(ready, wanted),
});

const podProgress = (pod: Pod, key: string, {wallMs, waitingIn}: Scene): ObjectProgress => {
	const {spec, status} = pod;
	if (status.phase === 'Succeeded') {
		return {state: 'done', words: 'Succeeded'};
	}

	if (status.phase === 'Failed') {
		return {state: 'failed', words: ['Failed', status.reason].filter(Boolean).join(': ')};
	}

	if (podCondition(pod, 'Ready')?.status === 'True') {
		const restarts = restartsOf(pod);
		const ready: Saying = ({progress}) => progress.readyOn(spec.nodeName, status.podIP);
		const waiting = waitingIn?.(pod, key);
		if (isUnsteady(pod, wallMs)) {
			return {state: 'waiting', words: ({progress}) => progress.justRestarted(restarts)};
		}

		if (waiting) {
			return {state: 'waiting', words: (words) => words.progress.butWaits(ready(words), waiting.name)};
		}

		return {
			state: 'done',
			words: (words) => (restarts > 0 ? words.progress.afterRestarts(ready(words), restarts) : ready(words)),
		};
	}

	const unscheduled = podCondition(pod, 'PodScheduled');
	if (unscheduled?.status === 'False') {
		return {state: 'waiting', words: `Pending: ${unscheduled.reason}`};
	}

	const waiting = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].find(
		({state}) => state?.waiting,
	)?.state?.waiting;
	return {
		state: 'waiting',
		words: ({progress}) =>
			[status.phase, waiting?.reason ?? (status.phase === 'Running' ? progress.notReady : undefined)]
				.filter(Boolean)
				.join(': '),
	};
};

const deploymentProgress = ({metadata, spec, status}: Deployment): ObjectProgress => {
	const {availableReplicas = 0, updatedReplicas = 0, observedGeneration = 0} = status ?? {};
	const progressing = condition(status?.conditions, 'Progressing');
	const failure = condition(status?.conditions, 'ReplicaFailure');
	const wanted = spec.replicas ?? 1;
	const isRolling = (status?.replicas ?? 0) > updatedReplicas && availableReplicas > 0;
	const plain = replicas(Math.min(availableReplicas, updatedReplicas), wanted);
	// While Pods of an earlier template exist, the number of available Pods does not describe this template.
	const progress: ObjectProgress = isRolling
		? {...plain, words: (words) => words.progress.rolling(updatedReplicas, wanted, availableReplicas)}
		: plain;
	const current = observedGeneration >= (metadata.generation ?? 0) && (status?.replicas ?? 0) === updatedReplicas;
	if (progress.state === 'done') {
		return current ? progress : {...progress, state: 'waiting'};
	}

	const failed = failure?.status === 'True' ? failure.reason : undefined;
	const reason = progressing?.reason === 'ProgressDeadlineExceeded' ? progressing.reason : failed;
	return {
		state: reason === 'ProgressDeadlineExceeded' ? 'failed' : 'waiting',
		words: reason === undefined ? progress.words : (words) => `${inWords(progress.words, words)}: ${reason}`,
	};
};

const daemonSetProgress = ({metadata, status}: DaemonSet): ObjectProgress => {
	if ((status?.observedGeneration ?? 0) >= (metadata.generation ?? 0)) {
		return status.desiredNumberScheduled === 0
			? {state: 'done', words: ({progress}) => progress.noNodeMeant}
			: replicas(status.numberReady, status.desiredNumberScheduled);
	}

	return {state: 'waiting', words: ({progress}) => progress.notObserved};
};

const jobProgress = ({spec, status}: Job): ObjectProgress => {
	const failed = condition(status?.conditions, 'Failed');
	if (failed?.status === 'True') {
		return {state: 'failed', words: `Failed: ${failed.reason}`};
	}

	if (condition(status?.conditions, 'Complete')?.status === 'True') {
		return {state: 'done', words: 'Complete'};
	}

	if (spec?.suspend) {
		return {state: 'done', words: ({progress}) => progress.suspended};
	}

	return {
		state: 'waiting',
		words: ({progress}) => progress.jobCounts(status?.succeeded ?? 0, status?.failed ?? 0, status?.active ?? 0),
	};
};

/** The Jobs that a CronJob has started. */
export const jobsOf = ({metadata}: CronJob, ledger: Reader): readonly Job[] =>
	all<Job>(ledger, `/registry/jobs/${metadata.namespace}/`)
		.map(({object}) => object)
		.filter((job) => job.metadata.ownerReferences?.some(({uid}) => uid === metadata.uid));

const cronJobProgress = (cron: CronJob, ledger: Reader): ObjectProgress => {
	const jobs = jobsOf(cron, ledger);
	const states = jobs.map((job) => jobProgress(job));
	const last = jobs.at(-1);
	const failed = jobs.find((_, index) => states[index]?.state === 'failed');
	if (failed) {
		return {state: 'failed', words: ({progress}) => progress.jobFailed(failed.metadata.name)};
	}

	if (last) {
		return {
			state: states.at(-1)?.state ?? 'waiting',
			words: (words) => words.progress.jobs(jobs.length, inWords(states.at(-1)?.words ?? '', words)),
		};
	}

	return {
		state: 'done',
		words: ({progress}) => (cron.spec.suspend ? progress.suspended : progress.noJobYet(cron.spec.schedule)),
	};
};

/** The class of a claim; the old annotation takes precedence over the field. @mirrors k8s.io/component-helpers/storage/volume GetPersistentVolumeClaimClass */
const classOf = ({metadata, spec}: Pick<PersistentVolumeClaim, 'metadata' | 'spec'>): string | undefined =>
	metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec?.storageClassName;

/**
Whether a claim waits by design: its class creates a volume for the first Pod that uses it, and no such Pod exists. A claim with a volume
name waits for that volume.
*/
const waitsForConsumer = ({metadata, spec}: PersistentVolumeClaim, ledger: Reader): boolean =>
	!spec?.volumeName &&
	ledger.read<StorageClass>(`/registry/storageclasses/${classOf({metadata, spec})}`)?.volumeBindingMode ===
		'WaitForFirstConsumer' &&
	!all<Pod>(ledger, `/registry/pods/${metadata.namespace}/`).some(({object}) =>
		object.spec.volumes?.some(({persistentVolumeClaim: used}) => used?.claimName === metadata.name),
	);

const claimProgress = (claim: PersistentVolumeClaim, ledger: Reader): ObjectProgress => {
	const {phase = 'Pending'} = claim.status ?? {};
	return phase === 'Pending' && waitsForConsumer(claim, ledger)
		? {state: 'done', words: ({progress}) => progress.untilUsed}
		: {state: phase === 'Bound' ? 'done' : 'waiting', words: phase};
};

const byKind = (key: string, object: KubernetesObject, scene: Scene): ObjectProgress => {
	if (isKind(object, 'v1 Pod')) {
		return podProgress(object, key, scene);
	}

	if (isKind(object, 'apps/v1 Deployment')) {
		return deploymentProgress(object);
	}

	if (
		isKind(object, 'apps/v1 ReplicaSet') ||
		isKind(object, 'apps/v1 StatefulSet') ||
		isKind(object, 'v1 ReplicationController')
	) {
		return replicas(object.status?.readyReplicas ?? 0, object.spec?.replicas ?? 1);
	}

	if (isKind(object, 'apps/v1 DaemonSet')) {
		return daemonSetProgress(object);
	}

	if (isKind(object, 'batch/v1 Job')) {
		return jobProgress(object);
	}

	if (isKind(object, 'batch/v1 CronJob')) {
		return cronJobProgress(object, scene.ledger);
	}

	if (isKind(object, 'v1 PersistentVolumeClaim')) {
		return claimProgress(object, scene.ledger);
	}

	return isKind(object, 'networking.k8s.io/v1 Ingress')
		? {state: 'done', words: ({progress}) => progress.storedRules(object.spec?.rules?.length ?? 0)}
		: {state: 'done', words: ({progress}) => progress.stored};
};

const firstOf = <T, R>(list: readonly T[], find: (item: T) => R | undefined): R | undefined => {
	for (const item of list) {
		const found = find(item);
		if (found !== undefined) {
			return found;
		}
	}

	return undefined;
};

/** The state of a workload whose status is old, as the controller manager is down: its Pods count. */
const outdated = (object: KubernetesObject, pods: readonly Pod[], {outages}: Scene): ObjectProgress | undefined => {
	if (!outages?.some(({component}) => component === 'kube-controller-manager')) {
		return undefined;
	}

	const observed = nestedNumber(object, 'status', 'observedGeneration');
	if (observed !== undefined && observed < (object.metadata.generation ?? 0)) {
		return {state: 'waiting', words: ({progress}) => progress.notObserved};
	}

	const wanted = object.kind === 'DaemonSet' ? undefined : nestedNumber(object, 'spec', 'replicas');
	const ready = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined && isPodReady(pod)).length;
	return wanted !== undefined && wanted > 0 && nestedField(object, 'spec', 'template') !== undefined && ready < wanted
		? replicas(ready, wanted)
		: undefined;
};

const replacing = new Set(['DaemonSet', 'StatefulSet']);

/** The progress of an object, from its last version and, if it creates Pods, from theirs. */
export const progressOf = (key: string, object: KubernetesObject, scene: Scene): ObjectProgress => {
	const {deletionTimestamp, finalizers = []} = object.metadata;
	if (deletionTimestamp !== undefined) {
		const held = isKind(object, 'v1 Namespace') ? [] : finalizers;
		return {
			state: 'waiting',
			words: held.length === 0 ? 'Terminating' : ({progress}) => progress.heldBy(held),
		};
	}

	const progress = byKind(key, object, scene);
	if (progress.state !== 'done' || isKind(object, 'v1 Pod') || isKind(object, 'batch/v1 Job')) {
		return progress;
	}

	const members = family(scene.ledger, key).flatMap((member) =>
		isKind(member.object, 'v1 Pod') ? [{key: member.key, pod: member.object}] : [],
	);
	const pods = members.map(({pod}) => pod);
	const stale = outdated(object, pods, scene);
	if (stale) {
		return stale;
	}

	// A ReplicaSet leaves evicted Pods where they are; a DaemonSet and a StatefulSet delete them.
	const isEvicted = pods.some(({status}) => status.phase === 'Failed') || replacing.has(object.kind);
	const evictions = isEvicted ? evictionsOf(object, scene) : 0;
	if (evictions > 1) {
		return {
			...progress,
			state: 'waiting',
			words: (words) => words.progress.butEvicted(inWords(progress.words, words), evictions),
		};
	}

	const waiting = firstOf(members, ({key: podKey, pod}) => scene.waitingIn?.(pod, podKey));
	if (waiting) {
		return {
			...progress,
			state: 'waiting',
			words: (words) => words.progress.butWaits(inWords(progress.words, words), waiting.name),
		};
	}

	const unsteady = pods.find((pod) => isUnsteady(pod, scene.wallMs));
	const restarts = pods.reduce((sum, pod) => sum + restartsOf(pod), 0);
	return unsteady
		? {
				state: 'waiting',
				words: (words) => words.progress.butRestarted(inWords(progress.words, words), unsteady.metadata.name),
			}
		: {
				...progress,
				words:
					restarts > 0
						? (words) => words.progress.afterRestarts(inWords(progress.words, words), restarts)
						: progress.words,
			};
};
