import {parseTimestamp} from '../../kernel/clock.js';
import type {Deployment, Pod, ReplicaSet, StatefulSet} from '../../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {isPodActive, isPodReady, isTerminal, podCondition} from '../../objects/pod.js';
import {controllerOf, nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';

/** Uid of the controller of this kind that owns an object. */
const ownerOf = (object: KubernetesObject | undefined, kind: string): string | undefined =>
	object?.metadata.ownerReferences?.find((owner) => owner.controller && owner.kind === kind)?.uid;

/** A number, or a part of a whole. */
const partOf = (value: number | string | undefined, whole: number, round: (number: number) => number): number =>
	typeof value === 'string' ? round((Number.parseInt(value, 10) * whole) / 100) : (value ?? 0);

/** How many Pods a rollout may make above the number asked for, and how many may be missing. */
const fences = ({spec}: Deployment): {readonly surge: number; readonly unavailable: number} => {
	if (spec.strategy?.type === 'Recreate') {
		return {surge: 0, unavailable: spec.replicas ?? 1};
	}

	const {maxSurge, maxUnavailable} = spec.strategy?.rollingUpdate ?? {};
	const whole = spec.replicas ?? 1;
	const surge = partOf(maxSurge, whole, Math.ceil);
	const unavailable = partOf(maxUnavailable, whole, Math.floor);
	return {surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable};
};

/** An object as it is now and as its controller's cache shows it: a decision may rest on either. */
const versionsOf = <T extends KubernetesObject>(
	known: Known,
	process: string,
	resource: string,
	key: string,
	present: T | undefined,
): readonly T[] => {
	const cached = known.cached<T>(process.split('/')[0] ?? '', resource, nameOf(key));
	return [present, cached].flatMap((object) => object ?? []);
};

const byUid = <T extends KubernetesObject>(
	objects: ReadonlyMap<string, T>,
	uid: string | undefined,
): readonly [string, T] | undefined =>
	uid === undefined ? undefined : [...objects].find(([, object]) => object.metadata.uid === uid);

const surge: Rule = {
	name: 'a Deployment scales its ReplicaSets up to replicas and maxSurge at most',
	source: 'k8s.io/kubernetes/pkg/controller/deployment/util NewRSNewReplicas',
	watch: (known) => ({
		changes: {
			replicasets({key, before, after}, {process}, broken) {
				const had = before?.spec.replicas ?? 0;
				if (controllerOf(process) !== 'deployment' || !after || (after.spec.replicas ?? 1) <= had) {
					return;
				}

				const uid = ownerOf(after, 'Deployment');
				const [name, deployment] = byUid(known.all('deployments'), uid) ?? [];
				if (name === undefined) {
					return;
				}

				let sum = 0;
				for (const set of known.all('replicasets').values()) {
					sum += ownerOf(set, 'Deployment') === uid ? (set.spec.replicas ?? 1) : 0;
				}

				const most = Math.max(
					...versionsOf(known, process, 'deployments.apps', name, deployment).map(
						(version) => (version.spec.replicas ?? 1) + fences(version).surge,
					),
				);
				if (sum > most) {
					broken(key, `its ReplicaSets have ${sum} replicas of ${most} that are allowed`);
				}
			},
		},
	}),
};

const isAvailable = (pod: Pod, minReadySeconds: number, wallMs: number): boolean => {
	const since = podCondition(pod, 'Ready')?.lastTransitionTime;
	return (
		isPodReady(pod) &&
		!pod.metadata.deletionTimestamp &&
		!isTerminal(pod) &&
		(minReadySeconds === 0 || (since !== undefined && parseTimestamp(since) + minReadySeconds * 1000 <= wallMs))
	);
};

const availability: Rule = {
	name: 'a rollout that nothing disturbs never has fewer available Pods than maxUnavailable allows',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#max-unavailable',
	watch(known) {
		/** Uids of Deployments that lost Pods, or were scaled, for another reason than their rollout; until they have all their Pods again. */
		const disturbed = new Set<string>();
		const available = (uid: string, deployment: Deployment): number => {
			const sets = new Set<string>();
			for (const set of known.all('replicasets').values()) {
				if (ownerOf(set, 'Deployment') === uid) {
					sets.add(set.metadata.uid);
				}
			}

			let count = 0;
			for (const pod of known.all('pods').values()) {
				const owner = ownerOf(pod, 'ReplicaSet');
				const {minReadySeconds = 0} = deployment.spec;
				count += owner !== undefined && sets.has(owner) && isAvailable(pod, minReadySeconds, known.wallMs) ? 1 : 0;
			}

			return count;
		};

		return {
			changes: {
				deployments({before, after}) {
					if (after && (!before || before.spec !== after.spec)) {
						if (before?.spec.replicas !== after.spec.replicas || before?.spec.strategy !== after.spec.strategy) {
							disturbed.add(after.metadata.uid);
						}
					}
				},
				pods({key, before, after}, {process}, broken) {
					const set = ownerOf(before, 'ReplicaSet');
					if (set === undefined || !before || !known.isCalm) {
						return;
					}

					const uid = ownerOf(byUid(known.all('replicasets'), set)?.[1], 'Deployment');
					const [name, deployment] = byUid(known.all('deployments'), uid) ?? [];
					if (name === undefined || !deployment || uid === undefined) {
						return;
					}

					const isLost = isAvailable(before, 0, known.wallMs) && !(after && isAvailable(after, 0, known.wallMs));
					if (isLost && controllerOf(process) !== 'replicaset') {
						disturbed.add(uid);
					} else if (isLost && !disturbed.has(uid)) {
						const least = Math.min(
							...versionsOf(known, process, 'deployments.apps', name, deployment).map(
								(version) => (version.spec.replicas ?? 1) - fences(version).unavailable,
							),
						);
						const left = available(uid, deployment);
						if (left < least) {
							broken(key, `${left} Pods are left available of at least ${least}`);
						}
					} else if (disturbed.has(uid) && available(uid, deployment) >= (deployment.spec.replicas ?? 1)) {
						disturbed.delete(uid);
					}
				},
			},
		};
	},
};

/** How many Pods are asked for. */
const replicaSetSize: Rule = {
	name: 'a ReplicaSet makes Pods only up to the replicas that it has, or has in the cache of its controller',
	source: 'k8s.io/kubernetes/pkg/controller/replicaset ReplicaSetController.manageReplicas',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				if (before || !after || controllerOf(process) !== 'replicaset') {
					return;
				}

				const uid = ownerOf(after, 'ReplicaSet');
				const [name, set] = byUid(known.all('replicasets'), uid) ?? [];
				if (name === undefined || uid === undefined) {
					return;
				}

				let active = 0;
				for (const pod of known.all('pods').values()) {
					active += ownerOf(pod, 'ReplicaSet') === uid && isPodActive(pod) ? 1 : 0;
				}

				const versions: readonly ReplicaSet[] = versionsOf(known, process, 'replicasets.apps', name, set);
				const most = Math.max(...versions.map(({spec}) => spec.replicas ?? 1)) + known.lostCreates;
				if (active > most) {
					broken(key, `it has ${active} Pods of ${most}`);
				}
			},
		},
	}),
};

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

