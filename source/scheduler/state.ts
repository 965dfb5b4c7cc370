import type {Client, ResourceName} from '../client/client.js';
import {EventRecorder} from '../client/event-recorder.js';
import {Informer} from '../client/informer.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import type {Routine} from '../kernel/routine.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import {SchedulerCache} from './cache.js';
import type {Weighted, ClusterView} from './framework.js';
import type {PodInfo} from './pod-info.js';
import {defaultProfile} from './profile.js';
import {SchedulingQueue} from './queue.js';
import {siblingSelectors, clusterViewOf, type Selecting} from './cluster-view.js';

export interface SchedulerOptions {
	/** Pods that name this scheduler are its own. */
	readonly schedulerName?: string;
	/** How much of a large cluster to look at; 0 or missing: less the larger it is. */
	readonly percentageOfNodesToScore?: number;
	/** What decides between nodes of equal score; `random` draws from the kernel's stream `kube-scheduler`. */
	readonly ties?: 'first' | 'random';
	/** Name of its process; by default `kube-scheduler`. */
	readonly process?: string;
	readonly profile?: readonly Weighted[];
}

/** Work for the scheduler's one process. */
export type Work = () => Routine;

/** Ledger key of a Pod. */
export const podKey = (pod: Pod): string => registryKey('pods', pod.metadata.namespace, pod.metadata.name);

/** Kinds that are followed beside Pods and nodes, as plug-ins ask about them. */
export const otherResources = [
	'namespaces',
	'services',
	'persistentvolumeclaims',
	'persistentvolumes',
	'storageclasses.storage.k8s.io',
	'csinodes.storage.k8s.io',
	'poddisruptionbudgets.policy',
	'replicasets.apps',
	'statefulsets.apps',
	'replicationcontrollers',
] as const satisfies readonly ResourceName[];

type Others = {readonly [R in (typeof otherResources)[number]]: Informer<R>};

/** What the scheduler knows and works with. Its parts share it: the one process that takes events and chooses nodes, and the bindings beside it. */
export class SchedulerState {
	readonly name: string;
	readonly profile: readonly Weighted[];
	readonly cache = new SchedulerCache();
	readonly queue: SchedulingQueue;
	readonly mailbox = new Mailbox<Work>('kube-scheduler');
	readonly recorder: EventRecorder;
	readonly nominations = new Map<string, {readonly info: PodInfo; readonly node: string}>();
	readonly assumedVolumes = new Map<string, string>();
	readonly view: ClusterView;
	readonly process: string;
	readonly foreign = new Set<string>();
	readonly pods: Informer<'pods'>;
	readonly nodes: Informer<'nodes'>;
	readonly others: Others;
	/** Index of the node that is looked at first in the next cycle. */
	start = 0;

	constructor(
		readonly kernel: Kernel,
		readonly client: Client,
		readonly options: SchedulerOptions,
	) {
		this.name = options.schedulerName ?? 'default-scheduler';
		this.process = options.process ?? 'kube-scheduler';
		this.profile = options.profile ?? defaultProfile;
		this.queue = new SchedulingQueue(kernel, this.profile);
		this.recorder = new EventRecorder(client, {
			component: this.name,
			modern: true,
			process: `${this.process}/events`,
		});
		this.pods = new Informer(client, 'pods', {
			fieldSelector: 'status.phase!=Succeeded,status.phase!=Failed',
			owner: 'kube-scheduler',
		});
		this.nodes = new Informer(client, 'nodes', {owner: 'kube-scheduler'});
		const informer = <R extends ResourceName>(resource: R) => new Informer(client, resource, {owner: 'kube-scheduler'});
		this.others = Object.fromEntries(
			otherResources.map((resource) => [resource, informer(resource)]),
		) as unknown as Others;
		const others = this.others;
		this.view = clusterViewOf([], {
			imageNodeCount: (name) => this.cache.imageNodeCount(name),
			namespaceLabels: (name) => others.namespaces.get(undefined, name)?.metadata?.labels,
			claim: (namespace, name) => others.persistentvolumeclaims.get(namespace, name),
			volume: (name) => others.persistentvolumes.get(undefined, name),
			volumes: () => others.persistentvolumes.list(),
			storageClass: (name) => others['storageclasses.storage.k8s.io'].get(undefined, name),
			csiNode: (name) => others['csinodes.storage.k8s.io'].get(undefined, name),
			disruptionBudgets: (namespace) => others['poddisruptionbudgets.policy'].list(namespace),
			siblingSelectors: (pod) => this.siblings(pod),
			nominated: (node, info) => this.nominatedFor(node, info),
			volumeAssumedFor: (name) => this.assumedVolumes.get(name),
		});
	}

	/** Whether every cache has had its first list. */
	get synced(): boolean {
		return this.nodes.synced && this.pods.synced && otherResources.every((resource) => this.others[resource].synced);
	}

	/** Selectors that the Pod's siblings meet. */
	siblings(pod: Pod): ReturnType<ClusterView['siblingSelectors']> {
		const namespace = pod.metadata?.namespace ?? 'default';
		const workloads: Readonly<Record<string, (typeof otherResources)[number]>> = {
			ReplicaSet: 'replicasets.apps',
			StatefulSet: 'statefulsets.apps',
			ReplicationController: 'replicationcontrollers',
		};
		return siblingSelectors(pod, this.others.services.list(namespace), (kind, name) => {
			const resource = workloads[kind];
			return resource && (this.others[resource].get(namespace, name) as Selecting | undefined);
		});
	}

	/** Pods of at least this priority that preemption promised a place on the node. */
	nominatedFor(node: string, {priority}: PodInfo): readonly PodInfo[] {
		if (this.nominations.size === 0) {
			return [];
		}

		return [...this.nominations.values()]
			.filter((nomination) => nomination.node === node && nomination.info.priority >= priority)
			.map(({info}) => info);
	}
}
