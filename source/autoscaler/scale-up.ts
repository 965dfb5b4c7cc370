import {equal} from '../kernel/equality.js';
import type {Container, Pod} from '../objects/kubernetes.generated.js';
import type {Expander} from '../objects/node-group.js';
import {controllerOf} from '../objects/owner.js';
import type {NodeInfo} from '../scheduler/node-info.js';
import type {PodInfo} from '../scheduler/pod-info.js';
import {estimate} from './estimate.js';
import {bestExpansions, type Expansion} from './expander.js';
import type {NodeGroup} from './options.js';
import type {Snapshot} from './snapshot.js';

/** A group with its size, and the template of its new nodes. */
export interface SizedGroup {
	readonly group: NodeGroup;
	/** The size of the group, including requested nodes. */
	readonly target: number;
	readonly template: NodeInfo;
}

/** A Pod that no new node would help, with the reason of each group, such as `Insufficient cpu`. */
export interface Hopeless {
	readonly pod: PodInfo;
	readonly reasons: readonly string[];
}

/** The choice for Pods that fit nowhere. */
export interface ScaleUpPlan {
	/** The groups that would help. */
	readonly expansions: readonly Expansion[];
	/** The options that are equally good; none if no group helps. */
	readonly best: readonly Expansion[];
	/** Pods that no group would help. */
	readonly hopeless: readonly Hopeless[];
}

/** The volume with a Pod's token has a different name in each Pod. */
const tokenVolume = /^kube-api-access-/;

/** A Pod's spec without what differs among Pods of one template. @mirrors cluster-autoscaler/core/utils PodSpecSemanticallyEqual */
const commonSpec = ({spec}: Pod): unknown => {
	const withoutToken = (container: Container): Container => ({
		...container,
		volumeMounts: container.volumeMounts?.filter(({name}) => !tokenVolume.test(name)),
	});
	return {
		...spec,
		containers: spec.containers.map(withoutToken),
		initContainers: spec.initContainers?.map(withoutToken),
		volumes: spec.volumes?.filter(({name}) => !tokenVolume.test(name)),
	};
};

/** Pods of one owner that are alike. @mirrors cluster-autoscaler/core/scaleup/equivalence BuildPodGroups */
const alike = (pods: readonly PodInfo[]): ReadonlyArray<readonly PodInfo[]> => {
	const groups: Array<{readonly key: unknown; readonly members: PodInfo[]}> = [];
	for (const info of pods) {
		const owner = controllerOf(info.pod)?.uid;
		const key = owner === undefined ? undefined : [owner, info.pod.metadata.labels, commonSpec(info.pod)];
		const known = key && groups.find((group) => equal(group.key, key));
		if (known) {
			known.members.push(info);
		} else {
			groups.push({key, members: [info]});
		}
	}

	return groups.map(({members}) => members);
};

/** Equal Pods: whether a group helps them, and the reasons of groups that do not. */
class Sort {
	helped = false;
	readonly reasons: string[] = [];

	constructor(readonly members: readonly PodInfo[]) {}
}

/** The reason for a group that has its maximum size. @mirrors cluster-autoscaler/core/scaleup/orchestrator MaxLimitReachedReason */
const isFull = 'max node group size reached';

/**
Finds groups whose new nodes would take Pods that fit nowhere, and the best of them.

@param pods the Pods that fit no node of the cluster.
@mirrors cluster-autoscaler/core/scaleup/orchestrator ScaleUpOrchestrator.ScaleUp
*/
export const planScaleUp = (
	pods: readonly PodInfo[],
	groups: readonly SizedGroup[],
	cluster: Snapshot,
	expanders: readonly Expander[],
): ScaleUpPlan => {
	const sorts = alike(pods).map((members) => new Sort(members));
	const expansions: Expansion[] = [];
	const skipped: string[] = [];
	for (const {group, target, template} of groups) {
		if (target >= group.max) {
			skipped.push(isFull);
			continue;
		}

		const trial = cluster.fork();
		trial.setNode(template);
		const fitting = sorts.filter((sort) => {
			const [first] = sort.members;
			const verdict = first && trial.refusal(first, template.name);
			sort.helped ||= verdict === undefined;
			sort.reasons.push(...(verdict?.refusal.reasons ?? []));
			return verdict === undefined;
		});
		const {nodes, pods: placed} = estimate(
			cluster,
			template,
			fitting.map(({members}) => members),
			group.max - target,
		);
		if (placed.length > 0 && nodes > 0) {
			expansions.push({group, nodes, pods: placed});
		}
	}

	return {
		expansions,
		best: expansions.length === 0 ? [] : bestExpansions(expansions, expanders, cluster.nodes.length),
		hopeless: sorts
			.filter(({helped}) => !helped)
			.flatMap(({members, reasons}) => members.map((pod) => ({pod, reasons: [...reasons, ...skipped]}))),
	};
};

/** `1 Insufficient cpu, 2 max node group size reached`: how many groups each reason kept from helping. @mirrors cluster-autoscaler/processors/status ReasonsMessage */
export const reasonsMessage = (reasons: readonly string[]): string => {
	const counts = new Map<string, number>();
	for (const reason of reasons) {
		counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}

	return [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ');
};
