import {forbidden, invalid, notFound, notSupported, required, duplicate} from '../../objects/field-error.js';
import type {PodSpec, ResourceRequirements} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {compareQuantities, parseQuantity} from '../../objects/quantity.js';
import {checkDNSLabel, checkNonNegativeQuantity, refuseEach, type Errors} from './checks.js';

const ofContainers = new Set(['cpu', 'memory', 'ephemeral-storage']);
const counted = [
	'pods',
	'resourcequotas',
	'services',
	'replicationcontrollers',
	'secrets',
	'configmaps',
	'persistentvolumeclaims',
	'services.nodeports',
	'services.loadbalancers',
];
const integers = new Set(counted);
const standard = new Set([
	...ofContainers,
	...counted,
	'requests.cpu',
	'requests.memory',
	'requests.ephemeral-storage',
	'requests.storage',
	'limits.cpu',
	'limits.memory',
	'limits.ephemeral-storage',
	'storage',
]);

export const isHugePages = (name: string): boolean => name.startsWith('hugepages-');

/** Whether a resource's name has no domain, or Kubernetes' own. */
export const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');

/** Whether a resource is a vendor's, such as `example.com/gpu`: its amounts are whole numbers and never shared. */
export const isExtended = (name: string): boolean =>
	!isNative(name) && !name.startsWith('requests.') && qualifiedNameErrors(`requests.${name}`).length === 0;

const mayOvercommit = (name: string): boolean => isNative(name) && !isHugePages(name);

/** Checks the name of a resource. @mirrors validateResourceName */
export const checkResourceName = (errors: Errors, field: string, name: string): boolean => {
	const messages = qualifiedNameErrors(name);
	refuseEach(errors, field, name, messages);
	if (messages.length > 0) {
		return false;
	}

	if (!name.includes('/') && !standard.has(name) && !name.startsWith('requests.hugepages-') && !isHugePages(name)) {
		errors.push(invalid(field, name, 'must be a standard resource type or fully qualified'));
		return false;
	}

	return true;
};

/** Checks the name of a resource that a container can request. @mirrors validateContainerResourceName */
export const checkContainerResourceName = (errors: Errors, field: string, name: string): void => {
	if (ofContainers.has(name)) {
		return;
	}

	checkResourceName(errors, field, name);
	if (!name.includes('/')) {
		if (!isHugePages(name)) {
			errors.push(invalid(field, name, 'must be a standard resource for containers'));
		}
	} else if (!isNative(name) && !isExtended(name)) {
		errors.push(invalid(field, name, "doesn't follow extended resource name standard"));
	}
};

const checkPodResourceName = (errors: Errors, field: string, name: string): void => {
	if (checkResourceName(errors, field, name) && name !== 'cpu' && name !== 'memory' && !isHugePages(name)) {
		errors.push(notSupported(field, name, ['cpu', 'hugepages-', 'memory']));
	}
};

/** An amount of a resource: not negative, and whole where fractions make no sense. @mirrors ValidateResourceQuantityValue */
export const checkResourceQuantity = (errors: Errors, field: string, name: string, quantity: string): void => {
	checkNonNegativeQuantity(errors, field, quantity);
	if ((integers.has(name) || isExtended(name)) && parseQuantity(quantity) % 1000n !== 0n) {
		errors.push(invalid(field, quantity, 'must be an integer'));
	}
};

const checkHugePages = (errors: Errors, field: string, name: string, quantity: string): void => {
	const size = parseQuantity(name.slice('hugepages-'.length));
	const amount = parseQuantity(quantity);
	if (amount % size !== 0n) {
		errors.push(invalid(field, quantity, `${quantity} is not positive integer multiple of ${name}`));
	}
};

type Requirements = ResourceRequirements & {
	readonly claims?: ReadonlyArray<{readonly name: string; readonly request?: string}>;
};

/** Names of a list of resources in the order of their errors. */
const namesOf = (list: Readonly<Record<string, string>> | undefined): string[] => (list ? Object.keys(list) : []);

