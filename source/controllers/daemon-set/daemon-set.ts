import type {Routine} from '../../kernel/routine.js';
import type {Draft} from '../../client/client.js';
import {keyOf} from '../../client/informer.js';
import type {DaemonSet, DaemonSetStatus, Node, Pod} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {controllerOf} from '../../objects/owner.js';
import {isPodActive, isPodReady} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {claim} from '../claim.js';
import type {Controller, Tools} from '../controller.js';
import {Expectations} from '../expectations.js';
import {createPod, deletePod, podFromTemplate} from '../pod-control.js';
import {isPodAvailable, returnWhenAvailable} from '../pod-availability.js';
import {revisionLabel, revisionsOf, trimRevisions} from '../revision-history.js';
import {
	daemonTolerations,
	generationAnnotation,
	generationLabel,
	isUpdated,
	planDaemonSet,
	podsByNode,
	suits,
	targetOf,
} from './plan.js';
import {equal} from '../../kernel/equality.js';
import {FailedPodsBackoff} from './failed-pods-backoff.js';
import {allow} from '../controller-roles.js';

/**
Runs one Pod on every node that suits.

@see https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/
@mirrors k8s.io/kubernetes/pkg/controller/daemon
*/
export const daemonSet: Controller = {
	name: 'daemonset',
	reportsAs: 'daemonset-controller',
	account: 'daemon-set-controller',
	rules: [
		allow('get list watch', 'daemonsets', 'apps extensions'),
		allow('update', 'daemonsets/status', 'apps extensions'),
		allow('update', 'daemonsets/finalizers', 'apps extensions'),
		allow('list watch', 'nodes'),
		allow('create delete list patch watch', 'pods'),
		allow('create', 'pods/binding'),
		allow('create delete get list patch update watch', 'controllerrevisions', 'apps'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build(tools) {
		const expectations = new Expectations(tools.kernel);
		const backoff = new FailedPodsBackoff();
		return {
			handlers: {
				'daemonsets.apps': ({object}) => [keyOf(object)],
				*nodes({type, object, old}) {
					for (const set of tools.informer('daemonsets.apps').list()) {
						if (!old || type === 'DELETED' || !sameFit(suits(old, set), suits(object, set))) {
							yield keyOf(set);
						}
					}
				},
				*pods({type, object, old}) {
					const owner = controllerOf(object);
					const key = owner?.kind === 'DaemonSet' ? `${object.metadata.namespace}/${owner.name}` : undefined;
					if (key !== undefined) {
						if (type === 'DELETED' || object.metadata.deletionTimestamp !== undefined) {
							expectations.deletionObserved(key, object.metadata.uid);
						} else if (type === 'ADDED') {
							expectations.creationsObserved(key);
						}

						yield key;
					} else if (!owner && type !== 'DELETED' && old?.metadata.labels !== object.metadata.labels) {
						for (const set of tools.informer('daemonsets.apps').list(object.metadata.namespace)) {
							if (matchesLabelSelector(set.spec.selector, object.metadata.labels)) {
								yield keyOf(set);
							}
						}
					}
				},
				'controllerrevisions.apps': () => [],
			},
			sync: (key) => sync(tools, expectations, backoff, key),
		};
	},
};

/** A run comes to rest without waiting for a later deletion of a failed Pod. */
const longestWaitMs = 60_000;

const sameFit = (a: ReturnType<typeof suits>, b: ReturnType<typeof suits>): boolean =>
	a.run === b.run && a.stay === b.stay;

const backoffKey = ({metadata, status}: DaemonSet, pod: Pod): string =>
	`${metadata.uid}/${status?.observedGeneration ?? 0}/${targetOf(pod)}`;

/** The failed Pods whose back-off has not passed, and the time in milliseconds after which the set is synced again. */
const delaysOf = (
	{queue, kernel}: Tools,
	backoff: FailedPodsBackoff,
	set: DaemonSet,
	pods: readonly Pod[],
): ReadonlyMap<Pod, number> => {
	const delays = new Map<Pod, number>();
	for (const pod of pods) {
		const delayMs =
			pod.status.phase === 'Failed' ? backoff.delayMs(backoffKey(set, pod), kernel.wallClockMs) : undefined;
		if (delayMs !== undefined) {
			delays.set(pod, delayMs);
			queue.addAfter(keyOf(set), delayMs, {periodic: delayMs > longestWaitMs});
		}
	}

	return delays;
};

function* sync(tools: Tools, expectations: Expectations, backoff: FailedPodsBackoff, key: string): Routine {
	const {informer, kernel} = tools;
	const set = informer('daemonsets.apps').getByKey(key);
	if (!set || set.metadata.deletionTimestamp !== undefined) {
		expectations.forget(key);
		yield* note('controller.daemonset.sync', {case: 'gone', key});
		return;
	}

	const nodes = informer('nodes').list();
	const cache = informer('pods');
	const mine = cache.byIndex('controller', set.metadata.uid);
	const wanted = nodes.filter((node) => suits(node, set).run).length;
	yield* note(
		'controller.daemonset.sync',
		{
			case: 'compare',
			want: wanted,
			nodes: nodes.length,
			have: mine.length,
			outstanding: expectations.outstanding(key),
		},
		{object: registryKey('daemonsets.apps', set.metadata.namespace, set.metadata.name)},
	);
	const candidates = [...mine, ...cache.byIndex('controller', `${set.metadata.namespace}/`)];
	const pods = yield* claim(tools, 'daemonset', 'daemonsets.apps', set, set.spec.selector, 'pods', candidates);
	const {all, current, collisionCount} = yield* revisionsOf(tools, 'daemonset', 'daemonsets.apps', set);
	const hash = current.metadata.labels?.[revisionLabel] ?? '';
	if (expectations.satisfied(key)) {
		const delays = delaysOf(tools, backoff, set, pods);
		const {create, remove} = planDaemonSet(set, nodes, pods, hash, kernel.wallClockMs, delays);
		for (const {pod, why} of remove) {
			if (why === 'failed') {
				backoff.deleted(backoffKey(set, pod), kernel.wallClockMs);
				const message = `Found failed daemon pod ${pod.metadata.namespace}/${pod.metadata.name} on node ${targetOf(pod)}, will try to kill it`;
				yield* tools.recorder.event(set, 'Warning', 'FailedDaemonPod', message);
			}

			yield* deletePod(tools, 'daemonset', set, pod);
		}

		if (create.length > 0) {
			expectations.expectCreations(key, create.length);
			let made = 0;
			try {
				for (const node of create) {
					yield* createPod(tools, 'daemonset', set, podFor(set, node, hash));
					made++;
				}
			} finally {
				expectations.creationsObserved(key, create.length - made);
			}
		}
	}

	yield* updateStatus(tools, set, nodes, pods, hash, collisionCount);
	const used = new Set(pods.map(({metadata}) => metadata.labels?.[revisionLabel] ?? ''));
	yield* trimRevisions(tools, 'daemonset', all, used.add(hash), set.spec.revisionHistoryLimit ?? 10);
}

/** The Pod for a node: the scheduler binds it, but only there. */
export const podFor = (set: DaemonSet, node: string, hash: string): Draft<Pod> => {
	const {metadata, spec, ...rest} = podFromTemplate(set, set.spec.template);
	const generation = set.metadata.annotations?.[generationAnnotation];
	const nodeSelectorTerms = [{matchFields: [{key: 'metadata.name', operator: 'In' as const, values: [node]}]}];
	const {nodeAffinity} = spec?.affinity ?? {};
	return {
		...rest,
		metadata: {
			...metadata,
			labels: {...metadata?.labels, [revisionLabel]: hash, ...(generation ? {[generationLabel]: generation} : {})},
		},
		spec: {
			...spec,
			affinity: {
				...spec?.affinity,
				nodeAffinity: {...nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms}},
			},
			tolerations: daemonTolerations(set.spec.template),
		},
	};
};

function* updateStatus(
	{client, kernel, queue}: Tools,
	set: DaemonSet,
	nodes: readonly Node[],
	pods: readonly Pod[],
	hash: string,
	collisionCount: number | undefined,
): Routine {
	const counts = {desired: 0, current: 0, wrong: 0, ready: 0, available: 0, updated: 0};
	const byNode = podsByNode(pods);
	for (const node of nodes) {
		const here = (byNode.get(node.metadata.name) ?? []).filter((pod) => isPodActive(pod));
		if (!suits(node, set).run) {
			counts.wrong += here.length > 0 ? 1 : 0;
			continue;
		}

		counts.desired++;
		const [pod] = here;
		if (pod) {
			counts.current++;
			counts.ready += isPodReady(pod) ? 1 : 0;
			counts.available += isPodAvailable(pod, set.spec.minReadySeconds ?? 0, kernel.wallClockMs) ? 1 : 0;
			counts.updated += isUpdated(set, pod, hash) ? 1 : 0;
		}
	}

	const unavailable = counts.desired - counts.available;
	const {conditions} = set.status ?? {};
	const status: DaemonSetStatus = {
		currentNumberScheduled: counts.current,
		numberMisscheduled: counts.wrong,
		desiredNumberScheduled: counts.desired,
		numberReady: counts.ready,
		...(set.metadata.generation ? {observedGeneration: set.metadata.generation} : {}),
		...(counts.updated ? {updatedNumberScheduled: counts.updated} : {}),
		...(counts.available ? {numberAvailable: counts.available} : {}),
		...(unavailable ? {numberUnavailable: unavailable} : {}),
		...(collisionCount === undefined ? {} : {collisionCount}),
		...(conditions ? {conditions} : {}),
	};
	returnWhenAvailable(queue, keyOf(set), pods, set.spec.minReadySeconds ?? 0, kernel.wallClockMs);

	if (equal(status, set.status)) {
		return;
	}

	yield* note(
		'controller.daemonset.status',
		{before: set.status, after: status},
		{object: registryKey('daemonsets.apps', set.metadata.namespace, set.metadata.name)},
	);
	yield* client.updateStatus('daemonsets.apps', {...set, status});
}
