import {parseTimestamp} from '../../kernel/clock.js';
import type {Deployment, Pod} from '../../objects/kubernetes.generated.js';
import {isPodReady, isTerminal, podCondition} from '../../objects/pod.js';
import {controllerOf} from '../known.js';
import type {Rule} from '../rule.js';
import {byUid, ownerOf, partOf, runs, versionsOf} from '../second-reading.js';

/** The numbers of Pods that a rollout may have above the requested number, and that may be missing. */
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
		/** The uids of Deployments that lost Pods or were scaled for a reason other than their rollout, until they have all their Pods again. */
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

const deployments: Rule = {
	name: 'at rest, the status of a Deployment counts the Pods of its ReplicaSets',
	source: 'k8s.io/kubernetes/pkg/controller/deployment calculateStatus',
	watch: (known) => ({
		atRest(broken) {
			if (!runs(known, 'deployment') || !runs(known, 'replicaset')) {
				return;
			}

			for (const [key, {metadata, status}] of known.all('deployments')) {
				const own = [...known.all('replicasets').values()].filter((set) =>
					set.metadata.ownerReferences?.some(({uid, controller}) => controller === true && uid === metadata.uid),
				);
				const count = (of: 'replicas' | 'readyReplicas' | 'availableReplicas'): number =>
					own.reduce((sum, set) => sum + (set.status?.[of] ?? 0), 0);
				for (const of of ['replicas', 'readyReplicas', 'availableReplicas'] as const) {
					if (!metadata.deletionTimestamp && (status?.[of] ?? 0) !== count(of)) {
						broken(key, `${of} is ${status?.[of] ?? 0}, and ${count(of)} in its ReplicaSets`);
					}
				}

				if (status?.observedGeneration !== metadata.generation) {
					broken(key, `generation ${metadata.generation} is not observed: ${status?.observedGeneration}`);
				}
			}
		},
	}),
};

/** Rules about Deployments. */
export const deploymentRules: readonly Rule[] = [surge, availability, deployments];
