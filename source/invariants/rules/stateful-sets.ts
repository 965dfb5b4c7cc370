import type {Pod, StatefulSet} from '../../objects/kubernetes.generated.js';
import {isPodReady, isTerminal} from '../../objects/pod.js';
import {controllerOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {byUid, ownerOf, runs} from '../second-reading.js';

const ordinalOf = (name: string): number => Number(name.slice(name.lastIndexOf('-') + 1));

/** Pods of a StatefulSet by ordinal. */
const podsOfSet = (known: Known, uid: string): ReadonlyMap<number, Pod> => {
	const found = new Map<number, Pod>();
	for (const pod of known.all('pods').values()) {
		if (ownerOf(pod, 'StatefulSet') === uid) {
			found.set(ordinalOf(pod.metadata.name), pod);
		}
	}

	return found;
};

const isHealthy = (pod: Pod | undefined): boolean =>
	pod !== undefined && pod.status?.phase === 'Running' && isPodReady(pod) && !pod.metadata.deletionTimestamp;

/** Whether a Pod is healthy, now or in the cache of the controller. */
const wasHealthy = (known: Known, process: string, pod: Pod | undefined): boolean =>
	isHealthy(pod) ||
	(pod !== undefined &&
		isHealthy(
			known.cached<Pod>(process.split('/')[0] ?? '', 'pods', `${pod.metadata.namespace}/${pod.metadata.name}`),
		));

const isOrdered = (set: StatefulSet | undefined): set is StatefulSet =>
	set !== undefined && set.spec.podManagementPolicy !== 'Parallel';

const statefulCreation: Rule = {
	name: 'a StatefulSet makes a Pod when all Pods before it are ready',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#deployment-and-scaling-guarantees',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const uid = before ? undefined : ownerOf(after, 'StatefulSet');
				const set = byUid(known.all('statefulsets'), uid)?.[1];
				if (uid === undefined || !after || controllerOf(process) !== 'statefulset' || !isOrdered(set)) {
					return;
				}

				const pods = podsOfSet(known, uid);
				const start = set.spec.ordinals?.start ?? 0;
				for (let ordinal = start; ordinal < ordinalOf(after.metadata.name); ordinal++) {
					if (known.isCalm && !wasHealthy(known, process, pods.get(ordinal))) {
						broken(key, `the Pod of ordinal ${ordinal} is not ready`);
					}
				}
			},
		},
	}),
};

const statefulDeletion: Rule = {
	name: 'a StatefulSet ends a Pod when those after it are gone, or, in an update, ready',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#rolling-updates',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const uid = ownerOf(before, 'StatefulSet');
				const isMarked = before && !before.metadata.deletionTimestamp && after?.metadata.deletionTimestamp;
				const set = byUid(known.all('statefulsets'), uid)?.[1];
				if (uid === undefined || !isMarked || controllerOf(process) !== 'statefulset' || !isOrdered(set)) {
					return;
				}

				const ordinal = ordinalOf(before.metadata.name);
				const end = (set.spec.ordinals?.start ?? 0) + (set.spec.replicas ?? 1);
				if (!known.isCalm || isTerminal(before) || set.metadata.deletionTimestamp) {
					return;
				}

				for (const [other, pod] of podsOfSet(known, uid)) {
					if (
						other > ordinal &&
						(ordinal >= end || other < end) &&
						!(ordinal < end && wasHealthy(known, process, pod))
					) {
						broken(key, `the Pod of ordinal ${other} is ${ordinal >= end ? 'still there' : 'not ready'}`);
					}
				}
			},
		},
	}),
};

const statefulStatus: Rule = {
	name: 'at rest, the status of a StatefulSet counts its Pods',
	source: 'k8s.io/kubernetes/pkg/controller/statefulset defaultStatefulSetControl.updateStatefulSet',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, set] of runs(known, 'statefulset') ? known.all('statefulsets') : []) {
				const {metadata, spec, status} = set;
				const pods = [...podsOfSet(known, metadata.uid).values()];
				const ready = pods.filter((pod) => isHealthy(pod)).length;
				if (metadata.deletionTimestamp) {
					continue;
				}

				if ((status?.replicas ?? 0) !== pods.length) {
					broken(key, `it counts ${status?.replicas ?? 0} Pods of ${pods.length}`);
				} else if ((status?.readyReplicas ?? 0) !== ready) {
					broken(key, `it counts ${status?.readyReplicas ?? 0} ready Pods of ${ready}`);
				}

				const {type, rollingUpdate} = spec.updateStrategy ?? {};
				const isWhole = pods.length === (spec.replicas ?? 1) && ready === pods.length;
				for (const pod of isWhole && type !== 'OnDelete' ? pods : []) {
					const isNew = pod.metadata.labels?.['controller-revision-hash'] === status?.updateRevision;
					if (!isNew && ordinalOf(pod.metadata.name) >= (rollingUpdate?.partition ?? 0)) {
						broken(key, `${pod.metadata.name} is not updated`);
					}
				}
			}
		},
	}),
};

const partition: Rule = {
	name: 'an update of a StatefulSet leaves the Pods below its partition',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#partitions',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const set = byUid(known.all('statefulsets'), ownerOf(before, 'StatefulSet'))?.[1];
				const isMarked = before && !before.metadata.deletionTimestamp && after?.metadata.deletionTimestamp;
				if (!set || !isMarked || controllerOf(process) !== 'statefulset' || isTerminal(before)) {
					return;
				}

				const ordinal = ordinalOf(before.metadata.name);
				const least = set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
				const isSurplus = ordinal >= (set.spec.ordinals?.start ?? 0) + (set.spec.replicas ?? 1);
				if (known.isCalm && !isSurplus && ordinal < least) {
					broken(key, `its partition begins with ${least}`);
				}
			},
		},
	}),
};

const keptClaims: Rule = {
	name: 'a claim of a StatefulSet stays while the set has its place',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention',
	watch: (known) => ({
		changes: {
			persistentvolumeclaims({key, before, after}, {process}, broken) {
				const isMarked = before && !before.metadata.deletionTimestamp && after?.metadata.deletionTimestamp;
				if (!isMarked || controllerOf(process) !== 'garbage-collector') {
					return;
				}

				const {name, namespace} = before.metadata;
				for (const {metadata, spec} of known.all('statefulsets').values()) {
					const isOwn = spec.volumeClaimTemplates?.some((template) =>
						name.startsWith(`${template.metadata?.name}-${metadata.name}-`),
					);
					const ordinal = ordinalOf(name);
					const start = spec.ordinals?.start ?? 0;
					const isPlace = ordinal >= start && ordinal < start + (spec.replicas ?? 1);
					if (isOwn && isPlace && metadata.namespace === namespace && !metadata.deletionTimestamp && known.isCalm) {
						broken(key, `${metadata.name} has ${spec.replicas} replicas`);
					}
				}
			},
		},
	}),
};

/** Rules about StatefulSets. */
export const statefulSetRules: readonly Rule[] = [
	statefulCreation,
	statefulDeletion,
	statefulStatus,
	partition,
	keptClaims,
];
