import type {Routine} from '../../kernel/routine.js';
import {ApiError, isConflict} from '../../client/errors.js';
import {keyOf, type Delivered} from '../../client/informer.js';
import type {Group} from '../../client/object-index.js';
import type {
	LabelSelector,
	Pod,
	ReplicaSet,
	ReplicationController,
	Resources,
} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {controllerOf} from '../../objects/owner.js';
import {isPodActive, isPodReady, isTerminal, podCondition} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {frame, note} from '../../stages/note.js';
import {claim, claimOf} from '../claim.js';
import type {Controller, Tools} from '../controller.js';
import {Expectations} from '../expectations.js';
import {createPod, deletePod, isNamespaceTerminating, podFromTemplate, type PodController} from '../pod-control.js';
import type {Wake} from '../shared-informers.js';
import {planReplicas, slowStartBatches} from './plan-replicas.js';
import {returnWhenAvailable} from '../pod-availability.js';
import {replicaSetStatus, sameReplicaSetStatus, type Failure} from './replica-set-status.js';
import {allow} from '../controller-roles.js';

/** A ReplicationController is a ReplicaSet with a simpler selector: one controller keeps both. */
interface Flavour<R extends 'replicasets.apps' | 'replicationcontrollers'> {
	readonly name: 'replicaset' | 'replicationcontroller';
	readonly resource: R;
	readonly kind: string;
	readonly reportsAs: string;
	readonly rules: Controller['rules'];
	readonly selectorOf: (object: Resources[R]) => LabelSelector;
}

const flavoured = <R extends 'replicasets.apps' | 'replicationcontrollers'>(flavour: Flavour<R>): Controller => ({
	name: flavour.name,
	reportsAs: flavour.reportsAs,
	rules: flavour.rules,
	build(tools) {
		const expectations = new Expectations(tools.kernel);
		const reconciler = new Reconciler(flavour, tools, expectations);
		return {
			handlers: {
				[flavour.resource]: (change: Delivered<Resources[R]>) => reconciler.onReplicaSet(change),
				pods: (change) => reconciler.onPod(change),
			},
			sync: (key) => reconciler.sync(key),
		};
	},
});

