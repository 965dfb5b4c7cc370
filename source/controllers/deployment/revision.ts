import type {Deployment, PodTemplateSpec, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {podTemplateHashLabel} from '../../objects/workload.js';
import {lastApplied} from '../../objects/last-applied.js';
import {oldestFirst} from './rollout.js';
import {equal} from '../../kernel/equality.js';

export const revisionAnnotation = 'deployment.kubernetes.io/revision';
const historyAnnotation = 'deployment.kubernetes.io/revision-history';

/** Annotations of a Deployment that its ReplicaSets do not inherit. */
const own = new Set([
	lastApplied,
	revisionAnnotation,
	historyAnnotation,
	'deployment.kubernetes.io/desired-replicas',
	'deployment.kubernetes.io/max-replicas',
	'deprecated.deployment.rollback.rollback-to',
]);

/** The revision of an object; 0 if it has no revision. */
export const revisionOf = (object: {
	readonly metadata: {readonly annotations?: Readonly<Record<string, string>>};
}): number => Number.parseInt(object.metadata.annotations?.[revisionAnnotation] ?? '0', 10) || 0;

/** The highest revision among ReplicaSets. */
export const maxRevision = (replicaSets: readonly ReplicaSet[]): number => Math.max(0, ...replicaSets.map(revisionOf));

/** The ReplicaSet that has the Deployment's current template, regardless of its maker; the oldest one wins. */
export const findNewReplicaSet = (deployment: Deployment, replicaSets: readonly ReplicaSet[]): ReplicaSet | undefined =>
	oldestFirst(replicaSets).find(({spec}) => sameTemplate(spec.template, deployment.spec.template));

/** Equality of templates, ignoring the hash label. @mirrors deploymentutil.EqualIgnoreHash */
export const sameTemplate = (a: PodTemplateSpec | undefined, b: PodTemplateSpec): boolean => {
	if (!a || !equal(a.spec, b.spec)) {
		return false;
	}

	return (
		equal(withoutHash(a.metadata?.labels), withoutHash(b.metadata?.labels)) &&
		equal(a.metadata?.annotations ?? {}, b.metadata?.annotations ?? {}) &&
		equal(a.metadata?.finalizers ?? [], b.metadata?.finalizers ?? [])
	);
};

const withoutHash = ({[podTemplateHashLabel]: _hash, ...labels}: Readonly<Record<string, string>> = {}): Record<
	string,
	string
> => labels;

/**
The annotations of the ReplicaSet of the current template: those of the Deployment, and the revision. A
revision that is used again moves to the front, and its old number is added to its history.

@mirrors deploymentutil.SetNewReplicaSetAnnotations
*/
export const newReplicaSetAnnotations = (
	deployment: Deployment,
	existing: Readonly<Record<string, string>> = {},
	newRevision: number,
): Readonly<Record<string, string>> => {
	const annotations = {...existing};
	for (const [key, value] of Object.entries(deployment.metadata.annotations ?? {})) {
		if (!own.has(key)) {
			annotations[key] = value;
		}
	}

	const before = existing[revisionAnnotation];
	if ((Number.parseInt(before ?? '0', 10) || 0) < newRevision) {
		annotations[revisionAnnotation] = String(newRevision);
		if (before !== undefined) {
			annotations[historyAnnotation] = existing[historyAnnotation]
				? `${existing[historyAnnotation]},${before}`
				: before;
		}
	}

	return equal(annotations, existing) ? existing : annotations;
};

/**
The old ReplicaSets that history no longer needs: the lowest revisions beyond the limit that are empty and settled.

@mirrors deployment.cleanupDeployment
*/
export const surplusHistory = (deployment: Deployment, old: readonly ReplicaSet[]): ReplicaSet[] => {
	const limit = deployment.spec.revisionHistoryLimit ?? 10;
	const alive = old.filter(({metadata}) => metadata.deletionTimestamp === undefined);
	return alive
		.sort((a, b) => revisionOf(a) - revisionOf(b))
		.slice(0, Math.max(0, alive.length - limit))
		.filter(
			({metadata, spec, status}) =>
				(status?.replicas ?? 0) === 0 &&
				spec.replicas === 0 &&
				(metadata.generation ?? 0) <= (status?.observedGeneration ?? 0),
		);
};
