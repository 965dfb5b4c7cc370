import type {DaemonSet, Node, Pod, PodTemplateSpec, Toleration} from '../../objects/kubernetes.generated.js';
import {meetsRequiredNodeAffinity} from '../../objects/node-selector.js';
import {isTerminal} from '../../objects/pod.js';
import {untoleratedTaint} from '../../objects/taints.js';
import {scaledValue} from '../deployment/rollout.js';
import {isPodAvailable} from '../replica-set/replica-set-status.js';
import {revisionLabel} from '../revision-history.js';

const noExecute = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const noSchedule = ['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map(
	(name) => `node.kubernetes.io/${name}`,
);

/** What every Pod of a DaemonSet bears beside its own tolerations. @mirrors daemon/util.AddOrUpdateDaemonPodTolerations */
export const daemonTolerations = (template: PodTemplateSpec): readonly Toleration[] => {
	const own = template.spec?.tolerations ?? [];
	const extra: Toleration[] = [
		...noExecute.map((key) => ({key, operator: 'Exists', effect: 'NoExecute'}) as Toleration),
		...[...noSchedule, ...(template.spec?.hostNetwork ? ['node.kubernetes.io/network-unavailable'] : [])].map(
			(key) => ({key, operator: 'Exists', effect: 'NoSchedule'}) as Toleration,
		),
	];
	return [
		...own,
		...extra.filter(
			({key, effect}) => !own.some((one) => one.key === key && one.effect === effect && one.operator === 'Exists'),
		),
	];
};

/** Whether a node should get the Pod, and whether one that is there may stay. @mirrors daemon.NodeShouldRunDaemonPod */
export const suits = (node: Node, {spec}: DaemonSet): {readonly run: boolean; readonly stay: boolean} => {
	const {template} = spec;
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

/** The node that a Pod is meant for, even before it is bound. */
export const targetOf = (pod: Pod): string | undefined => {
	const terms = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
	return pod.spec?.nodeName ?? terms?.[0]?.matchFields?.[0]?.values?.[0];
};

export const generationAnnotation = 'deprecated.daemonset.template.generation';
export const generationLabel = 'pod-template-generation';

/** Whether the Pod is of the present template. */
export const isUpdated = (set: DaemonSet, pod: Pod, hash: string): boolean =>
	pod.metadata.labels?.[revisionLabel] === hash ||
	(set.metadata.annotations?.[generationAnnotation] !== undefined &&
		pod.metadata.labels?.[generationLabel] === set.metadata.annotations[generationAnnotation]);

export interface DaemonPlan {
	readonly create: readonly string[];
	readonly remove: ReadonlyArray<{readonly pod: Pod; readonly why: 'failed' | 'unsuitable' | 'surplus' | 'update'}>;
}

/** One Pod on every node that suits; during an update at most `maxUnavailable` of them missing. */
export const planDaemonSet = (
	set: DaemonSet,
	nodes: readonly Node[],
	pods: readonly Pod[],
	hash: string,
	nowMs: number,
): DaemonPlan => {
	const create: string[] = [];
	const remove: Array<{pod: Pod; why: 'failed' | 'unsuitable' | 'surplus' | 'update'}> = [];
	const byNode = new Map<string, Pod[]>();
	for (const pod of pods) {
		const node = targetOf(pod) ?? '';
		byNode.set(node, [...(byNode.get(node) ?? []), pod]);
	}

	const minReadySeconds = set.spec.minReadySeconds ?? 0;
	const old: Pod[] = [];
	let unavailable = 0;
	let desired = 0;
	for (const node of nodes) {
		const {run, stay} = suits(node, set);
		const here = byNode.get(node.metadata.name) ?? [];
		const alive = here.filter((pod) => pod.metadata.deletionTimestamp === undefined && !isTerminal(pod));
		remove.push(
			...here
				.filter((pod) => isTerminal(pod) && pod.metadata.deletionTimestamp === undefined)
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
		const [oldest, ...more] = alive.sort((a, b) =>
			a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1,
		);
		remove.push(...more.map((pod) => ({pod, why: 'surplus' as const})));
		if (!oldest) {
			unavailable++;
			if (here.every((pod) => isTerminal(pod))) {
				create.push(node.metadata.name);
			}

			continue;
		}

		const available = isPodAvailable(oldest, minReadySeconds, nowMs);
		if (isUpdated(set, oldest, hash)) {
			unavailable += available ? 0 : 1;
		} else if (available) {
			old.push(oldest);
		} else {
			unavailable++;
			if (set.spec.updateStrategy?.type !== 'OnDelete') {
				remove.push({pod: oldest, why: 'update'});
			}
		}
	}

	if (set.spec.updateStrategy?.type !== 'OnDelete') {
		const limit = scaledValue(set.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, desired, 'up');
		remove.push(...old.slice(0, Math.max(0, limit - unavailable)).map((pod) => ({pod, why: 'update' as const})));
	}

	return {create, remove};
};
