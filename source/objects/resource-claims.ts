import type {
	Pod,
	PodResourceClaim,
	ResourceClaimConsumerReference,
	ResourceV1ResourceClaim,
} from './kubernetes.generated.js';
import {isControlledBy} from './owner.js';

/** The finalizer that keeps an allocated claim until its devices are free again. @mirrors k8s.io/api/resource/v1 Finalizer */
export const claimFinalizer = 'resource.kubernetes.io/delete-protection';

/** The annotation of a generated claim: its entry in the Pod's `spec.resourceClaims`. */
export const podClaimAnnotation = 'resource.kubernetes.io/pod-claim-name';

/** The ResourceClaim of a Pod's entry. */
export type PodClaim =
	/** @param isGenerated made from a template: only the Pod that owns it may use it. */
	| {readonly case: 'named'; readonly name: string; readonly isGenerated: boolean}
	/** The claim does not exist yet. */
	| {readonly case: 'awaited'; readonly message: string}
	/** The Pod needs no claim. */
	| {readonly case: 'none'};

/** The claim of one entry of `spec.resourceClaims`. @mirrors k8s.io/dynamic-resource-allocation/resourceclaim Name */
export const podClaim = (
	{metadata: {namespace, name}, status}: Pod,
	{name: entry, resourceClaimName, resourceClaimTemplateName}: PodResourceClaim,
): PodClaim => {
	if (resourceClaimName !== undefined) {
		return {case: 'named', name: resourceClaimName, isGenerated: false};
	}

	const made = status?.resourceClaimStatuses?.find((own) => own.name === entry);
	if (resourceClaimTemplateName === undefined || !made) {
		return {case: 'awaited', message: `pod "${namespace}/${name}": ResourceClaim not created yet`};
	}

	return made.resourceClaimName ? {case: 'named', name: made.resourceClaimName, isGenerated: true} : {case: 'none'};
};

/** Why the Pod may not use a claim that was generated; `undefined` if it was generated for it. @mirrors resourceclaim.IsForPod */
export const notForPod = (pod: Pod, claim: ResourceV1ResourceClaim): string | undefined =>
	isControlledBy(claim, pod)
		? undefined
		: `ResourceClaim ${claim.metadata.namespace}/${claim.metadata.name} was not created for Pod ${pod.metadata.namespace}/${pod.metadata.name} (Pod is not owner)`;

/** Whether the Pod is among those that may use the claim's devices. @mirrors resourceclaim.IsReservedForPod */
export const isReservedFor = (claim: ResourceV1ResourceClaim, pod: Pod): boolean =>
	(claim.status?.reservedFor ?? []).some(({uid}) => uid === pod.metadata.uid);

/** The claim's entry for a Pod that uses it. */
export const consumer = ({metadata: {name, uid}}: Pod): ResourceClaimConsumerReference => ({
	resource: 'pods',
	name,
	uid,
});

/** The most Pods that may use one claim together. @mirrors k8s.io/api/resource/v1 ResourceClaimReservedForMaxSize */
export const mostConsumers = 256;

/** A device by its driver, pool and name, as it is shown: `gpu.example.com/node-a/gpu-0`. */
export const deviceId = ({
	driver,
	pool,
	device,
}: {
	readonly driver: string;
	readonly pool: string;
	readonly device: string;
}): string => `${driver}/${pool}/${device}`;
