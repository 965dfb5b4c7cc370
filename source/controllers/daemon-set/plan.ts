import type {DaemonSet, Node, Pod, PodTemplateSpec, Toleration} from '../../objects/kubernetes.generated.js';
import {meetsRequiredNodeAffinity} from '../../objects/node-selector.js';
import {isTerminal} from '../../objects/pod.js';
import {untoleratedTaint} from '../../objects/taints.js';
import {scaledValue} from '../deployment/rollout.js';
import {isPodAvailable} from '../pod-availability.js';
import {revisionLabel} from '../revision-history.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

const noExecute = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const noSchedule = ['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map(
	(name) => `node.kubernetes.io/${name}`,
);

/** The tolerations that every Pod of a DaemonSet has besides its own. @mirrors daemon/util.AddOrUpdateDaemonPodTolerations */
export const daemonTolerations = (template: PodTemplateSpec): readonly Toleration[] => {
	const own = template.spec?.tolerations ?? [];
	const extra: Toleration[] = [
		...noExecute.map((key): Toleration => ({key, operator: 'Exists', effect: 'NoExecute'})),
		...[...noSchedule, ...(template.spec?.hostNetwork ? ['node.kubernetes.io/network-unavailable'] : [])].map(
			(key): Toleration => ({key, operator: 'Exists', effect: 'NoSchedule'}),
		),
	];
	return [
		...own,
		...extra.filter(
			({key, effect}) => !own.some((one) => one.key === key && one.effect === effect && one.operator === 'Exists'),
		),
	];
};

interface Fit {
	/** Whether the node should run the Pod. */
	readonly run: boolean;
	/** Whether one that is there may stay. */
	readonly stay: boolean;
}

/** The results by template and Node: each sync asks for all nodes, and few have changed since the last one. */
const known = new WeakMap<PodTemplateSpec, WeakMap<Node, Fit>>();

/** Whether a node should run the Pod, and whether an existing one may stay. @mirrors daemon.NodeShouldRunDaemonPod */
export const suits = (node: Node, {spec: {template}}: DaemonSet): Fit => {
	if (!Object.isFrozen(template) || !Object.isFrozen(node)) {
		return fitOf(node, template);
	}

	const fits = getOrInsert(known, template, () => new WeakMap());
	return getOrInsert(fits, node, () => fitOf(node, template));
};

const fitOf = (node: Node, template: PodTemplateSpec): Fit => {
	const named = !template.spec?.nodeName || template.spec.nodeName === node.metadata.name;
	if (!named || !meetsRequiredNodeAffinity(template.spec ?? {}, node)) {
		return {run: false, stay: false};
	}

	const tolerations = daemonTolerations(template);
	const taints = node.spec?.taints ?? [];
	if (untoleratedTaint(taints, tolerations, ['NoExecute', 'NoSchedule'])) {
		return {run: false, stay: !untoleratedTaint(taints, tolerations, ['NoExecute'])};
	}

	return {run: true, stay: true};
};

/** The node that a Pod is intended for, even before it is bound. */
export const targetOf = (pod: Pod): string | undefined => {
	const terms = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
	return pod.spec?.nodeName ?? terms?.[0]?.matchFields?.[0]?.values?.[0];
};

/** Pods by their intended node, in their order. */
export const podsByNode = (pods: readonly Pod[]): ReadonlyMap<string, readonly Pod[]> => {
	const byNode = new Map<string, Pod[]>();
	for (const pod of pods) {
		const node = targetOf(pod) ?? '';
		getOrInsert(byNode, node, () => []).push(pod);
	}

	return byNode;
};

export const generationAnnotation = 'deprecated.daemonset.template.generation';
export const generationLabel = 'pod-template-generation';

/** Whether the Pod was made from the current template. */
export const isUpdated = (set: DaemonSet, pod: Pod, hash: string): boolean =>
	pod.metadata.labels?.[revisionLabel] === hash ||
	(set.metadata.annotations?.[generationAnnotation] !== undefined &&
		pod.metadata.labels?.[generationLabel] === set.metadata.annotations[generationAnnotation]);

export interface DaemonPlan {
	readonly create: readonly string[];
	readonly remove: ReadonlyArray<{readonly pod: Pod; readonly why: 'failed' | 'unsuitable' | 'surplus' | 'update'}>;
}

