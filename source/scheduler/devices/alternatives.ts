import type {AllocationResult, ResourceV1ResourceClaim} from '../../objects/kubernetes.generated.js';

/** The most alternatives of a request. @mirrors k8s.io/api/resource/v1 FirstAvailableDeviceRequestMaxSize */
const mostAlternatives = 8;

/** Whether a request of the claim names several kinds of devices, the best first. */
export const hasAlternatives = ({spec}: ResourceV1ResourceClaim): boolean =>
	spec.devices?.requests?.some(({firstAvailable}) => firstAvailable?.length) ?? false;

/**
The score of claims' devices: the earlier an alternative is in its list, the better.

@param results of each claim.
@mirrors dynamicresources.computeScore
*/
export const alternativesScore = (
	claims: readonly ResourceV1ResourceClaim[],
	results: readonly AllocationResult[],
): number => {
	let score = 0;
	for (const [index, {spec}] of claims.entries()) {
		const chosen = new Set(results[index]?.devices?.results?.map(({request}) => request));
		for (const {name, firstAvailable = []} of spec.devices?.requests ?? []) {
			for (const [place, alternative] of firstAvailable.entries()) {
				score += chosen.has(`${name}/${alternative.name}`) ? mostAlternatives - place : 0;
			}
		}
	}

	return score;
};
