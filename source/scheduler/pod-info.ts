import type {LabelSelector, Pod, PodAffinityTerm} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import {isSidecar, podRequests, type ResourceAmounts} from '../objects/pod-resources.js';
import {getOrInsert} from '../kernel/get-or-insert.js';
import {RecentMap} from '../kernel/memoised.js';

/** A term of inter-Pod affinity, with its namespaces made explicit. */
export interface AffinityTerm {
	readonly namespaces: readonly string[];
	readonly namespaceSelector?: LabelSelector;
	readonly selector?: LabelSelector;
	readonly topologyKey: string;
	/** 0 for required terms. */
	readonly weight: number;
}

/** A port of the node that a Pod uses exclusively. */
export interface HostPort {
	readonly ip: string;
	readonly protocol: string;
	readonly port: number;
}

/** A Pod with the values that scheduling repeatedly needs, computed once. */
export interface PodInfo {
	readonly pod: Pod;
	/** `namespace/name`. */
	readonly key: string;
	readonly requests: ResourceAmounts;
	/** CPU in thousandths that scoring assumes: a container without a request counts as 100. */
	readonly assumedCpuMillis: number;
	/** Memory in bytes that scoring assumes: a container without a request counts as 200 MiB. */
	readonly assumedMemoryBytes: number;
	readonly priority: number;
	readonly hostPorts: readonly HostPort[];
	readonly claimNames: readonly string[];
	readonly requiredAffinity: readonly AffinityTerm[];
	readonly requiredAntiAffinity: readonly AffinityTerm[];
	readonly preferredAffinity: readonly AffinityTerm[];
	readonly preferredAntiAffinity: readonly AffinityTerm[];
	readonly hasAffinity: boolean;
	/** The affinity terms: the same object for Pods with equal inter-Pod affinity. */
	readonly terms: object;
	/** Equal for Pods that selectors cannot tell apart: namespace, labels, and whether it is being deleted. */
	readonly look: string;
}

const assumedCpuMillis = 100;
const assumedMemoryBytes = 200 * 1024 * 1024;
const none: readonly never[] = Object.freeze([]);
const known = new WeakMap<Pod, PodInfo>();

/** The parts of a Pod that scheduling reads; cached by object. */
export const podInfo = (pod: Pod): PodInfo => {
	return getOrInsert(known, pod, read);
};

const read = (pod: Pod): PodInfo => {
	const {spec, metadata} = pod;
	const {namespace = 'default', name} = metadata;
	const requests = podRequests(pod);
	const affinity = spec?.affinity?.podAffinity;
	const antiAffinity = spec?.affinity?.podAntiAffinity;
	const required = (terms: readonly PodAffinityTerm[] | undefined) =>
		terms?.map((term) => readTerm(term, namespace, 0)) ?? none;
	const requiredAffinity = required(affinity?.requiredDuringSchedulingIgnoredDuringExecution);
	const requiredAntiAffinity = required(antiAffinity?.requiredDuringSchedulingIgnoredDuringExecution);
	const preferred = (
		terms: ReadonlyArray<{readonly weight: number; readonly podAffinityTerm: PodAffinityTerm}> | undefined,
	) => terms?.map(({weight, podAffinityTerm}) => readTerm(podAffinityTerm, namespace, weight)) ?? none;
	const preferredAffinity = preferred(affinity?.preferredDuringSchedulingIgnoredDuringExecution);
	const preferredAntiAffinity = preferred(antiAffinity?.preferredDuringSchedulingIgnoredDuringExecution);
	const hasAffinity =
		requiredAffinity.length > 0 ||
		requiredAntiAffinity.length > 0 ||
		preferredAffinity.length > 0 ||
		preferredAntiAffinity.length > 0;
	return {
		pod,
		key: `${namespace}/${name}`,
		requests,
		...assumedFor(pod, requests),
		priority: spec?.priority ?? 0,
		hostPorts: hostPortsOf(pod),
		claimNames: claimNamesOf(pod),
		requiredAffinity,
		requiredAntiAffinity,
		preferredAffinity,
		preferredAntiAffinity,
		hasAffinity,
		terms: hasAffinity
			? getOrInsert(knownTermSets, JSON.stringify([namespace, affinity, antiAffinity]), () => ({}))
			: noTerms,
		look: `${namespace} ${metadata.deletionTimestamp !== undefined} ${JSON.stringify(metadata.labels)}`,
	};
};

