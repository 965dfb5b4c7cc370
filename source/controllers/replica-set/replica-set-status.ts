import type {Group} from '../../client/object-index.js';
import type {
	Pod,
	ReplicaSet,
	ReplicaSetCondition,
	ReplicaSetStatus,
	ReplicationController,
} from '../../objects/kubernetes.generated.js';
import {matchesLabels} from '../../objects/labels.js';
import {isPodAvailable} from '../pod-availability.js';
import {isPodReady} from '../../objects/pod.js';

/** A failed action: the status's text about it. */
export interface Failure {
	readonly reason: 'FailedCreate' | 'FailedDelete';
	readonly message: string;
}

/**
The status that follows from the Pods. Counts of zero are left out, as in every answer of the API.

@param pods its Pods, grouped by equal form.
@param terminating the number of its Pods in deletion.
@mirrors k8s.io/kubernetes/pkg/controller/replicaset calculateStatus
*/
export const replicaSetStatus = (
	replicaSet: ReplicaSet | ReplicationController,
	pods: ReadonlyArray<Group<Pod>>,
	terminating: number,
	failure: Failure | undefined,
	nowMs: number,
	timestamp: string,
): ReplicaSetStatus => {
	const minReadySeconds = replicaSet.spec.minReadySeconds ?? 0;
	const templateLabels = replicaSet.spec.template?.metadata?.labels;
	let replicas = 0;
	let labeled = 0;
	let ready = 0;
	let available = 0;
	for (const {example: pod, size} of pods) {
		replicas += size;
		labeled += matchesLabels(templateLabels, pod.metadata.labels) ? size : 0;
		if (isPodReady(pod)) {
			ready += size;
			available += isPodAvailable(pod, minReadySeconds, nowMs) ? size : 0;
		}
	}

	const before = replicaSet.status?.conditions ?? [];
	const others = before.filter(({type}) => type !== 'ReplicaFailure');
	const known = before.length > others.length;
	let conditions: readonly ReplicaSetCondition[] = failure ? before : others;
	if (failure && !known) {
		conditions = [...before, {type: 'ReplicaFailure', status: 'True', lastTransitionTime: timestamp, ...failure}];
	}

	return {
		replicas,
		...(labeled ? {fullyLabeledReplicas: labeled} : {}),
		...(ready ? {readyReplicas: ready} : {}),
		...(available ? {availableReplicas: available} : {}),
		terminatingReplicas: terminating,
		observedGeneration: replicaSet.metadata.generation,
		...(conditions.length > 0 ? {conditions} : {}),
	};
};

const counts = [
	'replicas',
	'fullyLabeledReplicas',
	'readyReplicas',
	'availableReplicas',
	'terminatingReplicas',
	'observedGeneration',
] as const;

/** Whether the status needs no write. */
export const sameReplicaSetStatus = (a: ReplicaSetStatus | undefined, b: ReplicaSetStatus): boolean =>
	a !== undefined &&
	counts.every((count) => a[count] === b[count]) &&
	sameConditions(a.conditions ?? [], b.conditions ?? []);

const sameConditions = (a: readonly ReplicaSetCondition[], b: readonly ReplicaSetCondition[]): boolean =>
	a.length === b.length && a.every((condition, index) => condition === b[index]);
