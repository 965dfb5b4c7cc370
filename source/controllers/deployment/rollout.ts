import type {Deployment, ReplicaSet} from '../../objects/kubernetes.generated.js';

/** `25%` or `1` of a whole number. */
export const scaledValue = (value: string | number | undefined, total: number, round: 'up' | 'down'): number => {
	if (typeof value !== 'string') {
		return value ?? 0;
	}

	const share = (Number.parseInt(value, 10) * total) / 100;
	return round === 'up' ? Math.ceil(share) : Math.floor(share);
};

const isRolling = (deployment: Deployment): boolean =>
	(deployment.spec.strategy?.type ?? 'RollingUpdate') === 'RollingUpdate';

/** The desired number of Pods. */
export const wanted = (deployment: Deployment): number => deployment.spec.replicas ?? 1;

/** The number of Pods above the desired number that a rollout may have; rounded up. */
export const maxSurge = (deployment: Deployment): number =>
	isRolling(deployment) ? scaledValue(deployment.spec.strategy?.rollingUpdate?.maxSurge, wanted(deployment), 'up') : 0;

/** The number of desired Pods that may be missing during a rollout; rounded down, but never 0 together with maxSurge. */
export const maxUnavailable = (deployment: Deployment): number => {
	const want = wanted(deployment);
	if (!isRolling(deployment) || want === 0) {
		return 0;
	}

	const unavailable = scaledValue(deployment.spec.strategy?.rollingUpdate?.maxUnavailable, want, 'down');
	return Math.min(want, unavailable === 0 && maxSurge(deployment) === 0 ? 1 : unavailable);
};

/** A ReplicaSet and its new size. */
export interface Scaling {
	readonly replicaSet: ReplicaSet;
	readonly to: number;
}

const size = (replicaSet: ReplicaSet): number => replicaSet.spec.replicas ?? 1;

const available = (replicaSet: ReplicaSet): number => replicaSet.status?.availableReplicas ?? 0;

/** Pods that ReplicaSets ask for together. */
export const totalSize = (replicaSets: readonly ReplicaSet[]): number =>
	replicaSets.reduce((sum, replicaSet) => sum + size(replicaSet), 0);

/** Available Pods of ReplicaSets together. */
export const totalAvailable = (replicaSets: readonly ReplicaSet[]): number =>
	replicaSets.reduce((sum, replicaSet) => sum + available(replicaSet), 0);

const creation = (a: ReplicaSet, b: ReplicaSet): number =>
	compare(a.metadata.creationTimestamp, b.metadata.creationTimestamp) || compare(a.metadata.name, b.metadata.name);

const compare = (a: string, b: string): number => {
	if (a < b) {
		return -1;
	}

	if (a > b) {
		return 1;
	}

	return 0;
};

/** ReplicaSets, oldest first. */
export const oldestFirst = (replicaSets: readonly ReplicaSet[]): ReplicaSet[] => [...replicaSets].sort(creation);

/**
The next size of the new ReplicaSet, as large as the surge allows.

@param others the sizes of all other ReplicaSets together.
@mirrors deploymentutil.NewRSNewReplicas
*/
export const newReplicaSetSize = (deployment: Deployment, others: number, current: number): number => {
	const want = wanted(deployment);
	if (!isRolling(deployment)) {
		return want;
	}

	const room = want + maxSurge(deployment) - others - current;
	return room <= 0 ? current : current + Math.min(room, want - current);
};

/**
The current reduction of the old ReplicaSets: unhealthy Pods first, then as many as `maxUnavailable` allows.

@mirrors deployment.reconcileOldReplicaSets, cleanupUnhealthyReplicas, scaleDownOldReplicaSetsForRollingUpdate
*/
export const planOldReplicaSets = (
	deployment: Deployment,
	newReplicaSet: ReplicaSet,
	old: readonly ReplicaSet[],
): Scaling[] => {
	const minAvailable = wanted(deployment) - maxUnavailable(deployment);
	const all = [...old, newReplicaSet];
	const sizes = new Map(oldestFirst(old).map((replicaSet) => [replicaSet, size(replicaSet)]));
	const newUnavailable = size(newReplicaSet) - available(newReplicaSet);
	let unhealthy = totalSize(all) - minAvailable - newUnavailable;
	if (totalSize(old) === 0 || unhealthy <= 0) {
		return [];
	}

	for (const [replicaSet, current] of sizes) {
		const less = Math.min(unhealthy, current - available(replicaSet));
		if (unhealthy > 0 && current > 0 && less < 0) {
			// Its status still counts Pods that its last scaling has ended. How many are available is not known, so no old ReplicaSet shrinks further.
			return changes(sizes);
		}

		sizes.set(replicaSet, current - Math.max(0, less));
		unhealthy -= Math.max(0, less);
	}

	let spare = totalAvailable(all) - minAvailable;
	for (const [replicaSet, current] of sizes) {
		const less = Math.max(0, Math.min(spare, current));
		sizes.set(replicaSet, current - less);
		spare -= less;
	}

	return changes(sizes);
};

