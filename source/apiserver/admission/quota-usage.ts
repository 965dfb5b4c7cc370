import type {
	Container,
	PersistentVolumeClaim,
	Pod,
	ResourceQuota,
	Service,
} from '../../objects/kubernetes.generated.js';
import {qosClass} from '../../objects/pod.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {addQuantities} from '../../objects/quantity.js';
import type {AdmissionAttributes, KubernetesObject} from './plugin.js';

type Amounts = Readonly<Record<string, string>>;

const counted = new Set([
	'configmaps',
	'secrets',
	'services',
	'persistentvolumeclaims',
	'replicationcontrollers',
	'resourcequotas',
	'pods',
]);

/** What an object counts for in the namespace's quotas: names of quota resources with amounts. */
export const usageOf = ({resource}: Pick<AdmissionAttributes, 'resource'>, object: KubernetesObject): Amounts => {
	const count = `count/${resource.plural}${resource.group === '' ? '' : `.${resource.group}`}`;
	const own: Amounts = {
		[count]: '1',
		...(resource.group === '' && counted.has(resource.plural) ? {[resource.plural]: '1'} : {}),
	};
	if (resource.group !== '') {
		return own;
	}

	switch (resource.plural) {
		case 'pods': {
			return {...own, ...podUsage(object as Pod)};
		}

		case 'services': {
			return {...own, ...serviceUsage(object as Service)};
		}

		case 'persistentvolumeclaims': {
			return {...own, ...claimUsage(object as PersistentVolumeClaim)};
		}

		default: {
			return own;
		}
	}
};

/** A finished Pod still counts as an object, but uses nothing. */
const podUsage = (pod: Pod): Amounts => {
	if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') {
		return {pods: '0'};
	}

	const usage: Record<string, string> = {};
	for (const [name, amount] of Object.entries(podRequestQuantities(pod))) {
		usage[`requests.${name}`] = amount;
		if (name === 'cpu' || name === 'memory' || name === 'ephemeral-storage' || name.startsWith('hugepages-')) {
			usage[name] = amount;
		}
	}

	for (const [name, amount] of Object.entries(podLimitQuantities(pod))) {
		usage[`limits.${name}`] = amount;
	}

	return usage;
};

const serviceUsage = ({spec}: Service): Amounts => {
	const ports = String(spec?.ports?.length ?? 0);
	switch (spec?.type) {
		case 'NodePort': {
			return {'services.nodeports': ports};
		}

		case 'LoadBalancer': {
			return {
				'services.loadbalancers': '1',
				'services.nodeports': spec.allocateLoadBalancerNodePorts === false ? '0' : ports,
			};
		}

		default: {
			return {};
		}
	}
};

const claimUsage = ({spec}: PersistentVolumeClaim): Amounts => {
	const size = spec.resources?.requests?.['storage'];
	const name = spec.storageClassName;
	const prefix = name ? `${name}.storageclass.storage.k8s.io/` : undefined;
	return {
		...(size ? {'requests.storage': size} : {}),
		...(prefix ? {[`${prefix}persistentvolumeclaims`]: '1'} : {}),
		...(prefix && size ? {[`${prefix}requests.storage`]: size} : {}),
	};
};

/** Sum of two usages. */
export const addUsage = (a: Amounts, b: Amounts): Amounts => {
	const sum: Record<string, string> = {...a};
	for (const [name, amount] of Object.entries(b)) {
		sum[name] = sum[name] === undefined ? amount : addQuantities(sum[name], amount);
	}

	return sum;
};

/** Whether the quota's scopes cover the object; scopes speak of Pods only. */
export const inScope = (quota: ResourceQuota, resource: string, object: KubernetesObject): boolean => {
	const expressions = [
		...(quota.spec?.scopes ?? []).map((scopeName) => ({
			scopeName,
			operator: 'Exists',
			values: [] as readonly string[],
		})),
		...(quota.spec?.scopeSelector?.matchExpressions ?? []).map(({scopeName, operator, values}) => ({
			scopeName,
			operator: operator as string,
			values: values ?? [],
		})),
	];
	return expressions.every(({scopeName, operator, values}) => {
		if (resource !== 'pods') {
			return false;
		}

		const {spec} = object as Pod;
		switch (scopeName) {
			case 'Terminating': {
				return spec.activeDeadlineSeconds !== undefined;
			}

			case 'NotTerminating': {
				return spec.activeDeadlineSeconds === undefined;
			}

			case 'BestEffort': {
				return qosClass(object as Pod) === 'BestEffort';
			}

			case 'NotBestEffort': {
				return qosClass(object as Pod) !== 'BestEffort';
			}

			case 'PriorityClass': {
				return matchesValue(spec.priorityClassName, operator, values);
			}

			case 'CrossNamespacePodAffinity': {
				return usesOtherNamespaces(object as Pod);
			}

			default: {
				return false;
			}
		}
	});
};

const matchesValue = (value: string | undefined, operator: string, values: readonly string[]): boolean => {
	switch (operator) {
		case 'In': {
			return value !== undefined && values.includes(value);
		}

		case 'NotIn': {
			return value === undefined || !values.includes(value);
		}

		case 'DoesNotExist': {
			return !value;
		}

		default: {
			return Boolean(value);
		}
	}
};

const usesOtherNamespaces = ({spec}: Pod): boolean =>
	[spec.affinity?.podAffinity, spec.affinity?.podAntiAffinity].some((affinity) =>
		[
			...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
			...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({podAffinityTerm}) => podAffinityTerm),
		].some(({namespaces, namespaceSelector}) => (namespaces?.length ?? 0) > 0 || namespaceSelector !== undefined),
	);

const compute = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']);

/** Which compute resources of the quota a container forgot to name: `limits.cpu for: main,side; …`, or `undefined`. */
export const unnamedResources = (pod: Pod, required: readonly string[]): string | undefined => {
	const lines: string[] = [];
	for (const name of required.filter((candidate) => compute.has(candidate)).sort()) {
		const [kind, resource] = name.includes('.') ? (name.split('.') as [string, string]) : ['requests', name];
		const names = ([...pod.spec.containers, ...(pod.spec.initContainers ?? [])] as readonly Container[])
			.filter(({resources}) => (kind === 'limits' ? resources?.limits : resources?.requests)?.[resource] === undefined)
			.map((container) => container.name);
		if (names.length > 0) {
			lines.push(`${name} for: ${[...new Set(names)].sort().join(',')}`);
		}
	}

	return lines.length === 0 ? undefined : lines.join('; ');
};
