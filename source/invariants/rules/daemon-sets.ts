import type {DaemonSet, Pod} from '../../objects/kubernetes.generated.js';
import {isPodActive, isPodReady, isTerminal} from '../../objects/pod.js';
import {controllerOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {byUid, ownerOf, partOf, podsIn, runs} from '../second-reading.js';
import {keepsAway} from './places.js';

/** The intended node of a DaemonSet's Pod. */
const targetOf = ({spec}: Pod): string | undefined =>
	spec.nodeName ??
	spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
		.flatMap(({matchFields = []}) => matchFields)
		.find(({key}) => key === 'metadata.name')?.values?.[0];

const daemons: Rule = {
	name: 'a DaemonSet has one Pod on a node',
	source: 'k8s.io/kubernetes/pkg/controller/daemon DaemonSetsController.podsShouldBeOnNode',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				if (before || !after || controllerOf(process) !== 'daemonset') {
					return;
				}

				const uid = ownerOf(after, 'DaemonSet');
				const set = byUid(known.all('daemonsets'), uid)?.[1];
				const others = [...known.all('pods').values()].filter(
					(pod) => ownerOf(pod, 'DaemonSet') === uid && targetOf(pod) === targetOf(after) && isPodActive(pod),
				);
				const surge = set?.spec.updateStrategy?.rollingUpdate?.maxSurge;
				const most = 1 + (surge === undefined || surge === 0 || surge === '0%' ? 0 : 1) + known.lostCreates;
				if (others.length > most) {
					broken(key, `${others.map(({metadata}) => metadata.name).join(', ')} are on ${targetOf(after)}`);
				}
			},
		},
	}),
};

/** Taints that each Pod of a DaemonSet tolerates. */
const always = ['not-ready', 'unreachable', 'disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map(
	(name) => ({key: `node.kubernetes.io/${name}`, operator: 'Exists' as const}),
);

/** The names of the nodes on which a DaemonSet must have a Pod. */
const nodesFor = (known: Known, {spec}: DaemonSet): readonly string[] => {
	const {spec: pod} = spec.template;
	const imagined = pod && {...pod, tolerations: [...(pod.tolerations ?? []), ...always]};
	return [...known.all('minions').values()].flatMap((node) =>
		imagined && keepsAway(imagined, node) === '' ? [node.metadata.name] : [],
	);
};

const coverage: Rule = {
	name: 'at rest, a DaemonSet has a Pod on each node that suits, and counts them',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#how-daemon-pods-are-scheduled',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, set] of runs(known, 'daemonset') ? known.all('daemonsets') : []) {
				const {metadata, status} = set;
				if (metadata.deletionTimestamp) {
					continue;
				}

				const pods = podsIn(known, metadata.namespace, (pod) => ownerOf(pod, 'DaemonSet') === metadata.uid);
				const wanted = nodesFor(known, set);
				const there = pods.filter((pod) => !isTerminal(pod)).map((pod) => targetOf(pod));
				const missing = wanted.filter((node) => !there.includes(node));
				const ready = wanted.filter((node) => pods.some((pod) => targetOf(pod) === node && isPodReady(pod)));
				if (missing.length > 0) {
					broken(key, `${missing.join(', ')} has no Pod of it`);
				} else if (status?.desiredNumberScheduled !== wanted.length) {
					broken(key, `it counts ${status?.desiredNumberScheduled} nodes of ${wanted.length}`);
				} else if (status?.numberReady !== ready.length) {
					broken(key, `it counts ${status?.numberReady} ready Pods of ${ready.length}`);
				}
			}
		},
	}),
};

const rollingUpdate: Rule = {
	name: 'without faults, an update of a DaemonSet keeps all Pods but maxUnavailable',
	source: 'https://kubernetes.io/docs/tasks/manage-daemon/update-daemon-set/',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const set = byUid(known.all('daemonsets'), ownerOf(before, 'DaemonSet'))?.[1];
				const isMarked = before && !before.metadata.deletionTimestamp && after?.metadata.deletionTimestamp;
				if (!set || !isMarked || controllerOf(process) !== 'daemonset' || !known.isCalm || !isPodReady(before)) {
					return;
				}

				const wanted = nodesFor(known, set);
				const ready = podsIn(
					known,
					set.metadata.namespace,
					(pod) => ownerOf(pod, 'DaemonSet') === set.metadata.uid && isPodReady(pod) && !pod.metadata.deletionTimestamp,
				).length;
				const {maxUnavailable, maxSurge = 0} = set.spec.updateStrategy?.rollingUpdate ?? {};
				const may = maxSurge === 0 ? Math.max(1, partOf(maxUnavailable ?? 1, wanted.length, Math.ceil)) : 0;
				if (wanted.includes(targetOf(before) ?? '') && ready < wanted.length - may) {
					broken(key, `${ready} of ${wanted.length} Pods are left ready, and ${may} may be missing`);
				}
			},
		},
	}),
};

/** Rules about DaemonSets. */
export const daemonSetRules: readonly Rule[] = [daemons, coverage, rollingUpdate];
