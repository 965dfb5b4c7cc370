import type {Pod, StatefulSet} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {scaledValue} from '../deployment/rollout.js';
import {isPodAvailable} from '../pod-availability.js';
import {revisionLabel} from '../revision-history.js';

/** The ordinal in a Pod's name; −1 when the name is not of this set. */
export const ordinalOf = (set: StatefulSet, pod: Pod): number => {
	const prefix = `${set.metadata.name}-`;
	const rest = pod.metadata.name.startsWith(prefix) ? pod.metadata.name.slice(prefix.length) : '';
	return /^\d+$/.test(rest) ? Number(rest) : -1;
};

/** One step of a StatefulSet. */
export type Step =
	| {readonly do: 'create'; readonly ordinal: number; readonly revision: string}
	| {readonly do: 'delete'; readonly pod: Pod; readonly why: 'failed' | 'scale-down' | 'update'}
	| {readonly do: 'wait'; readonly pod: Pod; readonly for: 'ready' | 'gone'};

export interface Revisions {
	readonly current: string;
	readonly update: string;
}

const revisionOf = (pod: Pod): string => pod.metadata.labels?.[revisionLabel] ?? '';

const leaves = (pod: Pod): boolean => pod.metadata.deletionTimestamp !== undefined;

/** The Pod of an old revision to delete now: the highest one, once those above it are ready. */
const nextUpdate = (
	set: StatefulSet,
	byOrdinal: ReadonlyMap<number, Pod>,
	revision: string,
	isHealthy: (pod: Pod) => boolean,
): readonly Step[] => {
	const {replicas = 1, ordinals, updateStrategy} = set.spec;
	const start = ordinals?.start ?? 0;
	const partition = updateStrategy?.rollingUpdate?.partition ?? 0;
	for (let ordinal = start + replicas - 1; ordinal >= start + partition; ordinal--) {
		const pod = byOrdinal.get(ordinal);
		if (!pod) {
			break;
		}

		if (revisionOf(pod) !== revision && !leaves(pod)) {
			return [{do: 'delete', pod, why: 'update'}];
		}

		if (!isHealthy(pod)) {
			break;
		}
	}

	return [];
};

/** The number of Pods that may be unavailable during an update; at least one. @mirrors getStatefulSetMaxUnavailable */
const budgetOf = ({spec: {replicas = 1, updateStrategy}}: StatefulSet): number =>
	Math.max(1, scaledValue(updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, replicas, 'down'));

/** The Pods of an old revision to delete now. @mirrors statefulset.updateStatefulSetAfterInvariantEstablished */
const updatesInBudget = (
	set: StatefulSet,
	byOrdinal: ReadonlyMap<number, Pod>,
	revision: string,
	isHealthy: (pod: Pod) => boolean,
): readonly Step[] => {
	const {replicas = 1, ordinals, podManagementPolicy, updateStrategy} = set.spec;
	const last = (ordinals?.start ?? 0) + replicas - 1;
	const pods = Array.from({length: replicas}, (_, index) => byOrdinal.get(last - index)).filter(
		(pod) => pod !== undefined,
	);
	const left = Math.max(0, budgetOf(set) - pods.filter((pod) => !isHealthy(pod)).length);
	const targets = pods
		.slice(0, Math.max(0, replicas - (updateStrategy?.rollingUpdate?.partition ?? 0)))
		.filter((pod) => revisionOf(pod) !== revision && !leaves(pod));
	const replaced =
		podManagementPolicy === 'Parallel'
			? [...targets.filter((pod) => !isHealthy(pod)), ...targets.filter((pod) => isHealthy(pod)).slice(0, left)]
			: targets.slice(0, left);
	return replaced.map((pod): Step => ({do: 'delete', pod, why: 'update'}));
};

/**
The next steps. In order (OrderedReady) there is one at a time: a Pod is created when all before it are ready, and deleted when
all after it are deleted. Updates proceed from the highest ordinal down to the partition, each waiting for the one before.

@param hasBudget whether `maxUnavailable` allows several Pods to be replaced at a time: the feature gate MaxUnavailableStatefulSet
@mirrors statefulset.updateStatefulSet
*/
export const planStatefulSet = (
	set: StatefulSet,
	pods: readonly Pod[],
	revisions: Revisions,
	nowMs: number,
	hasBudget = false,
): Step[] => {
	const {replicas = 1, ordinals, podManagementPolicy, updateStrategy, minReadySeconds = 0} = set.spec;
	const ordered = podManagementPolicy !== 'Parallel';
	const start = ordinals?.start ?? 0;
	const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod), pod]));
	const healthy = (pod: Pod): boolean => isPodAvailable(pod, minReadySeconds, nowMs) && !leaves(pod);
	const partition = updateStrategy?.rollingUpdate?.partition ?? 0;
	const steps: Step[] = [];
	for (let ordinal = start; ordinal < start + replicas; ordinal++) {
		const pod = byOrdinal.get(ordinal);
		const old = updateStrategy?.type !== 'OnDelete' && ordinal < start + partition;
		if (!pod) {
			steps.push({do: 'create', ordinal, revision: old ? revisions.current : revisions.update});
		} else if (leaves(pod)) {
			steps.push({do: 'wait', pod, for: 'gone'});
		} else if (isTerminal(pod)) {
			steps.push({do: 'delete', pod, why: 'failed'});
		} else if (healthy(pod)) {
			continue;
		} else {
			steps.push({do: 'wait', pod, for: 'ready'});
		}

		if (ordered) {
			return steps;
		}
	}

	const surplus = pods
		.filter(
			(pod) => ordinalOf(set, pod) >= start + replicas || (ordinalOf(set, pod) >= 0 && ordinalOf(set, pod) < start),
		)
		.sort((a, b) => ordinalOf(set, b) - ordinalOf(set, a));
	for (const pod of surplus) {
		steps.push(leaves(pod) ? {do: 'wait', pod, for: 'gone'} : {do: 'delete', pod, why: 'scale-down'});
		if (ordered) {
			return steps;
		}
	}

	if (updateStrategy?.type === 'OnDelete') {
		return steps;
	}

	const replaced = hasBudget ? updatesInBudget : nextUpdate;
	return [...steps, ...replaced(set, byOrdinal, revisions.update, healthy)];
};
