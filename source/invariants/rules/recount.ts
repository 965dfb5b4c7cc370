import type {LabelSelector, Pod} from '../../objects/kubernetes.generated.js';
import {isPodActive, isPodReady, isTerminal} from '../../objects/pod.js';
import type {Known} from '../known.js';
import type {Rule} from '../rule.js';

/** Whether a controller of the controller manager runs, so that what it counts can be compared. */
const runs = (known: Known, controller: string): boolean => {
	const process = known.kernel.processes.get(`controller-manager/${controller}`);
	return (
		!known.isDisturbed &&
		process !== undefined &&
		process.state !== 'crashed' &&
		process.state !== 'ended' &&
		!process.pausedBy
	);
};

/** Whether a selector means these labels, read without the code of the program. */
const selects = (
	{matchLabels = {}, matchExpressions = []}: LabelSelector,
	labels: Readonly<Record<string, string>>,
): boolean =>
	Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
	matchExpressions.every(({key, operator, values = []}) => {
		const value = labels[key];
		return operator === 'Exists'
			? value !== undefined
			: operator === 'DoesNotExist'
				? value === undefined
				: operator === 'In'
					? value !== undefined && values.includes(value)
					: value === undefined || !values.includes(value);
	});

const podsIn = (known: Known, namespace: string, matches: (pod: Pod) => boolean): readonly Pod[] =>
	[...known.all('pods').values()].filter((pod) => pod.metadata.namespace === namespace && matches(pod));

const isOwnedBy = (pod: Pod, uid: string): boolean =>
	pod.metadata.ownerReferences?.some((owner) => owner.controller === true && owner.uid === uid) ?? false;

const sets: Rule = {
	name: 'at rest, the status of a ReplicaSet counts its Pods, and there are as many as it wants',
	source: 'k8s.io/kubernetes/pkg/controller/replicaset calculateStatus',
	watch: (known) => ({
		atRest(broken) {
			if (!runs(known, 'replicaset')) {
				return;
			}

			for (const [key, {metadata, status}] of known.all('replicasets')) {
				const pods = podsIn(known, metadata.namespace, (pod) => isOwnedBy(pod, metadata.uid) && isPodActive(pod));
				const ready = pods.filter((pod) => isPodReady(pod)).length;
				if (metadata.deletionTimestamp) {
					continue;
				}

				if ((status?.replicas ?? 0) !== pods.length) {
					broken(key, `it counts ${status?.replicas ?? 0} Pods of ${pods.length}`);
				} else if ((status?.readyReplicas ?? 0) !== ready) {
					broken(key, `it counts ${status?.readyReplicas ?? 0} ready Pods of ${ready}`);
				}
			}
		},
	}),
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

const endpoints: Rule = {
	name: 'at rest, the ready endpoints of a Service are the ready Pods that it selects',
	source: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#conditions',
	watch: (known) => ({
		atRest(broken) {
			if (!runs(known, 'endpointslice')) {
				return;
			}

			for (const [key, {metadata, spec}] of known.all('services/specs')) {
				const {selector, type, publishNotReadyAddresses = false} = spec;
				if (!selector || Object.keys(selector).length === 0 || type === 'ExternalName') {
					continue;
				}

				const wanted = podsIn(
					known,
					metadata.namespace,
					(pod) =>
						selects({matchLabels: selector}, pod.metadata.labels ?? {}) &&
						!isTerminal(pod) &&
						(publishNotReadyAddresses || (isPodReady(pod) && !pod.metadata.deletionTimestamp)) &&
						known.all('minions').has(`/registry/minions/${pod.spec.nodeName ?? ''}`),
				).flatMap(({status}) => (status.podIP ? [status.podIP] : []));
				const found = new Set(
					[...known.all('endpointslices').values()]
						.filter(
							(slice) =>
								slice.metadata.namespace === metadata.namespace &&
								slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name &&
								slice.metadata.labels['endpointslice.kubernetes.io/managed-by'] === 'endpointslice-controller.k8s.io',
						)
						.flatMap((slice) => slice.endpoints ?? [])
						.flatMap(({addresses, conditions}) => (conditions?.ready === false ? [] : addresses)),
				);
				const missing = wanted.filter((ip) => !found.has(ip));
				const foreign = [...found].filter((ip) => !wanted.includes(ip) && !ip.includes(':'));
				if (missing.length + foreign.length > 0) {
					broken(
						key,
						`${missing.join(', ') || 'no address'} is missing, and ${foreign.join(', ') || 'none'} is too much`,
					);
				}
			}
		},
	}),
};

const budgets: Rule = {
	name: 'at rest, the status of a PodDisruptionBudget counts its healthy Pods',
	source: 'k8s.io/kubernetes/pkg/controller/disruption countHealthyPods',
	watch: (known) => ({
		atRest(broken) {
			if (!runs(known, 'disruption')) {
				return;
			}

			for (const [key, {metadata, spec, status}] of known.all('poddisruptionbudgets')) {
				if (!spec?.selector || metadata.deletionTimestamp || !status) {
					continue;
				}

				const {selector} = spec;
				const healthy = podsIn(
					known,
					metadata.namespace,
					(pod) =>
						selects(selector, pod.metadata.labels ?? {}) &&
						isPodReady(pod) &&
						!pod.metadata.deletionTimestamp &&
						!isTerminal(pod),
				).length;
				const allowed = Math.max(0, healthy - (status.desiredHealthy ?? 0));
				if ((status.currentHealthy ?? 0) !== healthy) {
					broken(key, `it counts ${status.currentHealthy ?? 0} healthy Pods of ${healthy}`);
				} else if ((status.expectedPods ?? 0) > 0 && (status.disruptionsAllowed ?? 0) !== allowed) {
					broken(key, `it allows ${status.disruptionsAllowed ?? 0} disruptions, and ${allowed} are possible`);
				}
			}
		},
	}),
};

/** Numbers and lists of a status, counted a second time at rest by code that shares nothing with the controllers. */
export const recountRules: readonly Rule[] = [sets, deployments, endpoints, budgets];
