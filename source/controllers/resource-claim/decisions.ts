import type {Pod, PodResourceClaim, ResourceV1ResourceClaim} from '../../objects/kubernetes.generated.js';
import {controllerOf, isControlledBy, ownerReference} from '../../objects/owner.js';
import {isTerminal} from '../../objects/pod.js';
import {isReservedFor, mostConsumers, notForPod, podClaim, podClaimAnnotation} from '../../objects/resource-claims.js';
import type {ResourceClaimTemplate} from '../../objects/kubernetes.generated.js';
import type {Draft} from '../../client/client.js';

/** Finds a claim in the Pod's namespace. */
export type FindClaim = (name: string) => ResourceV1ResourceClaim | undefined;

/** Whether no container of the Pod runs or will run. @mirrors resourceclaim.isPodDone */
export const isDone = (pod: Pod): boolean =>
	isTerminal(pod) || (pod.metadata.deletionTimestamp !== undefined && !pod.spec.nodeName);

/** Whether a claim with devices can have one more user, and this Pod is not one of its users yet. */
export const canBeReserved = (claim: ResourceV1ResourceClaim, pod: Pod): boolean =>
	claim.status?.allocation !== undefined &&
	!isReservedFor(claim, pod) &&
	(claim.status.reservedFor?.length ?? 0) < mostConsumers;

/** Names of the claims of a Pod's entries, as far as known. */
export const claimNames = (pod: Pod): readonly string[] =>
	(pod.spec.resourceClaims ?? []).flatMap((entry) => {
		const claim = podClaim(pod, entry);
		return claim.case === 'named' ? [claim.name] : [];
	});

/** Whether a Pod's claims need work: one must be created, or the Pod, which has a node, must be added to its users. @mirrors Controller.podNeedsWork */
export const needsWork = (pod: Pod, find: FindClaim): boolean => {
	if (pod.metadata.deletionTimestamp !== undefined || isDone(pod)) {
		return false;
	}

	for (const entry of pod.spec.resourceClaims ?? []) {
		const wanted = podClaim(pod, entry);
		if (wanted.case === 'awaited') {
			return true;
		}

		if (wanted.case === 'none') {
			return false;
		}

		const claim = find(wanted.name);
		if (!claim) {
			return entry.resourceClaimTemplateName !== undefined;
		}

		if (wanted.isGenerated && notForPod(pod, claim) !== undefined) {
			return false;
		}

		if (pod.spec.nodeName && canBeReserved(claim, pod)) {
			return true;
		}
	}

	return false;
};

/** Whether the claim of an entry must be created: the entry names a template, and its claim does not exist. @mirrors Controller.handleClaim */
export const isMissing = (pod: Pod, entry: PodResourceClaim, find: FindClaim): boolean => {
	const wanted = podClaim(pod, entry);
	if (entry.resourceClaimTemplateName === undefined || wanted.case === 'none') {
		return false;
	}

	const claim = wanted.case === 'named' ? find(wanted.name) : undefined;
	return !claim || notForPod(pod, claim) !== undefined;
};

/** Whether the claim was made for this entry of the Pod. @mirrors Controller.findPodResourceClaim */
export const isMadeFor = (claim: ResourceV1ResourceClaim, pod: Pod, {name}: PodResourceClaim): boolean =>
	isControlledBy(claim, pod) && claim.metadata.annotations?.[podClaimAnnotation] === name;

const longestBase = 57;

/** The beginning of a generated claim's name; for long names, each part is cut equally. */
export const generatedName = (pod: string, entry: string): string => {
	const full = `${pod}-${entry}-`;
	const cut = (text: string) => text.slice(0, Math.trunc((text.length * longestBase) / full.length));
	return full.length > longestBase ? `${cut(pod)}-${cut(entry)}` : full;
};

/** The claim made from a template, for one entry of a Pod. */
export const claimFrom = (
	{spec: {metadata: {labels, annotations} = {}, spec}}: ResourceClaimTemplate,
	pod: Pod,
	{name}: PodResourceClaim,
): Draft<ResourceV1ResourceClaim> => ({
	apiVersion: 'resource.k8s.io/v1',
	kind: 'ResourceClaim',
	metadata: {
		generateName: generatedName(pod.metadata.name, name),
		namespace: pod.metadata.namespace,
		annotations: {...annotations, [podClaimAnnotation]: name},
		...(labels ? {labels} : {}),
		ownerReferences: [ownerReference({...pod, apiVersion: 'v1', kind: 'Pod'})],
	},
	spec,
});

/** The Pod that a claim was generated for. */
export const owningPod = (
	claim: ResourceV1ResourceClaim,
): {readonly name: string; readonly uid: string} | undefined => {
	const owner = controllerOf(claim);
	return owner?.kind === 'Pod' && owner.apiVersion === 'v1' ? owner : undefined;
};
