import type {
	DaemonSetStatus,
	DeploymentStatus,
	OwnerReference,
	ReplicaSetStatus,
	ReplicationControllerStatus,
	StatefulSetStatus,
} from '../../../objects/kubernetes.generated.js';
import type {Gone, StatusChange} from './every-controller.js';

/** A Pod is made from a template. */
export type PodCreation =
	| {
			readonly case: 'create';
			/** Name of the owner; the stage implies its kind. */
			readonly owner: string;
			/** The object that is sent to the apiserver. */
			readonly input: unknown;
	  }
	/** The apiserver refuses it. */
	| {
			readonly case: 'refused';
			readonly owner: string;
			readonly input: unknown;
			readonly reason: string;
			readonly message: string;
	  };

/** A Pod is deleted. */
export interface PodDeletion {
	/** Name of the owner; the stage implies its kind. */
	readonly owner: string;
	readonly before: unknown;
}

/** The existing and the desired number of Pods. */
type ReplicasSync =
	| Gone
	| {
			readonly case: 'compare';
			readonly key: string;
			readonly want: number;
			readonly have: number;
			/** The requests whose results are not in the cache yet. */
			readonly outstanding: {readonly creations: number; readonly deletions: number};
			/** Whether all requests are settled or have been outstanding for too long: only then does it act. */
			readonly settled: boolean;
	  };

/** Pods are created in batches that double, as long as no creation fails. */
interface Batch {
	/** Name of the owner; the stage implies its kind. */
	readonly owner: string;
	readonly size: number;
	/** The number of created Pods, and the total number to create. */
	readonly created: number;
	readonly count: number;
}

/** A template of a set is kept as a ControllerRevision. */
type Revision =
	/** The ReplicaSet is new. */
	| {readonly case: 'new'; readonly set: string; readonly revision: number}
	/** The ReplicaSet existed before, and becomes the newest again. */
	| {readonly case: 'back'; readonly set: string; readonly revision: number; readonly before: unknown};

/** The deletion of the oldest revisions. */
interface RevisionCleanup {
	/** The number that is kept. */
	readonly limit: number;
}

/** The news that the status of a Deployment will report. */
export type DeploymentNews =
	/** A condition changes. */
	| {readonly case: 'condition'; readonly message: string}
	/** The current revision, and the report about its ReplicaSet. */
	| {readonly case: 'revision'; readonly revision: string; readonly message: string | undefined}
	| {readonly case: 'counts'; readonly updated: number; readonly available: number; readonly want: number}
	/** Another template has the name of the ReplicaSet. */
	| {readonly case: 'collision'; readonly name: string};

/** Facts of the stops of controllers that run Pods. */
export interface WorkloadFacts {
	'controller.deployment.sync':
		| Gone
		| {
				readonly case: 'compare';
				readonly want: number;
				readonly replicaSets: ReadonlyArray<{
					readonly name: string;
					readonly replicas: number | undefined;
					readonly available: number;
				}>;
		  };
	'controller.deployment.create': {
		readonly deployment: string;
		/** The ReplicaSet that is sent to the apiserver. */
		readonly input: {
			readonly metadata: {readonly labels: Readonly<Record<string, string>>};
			readonly spec: {readonly replicas: number};
		};
		readonly revision: number;
	};
	/** The ReplicaSet of the current template receives the number of the newest revision. */
	'controller.deployment.revision': {readonly revision: string | undefined; readonly before: unknown};
	'controller.deployment.scale': {
		readonly deployment: string;
		readonly from: number;
		readonly to: number;
		readonly before: unknown;
	};
	'controller.deployment.cleanup': RevisionCleanup;
	'controller.deployment.status': StatusChange<DeploymentStatus> & DeploymentNews;

	'controller.replicaset.sync': ReplicasSync;
	'controller.replicationcontroller.sync': ReplicasSync;
	'controller.replicaset.batch': Batch;
	'controller.replicationcontroller.batch': Batch;
	'controller.replicaset.create': PodCreation;
	'controller.replicationcontroller.create': PodCreation;
	'controller.replicaset.delete': PodDeletion;
	'controller.replicationcontroller.delete': PodDeletion;
	'controller.replicaset.status': StatusChange<ReplicaSetStatus>;
	'controller.replicationcontroller.status': StatusChange<ReplicationControllerStatus>;

	'controller.statefulset.sync':
		| Gone
		| {
				readonly case: 'compare';
				readonly want: number | undefined;
				/** Names of its Pods, and how many are ready. */
				readonly have: readonly string[];
				readonly ready: number;
		  };
	/** The next step must wait for a Pod. */
	'controller.statefulset.wait': {readonly set: string; readonly for: 'ready' | 'gone'};
	'controller.statefulset.create':
		| {readonly case: 'pod'; readonly set: string; readonly revision: string; readonly input: unknown}
		| {readonly case: 'claim'; readonly set: string; readonly pod: string; readonly input: unknown};
	'controller.statefulset.delete': {readonly set: string; readonly why: 'failed' | 'scale-down' | 'update'};
	/** A claim receives the owners of the set's policy. */
	'controller.statefulset.claim': {
		readonly set: string;
		readonly before: readonly OwnerReference[];
		readonly after: readonly OwnerReference[];
	};
	'controller.statefulset.revision': Revision;
	'controller.statefulset.cleanup': RevisionCleanup;
	'controller.statefulset.status': StatusChange<StatefulSetStatus>;

	'controller.daemonset.sync':
		| Gone
		| {
				readonly case: 'compare';
				/** The number of wanted nodes, of all nodes, and of Pods. */
				readonly want: number;
				readonly nodes: number;
				readonly have: number;
				readonly outstanding: {readonly creations: number; readonly deletions: number};
		  };
	'controller.daemonset.create': PodCreation;
	'controller.daemonset.delete': PodDeletion;
	'controller.daemonset.revision': Revision;
	'controller.daemonset.cleanup': RevisionCleanup;
	'controller.daemonset.status': StatusChange<DaemonSetStatus>;
}
