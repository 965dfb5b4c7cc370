import {parseTimestamp} from '../../kernel/clock.js';
import type {
	Deployment,
	DeploymentCondition,
	DeploymentStatus,
	ReplicaSet,
} from '../../objects/kubernetes.generated.js';
import {copyOf, present} from '../../objects/copy.js';
import {maxUnavailable, totalAvailable, totalSize, wanted} from './rollout.js';
import {equal} from '../../kernel/equality.js';

type Conditions = readonly DeploymentCondition[];

/** A new condition, as of now. @param since when the condition has this status. */
export const deploymentCondition = (
	type: 'Available' | 'Progressing' | 'ReplicaFailure',
	status: 'True' | 'False' | 'Unknown',
	reason: string,
	message: string,
	now: string,
	since = now,
): DeploymentCondition => ({type, status, lastUpdateTime: now, lastTransitionTime: since, reason, message});

export const conditionOf = (status: DeploymentStatus | undefined, type: string): DeploymentCondition | undefined =>
	status?.conditions?.find((condition) => condition.type === type);

/** Replaces the condition of the same type; a condition with the same status and reason stays unchanged. @mirrors deploymentutil.SetDeploymentCondition */
export const withCondition = (conditions: Conditions, condition: DeploymentCondition): Conditions => {
	const current = conditions.find(({type}) => type === condition.type);
	if (current?.status === condition.status && current.reason === condition.reason) {
		return conditions;
	}

	const next =
		current?.status === condition.status ? {...condition, lastTransitionTime: current.lastTransitionTime} : condition;
	return [...withoutCondition(conditions, condition.type), next];
};

const withoutCondition = (conditions: Conditions, type: string): Conditions =>
	conditions.filter((condition) => condition.type !== type);

const sum = (replicaSets: readonly ReplicaSet[], count: (status: ReplicaSet['status']) => number | undefined): number =>
	replicaSets.reduce((total, {status}) => total + (status ? (count(status) ?? 0) : 0), 0);

/** Numbers and the Available condition, from the statuses of all ReplicaSets. @mirrors deployment.calculateStatus */
export const deploymentStatus = (
	deployment: Deployment,
	all: readonly ReplicaSet[],
	newReplicaSet: ReplicaSet | undefined,
	now: string,
): DeploymentStatus => {
	const available = totalAvailable(all);
	const replicas = sum(all, (status) => status.replicas);
	const ready = sum(all, (status) => status.readyReplicas);
	const updated = newReplicaSet?.status?.replicas ?? 0;
	const unavailable = Math.max(0, totalSize(all) - available);
	const enough = available >= wanted(deployment) - maxUnavailable(deployment);
	const {collisionCount, conditions = []} = deployment.status ?? {};
	return present<DeploymentStatus>({
		observedGeneration: deployment.metadata.generation,
		replicas: replicas || undefined,
		updatedReplicas: updated || undefined,
		readyReplicas: ready || undefined,
		availableReplicas: available || undefined,
		unavailableReplicas: unavailable || undefined,
		terminatingReplicas: sum(all, (status) => status.terminatingReplicas),
		collisionCount,
		conditions: withCondition(
			conditions,
			enough
				? deploymentCondition(
						'Available',
						'True',
						'MinimumReplicasAvailable',
						'Deployment has minimum availability.',
						now,
					)
				: deploymentCondition(
						'Available',
						'False',
						'MinimumReplicasUnavailable',
						'Deployment does not have minimum availability.',
						now,
					),
		),
	});
};

