import {equal} from '../../kernel/equality.js';
import type {AllocationResult, Pod, ResourceV1ResourceClaim} from '../../objects/kubernetes.generated.js';
import {matchesNodeSelector} from '../../objects/node-selector.js';
import {isReservedFor, mostConsumers, notForPod, podClaim} from '../../objects/resource-claims.js';
import {allocateDevices, type DeviceSupply} from '../devices/allocator.js';
import {alternativesScore, hasAlternatives} from '../devices/alternatives.js';
import {unknownClass} from '../devices/requests.js';
import {
	failed,
	refuseForGood,
	scaleScores,
	skip,
	type ClusterEvent,
	type ClusterView,
	type DeviceView,
	type Plugin,
	type Prefiltered,
	type Refusal,
} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import type {PodInfo} from '../pod-info.js';

/** The planned changes to a claim before its Pod is bound. */
export interface PlannedClaim {
	readonly claim: ResourceV1ResourceClaim;
	/** The devices for the claim; `undefined` if it already has devices. */
	readonly allocation?: AllocationResult;
}

interface State {
	readonly claims: readonly ResourceV1ResourceClaim[];
	/** The claims without devices. */
	readonly unallocated: readonly ResourceV1ResourceClaim[];
	readonly supply: DeviceSupply;
}

/**
Admits nodes that can give the Pod's claims their devices, or that can reach the devices which they have.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/
@mirrors k8s.io/kubernetes/pkg/scheduler/framework/plugins/dynamicresources
*/
export const dynamicResources: Plugin<State, State> = {
	name: 'DynamicResources',

	concerns: ({spec}) => (spec.resourceClaims?.length ?? 0) > 0,

	preEnqueue(pod, devices) {
		const claims = claimsOf(pod, devices);
		return typeof claims === 'string' ? refuseForGood(claims) : undefined;
	},

	prefilter: look,

	filter: (_info, {node}, state) => filterNode(node, state),

	prescore(info, view) {
		const first = look(info, view);
		return first.kind === 'go' && first.state.unallocated.some((claim) => hasAlternatives(claim))
			? first.state
			: undefined;
	},

	score: (_info, {node}, {unallocated, supply}) => {
		const allocation = allocateDevices(unallocated, node, supply);
		return allocation.kind === 'allocated' ? alternativesScore(unallocated, allocation.results) : 0;
	},

	normalise: (scores) => scaleScores(scores, false),

	worthRetrying,
};

/** The claims of a Pod, or why it must wait for one. @mirrors DynamicResources.foreachPodResourceClaim */
const claimsOf = (pod: Pod, devices: DeviceView): readonly ResourceV1ResourceClaim[] | string => {
	const claims: ResourceV1ResourceClaim[] = [];
	for (const entry of pod.spec.resourceClaims ?? []) {
		const wanted = podClaim(pod, entry);
		if (wanted.case === 'none') {
			continue;
		}

		if (wanted.case === 'awaited') {
			return wanted.message;
		}

		const {name, isGenerated} = wanted;
		const claim = devices.claim(pod.metadata.namespace ?? 'default', name);
		if (!claim) {
			return `resourceclaim.resource.k8s.io "${name}" not found`;
		}

		if (claim.metadata.deletionTimestamp !== undefined) {
			return `resourceclaim "${name}" is being deleted`;
		}

		const foreign = isGenerated ? notForPod(pod, claim) : undefined;
		if (foreign !== undefined) {
			return foreign;
		}

		claims.push(claim);
	}

	return claims;
};

