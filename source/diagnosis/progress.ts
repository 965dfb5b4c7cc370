import type {
	Condition,
	DaemonSet,
	Deployment,
	Job,
	PersistentVolumeClaim,
	Pod,
} from '../objects/kubernetes.generated.js';
import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {Manifest} from '../go/yaml/yaml.js';

/** An object in a manifest file. */
export interface ManifestObject {
	readonly apiVersion: string;
	readonly kind: string;
	readonly namespace?: string;
	readonly name: string;
	readonly file: string;
	/** Where a field is written, counted from 1; if it is missing, where the nearest enclosing field is. */
	readonly positionOf: Manifest['positionOf'];
}

/** How far an applied object has come. `done` needs nothing more; `failed` will not get better by itself. */
export interface ObjectProgress {
	readonly state: 'done' | 'waiting' | 'failed';
	/** In Kubernetes' words. */
	readonly words: string;
}

/** How far an object of a manifest has come, under the name that users know it by. */
export interface AppliedProgress extends ObjectProgress {
	/** `pod/default/web`. */
	readonly name: string;
	/** Its ledger key; `undefined` where the resource is not known. */
	readonly key?: string;
}

const condition = (
	conditions:
		| ReadonlyArray<Pick<Condition, 'type' | 'status'> & {readonly message?: string; readonly reason?: string}>
		| undefined,
	type: string,
) => conditions?.find((item) => item.type === type);

const replicas = (ready: number, wanted: number): ObjectProgress => ({
	state: ready >= wanted ? 'done' : 'waiting',
	words: `${ready}/${wanted} ready`,
});

const podProgress = ({spec, status}: Pod): ObjectProgress => {
	if (status.phase === 'Succeeded') {
		return {state: 'done', words: 'Succeeded'};
	}

	if (status.phase === 'Failed') {
		return {state: 'failed', words: ['Failed', status.reason, status.message].filter(Boolean).join(': ')};
	}

	if (condition(status.conditions, 'Ready')?.status === 'True') {
		return {state: 'done', words: `Ready on ${spec.nodeName}, ${status.podIP}`};
	}

	const unscheduled = condition(status.conditions, 'PodScheduled');
	if (unscheduled?.status === 'False') {
		return {state: 'waiting', words: `Pending: ${unscheduled.reason}: ${unscheduled.message}`};
	}

	const waiting = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].find(
		({state}) => state?.waiting,
	)?.state?.waiting;
	return {state: 'waiting', words: [status.phase, waiting?.reason, waiting?.message].filter(Boolean).join(': ')};
};

const deploymentProgress = ({metadata, spec, status}: Deployment): ObjectProgress => {
	const failure = condition(status?.conditions, 'ReplicaFailure');
	if (failure?.status === 'True') {
		return {state: 'waiting', words: `${failure.reason}: ${failure.message}`};
	}

	const current =
		(status?.observedGeneration ?? 0) >= (metadata.generation ?? 0) &&
		(status?.replicas ?? 0) === (status?.updatedReplicas ?? 0);
	const progress = replicas(Math.min(status?.availableReplicas ?? 0, status?.updatedReplicas ?? 0), spec.replicas ?? 1);
	return current ? progress : {...progress, state: 'waiting'};
};

const daemonSetProgress = ({metadata, status}: DaemonSet): ObjectProgress =>
	(status?.observedGeneration ?? 0) >= (metadata.generation ?? 0)
		? replicas(status.numberReady, status.desiredNumberScheduled)
		: {state: 'waiting', words: 'not observed yet'};

const jobProgress = ({status}: Job): ObjectProgress => {
	const failed = condition(status?.conditions, 'Failed');
	return failed?.status === 'True'
		? {state: 'failed', words: `${failed.reason}: ${failed.message}`}
		: condition(status?.conditions, 'Complete')?.status === 'True'
			? {state: 'done', words: 'Complete'}
			: {state: 'waiting', words: `${status?.succeeded ?? 0} succeeded, ${status?.active ?? 0} active`};
};

const claimProgress = ({status}: PersistentVolumeClaim): ObjectProgress => ({
	state: status?.phase === 'Bound' ? 'done' : 'waiting',
	words: status?.phase ?? 'Pending',
});

/** What has become of an object, from its last version. */
export const progressOf = (object: KubernetesObject): ObjectProgress => {
	const {deletionTimestamp, finalizers = []} = object.metadata;
	if (deletionTimestamp !== undefined) {
		return {state: 'waiting', words: ['Terminating', ...finalizers].join(', held by ')};
	}

	if (isKind(object, 'v1 Pod')) {
		return podProgress(object);
	}

	if (isKind(object, 'apps/v1 Deployment')) {
		return deploymentProgress(object);
	}

	if (isKind(object, 'apps/v1 ReplicaSet') || isKind(object, 'apps/v1 StatefulSet')) {
		return replicas(object.status?.readyReplicas ?? 0, object.spec.replicas ?? 1);
	}

	if (isKind(object, 'apps/v1 DaemonSet')) {
		return daemonSetProgress(object);
	}

	if (isKind(object, 'batch/v1 Job')) {
		return jobProgress(object);
	}

	if (isKind(object, 'v1 PersistentVolumeClaim')) {
		return claimProgress(object);
	}

	return isKind(object, 'networking.k8s.io/v1 Ingress')
		? {state: 'done', words: `stored, ${object.spec.rules?.length ?? 0} rules`}
		: {state: 'done', words: 'stored'};
};