/**
Plans one Pod on every suitable node; during an update, at most `maxUnavailable` of them are missing.

Long because the Pods that an update may replace depend on the decisions for all earlier nodes.

@param held failed Pods that stay until their back-off has passed
*/
export const planDaemonSet = (
	set: DaemonSet,
	nodes: readonly Node[],
	pods: readonly Pod[],
	hash: string,
	nowMs: number,
	held: Pick<ReadonlyMap<Pod, unknown>, 'has'> = new Map<Pod, unknown>(),
): DaemonPlan => {
	const create: string[] = [];
	const remove: Array<{pod: Pod; why: 'failed' | 'unsuitable' | 'surplus' | 'update'}> = [];
	const byNode = podsByNode(pods);
	const minReadySeconds = set.spec.minReadySeconds ?? 0;
	const {type, rollingUpdate} = set.spec.updateStrategy ?? {};
	const rolls = type !== 'OnDelete';
	const surge = rolls ? scaledValue(rollingUpdate?.maxSurge ?? 0, nodes.length, 'up') : 0;
	const surging: Surging[] = [];
	const old: Pod[] = [];
	let unavailable = 0;
	let desired = 0;
	for (const node of nodes) {
		const {run, stay} = suits(node, set);
		const here = byNode.get(node.metadata.name) ?? [];
		const alive = here.filter((pod) => pod.metadata.deletionTimestamp === undefined && !isTerminal(pod));
		remove.push(
			...here
				.filter((pod) => isTerminal(pod) && pod.metadata.deletionTimestamp === undefined && !held.has(pod))
				.map((pod) => ({pod, why: 'failed' as const})),
		);
		if (!stay) {
			remove.push(...alive.map((pod) => ({pod, why: 'unsuitable' as const})));
			continue;
		}

		if (!run) {
			continue;
		}

		desired++;
		const sorted = alive.sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1));
		const [oldest] = sorted;
		if (!oldest) {
			unavailable++;
			if (here.every((pod) => isTerminal(pod) && !held.has(pod))) {
				create.push(node.metadata.name);
			}

			continue;
		}

		const newer = sorted.find((pod) => isUpdated(set, pod, hash));
		const older = sorted.find((pod) => !isUpdated(set, pod, hash));
		const kept = surge > 0 ? [newer, older] : [oldest];
		remove.push(...sorted.filter((pod) => !kept.includes(pod)).map((pod) => ({pod, why: 'surplus' as const})));
		if (surge > 0) {
			surging.push({node: node.metadata.name, newer, older});
			continue;
		}

		const available = isPodAvailable(oldest, minReadySeconds, nowMs);
		if (oldest === newer) {
			unavailable += available ? 0 : 1;
		} else if (available) {
			old.push(oldest);
		} else {
			unavailable++;
			if (rolls) {
				remove.push({pod: oldest, why: 'update'});
			}
		}
	}

	if (rolls && surge > 0) {
		const update = planSurge(surging, scaledValue(rollingUpdate?.maxSurge ?? 0, desired, 'up'), (pod) =>
			isPodAvailable(pod, minReadySeconds, nowMs),
		);
		create.push(...update.create);
		remove.push(...update.remove.map((pod) => ({pod, why: 'update' as const})));
	} else if (rolls) {
		const limit = scaledValue(rollingUpdate?.maxUnavailable ?? 1, desired, 'up') || 1;
		remove.push(...old.slice(0, Math.max(0, limit - unavailable)).map((pod) => ({pod, why: 'update' as const})));
	}

	return {create, remove};
};

/** The Pods of a node that may have two while its DaemonSet is updated. */
interface Surging {
	readonly node: string;
	readonly newer: Pod | undefined;
	readonly older: Pod | undefined;
}

/**
Plans an update that creates the new Pod beside the old one: at once if the old one serves no requests, otherwise on as many nodes as may
surge. The old one is deleted when the new one is available.

@mirrors DaemonSetsController.rollingUpdate
*/
const planSurge = (
	nodes: readonly Surging[],
	maxSurge: number,
	isAvailable: (pod: Pod) => boolean,
): {readonly create: readonly string[]; readonly remove: readonly Pod[]} => {
	const remove = nodes.flatMap(({newer, older}) => (newer && older && isAvailable(newer) ? [older] : []));
	const waiting = nodes.filter(({newer}) => newer && !isAvailable(newer)).length;
	const outdated = nodes.filter(({newer}) => !newer);
	const atOnce = outdated.filter(({older}) => older && !isAvailable(older));
	const next = outdated.filter(({older}) => older && isAvailable(older)).slice(0, Math.max(0, maxSurge - waiting));
	return {create: [...atOnce, ...next].map(({node}) => node), remove};
};