/** Whether all Pods are of the new template and available, and no others are left. */
export const isComplete = (deployment: Deployment, status: DeploymentStatus | undefined): boolean => {
	const want = wanted(deployment);
	return (
		(status?.updatedReplicas ?? 0) === want &&
		(status?.replicas ?? 0) === want &&
		(status?.availableReplicas ?? 0) === want &&
		(status?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
	);
};

/** Whether the rollout has progressed: more updated, fewer old, more ready or more available Pods. */
export const isProgressing = (before: DeploymentStatus | undefined, after: DeploymentStatus): boolean => {
	const oldPods = ({replicas = 0, updatedReplicas = 0}: DeploymentStatus = {}) => replicas - updatedReplicas;
	return (
		(after.updatedReplicas ?? 0) > (before?.updatedReplicas ?? 0) ||
		oldPods(after) < oldPods(before) ||
		(after.readyReplicas ?? 0) > (before?.readyReplicas ?? 0) ||
		(after.availableReplicas ?? 0) > (before?.availableReplicas ?? 0)
	);
};

/** Whether no progress was made for `progressDeadlineSeconds`. */
export const isTimedOut = (deployment: Deployment, status: DeploymentStatus, nowMs: number): boolean => {
	const deadline = deployment.spec.progressDeadlineSeconds;
	const condition = conditionOf(status, 'Progressing');
	if (
		!hasDeadline(deployment) ||
		!condition ||
		deadline === undefined ||
		condition.reason === 'NewReplicaSetAvailable'
	) {
		return false;
	}

	return (
		condition.reason === 'ProgressDeadlineExceeded' ||
		parseTimestamp(condition.lastUpdateTime ?? '') + deadline * 1000 < nowMs
	);
};

/** Whether the rollout has a deadline; the largest integer means no deadline. */
export const hasDeadline = ({spec}: Deployment): boolean =>
	spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== 2_147_483_647;

/**
The status with the Progressing and ReplicaFailure conditions of a rollout.

@mirrors deployment.syncRolloutStatus
*/
export const rolloutStatus = (
	deployment: Deployment,
	all: readonly ReplicaSet[],
	newReplicaSet: ReplicaSet | undefined,
	nowMs: number,
	now: string,
): DeploymentStatus => {
	const status = deploymentStatus(deployment, all, newReplicaSet, now);
	let conditions = status.conditions ?? [];
	const current = conditionOf(deployment.status, 'Progressing');
	const settled =
		(status.replicas ?? 0) === (status.updatedReplicas ?? 0) && current?.reason === 'NewReplicaSetAvailable';
	const what = newReplicaSet
		? `ReplicaSet "${newReplicaSet.metadata.name}"`
		: `Deployment "${deployment.metadata.name}"`;
	if (!hasDeadline(deployment)) {
		conditions = withoutCondition(conditions, 'Progressing');
	} else if (!settled) {
		if (isComplete(deployment, status)) {
			const message = `${what} has successfully progressed.`;
			conditions = withCondition(
				conditions,
				deploymentCondition('Progressing', 'True', 'NewReplicaSetAvailable', message, now),
			);
		} else if (isProgressing(deployment.status, status)) {
			const since = current?.status === 'True' ? current.lastTransitionTime : now;
			const message = `${what} is progressing.`;
			// Repeated progress of one kind counts too: it extends the deadline.
			conditions = [
				...withoutCondition(conditions, 'Progressing'),
				deploymentCondition('Progressing', 'True', 'ReplicaSetUpdated', message, now, since),
			];
		} else if (isTimedOut(deployment, status, nowMs)) {
			const message = `${what} has timed out progressing.`;
			conditions = withCondition(
				conditions,
				deploymentCondition('Progressing', 'False', 'ProgressDeadlineExceeded', message, now),
			);
		}
	}

	const failure = replicaFailure(all, newReplicaSet);
	conditions = failure ? withCondition(conditions, failure) : withoutCondition(conditions, 'ReplicaFailure');
	const after = copyOf(status);
	after.conditions = conditions;
	return after;
};

/** The failure of the new ReplicaSet, otherwise of any other. */
const replicaFailure = (
	all: readonly ReplicaSet[],
	newReplicaSet: ReplicaSet | undefined,
): DeploymentCondition | undefined => {
	for (const replicaSet of newReplicaSet ? [newReplicaSet, ...all] : all) {
		const condition = replicaSet.status?.conditions?.find(({type}) => type === 'ReplicaFailure');
		if (condition) {
			const {type, status, reason, message, lastTransitionTime} = condition;
			return {type, status, reason, message, lastTransitionTime, lastUpdateTime: lastTransitionTime};
		}
	}

	return undefined;
};

/** Milliseconds until the deadline of a rollout is checked again; `undefined` if that is not needed. @mirrors deployment.requeueStuckDeployment */
export const nextProgressCheckMs = (
	deployment: Deployment,
	status: DeploymentStatus,
	nowMs: number,
): number | undefined => {
	const current = conditionOf(deployment.status, 'Progressing');
	if (
		!hasDeadline(deployment) ||
		!current ||
		isComplete(deployment, status) ||
		current.reason === 'ProgressDeadlineExceeded'
	) {
		return undefined;
	}

	const restMs =
		parseTimestamp(current.lastUpdateTime ?? '') + (deployment.spec.progressDeadlineSeconds ?? 0) * 1000 - nowMs;
	return Math.max(0, restMs) + 1000;
};

/** Whether the status needs no write. */
export const sameDeploymentStatus = (a: DeploymentStatus | undefined, b: DeploymentStatus): boolean => equal(a, b);
