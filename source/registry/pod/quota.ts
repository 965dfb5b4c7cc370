import type {QuotaUse} from '../kind.js';
import {matchesValues, type ScopeExpression} from '../quota/scope-expression.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {isTerminal, qosClass} from '../../objects/pod.js';
import type {Amounts} from '../quota/amounts.js';
import type {Pod} from '../../objects/kubernetes.generated.js';

/** Whether a resource has a domain other than Kubernetes' own, such as a GPU. */
const isExtended = (name: string): boolean =>
	name.includes('/') && !/(?:^|\.)kubernetes\.io\//.test(name) && !name.startsWith('requests.');

const isHugePages = (name: string): boolean => name.startsWith('hugepages-');
const basic = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** The usage of a Pod; a finished Pod only counts as an object. */
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

const podNames = new Set([
	'pods',
	'count/pods',
	...[...basic].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);

const isPodName = (name: string): boolean =>
	podNames.has(name) ||
	isHugePages(name) ||
	name.startsWith('requests.hugepages-') ||
	(name.startsWith('requests.') && isExtended(name.slice('requests.'.length)));

const compute = new Set(['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']);

/**
The quota's compute resources that a container does not specify: `limits.cpu for: main,side; …`, or `undefined`. Containers may omit them if
the Pod sets resources for all of them.

@mirrors podEvaluator.Constraints
*/
const unnamedResources = ({spec}: Pod, names: readonly string[]): string | undefined => {
	const own = spec.resources;
	if (own && Object.keys({...own.requests, ...own.limits}).length > 0) {
		return undefined;
	}

	const lines: string[] = [];
	for (const name of names.filter((candidate) => compute.has(candidate)).sort()) {
		const [kind = '', resource = ''] = name.includes('.') ? name.split('.') : ['requests', name];
		const names = [...spec.containers, ...(spec.initContainers ?? [])]
			.filter(({resources}) => (kind === 'limits' ? resources?.limits : resources?.requests)?.[resource] === undefined)
			.map((container) => container.name);
		if (names.length > 0) {
			lines.push(`${name} for: ${[...new Set(names)].sort().join(',')}`);
		}
	}

	return lines.length === 0 ? undefined : lines.join('; ');
};

const matchesPod = (expression: ScopeExpression, pod: Pod): boolean => {
	const {spec} = pod;
	const terminating = (spec.activeDeadlineSeconds ?? -1) >= 0;
	switch (expression.scopeName) {
		case 'Terminating': {
			return terminating;
		}

		case 'NotTerminating': {
			return !terminating;
		}

		case 'BestEffort': {
			return qosClass(pod) === 'BestEffort';
		}

		case 'NotBestEffort': {
			return qosClass(pod) !== 'BestEffort';
		}

		case 'PriorityClass': {
			return matchesValues(expression, spec.priorityClassName ? [spec.priorityClassName] : []);
		}

		case 'CrossNamespacePodAffinity': {
			return usesOtherNamespaces(pod);
		}

		default: {
			return false;
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

/** The amounts that quotas count for Pods. @mirrors k8s.io/kubernetes/pkg/quota/v1/evaluator/core podEvaluator */
export const podQuota: QuotaUse<Pod> = {
	usage: podUsage,
	concerns: isPodName,
	isInScope: matchesPod,
	unnamed: unnamedResources,
};
