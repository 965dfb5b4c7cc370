import type {Client, ResourceName} from '../client/client.js';
import {ApiError, isNotFound} from '../client/errors.js';
import {EventRecorder} from '../client/event-recorder.js';
import {Informer, type Delivered} from '../client/informer.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {active, frame, note, take, type Routine} from '../kernel/routine.js';
import type {Node, Pod, Resources} from '../objects/kubernetes.generated.js';
import {isTerminal, podCondition} from '../objects/pod.js';
import {registryKey} from '../objects/resources.js';
import {SchedulerCache} from './cache.js';
import {chooseNode, type Outcome} from './cycle.js';
import {absentNodes, countReasons, unschedulableMessage} from './decision.js';
import type {ClusterEvent, Weighted, World} from './framework.js';
import {bindingFor, defaultBinder} from './plugins/default-binder.js';
import {planVolumes, type VolumePlan} from './plugins/volume-binding.js';
import {podInfo, type PodInfo} from './pod-info.js';
import {explainAfterwards} from './post-filter.js';
import type {Preemption} from './plugins/default-preemption.js';
import {defaultProfile} from './profile.js';
import {queueKey, SchedulingQueue, type QueuedPod} from './queue.js';
import {bindVolumes} from './volumes.js';
import {siblingSelectors, worldOf, type Selecting} from './world.js';

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
type Work = () => Routine;

const podKey = (pod: Pod): string => registryKey('pods', pod.metadata!.namespace, pod.metadata!.name);

/**
Starts kube-scheduler: it watches for Pods without a node, finds the best node for each, and binds them.

Scheduling goes one Pod at a time; binding runs beside it, as it waits for the API.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/

Simplified: one instance without leader election.
*/
export const startScheduler = (kernel: Kernel, client: Client, options: SchedulerOptions = {}): void => {
	kernel.spawn(options.process ?? 'kube-scheduler', 'kube-scheduler', () =>
		new Scheduler(kernel, client, options).run(),
	);
};

class Scheduler {
	readonly #name: string;
	readonly #profile: readonly Weighted[];
	readonly #cache = new SchedulerCache();
	readonly #queue: SchedulingQueue;
	readonly #mailbox = new Mailbox<Work>('kube-scheduler');
	readonly #recorder: EventRecorder;
	readonly #nominations = new Map<string, {readonly info: PodInfo; readonly node: string}>();
	readonly #assumedVolumes = new Map<string, string>();
	readonly #world: World;
	readonly #process: string;
	readonly #foreign = new Set<string>();
	readonly #pods: Informer<'pods'>;
	readonly #nodes: Informer<'nodes'>;
	readonly #others: Others;
	#start = 0;

