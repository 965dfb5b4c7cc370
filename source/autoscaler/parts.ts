import type {Client, ResourceName} from '../client/client.js';
import {EventRecorder} from '../client/event-recorder.js';
import {Informer} from '../client/informer.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {isTerminal, podCondition} from '../objects/pod.js';
import {AssumedVolumes} from '../scheduler/assumed-volumes.js';
import {SchedulerCache} from '../scheduler/cache.js';
import {clusterQuestions} from '../scheduler/cluster-view.js';
import {ClaimTracker} from '../scheduler/devices/claim-tracker.js';
import {deviceQuestions} from '../scheduler/device-questions.js';
import {SchedulerInformers} from '../scheduler/informers.js';
import {Nominator} from '../scheduler/nominator.js';
import {defaultProfile} from '../scheduler/profile.js';
import type {DrainContext} from './drain-rules.js';
import type {AutoscalerOptions, Cloud} from './options.js';
import {Snapshot, type Questions} from './snapshot.js';

export const processName = 'cluster-autoscaler';

/** Whether kube-scheduler has found no node for a Pod. @mirrors cluster-autoscaler/utils/kubernetes SchedulablePods */
export const isUnschedulable = (pod: Pod): boolean => {
	const condition = podCondition(pod, 'PodScheduled');
	return (
		!pod.spec.nodeName &&
		pod.metadata.deletionTimestamp === undefined &&
		!isTerminal(pod) &&
		condition?.status === 'False' &&
		condition.reason === 'Unschedulable'
	);
};

/** The caches of the autoscaler: those by which the scheduler's filters decide, and those of the owners of Pods. */
export class Caches {
	readonly scheduling: SchedulerInformers;
	readonly daemonSets: Informer<'daemonsets.apps'>;
	readonly jobs: Informer<'jobs.batch'>;
	readonly questions: Questions;
	/** `namespace/name` of the Pods that fit no node. */
	readonly unschedulable = new Set<string>();

	constructor(client: Client) {
		this.scheduling = new SchedulerInformers(client, processName);
		this.daemonSets = new Informer(client, 'daemonsets.apps', {owner: processName});
		this.jobs = new Informer(client, 'jobs.batch', {owner: processName});
		const informers = this.scheduling;
		// Simplified: devices of nodes that a group would add are not known, so Pods with such claims wait.
		this.questions = {
			...clusterQuestions({
				informers,
				cache: new SchedulerCache(),
				nominator: new Nominator(),
				assumedVolumes: new AssumedVolumes(),
				devices: deviceQuestions(informers, new ClaimTracker(informers.resourceClaims)),
			}),
			imageNodeCount: () => 0,
		};
	}

	get synced(): boolean {
		return this.scheduling.synced && this.daemonSets.synced && this.jobs.synced;
	}

	/** Fills the caches and follows the changes. */
	*start(inbox: Mailbox<() => Routine>): Routine {
		const {nodes, pods, namespaces, services, claims, volumes, storageClasses, csiNodes} = this.scheduling;
		const {disruptionBudgets, replicaSets, statefulSets, replicationControllers} = this.scheduling;
		const follow = <R extends ResourceName>(informer: Informer<R>): Routine =>
			informer.start(
				inbox,
				(event) =>
					function* () {
						yield* informer.deliver(event);
					},
			);
		yield* follow(nodes);
		yield* follow(namespaces);
		yield* follow(services);
		yield* follow(claims);
		yield* follow(volumes);
		yield* follow(storageClasses);
		yield* follow(csiNodes);
		yield* follow(disruptionBudgets);
		yield* follow(replicaSets);
		yield* follow(statefulSets);
		yield* follow(replicationControllers);
		yield* follow(this.daemonSets);
		yield* follow(this.jobs);
		yield* pods.start(inbox, (event) => () => this.#onPod(event));
	}

	*#onPod(event: Parameters<Informer<'pods'>['deliver']>[0]): Routine {
		const change = yield* this.scheduling.pods.deliver(event);
		if (change) {
			const {namespace, name} = change.object.metadata;
			const key = `${namespace}/${name}`;
			if (change.type !== 'DELETED' && isUnschedulable(change.object)) {
				this.unschedulable.add(key);
			} else {
				this.unschedulable.delete(key);
			}
		}
	}

	/** The objects that decide whether Pods may move. */
	drainContext(nowMs: number): DrainContext {
		const {replicaSets, statefulSets, replicationControllers, disruptionBudgets} = this.scheduling;
		const owners: Readonly<Record<string, {get(namespace: string, name: string): unknown}>> = {
			ReplicaSet: replicaSets,
			StatefulSet: statefulSets,
			ReplicationController: replicationControllers,
			DaemonSet: this.daemonSets,
			Job: this.jobs,
		};
		return {
			nowMs,
			budgets: (namespace) => disruptionBudgets.list(namespace),
			exists: (kind, namespace, name) =>
				!Object.hasOwn(owners, kind) || owners[kind]?.get(namespace, name) !== undefined,
		};
	}

	/** An empty snapshot, to which nodes are added. */
	emptySnapshot(): Snapshot {
		return new Snapshot([], defaultProfile, this.questions);
	}
}

/** The parts of a running autoscaler. */
export interface AutoscalerParts {
	readonly kernel: Kernel;
	readonly client: Client;
	readonly recorder: EventRecorder;
	readonly caches: Caches;
	readonly cloud: Cloud;
	readonly options: AutoscalerOptions;
}
