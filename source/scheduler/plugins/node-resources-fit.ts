import type {Pod} from '../../objects/kubernetes.generated.js';
import {resourceAmounts} from '../../objects/pod-resources.js';
import type {PluginArguments, ScoringStrategy} from '../../objects/scheduler-configuration/configuration.js';
import type {ClusterEvent, Plugin, Refusal} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import {podInfo, type PodInfo} from '../pod-info.js';
import {leastAllocated, mostAllocated, requestedToCapacityRatio, type ResourceScore} from '../resource-scores.js';

/** The arguments of NodeResourcesFit. */
type FitArguments = Pick<PluginArguments, 'ignoredResources' | 'ignoredResourceGroups' | 'scoringStrategy'>;

const scoreBy = ({type, resources, requestedToCapacityRatio: ratio}: ScoringStrategy): ResourceScore => {
	switch (type) {
		case 'MostAllocated': {
			return mostAllocated(resources);
		}

		case 'RequestedToCapacityRatio': {
			return requestedToCapacityRatio(ratio?.shape ?? [], resources);
		}

		default: {
			return leastAllocated(resources);
		}
	}
};

/**
Admits nodes with room for the Pod's requests, and by default prefers those with the most free resources (LeastAllocated). Only requests
count, not actual usage: a node can be idle and full.

@see https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
@see https://kubernetes.io/docs/concepts/scheduling-eviction/resource-bin-packing/
*/
export const nodeResourcesFit = ({
	ignoredResources = [],
	ignoredResourceGroups = [],
	scoringStrategy = {},
}: FitArguments = {}): Plugin<never, true> => {
	/** Whether a resource is ignored; only extended resources can be. */
	const isIgnored = (name: string): boolean =>
		isExtended(name) &&
		(ignoredResources.includes(name) || ignoredResourceGroups.includes(name.slice(0, name.indexOf('/'))));
	const ignores = ignoredResources.length + ignoredResourceGroups.length > 0 ? isIgnored : undefined;
	const {type = 'LeastAllocated'} = scoringStrategy;
	const score = scoreBy(scoringStrategy);
	return {
		name: 'NodeResourcesFit',
		...(type === 'LeastAllocated' ? {} : {strategy: type}),
		filter: (pod, node) => lacking(pod, node, ignores),
		prescore: () => true,
		score,
		worthRetrying,
	};
};

function worthRetrying(pod: Pod, event: ClusterEvent): boolean {
	if (event.resource === 'pods') {
		return event.action === 'DELETED' || (event.old !== undefined && shrank(event.old, event.object));
	}

	if (event.resource !== 'nodes' || event.action === 'DELETED') {
		return false;
	}

	const now = resourceAmounts(event.object.status?.allocatable);
	const before = event.old ? resourceAmounts(event.old.status?.allocatable) : {};
	const {requests} = podInfo(pod);
	return (
		Object.entries(requests).every(([name, amount]) => amount <= (now[name] ?? 0)) &&
		Object.entries(now).some(([name, amount]) => amount > (before[name] ?? 0))
	);
}

const basic: readonly string[] = ['cpu', 'memory', 'ephemeral-storage'];

/** Whether a resource is neither Kubernetes' own nor a limit of a quota. @mirrors v1helper.IsExtendedResourceName */
const isExtended = (name: string): boolean =>
	name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.');

/**
The resources that a node lacks. Preemption does not help if the node would lack them even when empty.

@param isIgnored whether a resource is ignored.

@mirrors noderesources.fitsRequest
*/
export const lacking = (
	{requests}: PodInfo,
	node: NodeInfo,
	isIgnored?: (resource: string) => boolean,
): Refusal | undefined => {
	let reasons: string[] | undefined;
	let resolvable = true;
	if (node.podCount + 1 > (node.allocatable['pods'] ?? 0)) {
		reasons = ['Too many pods'];
	}

	const check = (name: string) => {
		const wanted = requests[name] ?? 0;
		if (wanted > 0) {
			const allocatable = node.allocatable[name] ?? 0;
			if (wanted > allocatable - (node.requested[name] ?? 0)) {
				(reasons ??= []).push(`Insufficient ${name}`);
				resolvable &&= wanted <= allocatable;
			}
		}
	};

	for (const name of basic) {
		check(name);
	}

	for (const name in requests) {
		if (!basic.includes(name) && !isIgnored?.(name)) {
			check(name);
		}
	}

	return reasons && {reasons, resolvable};
};

const shrank = (before: Pod, now: Pod): boolean => {
	const requests = podInfo(now).requests;
	return Object.entries(podInfo(before).requests).some(([name, amount]) => (requests[name] ?? 0) < amount);
};