/** @mirrors DynamicResources.PreFilter */
function look({pod}: PodInfo, {devices}: ClusterView): Prefiltered<State> {
	const claims = claimsOf(pod, devices);
	const refused = (reason: string) => ({kind: 'refused', refusal: refuseForGood(reason)}) as const;
	if (typeof claims === 'string') {
		return refused(claims);
	}

	if (claims.length === 0) {
		return skip;
	}

	for (const claim of claims) {
		const {status, metadata} = claim;
		if (status?.allocation) {
			if ((status.reservedFor?.length ?? 0) >= mostConsumers && !isReservedFor(claim, pod)) {
				return refused('resourceclaim in use');
			}

			continue;
		}

		if (devices.isPending(metadata.uid)) {
			return refused(`resource claim ${metadata.namespace}/${metadata.name} is in the process of being allocated`);
		}

		const missing = unknownClass(claim, (name) => devices.deviceClass(name));
		if (missing !== undefined) {
			return refused(missing);
		}
	}

	return {
		kind: 'go',
		state: {
			claims,
			unallocated: claims.filter(({status}) => !status?.allocation),
			supply: {
				slices: devices.slices(),
				deviceClass: (name) => devices.deviceClass(name),
				taken: devices.taken(),
			},
		},
	};
}

/** Claims with devices that a node cannot reach. */
const outOfReach = (
	node: NodeInfo['node'],
	claims: readonly ResourceV1ResourceClaim[],
): readonly ResourceV1ResourceClaim[] =>
	claims.filter(({status}) => {
		const selector = status?.allocation?.nodeSelector;
		return selector !== undefined && !matchesNodeSelector(selector, node);
	});

/** @mirrors DynamicResources.Filter */
const filterNode = (node: NodeInfo['node'], {claims, unallocated, supply}: State): Refusal | undefined => {
	if (unallocated.length > 0) {
		const allocation = allocateDevices(unallocated, node, supply);
		if (allocation.kind === 'failed') {
			return failed(allocation.message);
		}

		if (allocation.kind === 'refused') {
			return refuseForGood(allocation.reason);
		}
	}

	return outOfReach(node, claims).length > 0 ? refuseForGood('resourceclaim not available on the node') : undefined;
};

/** The changes to a Pod's claims that binding it to this node needs; none for a Pod without claims. @mirrors DynamicResources.Reserve */
export const planClaims = (info: PodInfo, {node}: NodeInfo, view: ClusterView): readonly PlannedClaim[] => {
	if (!info.pod.spec.resourceClaims?.length) {
		return [];
	}

	const first = look(info, view);
	if (first.kind !== 'go') {
		return [];
	}

	const {claims, unallocated, supply} = first.state;
	const allocation = allocateDevices(unallocated, node, supply);
	const results = allocation.kind === 'allocated' ? allocation.results : [];
	return claims
		.filter((claim) => !isReservedFor(claim, info.pod))
		.map((claim) => ({claim, allocation: results[unallocated.indexOf(claim)]}));
};

/**
A claim that only this Pod uses and whose devices exclude every node: after its deallocation, it can be allocated others.

@mirrors DynamicResources.PostFilter; upstream picks any of several.
*/
export const idleClaim = ({pod}: PodInfo, {nodes, devices}: ClusterView): ResourceV1ResourceClaim | undefined => {
	const claims = claimsOf(pod, devices);
	if (typeof claims === 'string') {
		return undefined;
	}

	const unavailable = new Set(nodes.flatMap(({node}) => outOfReach(node, claims)));
	return [...unavailable].find(({status}) => (status?.reservedFor ?? []).every(({uid}) => uid === pod.metadata.uid));
};

/** @mirrors DynamicResources.EventsToRegister and its queueing hints */
function worthRetrying(pod: Pod, event: ClusterEvent, devices: DeviceView): boolean {
	switch (event.resource) {
		case 'nodes': {
			return event.action === 'ADDED' || !equal(event.old?.metadata.labels, event.object.metadata.labels);
		}

		case 'deviceclasses':
		case 'resourceslices': {
			return event.action !== 'DELETED';
		}

		case 'resourceclaims': {
			if (event.action === 'DELETED') {
				return false;
			}

			const claims = claimsOf(pod, devices);
			if (typeof claims === 'string') {
				return false;
			}

			const {object, old} = event;
			return (
				(old?.status?.allocation !== undefined && object.status?.allocation === undefined) ||
				(claims.some(({metadata}) => metadata.uid === object.metadata.uid) &&
					(old === undefined || !equal(old.status, object.status)))
			);
		}

		default: {
			return false;
		}
	}
}
