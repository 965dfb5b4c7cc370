import type {Container, PersistentVolumeClaim, Pod, Service} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {compareQuantities} from '../../objects/quantity.js';

/** Names of quota resources with amounts. */
export type Amounts = Readonly<Record<string, string>>;

/** A resource of the API, as quotas name it. */
export interface Counted {
	readonly group: string;
	readonly plural: string;
}

/** Resources with a name of their own beside `count/<plural>`. */
const ownNames = new Set(['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas']);

/** `count/deployments.apps` */
export const countName = ({group, plural}: Counted): string => `count/${plural}${group === '' ? '' : `.${group}`}`;

/**
What an object counts for in the quotas of its namespace.

@mirrors k8s.io/kubernetes/pkg/quota/v1/evaluator/core
*/
export const quotaUsage = (resource: Counted, object: unknown): Amounts => {
	const count: Amounts = {[countName(resource)]: '1'};
	if (resource.group !== '') {
		return count;
	}

	switch (resource.plural) {
		case 'pods': {
			return {...count, ...podUsage(object as Pod)};
		}

		case 'services': {
			return {...count, services: '1', ...serviceUsage(object as Service)};
		}

		case 'persistentvolumeclaims': {
			return {...count, persistentvolumeclaims: '1', ...claimUsage(object as PersistentVolumeClaim)};
		}

		default: {
			return ownNames.has(resource.plural) ? {...count, [resource.plural]: '1'} : count;
		}
	}
};

/** Names with a domain that is not Kubernetes' own: GPUs and the like. */
const isExtended = (name: string): boolean =>
	name.includes('/') && !/(?:^|\.)kubernetes\.io\//.test(name) && !name.startsWith('requests.');

const isHugePages = (name: string): boolean => name.startsWith('hugepages-');
const basic = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** A finished Pod still counts as an object, but uses nothing. */
const podUsage = (pod: Pod): Amounts => {
	if (isTerminal(pod)) {
		return {};
	}

	const usage: Record<string, string> = {pods: '1'};
	for (const [name, amount] of Object.entries(podRequestQuantities(pod))) {
		if (basic.has(name) || isHugePages(name)) {
			usage[name] = amount;
			usage[`requests.${name}`] = amount;
		} else if (isExtended(name)) {
			usage[`requests.${name}`] = amount;
		}
	}

	for (const [name, amount] of Object.entries(podLimitQuantities(pod))) {
		if (basic.has(name)) {
			usage[`limits.${name}`] = amount;
		}
	}

	return usage;
};

const serviceUsage = ({spec}: Service): Amounts => {
	const ports = spec?.ports ?? [];
	const all = String(ports.length);
	switch (spec?.type) {
		case 'NodePort': {
			return {'services.nodeports': all, 'services.loadbalancers': '0'};
		}

		case 'LoadBalancer': {
			return {
				'services.nodeports':
					spec.allocateLoadBalancerNodePorts === false ? String(ports.filter(({nodePort}) => nodePort).length) : all,
				'services.loadbalancers': '1',
			};
		}

		default: {
			return {'services.nodeports': '0', 'services.loadbalancers': '0'};
		}
	}
};

/** What is asked for, or what is given already where that is more. */
const claimUsage = ({metadata, spec, status}: PersistentVolumeClaim): Amounts => {
	const asked = spec.resources?.requests?.['storage'];
	const given = status?.allocatedResources?.['storage'];
	const size = asked && given && compareQuantities(given, asked) > 0 ? given : asked;
	const name = metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName;
	const prefix = name ? `${name}.storageclass.storage.k8s.io/` : undefined;
	return {
		...(prefix ? {[`${prefix}persistentvolumeclaims`]: '1'} : {}),
		...(size ? {'requests.storage': size} : {}),
		...(prefix && size ? {[`${prefix}requests.storage`]: size} : {}),
	};
};

const podNames = new Set([
	'pods',
	'count/pods',
	...[...basic].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);

/** Which of the names a quota limits are about objects of the resource. @mirrors Evaluator.MatchingResources */
export const matchingNames = (resource: Counted, names: readonly string[]): readonly string[] => {
	const count = countName(resource);
	if (resource.group !== '') {
		return names.filter((name) => name === count);
	}

	switch (resource.plural) {
		case 'pods': {
			return names.filter(
				(name) =>
					podNames.has(name) ||
					isHugePages(name) ||
					name.startsWith('requests.hugepages-') ||
					(name.startsWith('requests.') && isExtended(name.slice('requests.'.length))),
			);
		}

		case 'services': {
			return names.filter((name) => name === count || name === 'services' || name.startsWith('services.'));
		}

		case 'persistentvolumeclaims': {
			return names.filter(
				(name) =>
					name === count ||
					name === 'persistentvolumeclaims' ||
					name === 'requests.storage' ||
					/\.storageclass\.storage\.k8s\.io\/(?:requests\.storage|persistentvolumeclaims)$/.test(name),
			);
		}

		default: {
			return names.filter((name) => name === count || (ownNames.has(resource.plural) && name === resource.plural));
		}
	}
};

const compute = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']);

/**
Which compute resources of the quota a container forgot to name: `limits.cpu for: main,side; …`, or `undefined`. A Pod that speaks for all its containers need not.

@mirrors podEvaluator.Constraints
*/
export const unnamedResources = ({spec}: Pod, required: readonly string[]): string | undefined => {
	const own = (spec as {readonly resources?: Container['resources']}).resources;
	if (own && Object.keys({...own.requests, ...own.limits}).length > 0) {
		return undefined;
	}

	const lines: string[] = [];
	for (const name of required.filter((candidate) => compute.has(candidate)).sort()) {
		const [kind, resource] = name.includes('.') ? (name.split('.') as [string, string]) : ['requests', name];
		const names = ([...spec.containers, ...(spec.initContainers ?? [])] as readonly Container[])
			.filter(({resources}) => (kind === 'limits' ? resources?.limits : resources?.requests)?.[resource] === undefined)
			.map((container) => container.name);
		if (names.length > 0) {
			lines.push(`${name} for: ${[...new Set(names)].sort().join(',')}`);
		}
	}

	return lines.length === 0 ? undefined : lines.join('; ');
};
