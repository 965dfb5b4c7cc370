import type {Routine} from '../kernel/routine.js';
import {keyOf} from '../client/informer.js';
import type {
	OwnerReference,
	Pod,
	PodDisruptionBudget,
	PodDisruptionBudgetStatus,
} from '../objects/kubernetes.generated.js';
import {goLabelSelector, matchesLabelSelector} from '../objects/labels.js';
import {controllerOf} from '../objects/owner.js';
import {isPodActive, isPodReady, isTerminal} from '../objects/pod.js';
import {groupVersionOf, registryKey, resourceOfKind} from '../objects/resources.js';
import {note} from '../stages/note.js';
import type {Controller, Tools} from './controller.js';
import {scaledValue} from './deployment/rollout.js';
import {equal} from '../kernel/equality.js';
import {nestedMapSlice, nestedNumber, nestedString} from '../objects/unstructured.js';
import {allow} from './controller-roles.js';
import {disruptedPods} from './disrupted-pods.js';

/**
Counts how many Pods of a budget are healthy, and so how many may be evicted.

@see https://kubernetes.io/docs/concepts/workloads/pods/disruptions/
@mirrors k8s.io/kubernetes/pkg/controller/disruption
*/
export const disruption: Controller = {
	name: 'disruption',
	reportsAs: 'controllermanager',
	account: 'disruption-controller',
	rules: [
		allow('get list watch', 'deployments', 'apps extensions'),
		allow('get list watch', 'replicasets', 'apps extensions'),
		allow('get list watch', 'replicationcontrollers'),
		allow('get list watch', 'poddisruptionbudgets', 'policy'),
		allow('get list watch', 'statefulsets', 'apps'),
		allow('update', 'poddisruptionbudgets/status', 'policy'),
		allow('patch update', 'pods/status'),
		allow('get', '*/scale', '*'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: (tools) => ({
		handlers: {
			// Also after a change of the status alone: a sync before the controller's own write has no current status to compare with.
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

/** The number of Pods that the controllers of some Pods desire, and whether a Pod has no controller. */
export interface Expected {
	readonly replicas: number;
	readonly hasUnmanaged: boolean;
}

/** The number of Pods that must stay healthy. A percentage applies to the controllers' desired Pods, not to the existing ones. */
export const desiredHealthy = ({spec}: Pick<PodDisruptionBudget, 'spec'>, expected: number): number => {
	const {minAvailable, maxUnavailable} = spec ?? {};
	return minAvailable === undefined
		? Math.max(0, expected - scaledValue(maxUnavailable, expected, 'up'))
		: scaledValue(minAvailable, expected, 'up');
};

/**
The expected number of Pods.

@returns a message if a controller does not state it.
@mirrors k8s.io/kubernetes/pkg/controller/disruption DisruptionController.getExpectedScale
*/
function* expectedOf(tools: Tools, budget: PodDisruptionBudget, pods: readonly Pod[]): Routine<Expected | string> {
	if (typeof budget.spec?.minAvailable === 'number') {
		return {replicas: pods.length, hasUnmanaged: false};
	}

	const scales = new Map<string, number>();
	const known = new Set<string>();
	for (const pod of pods) {
		const owner = controllerOf(pod);
		if (!owner || known.has(owner.uid)) {
			continue;
		}

		known.add(owner.uid);
		const cached = cachedScale(tools, pod);
		if (!cached) {
			const {kind, name} = owner;
			yield* note('controller.disruption.sync', {case: 'ask', kind, name}, {object: keyInStore(budget)});
		}

		const scale = cached ?? (yield* scaleOf(tools, owner, pod.metadata.namespace));
		if (typeof scale === 'string') {
			return scale;
		}

		if (!scale) {
			return `found no controllers for pod ${JSON.stringify(pod.metadata.name)}`;
		}

		scales.set(scale.uid, scale.replicas);
	}

	return {
		replicas: [...scales.values()].reduce((sum, replicas) => sum + replicas, 0),
		hasUnmanaged: pods.some((pod) => !controllerOf(pod)),
	};
}

const failed = ({status = {}}: PodDisruptionBudget, message: string, now: string): PodDisruptionBudgetStatus => {
	const known = status.conditions?.find(({type}) => type === 'DisruptionAllowed');
	return {
		...status,
		disruptionsAllowed: 0,
		conditions: [
			{
				type: 'DisruptionAllowed',
				status: 'False',
				...(status.observedGeneration === undefined ? {} : {observedGeneration: status.observedGeneration}),
				lastTransitionTime: known?.status === 'False' ? known.lastTransitionTime : now,
				reason: 'SyncFailed',
				message,
			},
		],
	};
};

/** The numbers of a budget's Pods. */
interface Counts {
	readonly disrupted: Readonly<Record<string, string>>;
	readonly disruptionsAllowed: number;
	readonly currentHealthy: number;
	readonly desired: number;
	readonly expectedPods: number;
}

/** The status of a budget whose Pods are counted. @param now as a timestamp */
const counted = (
	{status, metadata: {generation}}: PodDisruptionBudget,
	{disrupted, disruptionsAllowed, currentHealthy, desired, expectedPods}: Counts,
	now: string,
): PodDisruptionBudgetStatus => {
	const value = disruptionsAllowed > 0 ? 'True' : 'False';
	const known = status?.conditions?.find(({type}) => type === 'DisruptionAllowed');
	return {
		...(Object.keys(disrupted).length > 0 ? {disruptedPods: disrupted} : {}),
		disruptionsAllowed,
		currentHealthy,
		desiredHealthy: desired,
		expectedPods,
		observedGeneration: generation,
		conditions: [
			{
				type: 'DisruptionAllowed',
				status: value,
				observedGeneration: generation,
				lastTransitionTime: known?.status === value ? known.lastTransitionTime : now,
				reason: disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods',
				message: '',
			},
		],
	};
};

function* sync(tools: Tools, key: string): Routine {
	const {informer, recorder, kernel, queue} = tools;
	const budget = informer('poddisruptionbudgets.policy').getByKey(key);
	if (!budget) {
		yield* note('controller.disruption.sync', {case: 'gone', key});
		return;
	}

	const {namespace} = budget.metadata;
	const pods = informer('pods')
		.list(namespace)
		.filter((pod) => selects(budget, pod) && !isTerminal(pod));
	if (pods.length === 0) {
		yield* recorder.event(budget, 'Normal', 'NoPods', 'No matching pods found');
	}

	const expected = yield* expectedOf(tools, budget, pods);
	if (typeof expected === 'string') {
		const message = `Failed to calculate the number of expected pods: ${expected}`;
		yield* note('controller.disruption.sync', {case: 'fail', message}, {object: keyInStore(budget), outcome: 'failed'});
		yield* recorder.event(budget, 'Warning', 'CalculateExpectedPodCountFailed', message);
		yield* write(tools, budget, failed(budget, expected, kernel.timestamp()));
		return;
	}

	if (expected.hasUnmanaged) {
		const selector = goLabelSelector(budget.spec?.selector ?? {});
		yield* recorder.event(budget, 'Warning', 'UnmanagedPods', unmanaged(selector));
	}

	const {left: disrupted, overdue, nextMs} = disruptedPods(pods, budget.status?.disruptedPods, kernel.wallClockMs);
	for (const pod of overdue) {
		const message = `Pod was expected by PDB ${namespace}/${budget.metadata.name} to be deleted but it wasn't`;
		yield* recorder.event(pod, 'Warning', 'NotDeleted', message);
	}

	if (nextMs !== undefined) {
		queue.addAfter(key, nextMs, {periodic: true});
	}

	const currentHealthy = pods.filter(
		(pod) => isPodReady(pod) && pod.metadata.deletionTimestamp === undefined && !(pod.metadata.name in disrupted),
	).length;
	const expectedPods = expected.replicas;
	const desired = desiredHealthy(budget, expectedPods);
	const disruptionsAllowed = expectedPods > 0 ? Math.max(0, currentHealthy - desired) : 0;
	yield* note(
		'controller.disruption.sync',
		{case: 'count', currentHealthy, desiredHealthy: desired, expectedPods, disruptionsAllowed},
		{object: keyInStore(budget)},
	);
	const status = counted(
		budget,
		{disrupted, disruptionsAllowed, currentHealthy, desired, expectedPods},
		kernel.timestamp(),
	);
	yield* write(tools, budget, status);
}

const unmanaged = (selector: string): string =>
	`Pods selected by this PodDisruptionBudget (selector: ${selector}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.`;

const keyInStore = ({metadata}: PodDisruptionBudget): string =>
	registryKey('poddisruptionbudgets.policy', metadata.namespace, metadata.name);

function* write({client}: Tools, budget: PodDisruptionBudget, status: PodDisruptionBudgetStatus): Routine {
	if (!equal(status, budget.status)) {
		yield* note('controller.disruption.status', {before: budget.status, after: status}, {object: keyInStore(budget)});
		yield* client.updateStatus('poddisruptionbudgets.policy', {...budget, status});
	}
}

/** A controller, and its desired number of Pods. */
interface ControllerScale {
	readonly uid: string;
	readonly replicas: number;
}

/** The name of a kind in the API and in URLs, and whether it has a scale. */
function* resourceOf(
	{client}: Tools,
	{apiVersion, kind}: OwnerReference,
): Routine<{readonly plural: string; readonly scales: boolean} | undefined> {
	const known = resourceOfKind(apiVersion, kind);
	if (known) {
		return {plural: known.plural, scales: known.subresources.some(({name}) => name === 'scale')};
	}

	const {status, body} = yield* client.exchange('GET', `/apis/${apiVersion}`);
	const found = status < 400 ? nestedMapSlice(body, 'resources') : [];
	const names = found.filter((one) => one['kind'] === kind).map((one) => String(one['name']));
	const plural = names.find((name) => !name.includes('/'));
	return plural === undefined ? undefined : {plural, scales: found.some((one) => one['name'] === `${plural}/scale`)};
}

/** The scale of a controller other than the usual four. @returns a message if its kind has none. @mirrors DisruptionController.getScaleController */
function* scaleOf(
	tools: Tools,
	owner: OwnerReference,
	namespace: string,
): Routine<ControllerScale | string | undefined> {
	const {apiVersion, kind, name, uid} = owner;
	const {group, version} = groupVersionOf(apiVersion);
	const resource = yield* resourceOf(tools, owner);
	if (!resource) {
		return `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
	}

	const {plural, scales} = resource;
	if (!scales) {
		return `${group ? `${plural}.${group}` : plural} does not implement the scale subresource`;
	}

	const root = group ? `/apis/${group}/${version}` : `/api/${version}`;
	const {status, body} = yield* tools.client.exchange('GET', `${root}/namespaces/${namespace}/${plural}/${name}/scale`);
	return status < 400 && nestedString(body, 'metadata', 'uid') === uid
		? {uid, replicas: nestedNumber(body, 'spec', 'replicas') ?? 0}
		: undefined;
}

/** The scale of a Deployment, ReplicaSet, StatefulSet or ReplicationController. */
const cachedScale = ({informer}: Tools, pod: Pod): ControllerScale | undefined => {
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

	const statefulSet = owner?.kind === 'StatefulSet' && informer('statefulsets.apps').get(namespace, owner.name);
	const controller =
		owner?.kind === 'ReplicationController' && informer('replicationcontrollers').get(namespace, owner.name);
	const set = statefulSet || controller;
	return set ? {uid: set.metadata.uid, replicas: set.spec?.replicas ?? 1} : undefined;
};
