import type {
	CrossVersionObjectReference,
	OwnerReference,
	PodDisruptionBudgetStatus,
	PolicyRule,
	ResourceQuotaStatus,
	ExpressionWarning,
} from '../../../objects/kubernetes.generated.js';
import type {Gone, StatusChange} from './every-controller.js';

/** Whether a namespace has the objects of every namespace. */
interface FixtureSync {
	readonly namespace: string;
	/** Whether the namespace is not being deleted. */
	readonly active: boolean;
	readonly present: boolean;
}

/** The state of an object's owners: present, deleted, or waiting for their dependents. */
interface Owners {
	readonly solid: readonly OwnerReference[];
	readonly dangling: readonly OwnerReference[];
	readonly waiting: readonly OwnerReference[];
}

/** Facts of the stops of controllers that keep the cluster in order. */
export interface HousekeepingFacts {
	'controller.serviceaccount.sync': FixtureSync;
	'controller.serviceaccount.create': {readonly namespace: string};
	'controller.root-ca-certificate-publisher.sync': FixtureSync;
	'controller.root-ca-certificate-publisher.create': {readonly namespace: string};

	'controller.serviceaccount-token.sync':
		| {
				readonly case: 'account';
				readonly namespace: string;
				readonly name: string;
				readonly isThere: boolean;
				/** The number of Secrets that request its token. */
				readonly secrets: number;
		  }
		| {
				readonly case: 'secret';
				readonly namespace: string;
				/** Name of the account that it names. */
				readonly account: string;
				/** `orphan`: there is no such account. */
				readonly state: 'gone' | 'orphan' | 'empty' | 'complete';
		  };
	'controller.serviceaccount-token.write': {readonly account: string};
	'controller.serviceaccount-token.delete': {readonly account: string};

	'controller.garbage-collector.sync':
		| Gone
		| {
				readonly case: 'judge';
				/** The resource, such as `replicasets.apps`. */
				readonly resource: string;
				readonly owners: readonly OwnerReference[];
				/** The first of its dependents, and their number. */
				readonly dependents: readonly string[];
				readonly count: number;
				/** Whether it is known only from a reference. */
				readonly virtual: boolean;
		  };
	/** The followed resources: those shared with other controllers, others by its own caches, and custom ones as definitions change. */
	'controller.garbage-collector.monitors':
		| {readonly case: 'start'; readonly shared: number; readonly own: number}
		| {readonly case: 'add' | 'remove'; readonly resource: string};
	/** The object of a reference does not exist. */
	'controller.garbage-collector.absent': {readonly key: string; readonly resource: string; readonly uid: string};
	'controller.garbage-collector.drop-references': {readonly owners: Owners};
	'controller.garbage-collector.delete': {
		readonly resource: string;
		readonly owners: Owners;
		readonly propagationPolicy: 'Foreground' | 'Orphan' | 'Background';
	};
	/** An owner has waited long enough for its dependents. */
	'controller.garbage-collector.finalize': {readonly finalizer: 'foregroundDeletion' | 'orphan'};
	'controller.garbage-collector.orphan': {
		/** Name and uid of the owner that it loses. */
		readonly ownerName: string;
		readonly owner: string;
	};

	'controller.namespace.sync': {
		/** Whether it is being deleted. */
		readonly going: boolean;
		readonly finalizers: readonly string[] | undefined;
	};
	'controller.namespace.delete': {readonly resource: string; readonly count: number};
	/** Objects are left in the namespace, as its condition also reports. */
	'controller.namespace.wait': {
		readonly rest: ReadonlyArray<{readonly resource: string; readonly group: string; readonly count: number}>;
		readonly afterMs: number;
	};
	'controller.namespace.finalize': {
		readonly before: readonly string[] | undefined;
		readonly after: readonly string[] | undefined;
	};

	'controller.resourcequota.sync':
		| Gone
		/** Objects that are not watched are listed to be counted. */
		| {readonly case: 'list'; readonly key: string; readonly resource: string; readonly plural: string}
		| {
				readonly case: 'count';
				readonly hard: Readonly<Record<string, string>>;
				readonly used: Readonly<Record<string, string>>;
		  };
	'controller.resourcequota.status': StatusChange<ResourceQuotaStatus>;

	'controller.disruption.sync':
		| Gone
		| {
				readonly case: 'count';
				readonly currentHealthy: number;
				readonly desiredHealthy: number;
				readonly expectedPods: number;
				readonly disruptionsAllowed: number;
		  }
		/** The caches do not have the controller of its Pods, so the apiserver is queried for the desired number. */
		| {readonly case: 'ask'; readonly kind: string; readonly name: string}
		/** A controller of its Pods does not state the desired number. */
		| {readonly case: 'fail'; readonly message: string};
	'controller.disruption.status': StatusChange<PodDisruptionBudgetStatus>;

	'controller.clusterrole-aggregation.sync':
		| Gone
		| {readonly case: 'settled'; readonly name: string}
		| {
				readonly case: 'gather';
				readonly before: readonly PolicyRule[] | undefined;
				readonly after: readonly PolicyRule[];
		  };

	'controller.csrsigning.sync':
		| Gone
		/** The request is not approved yet, has another signer, or is settled. */
		| {readonly case: 'leave'; readonly signer: string; readonly isApproved: boolean}
		| {
				readonly case: 'sign';
				readonly signer: string;
				readonly subject: {readonly commonName: string; readonly organizations: readonly string[]};
				/** Why the signer does not sign it. */
				readonly problem: string | undefined;
		  };

	'controller.validatingadmissionpolicy-status.sync':
		Gone | {readonly case: 'check'; readonly warnings: readonly ExpressionWarning[]};

	'controller.horizontal-pod-autoscaler.sync':
		| Gone
		/** It requests the scale of its target. */
		| {readonly case: 'ask'; readonly target: CrossVersionObjectReference}
		| {readonly case: 'failure'; readonly target: CrossVersionObjectReference; readonly message: string}
		| {
				readonly case: 'found';
				readonly target: CrossVersionObjectReference;
				readonly replicas: number;
				readonly minReplicas: number;
				readonly maxReplicas: number;
				/** The result of the limits alone. */
				readonly plan: object;
		  }
		/** The result of the metric that requires most replicas: `wanted` without limits, `after` within them; the reasons are in `limits`. */
		| {
				readonly case: 'measured';
				readonly target: CrossVersionObjectReference;
				readonly metric: string;
				/** Percent of the requests, or an amount. */
				readonly value: number;
				readonly replicas: number;
				readonly wanted: number;
				readonly after: number;
				readonly limits: readonly string[];
		  };
}