	constructor(
		readonly kernel: Kernel,
		readonly client: Client,
		readonly options: SchedulerOptions,
	) {
		this.#name = options.schedulerName ?? 'default-scheduler';
		this.#process = options.process ?? 'kube-scheduler';
		this.#profile = options.profile ?? defaultProfile;
		this.#queue = new SchedulingQueue(kernel, this.#profile);
		this.#recorder = new EventRecorder(client, {
			component: this.#name,
			modern: true,
			process: `${this.#process}/events`,
		});
		this.#pods = new Informer(client, 'pods', {
			fieldSelector: 'status.phase!=Succeeded,status.phase!=Failed',
			owner: 'kube-scheduler',
		});
		this.#nodes = new Informer(client, 'nodes', {owner: 'kube-scheduler'});
		const informer = <R extends ResourceName>(resource: R) => new Informer(client, resource, {owner: 'kube-scheduler'});
		this.#others = Object.fromEntries(
			otherResources.map((resource) => [resource, informer(resource)]),
		) as unknown as Others;
		const others = this.#others;
		this.#world = worldOf([], {
			imageNodeCount: (name) => this.#cache.imageNodeCount(name),
			namespaceLabels: (name) => others.namespaces.get(undefined, name)?.metadata?.labels,
			claim: (namespace, name) => others.persistentvolumeclaims.get(namespace, name),
			volume: (name) => others.persistentvolumes.get(undefined, name),
			volumes: () => others.persistentvolumes.list(),
			storageClass: (name) => others['storageclasses.storage.k8s.io'].get(undefined, name),
			csiNode: (name) => others['csinodes.storage.k8s.io'].get(undefined, name),
			disruptionBudgets: (namespace) => others['poddisruptionbudgets.policy'].list(namespace),
			siblingSelectors: (pod) => this.#siblings(pod),
			nominated: (node, info) => this.#nominatedFor(node, info),
			volumeAssumedFor: (name) => this.#assumedVolumes.get(name),
		});
	}

	*run(): Routine {
		yield* this.#startEmpty();
		yield* this.#nodes.start(this.#mailbox, (event) => () => this.#onNode(event));
		for (const resource of otherResources) {
			yield* this.#follow(resource);
		}

		yield* this.#pods.start(this.#mailbox, (event) => () => this.#onPod(event));
		for (;;) {
			yield* this.#takeWork();
			const queued = this.#synced ? this.#queue.pop() : undefined;
			if (queued) {
				yield* active();
				yield* frame(
					{name: `schedule ${queued.key}`, object: podKey(queued.pod)},
					this.#schedule(queued, podInfo(queued.pod)),
				);
			}
		}
	}

	/** After a restart nothing is left of the queue: all of it comes back from the API. */
	*#startEmpty(): Routine {
		const {ledger} = this.kernel;
		for (const key of ledger.keys(`${queueKey}/`)) {
			ledger.delete(key);
		}

		this.#queue.publish();
		yield* note('scheduler.queue', 'kube-scheduler starts with an empty queue.', {counts: this.#queue.counts});
	}

	get #synced(): boolean {
		return this.#nodes.synced && this.#pods.synced && otherResources.every((resource) => this.#others[resource].synced);
	}

	/** Works through all that has arrived; waits only when no Pod is to be scheduled. */
	*#takeWork(): Routine {
		while (this.#mailbox.waiting.length > 0) {
			const work = (yield* take(this.#mailbox))!;
			yield* work();
		}

		if (this.#queue.counts.active > 0 && this.#synced) {
			return;
		}

		const flush = this.#queue.nextFlush;
		const work = yield* take(
			this.#mailbox,
			flush && {timeoutMs: Math.max(0, flush.timeMs - this.kernel.now), periodic: flush.periodic},
		);
		if (work) {
			yield* work();
			return;
		}

		const moved = this.#queue.flush();
		if (moved.length > 0) {
			this.#queue.publish();
			yield* active();
			yield* note(
				'scheduler.queue',
				`${moved.map(({key}) => key).join(', ')} ${moved.length === 1 ? 'has' : 'have'} waited long enough and ${moved.length === 1 ? 'is' : 'are'} active again.`,
				{pods: moved.map(({key}) => key)},
			);
		}
	}

	*#follow<R extends (typeof otherResources)[number]>(resource: R): Routine {
		const informer = this.#others[resource] as unknown as Informer<R>;
		const short = resource.split('.')[0] as ClusterEvent['resource'];
		yield* informer.start(this.#mailbox, (event) => () => this.#onOther(informer, short, event));
	}

	*#onOther<R extends ResourceName>(
		informer: Informer<R>,
		resource: ClusterEvent['resource'],
		event: Parameters<Informer<R>['deliver']>[0],
	): Routine {
		const change = yield* informer.deliver(event);
		if (change && waking.has(resource)) {
			yield* this.#wake({resource, action: change.type, object: change.object, old: change.old}, resource);
		}
	}

	*#onNode(event: Parameters<Informer<'nodes'>['deliver']>[0]): Routine {
		const change = yield* this.#nodes.deliver(event);
		if (!change) {
			return;
		}

		if (change.type === 'DELETED') {
			this.#cache.removeNode(change.object);
			return;
		}

		this.#cache.setNode(change.object);
		if (change.type === 'ADDED' || nodeChanged(change.old!, change.object)) {
			yield* this.#wake(
				{resource: 'nodes', action: change.type, object: change.object, old: change.old},
				`node ${change.object.metadata!.name}`,
			);
		}
	}

	*#onPod(event: Parameters<Informer<'pods'>['deliver']>[0]): Routine {
		const change = yield* this.#pods.deliver(event);
		if (!change) {
			return;
		}

		const {object: pod, type} = change;
		if (type === 'DELETED' || isTerminal(pod)) {
			yield* this.#podGone(change);
		} else if (pod.spec?.nodeName) {
			yield* this.#podAssigned(change);
		} else if (pod.spec?.schedulerName && pod.spec.schedulerName !== this.#name) {
			const {key} = podInfo(pod);
			if (!this.#foreign.has(key)) {
				this.#foreign.add(key);
				yield* note(
					'scheduler.queue',
					`${key} names the scheduler ${pod.spec.schedulerName}; ${this.#name} leaves it alone.`,
					{schedulerName: pod.spec.schedulerName},
					{object: podKey(pod)},
				);
			}
		} else {
			yield* this.#podWaits(change);
		}
	}

	*#podGone({object: pod, old}: Delivered<Pod>): Routine {
		const {key} = podInfo(pod);
		this.#foreign.delete(key);
		this.#nominations.delete(key);
		if (old?.spec?.nodeName || this.#cache.isAssumed(key)) {
			this.#cache.removePod(old ?? pod);
			yield* this.#wake({resource: 'pods', action: 'DELETED', object: old ?? pod}, `the end of Pod ${key}`);
		}

		if (this.#queue.remove(key)) {
			this.#queue.publish();
			yield* note(
				'scheduler.queue',
				`${key} is gone before it got a node; it leaves the queue.`,
				{},
				{object: podKey(pod)},
			);
		}
	}

	*#podAssigned({object: pod, old, type}: Delivered<Pod>): Routine {
		const {key} = podInfo(pod);
		const wasPlaced = old?.spec?.nodeName !== undefined;
		this.#cache.setPod(pod);
		this.#nominations.delete(key);
		const queued = this.#queue.get(key);
		if (queued && queued.place !== 'inFlight') {
			// Somebody else bound it.
			this.#queue.remove(key);
			this.#queue.publish();
			yield* note(
				'scheduler.queue',
				`${key} is on ${pod.spec!.nodeName} already; it leaves the queue.`,
				{node: pod.spec!.nodeName},
				{object: podKey(pod)},
			);
		}

		if (!wasPlaced || podChanged(old, pod)) {
			yield* this.#wake(
				{resource: 'pods', action: wasPlaced ? type : 'ADDED', object: pod, old: wasPlaced ? old : undefined},
				`Pod ${key} on ${pod.spec!.nodeName}`,
			);
		}
	}

	*#podWaits({object: pod, old}: Delivered<Pod>): Routine {
		const {key} = podInfo(pod);
		const nominated = pod.status?.nominatedNodeName;
		if (nominated) {
			this.#nominations.set(key, {info: podInfo(pod), node: nominated});
		} else {
			this.#nominations.delete(key);
		}

		const queued = this.#queue.get(key);
		if (!queued) {
			const {place, refusedBy} = this.#queue.add(pod);
			this.#queue.publish();
			yield* note(
				'scheduler.queue',
				place === 'gated'
					? `${key} has no node, and scheduling gates: ${[...refusedBy].join(', ')} keeps it out of the active queue.`
					: `${key} has no node: it joins the active queue, where ${this.#queue.counts.active} now ${this.#queue.counts.active === 1 ? 'waits' : 'wait'}.`,
				{place, counts: this.#queue.counts, priority: pod.spec?.priority ?? 0},
				{object: podKey(pod)},
			);
			return;
		}

		queued.pod = pod;
		const changed = old && (old.metadata?.generation !== pod.metadata?.generation || podChanged(old, pod));
		if (changed && (queued.place === 'gated' || queued.place === 'unschedulable')) {
			const before = queued.place;
			const place = before === 'gated' ? this.#queue.enqueue(queued) : this.#queue.retry(queued);
			this.#queue.publish();
			if (place !== before) {
				yield* note(
					'scheduler.queue',
					`${key} was changed and goes from the ${before} to the ${place} queue.`,
					{from: before, to: place},
					{object: podKey(pod)},
				);
			} else {
				yield* note('scheduler.queue', `${key} was changed, and stays ${place}.`, {place}, {object: podKey(pod)});
			}
		}
	}

	/** Lets Pods try again that the event may help. */
	*#wake(event: ClusterEvent, what: string): Routine {
		const woken = this.#queue.wake(event);
		if (woken.length === 0) {
			return;
		}

		this.#queue.publish();
		const keys = woken.map(({key}) => key);
		yield* note(
			'scheduler.queue',
			`${keys.length === 1 ? `${keys[0]} may fit` : `${keys.length} Pods may fit`} after ${event.action === 'ADDED' ? 'the arrival' : event.action === 'DELETED' ? 'the end' : 'the change'} of ${what.replace(/^the end of /, '')}: ${keys.length === 1 ? 'it leaves' : 'they leave'} the unschedulable Pods.`,
			{pods: keys, event: `${event.resource} ${event.action}`, places: woken.map(({place}) => place)},
			{object: podKey(woken[0]!.pod)},
		);
	}

	#siblings(pod: Pod): ReturnType<World['siblingSelectors']> {
		const namespace = pod.metadata?.namespace ?? 'default';
		const workloads: Readonly<Record<string, (typeof otherResources)[number]>> = {
			ReplicaSet: 'replicasets.apps',
			StatefulSet: 'statefulsets.apps',
			ReplicationController: 'replicationcontrollers',
		};
		return siblingSelectors(pod, this.#others.services.list(namespace), (kind, name) => {
			const resource = workloads[kind];
			return resource && (this.#others[resource].get(namespace, name) as Selecting | undefined);
		});
	}

	#nominatedFor(node: string, {priority}: PodInfo): readonly PodInfo[] {
		if (this.#nominations.size === 0) {
			return [];
		}

		return [...this.#nominations.values()]
			.filter((nomination) => nomination.node === node && nomination.info.priority >= priority)
			.map(({info}) => info);
	}

	*#schedule(queued: QueuedPod, info: PodInfo): Routine {
		const {pod} = info;
		this.#queue.publish();
		if (pod.metadata?.deletionTimestamp) {
			this.#queue.remove(info.key);
			this.#queue.publish();
			yield* note('scheduler.queue', `${info.key} is being deleted; it needs no node any more.`, {});
			return;
		}

		yield* note(
			'scheduler.queue',
			`${info.key} is next: try number ${queued.attempts}, ${this.kernel.now - queued.firstSeenMs} ms after it came.`,
			{attempts: queued.attempts, waitedMs: this.kernel.now - queued.timestampMs, counts: this.#queue.counts},
		);
		const world: World = {...this.#world, nodes: this.#cache.nodes};
		if (world.nodes.length === 0) {
			yield* this.#fail(queued, 'no nodes available to schedule pods', new Set(), {isIdle: true});
			return;
		}

		const outcome = yield* chooseNode(this.kernel, info, world, {
			profile: this.#profile,
			start: this.#start,
			percentageOfNodesToScore: this.options.percentageOfNodesToScore,
			ties: this.options.ties ?? 'first',
		});
		this.#start = (this.#start + outcome.filtering.nodes.length) % world.nodes.length;
		yield* outcome.node === undefined
			? this.#postFilter(queued, info, world, outcome)
			: this.#assume(queued, info, world, outcome.node, outcome);
	}

	/** No node fits: looks for Pods that could make room, and tells the world. */
	*#postFilter(queued: QueuedPod, info: PodInfo, world: World, {prefiltering, filtering, matrix}: Outcome): Routine {
		const preemption = explainAfterwards(this.#profile, info, world, prefiltering, filtering);
		const reasons = countReasons(filtering.refusals, absentNodes(world, prefiltering, filtering));
		const message = unschedulableMessage(world.nodes.length, prefiltering, reasons, preemption.message);
		const {chosen} = preemption;
		yield* note(
			'scheduler.postfilter',
			chosen
				? `No node has room for ${info.key}, but ${chosen.node} would without ${chosen.victims.map(({key}) => key).join(', ')}, which ${chosen.victims.length === 1 ? 'has' : 'have'} lower priority: DefaultPreemption removes ${chosen.victims.length === 1 ? 'it' : 'them'} for it.`
				: `No node can take ${info.key}, and nothing can be done about it: ${message}`,
			{
				message,
				matrix,
				candidates: preemption.candidates.map(describeCandidate),
				victims: chosen?.victims.map(({key}) => key),
			},
			{outcome: chosen ? 'warning' : 'refused'},
		);
		const refusedBy = new Set<string>();
		if (prefiltering.refused) {
			refusedBy.add(prefiltering.refused.plugin);
		}

		for (const {plugin} of filtering.refusals.values()) {
			refusedBy.add(plugin);
		}

		for (const plugin of prefiltering.narrowedBy) {
			refusedBy.add(plugin);
		}

		if (chosen) {
			this.#nominations.set(info.key, {info, node: chosen.node});
			yield* frame({name: `preempt on ${chosen.node}`}, this.#evict(info, chosen));
		}

		yield* this.#fail(queued, message, refusedBy, {
			nominated: chosen ? chosen.node : world.nodes.length > 0 && !prefiltering.refused ? '' : undefined,
		});
	}

	*#evict(info: PodInfo, {node, victims}: NonNullable<Preemption['chosen']>): Routine {
		for (const {pod, key} of victims) {
			const {namespace, name, generation} = pod.metadata!;
			try {
				if (podCondition(pod, 'DisruptionTarget')?.status !== 'True') {
					yield* this.client.patch(
						'pods',
						namespace,
						name,
						{
							status: {
								...orderOfConditions(pod, 'DisruptionTarget'),
								conditions: [
									{
										type: 'DisruptionTarget',
										status: 'True',
										...(generation ? {observedGeneration: generation} : {}),
										reason: 'PreemptionByScheduler',
										message: `${this.#name}: preempting to accommodate a higher priority pod`,
										lastProbeTime: null,
										lastTransitionTime: this.kernel.timestamp(),
									},
								],
							},
						},
						{subresource: 'status'},
					);
				}

				yield* this.client.delete('pods', namespace, name);
			} catch (error) {
				if (!isNotFound(error)) {
					throw error;
				}
			}

			yield* this.#recorder.event(
				pod,
				'Normal',
				'Preempted',
				`Preempted by pod ${info.pod.metadata!.uid} on node ${node}`,
				{action: 'Preempting', related: referenceTo(info.pod)},
			);
			yield* note(
				'scheduler.postfilter',
				`${key} is told to go, as ${info.key} with priority ${info.priority} needs its place on ${node}.`,
				{plugin: 'DefaultPreemption', victim: key, node, priority: info.priority},
				{object: podKey(pod)},
			);
		}
	}

	/** A try that failed: the Pod waits again, and its condition and an event say why. */
	*#fail(
		queued: QueuedPod,
		message: string,
		refusedBy: ReadonlySet<string>,
		more: {readonly isIdle?: boolean; readonly nominated?: string; readonly reason?: string} = {},
	): Routine {
		const {pod, key} = queued;
		const place = this.#queue.get(key) === queued ? this.#queue.putBack(queued, refusedBy, more) : 'gone';
		this.#queue.publish();
		yield* this.#recorder.event(pod, 'Warning', 'FailedScheduling', message, {action: 'Scheduling'});
		yield* note(
			'scheduler.queue',
			place === 'unschedulable'
				? `${key} goes to the unschedulable Pods until something changes that may help.`
				: `${key} waits ${queued.backoffUntilMs - this.kernel.now} ms before the next try.`,
			{place, message, refusedBy: [...refusedBy], counts: this.#queue.counts},
			{object: podKey(pod), outcome: 'failed'},
		);
		yield* this.#tellStatus(pod, message, more.reason ?? 'Unschedulable', more.nominated);
	}

	*#tellStatus(pod: Pod, message: string, reason: string, nominated: string | undefined): Routine {
		const before = podCondition(pod, 'PodScheduled');
		const sameNomination = nominated === undefined || nominated === (pod.status?.nominatedNodeName ?? '');
		if (before?.status === 'False' && before.reason === reason && before.message === message && sameNomination) {
			return;
		}

		const {namespace, name, generation} = pod.metadata!;
		try {
			yield* this.client.patch(
				'pods',
				namespace,
				name,
				{
					status: {
						...orderOfConditions(pod, 'PodScheduled'),
						conditions: [
							{
								type: 'PodScheduled',
								status: 'False',
								...(generation ? {observedGeneration: generation} : {}),
								reason,
								message,
								lastProbeTime: null,
								lastTransitionTime: before?.status === 'False' ? before.lastTransitionTime : this.kernel.timestamp(),
							},
						],
						...(sameNomination ? {} : {nominatedNodeName: nominated || null}),
					},
				},
				{subresource: 'status'},
			);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			yield* note(
				'scheduler.queue',
				`The condition of ${namespace}/${name} cannot be written: ${error.message}.`,
				{reason: error.reason, message: error.message},
				{outcome: 'failed'},
			);
		}
	}

	/** Takes the node as good as bound, and starts the binding, which goes on beside the next Pod's scheduling. */
	*#assume(queued: QueuedPod, info: PodInfo, world: World, node: string, {prefiltering}: Outcome): Routine {
		const {pod} = info;
		const state = prefiltering.active.find(({plugin}) => plugin.name === 'VolumeBinding')?.state;
		const plan: VolumePlan = (state === undefined
			? undefined
			: planVolumes(info, this.#cache.node(node)!, state as Parameters<typeof planVolumes>[2])) ?? {
			bind: [],
			provision: [],
		};
		for (const {claim, volume} of plan.bind) {
			this.#assumedVolumes.set(volume.metadata!.name, `${claim.metadata!.namespace}/${claim.metadata!.name}`);
		}

		this.#cache.assume({...pod, spec: {...pod.spec!, nodeName: node}}, node);
		this.#nominations.delete(info.key);
		yield* note(
			'scheduler.reserve',
			`${info.key} counts for ${node} from now on, though no one else knows yet: the next Pod sees its requests taken.`,
			{
				node,
				requests: info.requests,
				volumes: plan.bind.map(({volume}) => volume.metadata!.name),
				assumed: this.#cache.assumedCount,
			},
		);
		yield* note('scheduler.permit', `No plug-in holds ${info.key} back: its binding begins.`, {node, plugins: []});
		const {kernel} = this;
		kernel.spawn(
			`${this.#process}/bind/${info.key}/${queued.attempts}-${kernel.now}`,
			'kube-scheduler',
			() =>
				frame({name: `bind ${info.key} to ${node}`, object: podKey(pod)}, this.#bind(queued, info, world, node, plan)),
			{child: true},
		);
	}

	*#bind(queued: QueuedPod, info: PodInfo, world: World, node: string, plan: VolumePlan): Routine {
		const {pod, key} = info;
		const volumes = plan.bind.length + plan.provision.length;
		yield* note(
			'scheduler.prebind',
			volumes === 0
				? `Nothing has to be ready on ${node} before ${key} is bound.`
				: `${volumes} ${volumes === 1 ? 'volume has' : 'volumes have'} to be bound before ${key} is.`,
			{
				node,
				bind: plan.bind.map(({volume}) => volume.metadata!.name),
				provision: plan.provision.map(({metadata}) => metadata!.name),
			},
		);
		let failure: string | undefined;
		try {
			failure = volumes === 0 ? undefined : yield* bindVolumes(this.client, plan, node, world.claim);
			if (failure === undefined) {
				const binding = bindingFor(pod, node);
				yield* frame(
					{
						name: 'DefaultBinder.bind',
						stage: 'scheduler.bind',
						text: `DefaultBinder posts a Binding of ${key} to ${node}.`,
						facts: {plugin: 'DefaultBinder', request: binding, node},
					},
					defaultBinder(this.client, binding),
				);
			}
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			failure = `binding rejected: ${error.message}`;
		} finally {
			for (const {volume} of plan.bind) {
				this.#assumedVolumes.delete(volume.metadata!.name);
			}
		}

		if (failure !== undefined) {
			yield* this.#unassume(queued, info, node, failure);
			return;
		}

		if (this.#queue.get(key) === queued) {
			this.#queue.remove(key);
			this.#queue.publish();
		}

		yield* this.#recorder.event(pod, 'Normal', 'Scheduled', `Successfully assigned ${key} to ${node}`, {
			action: 'Binding',
		});
		yield* note(
			'scheduler.bind',
			`${key} is bound to ${node}: the API says so, and the kubelet there hears of it next.`,
			{
				node,
				result: 'bound',
				attempts: queued.attempts,
			},
		);
	}

	*#unassume(queued: QueuedPod, info: PodInfo, node: string, failure: string): Routine {
		const {key, pod} = info;
		this.#cache.forget(pod);
		yield* note(
			'scheduler.bind',
			`${key} could not be bound to ${node}: ${failure}. Its requests there are free again.`,
			{node, message: failure},
			{outcome: 'failed'},
		);
		const present = this.#pods.getByKey(key);
		if (present?.metadata?.uid === pod.metadata?.uid && !present?.spec?.nodeName) {
			yield* this.#fail(queued, failure, new Set(), {reason: 'SchedulerError'});
		} else if (this.#queue.get(key) === queued) {
			this.#queue.remove(key);
			this.#queue.publish();
			yield* note('scheduler.queue', `${key} needs no node any more; it leaves the queue.`, {});
		}

		// What was taken on the node is free again: that may help others, and the queue may have work.
		this.kernel.send(this.#mailbox, () =>
			this.#wake({resource: 'pods', action: 'DELETED', object: pod}, `the assumption that ${key} is on ${node}`),
		);
	}
}