/** ReplicaSets that change their size. */
const changes = (sizes: ReadonlyMap<ReplicaSet, number>): Scaling[] =>
	[...sizes].filter(([replicaSet, to]) => to !== size(replicaSet)).map(([replicaSet, to]) => ({replicaSet, to}));

const desiredAnnotation = 'deployment.kubernetes.io/desired-replicas';
const maxAnnotation = 'deployment.kubernetes.io/max-replicas';

/** The number of Pods that the Deployment requested when this ReplicaSet was last scaled. */
export const desiredWhenScaled = (replicaSet: ReplicaSet): number | undefined => {
	const text = replicaSet.metadata.annotations?.[desiredAnnotation];
	return text === undefined ? undefined : Number.parseInt(text, 10);
};

/** The two annotations that reveal a change of the desired number. */
export const sizeAnnotations = (deployment: Deployment): Record<string, string> => ({
	[desiredAnnotation]: String(wanted(deployment)),
	[maxAnnotation]: String(wanted(deployment) + maxSurge(deployment)),
});

/** Whether the desired number has changed since the ReplicaSets were last scaled. */
export const isScaling = (deployment: Deployment, replicaSets: readonly ReplicaSet[]): boolean =>
	replicaSets.some((replicaSet) => {
		const desired = desiredWhenScaled(replicaSet);
		return size(replicaSet) > 0 && desired !== undefined && desired !== wanted(deployment);
	});

const isSaturated = (deployment: Deployment, replicaSet: ReplicaSet | undefined): boolean =>
	replicaSet !== undefined &&
	size(replicaSet) === wanted(deployment) &&
	desiredWhenScaled(replicaSet) === wanted(deployment) &&
	available(replicaSet) === wanted(deployment);

/**
The new size of each ReplicaSet after a change of the desired number. During a rollout, the change is divided in proportion.

@mirrors deployment.scale
*/
export const planScale = (
	deployment: Deployment,
	newReplicaSet: ReplicaSet | undefined,
	old: readonly ReplicaSet[],
): Scaling[] => {
	const want = wanted(deployment);
	const activeOld = old.filter((replicaSet) => size(replicaSet) > 0);
	const active = newReplicaSet && size(newReplicaSet) > 0 ? [...activeOld, newReplicaSet] : activeOld;
	const candidates = active.length === 0 ? [newReplicaSet ?? oldestFirst(old).at(-1)] : active;
	const only = candidates.length === 1 ? candidates[0] : undefined;
	if (only || active.length === 0) {
		return only && size(only) !== want ? [{replicaSet: only, to: want}] : [];
	}

	if (isSaturated(deployment, newReplicaSet)) {
		return oldestFirst(activeOld).map((replicaSet) => ({replicaSet, to: 0}));
	}

	if (!isRolling(deployment)) {
		return [];
	}

	const toAdd = (want > 0 ? want + maxSurge(deployment) : 0) - totalSize(active);
	const newer = (a: ReplicaSet, b: ReplicaSet) => (toAdd > 0 ? creation(b, a) : creation(a, b));
	const ordered = [...active].sort((a, b) => size(b) - size(a) || newer(a, b));
	let added = 0;
	const sizes = ordered.map((replicaSet) => {
		const part = toAdd === 0 ? 0 : proportion(deployment, replicaSet, toAdd, added);
		added += part;
		return size(replicaSet) + part;
	});
	if (toAdd !== 0) {
		sizes[0] = Math.max(0, (sizes[0] ?? 0) + toAdd - added);
	}

	return ordered.map((replicaSet, index) => ({replicaSet, to: sizes[index] ?? 0}));
};

/** A ReplicaSet's share of the Pods to add (or, negative, to remove). */
const proportion = (deployment: Deployment, replicaSet: ReplicaSet, toAdd: number, added: number): number => {
	if (size(replicaSet) === 0 || toAdd === added) {
		return 0;
	}

	const allowed = toAdd - added;
	const share = fraction(deployment, replicaSet);
	return toAdd > 0 ? Math.min(share, allowed) : Math.max(share, allowed);
};

const fraction = (deployment: Deployment, replicaSet: ReplicaSet): number => {
	if (wanted(deployment) === 0) {
		return -size(replicaSet);
	}

	const annotated = replicaSet.metadata.annotations?.[maxAnnotation];
	const before = annotated === undefined ? (deployment.status?.replicas ?? 0) : Number.parseInt(annotated, 10);
	return before === 0
		? 0
		: Math.round((size(replicaSet) * (wanted(deployment) + maxSurge(deployment))) / before) - size(replicaSet);
};
