import type {PodResourceClaimStatus, ResourceClaimSpec} from '../../../objects/kubernetes.generated.js';

/** Facts of the stops of the controller that makes and frees ResourceClaims. */
export interface ResourceClaimFacts {
	'controller.resourceclaim.sync':
		| {readonly case: 'gone'; readonly key: string; readonly kind: 'Pod' | 'ResourceClaim'}
		| {
				readonly case: 'pod';
				/** The number of entries in `spec.resourceClaims`. */
				readonly entries: number;
				/** The names of entries whose claim must be created. */
				readonly missing: readonly string[];
		  }
		| {
				readonly case: 'claim';
				/** Names of the Pods that use it. */
				readonly users: readonly string[];
				readonly isAllocated: boolean;
		  };
	'controller.resourceclaim.create': {
		readonly pod: string;
		/** Its entry in `spec.resourceClaims`. */
		readonly entry: string;
		readonly template: string;
		readonly spec: ResourceClaimSpec;
	};
	'controller.resourceclaim.failure': {readonly message: string};
	/** Writes the names of its generated claims into the Pod's status. */
	'controller.resourceclaim.report': {readonly resourceClaimStatuses: readonly PodResourceClaimStatus[]};
	'controller.resourceclaim.reserve': {readonly pod: string};
	'controller.resourceclaim.release': {
		/** Names of the Pods that use the claim. */
		readonly before: readonly string[];
		readonly after: readonly string[];
		/** `driver/pool/device` of the released devices. */
		readonly devices: readonly string[];
	};
	'controller.resourceclaim.finalizers': {readonly finalizer: string};
	'controller.resourceclaim.delete': {
		/** The Pod for which it was made. */
		readonly pod: string;
		/** Whether another Pod now has that name. */
		readonly isReplaced: boolean;
		readonly hasEnded: boolean;
	};
}