/**
Keeps the number of Pods that a ReplicaSet requests.

@see https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/
@mirrors k8s.io/kubernetes/pkg/controller/replicaset
*/
export const replicaSet: Controller = flavoured({
	name: 'replicaset',
	resource: 'replicasets.apps',
	kind: 'ReplicaSet',
	reportsAs: 'replicaset-controller',
	rules: [
		allow('get list update watch', 'replicasets', 'apps extensions'),
		allow('update', 'replicasets/status', 'apps extensions'),
		allow('update', 'replicasets/finalizers', 'apps extensions'),
		allow('create delete list patch watch', 'pods'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	selectorOf: ({spec}: ReplicaSet) => spec.selector,
});

/** Keeps the number of Pods that a ReplicationController requests. @see https://kubernetes.io/docs/concepts/workloads/controllers/replicationcontroller/ */
export const replicationController: Controller = flavoured({
	name: 'replicationcontroller',
	resource: 'replicationcontrollers',
	kind: 'ReplicationController',
	reportsAs: 'replication-controller',
	rules: [
		allow('get list update watch', 'replicationcontrollers'),
		allow('update', 'replicationcontrollers/status'),
		allow('update', 'replicationcontrollers/finalizers'),
		allow('create delete list patch watch', 'pods'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	selectorOf: ({spec}: ReplicationController) => ({matchLabels: spec?.selector ?? {}}),
});

/** The active Pods of an owner: grouped by equal form, and one by one for callers that have to choose among them. */
interface Owned {
	readonly groups: ReadonlyArray<Group<Pod>>;
	readonly pods: () => readonly Pod[];
}

const sizeOf = (groups: ReadonlyArray<Group<Pod>>): number => groups.reduce((sum, {size}) => sum + size, 0);

const countOf = (groups: ReadonlyArray<Group<Pod>>, counts: (pod: Pod) => boolean): number =>
	sizeOf(groups.filter(({example}) => counts(example)));

class Reconciler<R extends 'replicasets.apps' | 'replicationcontrollers'> {
	constructor(
		readonly flavour: Flavour<R>,
		readonly tools: Tools,
		readonly expectations: Expectations,
	) {}

	*onReplicaSet({type, object}: Delivered<Resources[R]>): Iterable<string> {
		const key = keyOf(object);
		if (type === 'DELETED') {
			this.expectations.forget(key);
		}

		yield key;
	}

	/**
	Wakes the owner of a changed Pod; an orphan wakes every owner whose selector it matches.

	Simplified: upstream wakes the owner at every change of a Pod, here only at relevant ones.
	*/
	*onPod({type, object, old}: Delivered<Pod>): Iterable<string | Wake> {
		const owner = this.#ownerKey(object);
		const leaving = type === 'DELETED' || object.metadata.deletionTimestamp !== undefined;
		if (owner) {
			if (leaving) {
				this.expectations.deletionObserved(owner, object.metadata.uid);
			} else if (type === 'ADDED') {
				this.expectations.creationsObserved(owner);
			}

			if (!old || type === 'DELETED' || matters(old, object)) {
				yield owner;
			}

			const set = this.tools.informer(this.flavour.resource).getByKey(owner);
			const minReadySeconds = set?.spec?.minReadySeconds ?? 0;
			if (minReadySeconds > 0 && old && !isPodReady(old) && isPodReady(object)) {
				yield {key: owner, afterMs: (minReadySeconds + 1) * 1000};
			}
		} else if (!leaving && !controllerOf(object) && (!old || old.metadata.labels !== object.metadata.labels)) {
			for (const set of this.tools.informer(this.flavour.resource).list(object.metadata.namespace)) {
				if (matchesLabelSelector(this.flavour.selectorOf(set), object.metadata.labels)) {
					yield keyOf(set);
				}
			}
		}

		const before = old && this.#ownerKey(old);
		if (before && before !== owner) {
			yield before;
		}
	}

	#ownerKey(pod: Pod): string | undefined {
		const owner = controllerOf(pod);
		if (owner?.kind !== this.flavour.kind) {
			return undefined;
		}

		const set = this.tools.informer(this.flavour.resource).get(pod.metadata.namespace, owner.name);
		return set?.metadata.uid === owner.uid ? keyOf(set) : undefined;
	}

	*sync(key: string): Routine {
		const {tools, flavour, expectations} = this;
		const {name} = flavour;
		const set = tools.informer(flavour.resource).getByKey(key);
		if (!set) {
			expectations.forget(key);
			yield* note(`controller.${name}.sync`, {case: 'gone', key});
			return;
		}

		const object = registryKey(flavour.resource, set.metadata.namespace, set.metadata.name);
		const mine = tools.informer('pods').groups('controller', set.metadata.uid);
		const want = set.spec?.replicas ?? 1;
		const have = countOf(mine, isPodActive);
		const settled = expectations.satisfied(key);
		const outstanding = expectations.outstanding(key);
		yield* note(`controller.${name}.sync`, {case: 'compare', key, want, have, outstanding, settled}, {object});
		const owned = yield* this.#claim(set, mine);
		let failure: {readonly error: ApiError; readonly reason: Failure['reason']} | undefined;
		if (settled && set.metadata.deletionTimestamp === undefined) {
			failure = yield* this.#manage(key, set, want, owned);
		}

		const terminating = countOf(mine, (pod) => pod.metadata.deletionTimestamp !== undefined && !isTerminal(pod));
		yield* this.#updateStatus(
			set,
			owned.groups,
			terminating,
			failure && {reason: failure.reason, message: failure.error.message},
		);
		if (failure) {
			throw failure.error;
		}
	}

	/** The groups of its Pods show whether all is in order; each Pod is checked only if one must be adopted or released. */
	*#claim(set: Resources[R], mine: ReadonlyArray<Group<Pod>>): Routine<Owned> {
		const {tools, flavour} = this;
		const pods = tools.informer('pods');
		const selector = flavour.selectorOf(set);
		const groups = mine.filter(({example}) => isPodActive(example));
		const orphans = pods.byIndex('controller', `${set.metadata.namespace}/`).filter((pod) => isPodActive(pod));
		const present = () => pods.byIndex('controller', set.metadata.uid).filter((pod) => isPodActive(pod));
		if (
			groups.every(({example}) => claimOf(set, selector, example) === 'own') &&
			orphans.every((pod) => claimOf(set, selector, pod) === 'ignore')
		) {
			return {groups, pods: present};
		}

		const candidates = [...present(), ...orphans];
		const claimed = yield* claim(tools, flavour.name, flavour.resource, set, selector, 'pods', candidates);
		return {groups: claimed.map((example) => ({example, size: 1})), pods: () => claimed};
	}

	*#manage(
		key: string,
		set: Resources[R],
		want: number,
		{groups, pods}: Owned,
	): Routine<{readonly error: ApiError; readonly reason: Failure['reason']} | undefined> {
		const {kernel} = this.tools;
		const plan = planReplicas(want, sizeOf(groups), pods, this.#ranks(set), kernel.wallClockMs);
		if (plan.action === 'create') {
			this.expectations.expectCreations(key, plan.count);
			const error = yield* this.#create(key, set, plan.count);
			return error && {error, reason: 'FailedCreate'};
		}

		if (plan.action === 'delete') {
			this.expectations.expectDeletions(
				key,
				plan.pods.map(({metadata}) => metadata.uid),
			);
			const error = yield* this.#delete(key, set, plan.pods);
			return error && {error, reason: 'FailedDelete'};
		}

		return undefined;
	}

	/** Creates in batches that double; the first batch with a failure is the last. Simplified: one after another within a batch, not in parallel. */
	*#create(key: string, set: Resources[R], count: number): Routine<ApiError | undefined> {
		const {tools, flavour, expectations} = this;
		const pod = podFromTemplate(set, set.spec?.template ?? {});
		let created = 0;
		let tried = 0;
		for (const size of slowStartBatches(count)) {
			const failure = yield* frame(
				{
					name: `create a batch of ${size}`,
					stage: `controller.${flavour.name}.batch`,
					facts: {owner: set.metadata.name, size, created, count},
				},
				createBatch(tools, flavour.name, set, pod, size),
			);
			created += size - failure.failed;
			tried += size;
			expectations.creationsObserved(key, failure.failed);
			if (failure.error) {
				// Creations that were never tried will never be seen.
				expectations.creationsObserved(key, count - tried);
				return failure.error;
			}
		}

		return undefined;
	}

	*#delete(key: string, set: Resources[R], pods: readonly Pod[]): Routine<ApiError | undefined> {
		const {tools, flavour, expectations} = this;
		let failure: ApiError | undefined;
		for (const pod of pods) {
			try {
				const deleted = yield* deletePod(tools, flavour.name, set, pod);
				if (!deleted) {
					expectations.deletionObserved(key, pod.metadata.uid);
				}
			} catch (error) {
				if (!(error instanceof ApiError)) {
					throw error;
				}

				expectations.deletionObserved(key, pod.metadata.uid);
				failure ??= error;
			}
		}

		return failure;
	}

	/**
	The number of active Pods of the same Deployment on each node: a Pod matters less where many run.

	Pods of a set without a Deployment all have rank 0.

	@mirrors getIndirectlyRelatedPods
	*/
	#ranks(set: Resources[R]): (pod: Pod) => number {
		const pods = this.tools.informer('pods');
		const sets = this.tools.informer(this.flavour.resource);
		const owner = controllerOf(set);
		let counts: Map<string, number> | undefined;
		return (pod) => {
			if (!counts) {
				counts = new Map();
				const siblings = owner
					? sets.list(set.metadata.namespace).filter((one) => controllerOf(one)?.uid === owner.uid)
					: [];
				for (const {metadata} of siblings) {
					for (const {spec, ...other} of pods.byIndex('controller', metadata.uid)) {
						if (spec?.nodeName && isPodActive(other)) {
							counts.set(spec.nodeName, (counts.get(spec.nodeName) ?? 0) + 1);
						}
					}
				}
			}

			return counts.get(pod.spec?.nodeName ?? '') ?? 0;
		};
	}

	*#updateStatus(
		set: Resources[R],
		pods: ReadonlyArray<Group<Pod>>,
		terminating: number,
		failure: Failure | undefined,
	): Routine {
		const {kernel, client, queue} = this.tools;
		const {name, resource} = this.flavour;
		const computed = replicaSetStatus(set, pods, terminating, failure, kernel.wallClockMs, kernel.timestamp());
		const {terminatingReplicas: _terminating, ...older} = computed;
		const status = resource === 'replicasets.apps' ? computed : older;
		const minReadySeconds = set.spec?.minReadySeconds ?? 0;
		returnWhenAvailable(
			queue,
			keyOf(set),
			pods.map(({example}) => example),
			minReadySeconds,
			kernel.wallClockMs,
		);

		if (sameReplicaSetStatus(set.status, status)) {
			return;
		}

		yield* note(
			`controller.${name}.status`,
			{before: set.status, after: status},
			{object: registryKey(resource, set.metadata.namespace, set.metadata.name)},
		);
		try {
			yield* client.updateStatus(resource, {...set, status});
		} catch (error) {
			if (!isConflict(error)) {
				throw error;
			}

			// The cache was behind: try again with the apiserver's version.
			const fresh = yield* client.get(resource, set.metadata.namespace, set.metadata.name);
			yield* client.updateStatus(resource, {...fresh, status});
		}
	}
}

function* createBatch(
	tools: Tools,
	controller: PodController,
	owner: Parameters<typeof createPod>[2],
	pod: Parameters<typeof createPod>[3],
	size: number,
): Routine<{readonly failed: number; readonly error?: ApiError}> {
	let failed = 0;
	let first: ApiError | undefined;
	for (let index = 0; index < size; index++) {
		try {
			yield* createPod(tools, controller, owner, pod);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			failed++;
			first ??= isNamespaceTerminating(error) ? undefined : error;
		}
	}

	return {failed, error: first};
}

/** The time since which a Pod has been ready; `undefined` if it is not. */
const readySince = (pod: Pod): string | undefined =>
	isPodReady(pod) ? (podCondition(pod, 'Ready')?.lastTransitionTime ?? '') : undefined;

/** Whether a change of a Pod can change the numbers of its owner. */
const matters = (old: Pod, pod: Pod): boolean =>
	isPodActive(old) !== isPodActive(pod) ||
	isTerminal(old) !== isTerminal(pod) ||
	readySince(old) !== readySince(pod) ||
	old.metadata.labels !== pod.metadata.labels ||
	old.metadata.ownerReferences !== pod.metadata.ownerReferences;
