import type {PodDisruptionBudget} from '../../objects/kubernetes.generated.js';
import {isPodReady, isTerminal} from '../../objects/pod.js';
import {nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {byUid, ownerOf, partOf, podsIn, runs, selects} from '../second-reading.js';

/** The desired number of Pods of the workloads behind a budget's Pods; `undefined` if another kind, or no object, owns one of them. */
const expectedBy = (known: Known, {metadata, spec}: PodDisruptionBudget): number | undefined => {
	const {selector} = spec;
	const pods = selector
		? podsIn(known, metadata.namespace, (pod) => selects(selector, pod.metadata.labels) && !isTerminal(pod))
		: [];
	const scales = new Map<string, number>();
	for (const pod of pods) {
		const set = byUid(known.all('replicasets'), ownerOf(pod, 'ReplicaSet'))?.[1];
		const deployment = byUid(known.all('deployments'), ownerOf(set, 'Deployment'))?.[1];
		const owner = deployment ?? set ?? byUid(known.all('statefulsets'), ownerOf(pod, 'StatefulSet'))?.[1];
		if (!owner) {
			return undefined;
		}

		scales.set(owner.metadata.uid, owner.spec.replicas ?? 1);
	}

	return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
};

/** The number of healthy Pods in a budget's spec; `undefined` if unknown. */
const wantedBy = (known: Known, key: string): number | undefined => {
	const budget = known.all('poddisruptionbudgets').get(key);
	const {minAvailable, maxUnavailable} = budget?.spec ?? {};
	if (typeof minAvailable === 'number') {
		return minAvailable;
	}

	const expected = budget && expectedBy(known, budget);
	if (expected === undefined) {
		return undefined;
	}

	if (maxUnavailable === undefined) {
		return partOf(minAvailable, expected, Math.ceil);
	}

	return Math.max(0, expected - partOf(maxUnavailable, expected, Math.ceil));
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
				const wanted = wantedBy(known, key);
				if (
					wanted !== undefined &&
					status.observedGeneration === metadata.generation &&
					status.desiredHealthy !== wanted
				) {
					broken(key, `it wants ${status.desiredHealthy} healthy Pods, and its spec ${wanted}`);
				}

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

const evictions: Rule = {
	name: 'without faults, an eviction leaves a budget the healthy Pods that it wants',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/disruptions/#pod-disruption-budgets',
	watch: (known) => ({
		stops: {
			'apiserver.evict'({facts, object}, broken) {
				if (facts?.['verdict'] !== 'allowed' || !known.isCalm || object === undefined) {
					return;
				}

				const key = object.startsWith('/registry/pods/') ? object : '';
				const namespace = (key === '' ? object : key).split('/')[3] ?? '';
				const budget = known
					.all('poddisruptionbudgets')
					.get(`/registry/poddisruptionbudgets/${namespace}/${String(facts['budgetName'])}`);
				const labels = Object.entries(budget?.spec?.selector?.matchLabels ?? {});
				if (!budget || labels.length === 0) {
					return;
				}

				const evicted = String(facts['pod']);
				const others = [...known.all('pods').values()].filter(
					({metadata, status}) =>
						metadata.namespace === namespace &&
						metadata.name !== evicted &&
						!metadata.deletionTimestamp &&
						labels.every(([name, value]) => metadata.labels?.[name] === value) &&
						status?.conditions?.some(({type, status: value}) => type === 'Ready' && value === 'True'),
				);
				const wanted = budget.status?.desiredHealthy ?? 0;
				if (others.length < wanted) {
					broken(
						nameOf(object),
						`${others.length} healthy Pods are left of ${wanted} that ${budget.metadata.name} wants`,
					);
				}
			},
		},
	}),
};

/** Rules about PodDisruptionBudgets. */
export const budgetRules: readonly Rule[] = [budgets, evictions];
