import type {Routine} from '../kernel/routine.js';
import {keyOf} from '../client/informer.js';
import type {Pod, PodDisruptionBudget, PodDisruptionBudgetStatus} from '../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../objects/labels.js';
import {controllerOf} from '../objects/owner.js';
import {isPodActive, isPodReady, isTerminal} from '../objects/pod.js';
import {registryKey} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {Controller, Tools} from './controller.js';
import {scaledValue} from './deployment/rollout.js';
import {equal} from '../kernel/equality.js';

/**
Counts how many Pods of a budget are healthy, and so how many may be evicted.

@see https://kubernetes.io/docs/concepts/workloads/pods/disruptions/
@mirrors k8s.io/kubernetes/pkg/controller/disruption
*/
export const disruption: Controller = {
	name: 'disruption',
	reportsAs: 'controllermanager',
	account: 'disruption-controller',
	build: (tools) => ({
		handlers: {
			// Also after a change of the status alone: a sync that comes before the controller's own write has no current status to compare with.
			'poddisruptionbudgets.policy': ({type, object}) => (type === 'DELETED' ? [] : [keyOf(object)]),
			*pods({type, object, old}) {
				const budgets = tools.informer('poddisruptionbudgets.policy');
				if (budgets.size === 0 || (old && type !== 'DELETED' && !healthChanged(old, object))) {
					return;
				}

				for (const budget of budgets.list(object.metadata.namespace)) {
					if (selects(budget, object)) {
						yield keyOf(budget);
					}
				}
			},
			'replicasets.apps': () => [],
			'deployments.apps': () => [],
			'statefulsets.apps': () => [],
			replicationcontrollers: () => [],
		},
		sync: (key) => sync(tools, key),
	}),
};

const selects = ({spec}: PodDisruptionBudget, pod: Pod): boolean =>
	matchesLabelSelector(spec?.selector, pod.metadata.labels);

const healthChanged = (old: Pod, pod: Pod): boolean =>
	isPodReady(old) !== isPodReady(pod) ||
	isPodActive(old) !== isPodActive(pod) ||
	old.metadata.labels !== pod.metadata.labels;

/** How many Pods there should be and how many of them must stay healthy. */
export const expectedAndDesired = (
	{spec}: PodDisruptionBudget,
	pods: readonly Pod[],
	scaleOf: (pod: Pod) => {readonly uid: string; readonly replicas: number} | undefined,
): readonly [number, number] => {
	const {minAvailable, maxUnavailable} = spec ?? {};
	if (typeof minAvailable === 'number') {
		return [pods.length, minAvailable];
	}

	// A share is one of what the owners want, not of what happens to be there.
	const scales = new Map(pods.flatMap((pod) => scaleOf(pod) ?? []).map(({uid, replicas}) => [uid, replicas]));
	const expected = [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
	return minAvailable === undefined
		? [expected, Math.max(0, expected - scaledValue(maxUnavailable, expected, 'up'))]
		: [expected, scaledValue(minAvailable, expected, 'up')];
};

function* sync(tools: Tools, key: string): Routine {
	const {informer, client, kernel} = tools;
	const budget = informer('poddisruptionbudgets.policy').getByKey(key);
	if (!budget) {
		yield* note('controller.disruption.sync', {case: 'gone', key});
		return;
	}

	const {namespace, name, generation} = budget.metadata;
	const pods = informer('pods')
		.list(namespace)
		.filter((pod) => selects(budget, pod) && !isTerminal(pod));
	const disrupted = Object.fromEntries(
		Object.entries(budget.status?.disruptedPods ?? {}).filter(([pod]) => {
			const found = informer('pods').get(namespace, pod);
			return found && found.metadata.deletionTimestamp === undefined;
		}),
	);
	const currentHealthy = pods.filter(
		(pod) => isPodReady(pod) && pod.metadata.deletionTimestamp === undefined && !(pod.metadata.name in disrupted),
	).length;
	const [expectedPods, desiredHealthy] = expectedAndDesired(budget, pods, (pod) => scaleOf(tools, pod));
	const disruptionsAllowed = expectedPods > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0;
	const object = registryKey('poddisruptionbudgets.policy', namespace, name);
	yield* note(
		'controller.disruption.sync',
		{case: 'count', currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed},
		{object},
	);
	const value = disruptionsAllowed > 0 ? 'True' : 'False';
	const known = budget.status?.conditions?.find(({type}) => type === 'DisruptionAllowed');
	const status: PodDisruptionBudgetStatus = {
		...(Object.keys(disrupted).length > 0 ? {disruptedPods: disrupted} : {}),
		disruptionsAllowed,
		currentHealthy,
		desiredHealthy,
		expectedPods,
		observedGeneration: generation,
		conditions: [
			{
				type: 'DisruptionAllowed',
				status: value,
				observedGeneration: generation,
				lastTransitionTime: known?.status === value ? known.lastTransitionTime : kernel.timestamp(),
				reason: disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods',
				message: '',
			},
		],
	};
	if (equal(status, budget.status)) {
		return;
	}

	yield* note('controller.disruption.status', {before: budget.status, after: status}, {object});
	yield* client.updateStatus('poddisruptionbudgets.policy', {...budget, status});
}

const scaleOf = ({informer}: Tools, pod: Pod): {readonly uid: string; readonly replicas: number} | undefined => {
	const owner = controllerOf(pod);
	const {namespace} = pod.metadata;
	if (owner?.kind === 'ReplicaSet') {
		const set = informer('replicasets.apps').get(namespace, owner.name);
		const above = set && controllerOf(set);
		const deployment =
			above?.kind === 'Deployment' ? informer('deployments.apps').get(namespace, above.name) : undefined;
		const scaled = deployment ?? set;
		return scaled && {uid: scaled.metadata.uid, replicas: scaled.spec.replicas ?? 1};
	}

	const set =
		owner?.kind === 'StatefulSet'
			? informer('statefulsets.apps').get(namespace, owner.name)
			: owner?.kind === 'ReplicationController'
				? informer('replicationcontrollers').get(namespace, owner.name)
				: undefined;
	return set && {uid: set.metadata.uid, replicas: set.spec?.replicas ?? 1};
};