const otherResources = [
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

/** Kinds whose changes may let a Pod fit that did not. */
const waking: ReadonlySet<string> = new Set<ClusterEvent['resource']>([
	'persistentvolumeclaims',
	'persistentvolumes',
	'storageclasses',
	'csinodes',
	'namespaces',
]);

const sameText = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Whether anything about a node changed that plug-ins look at; heartbeats do not count. */
const nodeChanged = (before: Node, now: Node): boolean =>
	!sameText(before.spec, now.spec) ||
	!sameText(before.metadata?.labels, now.metadata?.labels) ||
	!sameText(before.status?.allocatable, now.status?.allocatable);

/** Whether anything about a Pod changed that matters to other Pods' places. */
const podChanged = (before: Pod | undefined, now: Pod): boolean =>
	before === undefined ||
	before.metadata?.deletionTimestamp !== now.metadata?.deletionTimestamp ||
	!sameText(before.metadata?.labels, now.metadata?.labels) ||
	!sameText(podInfo(before).requests, podInfo(now).requests);

/** Keeps the conditions in their order, a new one last. */
const orderOfConditions = (pod: Pod, changed: string) => {
	const types = (pod.status?.conditions ?? []).map(({type}) => type);
	return {
		'$setElementOrder/conditions': (types.includes(changed) ? types : [...types, changed]).map((type) => ({type})),
	};
};

const describeCandidate = ({node, victims, violations}: Preemption['candidates'][number]) => ({
	node,
	victims: victims.map(({key}) => key),
	violations,
});

const referenceTo = (
	pod: Pod,
): Pick<NonNullable<Resources['events']['related']>, 'kind' | 'namespace' | 'name' | 'uid'> => ({
	kind: 'Pod',
	namespace: pod.metadata!.namespace,
	name: pod.metadata!.name,
	uid: pod.metadata!.uid,
});