/** The node that a Pod of a DaemonSet is made for. */
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

const autoscaler: Rule = {
	name: 'an autoscaler keeps its workload between minReplicas and maxReplicas',
	source: 'https://kubernetes.io/docs/concepts/workloads/autoscaling/horizontal-pod-autoscale/',
	watch: (known) => ({
		changes: {
			deployments({key, before, after}, {process}, broken) {
				if (
					!after ||
					controllerOf(process) !== 'horizontal-pod-autoscaler' ||
					before?.spec.replicas === after.spec.replicas
				) {
					return;
				}

				const replicas = after.spec.replicas ?? 1;
				const {name, namespace} = after.metadata;
				for (const [at, scaler] of known.all('horizontalpodautoscalers')) {
					const {spec, metadata} = scaler;
					if (metadata.namespace !== namespace || spec.scaleTargetRef.name !== name) {
						continue;
					}

					const versions = versionsOf(known, process, 'horizontalpodautoscalers.autoscaling', at, scaler);
					const isWithin = versions.some(
						(version) => replicas >= (version.spec.minReplicas ?? 1) && replicas <= version.spec.maxReplicas,
					);
					if (!isWithin) {
						broken(key, `it has ${replicas} replicas of ${spec.minReplicas ?? 1} to ${spec.maxReplicas}`);
					}
				}
			},
		},
	}),
};

/** Rules about the workloads that keep a number of Pods. */
export const workloadRules: readonly Rule[] = [
	surge,
	availability,
	replicaSetSize,
	statefulCreation,
	statefulDeletion,
	daemons,
	autoscaler,
];
