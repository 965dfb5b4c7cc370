import {duplicate, invalid, notSupported, required} from '../../objects/field-error.js';
import type {ContainerStatus, Pod} from '../../objects/kubernetes.generated.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {checkDNSLabel, refuseEach, requireValue, type Errors} from '../validation/checks.js';

/** Checks the claims that were made for a Pod. @mirrors validatePodResourceClaimStatuses */
export const checkClaims = (errors: Errors, {spec, status}: Pod): void => {
	if (!status?.resourceClaimStatuses) {
		return;
	}

	const names = new Set<string>();
	for (const [index, {name, resourceClaimName}] of status.resourceClaimStatuses.entries()) {
		const field = `status.resourceClaimStatuses[${index}].name`;
		if (!spec.resourceClaims?.some((claim) => claim.name === name)) {
			errors.push(invalid(field, name, 'must match the name of an entry in `spec.resourceClaims`'));
		}

		if (names.has(name)) {
			errors.push(duplicate(field, name));
		}

		names.add(name);
		if (resourceClaimName !== undefined) {
			refuseEach(errors, field, resourceClaimName, dnsSubdomainErrors(resourceClaimName));
		}
	}
};

/** The request in the scheduler's claim for each extended resource of a container. @mirrors validatePodExtendedResourceClaimStatus */
export const checkExtendedClaim = (errors: Errors, {spec, status}: Pod): void => {
	const claim = status?.extendedResourceClaimStatus;
	if (!claim) {
		return;
	}

	const path = 'status.extendedResourceClaimStatus';
	const mappings = claim.requestMappings ?? [];
	if (mappings.length === 0) {
		errors.push(required(`${path}.requestMappings`, 'at least one request mapping is required'));
	}

	const containers = new Map(
		[...(spec.initContainers ?? []), ...(spec.containers ?? [])].map((container) => [container.name, container]),
	);
	const seen = new Set<string>();
	for (const [index, {containerName, resourceName, requestName}] of mappings.entries()) {
		const at = `${path}.requestMappings[${index}]`;
		const container = containers.get(containerName);
		if (!container) {
			const detail = 'must match the name of an entry in spec.initContainers.name or spec.containers.name';
			errors.push(invalid(`${at}.containerName`, containerName, detail));
		} else if (container.resources?.requests?.[resourceName] === undefined) {
			const detail =
				'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests';
			errors.push(invalid(`${at}.resourceName`, resourceName, detail));
		}

		checkDNSLabel(errors, `${path}.requestName`, requestName);
		const key = JSON.stringify([containerName, resourceName, requestName]);
		if (seen.has(key)) {
			errors.push(
				duplicate(`${at}.containerName`, containerName),
				duplicate(`${at}.resourceName`, resourceName),
				duplicate(`${at}.requestName`, requestName),
			);
		}

		seen.add(key);
	}

	const name = claim.resourceClaimName;
	if (requireValue(errors, `${path}.resourceClaimName`, name)) {
		refuseEach(errors, `${path}.resourceClaimName`, name, dnsSubdomainErrors(name));
	}
};

const healths = ['Healthy', 'Unhealthy', 'Unknown'];

/** Devices allocated to a container must match its requests, and each is reported once. @mirrors validateContainerStatusAllocatedResourcesStatus */
export const checkAllocated = (
	errors: Errors,
	path: string,
	statuses: readonly ContainerStatus[],
	{spec}: Pod,
): void => {
	const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
	for (const [index, {name: owner, allocatedResourcesStatus}] of statuses.entries()) {
		const container = containers.find(({name}) => name === owner);
		for (const [position, {name, resources}] of (allocatedResourcesStatus ?? []).entries()) {
			const at = `${path}[${index}].allocatedResourcesStatus[${position}]`;
			const claims = container?.resources?.claims ?? [];
			const asked = name.startsWith('claim:')
				? claims.some((claim) => name === `claim:${claim.name}${claim.request ? `/${claim.request}` : ''}`)
				: container?.resources?.requests?.[name] !== undefined;
			if (container && !asked) {
				const detail = name.startsWith('claim:')
					? "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty"
					: "must match one of the container's resource requests";
				errors.push(invalid(`${at}.name`, name, detail));
			}

			const seen = new Set<string>();
			for (const [place, {resourceID, health = ''}] of (resources ?? []).entries()) {
				if (!healths.includes(health)) {
					errors.push(notSupported(`${at}.resources[${place}].health`, health, healths));
				}

				if (seen.has(resourceID)) {
					errors.push(duplicate(`${at}.resources[${place}].resourceID`, resourceID));
				}

				seen.add(resourceID);
			}
		}
	}
};
