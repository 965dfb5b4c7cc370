import type {
	Condition,
	Deployment,
	DaemonSet,
	Ingress,
	Job,
	PersistentVolumeClaim,
	Pod,
	ReplicaSet,
	StatefulSet,
} from '../objects/kubernetes.generated.js';
import type {Manifest} from '../go/yaml/yaml.js';

/** An object in a manifest file. */
export interface ManifestObject {
	readonly apiVersion: string;
	readonly kind: string;
	readonly namespace?: string;
	readonly name: string;
	readonly file: string;
	/** Where a field is written, counted from 1; where the nearest field around it is, when it is not. */
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

/** What has become of an object, from its last version. */
export const progressOf = (object: unknown): ObjectProgress => {
	const {kind, metadata} = object as {
		kind: string;
		metadata: {generation?: number; deletionTimestamp?: string; finalizers?: readonly string[]};
	};
	if (metadata.deletionTimestamp !== undefined) {
		return {state: 'waiting', words: ['Terminating', ...(metadata.finalizers ?? [])].join(', held by ')};
	}

	switch (kind) {
		case 'Pod': {
			return podProgress(object as Pod);
		}

		case 'Deployment': {
			const {spec, status} = object as Deployment;
			const failure = condition(status?.conditions, 'ReplicaFailure');
			if (failure?.status === 'True') {
				return {state: 'waiting', words: `${failure.reason}: ${failure.message}`};
			}

			const current =
				(status?.observedGeneration ?? 0) >= (metadata.generation ?? 0) &&
				(status?.replicas ?? 0) === (status?.updatedReplicas ?? 0);
			const progress = replicas(
				Math.min(status?.availableReplicas ?? 0, status?.updatedReplicas ?? 0),
				spec.replicas ?? 1,
			);
			return current ? progress : {...progress, state: 'waiting'};
		}

		case 'ReplicaSet': {
			const {spec, status} = object as ReplicaSet;
			return replicas(status?.readyReplicas ?? 0, spec.replicas ?? 1);
		}

		case 'StatefulSet': {
			const {spec, status} = object as StatefulSet;
			return replicas(status?.readyReplicas ?? 0, spec.replicas ?? 1);
		}

		case 'DaemonSet': {
			const {status} = object as DaemonSet;
			return (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0)
				? replicas(status.numberReady, status.desiredNumberScheduled)
				: {state: 'waiting', words: 'not observed yet'};
		}

		case 'Job': {
			const {status} = object as Job;
			const failed = condition(status?.conditions, 'Failed');
			return failed?.status === 'True'
				? {state: 'failed', words: `${failed.reason}: ${failed.message}`}
				: condition(status?.conditions, 'Complete')?.status === 'True'
					? {state: 'done', words: 'Complete'}
					: {state: 'waiting', words: `${status?.succeeded ?? 0} succeeded, ${status?.active ?? 0} active`};
		}

		case 'PersistentVolumeClaim': {
			const {status} = object as PersistentVolumeClaim;
			return {state: status?.phase === 'Bound' ? 'done' : 'waiting', words: status?.phase ?? 'Pending'};
		}

		case 'Ingress': {
			const {spec} = object as Ingress;
			return {state: 'done', words: `stored, ${spec.rules?.length ?? 0} rules`};
		}

		default: {
			return {state: 'done', words: 'stored'};
		}
	}
};