const noTerms = Object.freeze({});
const knownTermSets = new RecentMap<string, object>(1000);
const knownTerms = new RecentMap<string, AffinityTerm>(1000);

/** Shares equal terms as one object, so that one check serves all Pods of a workload. */
const readTerm = (term: PodAffinityTerm, ownNamespace: string, weight: number): AffinityTerm =>
	getOrInsert(knownTerms, JSON.stringify([term, ownNamespace, weight]), () => newTerm(term, ownNamespace, weight));

const newTerm = (term: PodAffinityTerm, ownNamespace: string, weight: number): AffinityTerm => {
	const implied = term.namespaceSelector ? none : [ownNamespace];
	return {
		namespaces: term.namespaces?.length ? term.namespaces : implied,
		namespaceSelector: term.namespaceSelector,
		selector: term.labelSelector,
		topologyKey: term.topologyKey,
		weight,
	};
};

/** Whether the term applies to this Pod. @mirrors k8s.io/kube-scheduler/framework AffinityTerm.Matches */
export const termMatches = (
	term: AffinityTerm,
	pod: Pod,
	namespaceLabels: (namespace: string) => Readonly<Record<string, string>> | undefined,
): boolean => {
	const namespace = pod.metadata?.namespace ?? 'default';
	return (
		(term.namespaces.includes(namespace) ||
			(term.namespaceSelector !== undefined &&
				matchesLabelSelector(term.namespaceSelector, namespaceLabels(namespace) ?? {}))) &&
		matchesLabelSelector(term.selector, pod.metadata?.labels)
	);
};

type Assumed = Pick<PodInfo, 'assumedCpuMillis' | 'assumedMemoryBytes'>;
/** The assumed requests, by the requests they complete, which are one shared value per spec. */
const knownAssumed = new WeakMap<ResourceAmounts, Assumed>();

const assumedFor = (pod: Pod, requests: ResourceAmounts): Assumed => {
	return getOrInsert(knownAssumed, requests, () => ({
		assumedCpuMillis: assumed(pod, 'cpu', assumedCpuMillis),
		assumedMemoryBytes: assumed(pod, 'memory', assumedMemoryBytes),
	}));
};

/**
A Pod's request of one resource, with `missing` for every container without one: otherwise, Pods without requests would not count and all land on one node.

@mirrors k8s.io/component-helpers/resource PodRequests with NonMissingContainerRequests
*/
const assumed = (pod: Pod, resource: 'cpu' | 'memory', missing: number): number => {
	const {containers = [], initContainers = [], resources} = pod.spec ?? {};
	const lacks = [...containers, ...initContainers].some(
		(container) => container.resources?.requests?.[resource] === undefined,
	);
	if (!lacks || resources?.requests?.[resource] !== undefined) {
		return podRequests(pod)[resource] ?? 0;
	}

	const text = resource === 'cpu' ? `${missing}m` : String(missing);
	const filled = (container: (typeof containers)[number]) => ({
		...container,
		resources: {...container.resources, requests: {[resource]: text, ...container.resources?.requests}},
	});
	return (
		podRequests({
			...pod,
			spec: {...pod.spec, containers: containers.map(filled), initContainers: initContainers.map(filled)},
		})[resource] ?? 0
	);
};

const hostPortsOf = (pod: Pod): readonly HostPort[] => {
	const {containers = [], initContainers = []} = pod.spec ?? {};
	const ports: HostPort[] = [];
	for (const container of [...containers, ...initContainers.filter((init) => isSidecar(init))]) {
		for (const {hostPort, hostIP, protocol} of container.ports ?? []) {
			if (hostPort) {
				ports.push({ip: hostIP || '0.0.0.0', protocol: protocol ?? 'TCP', port: hostPort});
			}
		}
	}

	return ports.length > 0 ? ports : none;
};

/** Claims of the Pod's namespace that its volumes use; a generic ephemeral volume's claim is named after Pod and volume. */
const claimNamesOf = (pod: Pod): readonly string[] => {
	const names = [];
	for (const volume of pod.spec?.volumes ?? []) {
		if (volume.persistentVolumeClaim) {
			names.push(volume.persistentVolumeClaim.claimName);
		} else if (volume.ephemeral) {
			names.push(`${pod.metadata.name}-${volume.name}`);
		}
	}

	return names.length > 0 ? names : none;
};