/**
Requests and limits of a container.

@mirrors ValidateContainerResourceRequirements
*/
export const checkRequirements = (
	errors: Errors,
	path: string,
	requirements: Requirements | undefined,
	claims: PodSpec['resourceClaims'],
	checkName: (errors: Errors, field: string, name: string) => void = checkContainerResourceName,
): void => {
	if (!requirements) {
		return;
	}

	const {limits, requests} = requirements;
	let compute = false;
	let hugePages = false;
	for (const name of namesOf(limits)) {
		const field = `${path}.limits[${name}]`;
		checkName(errors, field, name);
		const amount = limits?.[name] ?? '';
		checkResourceQuantity(errors, field, name, amount);
		if (isHugePages(name)) {
			hugePages = true;
			checkHugePages(errors, field, name, amount);
		}

		compute ||= name === 'cpu' || name === 'memory';
	}

	for (const name of namesOf(requests)) {
		const field = `${path}.requests[${name}]`;
		const amount = requests?.[name] ?? '';
		const limit = limits?.[name];
		checkName(errors, field, name);
		checkResourceQuantity(errors, field, name, amount);
		if (limit === undefined) {
			if (!mayOvercommit(name)) {
				errors.push(required(`${path}.limits`, 'Limit must be set for non overcommitable resources'));
			}
		} else {
			const order = compareQuantities(amount, limit);
			if (order !== 0 && !mayOvercommit(name)) {
				errors.push(invalid(`${path}.requests`, amount, `must be equal to ${name} limit of ${limit}`));
			} else if (order > 0) {
				errors.push(invalid(`${path}.requests`, amount, `must be less than or equal to ${name} limit of ${limit}`));
			}
		}

		if (isHugePages(name)) {
			hugePages = true;
			checkHugePages(errors, field, name, amount);
		}

		compute ||= name === 'cpu' || name === 'memory';
	}

	if (hugePages && !compute) {
		errors.push(forbidden(path, 'HugePages require cpu or memory'));
	}

	checkClaims(errors, `${path}.claims`, requirements.claims, claims);
};

const checkClaims = (
	errors: Errors,
	path: string,
	used: Requirements['claims'],
	claims: PodSpec['resourceClaims'],
): void => {
	const seen = new Set<string>();
	for (const [index, {name, request}] of (used ?? []).entries()) {
		const at = `${path}[${index}]`;
		if (!name) {
			errors.push(required(at));
			continue;
		}

		if (seen.has(name)) {
			errors.push(duplicate(at, name));
		} else {
			if (request) {
				checkDNSLabel(errors, `${at}.request`, request);
			}

			const key = request ? `${name}/${request}` : name;
			if (seen.has(key)) {
				errors.push(duplicate(at, key));
			} else if (!request && [...seen].some((other) => other.startsWith(`${name}/`))) {
				errors.push(duplicate(at, name));
			}

			seen.add(key);
		}

		const known = (claims ?? []).map((claim) => claim.name).filter((claim) => claim !== '');
		if (!known.includes(name)) {
			const which = known.length === 0 ? ' which is empty' : `: ${known.sort().join(', ')}`;
			errors.push({...notFound(at, name), detail: `must be one of the names in pod.spec.resourceClaims${which}`});
		}
	}
};

/** Requests and limits of the whole Pod. @mirrors validatePodResources */
export const checkPodResources = (
	errors: Errors,
	path: string,
	spec: PodSpec,
	aggregate: (which: 'requests' | 'limits') => ReadonlyMap<string, string>,
): void => {
	const {resources} = spec;
	if (!resources) {
		return;
	}

	if (spec.os?.name === 'windows') {
		errors.push(forbidden(path, 'may not be set for a windows pod'));
		return;
	}

	if (resources.claims) {
		errors.push(forbidden(`${path}.claims`, 'claims may not be set for Resources at pod-level'));
	}

	checkRequirements(errors, path, resources, spec.resourceClaims, checkPodResourceName);
	for (const [name, amount] of aggregate('requests')) {
		const whole = resources.requests?.[name];
		if (whole !== undefined && compareQuantities(amount, whole) > 0) {
			errors.push(
				invalid(
					`${path}.requests[${name}]`,
					whole,
					`must be greater than or equal to aggregate container requests of ${amount}`,
				),
			);
		}
	}

	for (const [name, amount] of aggregate('limits')) {
		const whole = resources.limits?.[name];
		if (isHugePages(name) && whole !== undefined && compareQuantities(amount, whole) > 0) {
			errors.push(
				invalid(
					`${path}.limits[${name}]`,
					whole,
					`must be greater than or equal to aggregate container limits of ${amount}`,
				),
			);
		}
	}

	for (const [index, container] of (spec.containers ?? []).entries()) {
		for (const [name, amount] of Object.entries(container.resources?.limits ?? {})) {
			const whole = resources.limits?.[name];
			if (whole !== undefined && compareQuantities(amount, whole) > 0) {
				errors.push(
					invalid(
						`${path}.containers[${index}][${name}].limits`,
						amount,
						`must be less than or equal to pod limits of ${whole}`,
					),
				);
			}
		}
	}
};
