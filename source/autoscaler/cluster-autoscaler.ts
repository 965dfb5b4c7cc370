import type {Client} from '../client/client.js';
import {ApiError} from '../client/errors.js';
import {EventRecorder} from '../client/event-recorder.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {active, take, type Routine} from '../kernel/routine.js';
import {registryKey} from '../objects/resources.js';
import type {PodInfo} from '../scheduler/pod-info.js';
import {note} from '../stages/note.js';
import {defaultOptions, type AutoscalerOptions, type Cloud} from './options.js';
import {Caches, processName, type AutoscalerParts} from './parts.js';
import {Removals} from './removals.js';
import {lookAround, type Round} from './round.js';
import {planScaleUp, reasonsMessage, type Hopeless} from './scale-up.js';
import {StatusMap} from './status-map.js';

/** @mirrors --kube-client-qps, --kube-client-burst */
const limit = {qps: 5, burst: 10};

/**
Starts the cluster autoscaler: it periodically finds Pods that fit no node and requests nodes from a cloud; it removes nodes that the cluster does not need.

Simplified: one instance; groups are not balanced; a Pod with a claim of devices waits.

@param client of its service account.
@see https://kubernetes.io/docs/concepts/cluster-administration/node-autoscaling/
@mirrors k8s.io/autoscaler/cluster-autoscaler/core StaticAutoscaler
*/
export const startClusterAutoscaler = (
	kernel: Kernel,
	client: Client,
	cloud: Cloud,
	options: Partial<AutoscalerOptions> = {},
): void => {
	kernel.spawn(processName, processName, () =>
		new ClusterAutoscaler(kernel, client.limited(limit), cloud, {...defaultOptions, ...options}).run(),
	);
};

const podKey = ({pod}: PodInfo): string => registryKey('pods', pod.metadata.namespace, pod.metadata.name);

class ClusterAutoscaler {
	readonly #parts: AutoscalerParts;
	readonly #status: StatusMap;
	readonly #removals: Removals;
	/** uids of the Pods that fit nowhere and have had their answer. */
	#answered = new Set<string>();
	/** uid of a Pod → the reasons why no group helps it, as last reported. */
	#reasons = new Map<string, string>();

	constructor(kernel: Kernel, client: Client, cloud: Cloud, options: AutoscalerOptions) {
		const recorder = new EventRecorder(client, {component: processName, process: `${processName}/events`});
		this.#parts = {kernel, client, recorder, caches: new Caches(client), cloud, options};
		this.#status = new StatusMap(this.#parts);
		this.#removals = new Removals(this.#parts, this.#status);
	}

	*run(): Routine {
		const {kernel, caches, cloud, options} = this.#parts;
		yield* note('cluster-autoscaler.start', {
			groups: cloud.groups.map(({name, min, max}) => ({name, min, max, size: cloud.targetSize(name)})),
		});
		const inbox = new Mailbox<() => Routine>(processName);
		yield* caches.start(inbox);
		let dueMs = kernel.now;
		let isNew = true;
		for (;;) {
			// A run comes to rest without the rounds that find nothing, but not before Pods that wait have their answer.
			const periodic = caches.synced && !this.#hasNews();
			const work = yield* take(
				inbox,
				caches.synced ? {timeoutMs: Math.max(0, dueMs - kernel.now), periodic} : {periodic: false},
			);
			if (work) {
				yield* work();
			} else {
				dueMs = kernel.now + options.scanMs;
				yield* this.#try(isNew ? this.#first() : this.#scan());
				isNew = false;
			}
		}
	}

	/** Performs work of a round, which a refused request ends. */
	*#try(work: Routine): Routine {
		try {
			yield* work;
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			yield* note(
				'controller.cluster-autoscaler.retry',
				{case: 'round', reason: error.reason, message: error.message},
				{
					outcome: 'failed',
				},
			);
		}
	}

	/** Whether a Pod fits nowhere, and has not had its answer. */
	#hasNews(): boolean {
		const {scheduling, unschedulable} = this.#parts.caches;
		return [...unschedulable].some((key) => {
			const uid = scheduling.pods.getByKey(key)?.metadata.uid;
			return uid !== undefined && !this.#answered.has(uid);
		});
	}

	*#first(): Routine {
		yield* this.#status.begin();
		yield* this.#removals.cleanUp();
		yield* this.#scan();
	}

	/** One round. @mirrors cluster-autoscaler/core StaticAutoscaler.RunOnce */
	*#scan(): Routine {
		const round = lookAround(this.#parts);
		const {nodes, waiting, soon, isEarly} = round;
		if (waiting.length > 0 || soon.length > 0) {
			yield* active();
		}

		yield* note('cluster-autoscaler.scan', {
			nodes: nodes.length,
			waiting: waiting.map(({key}) => key),
			soon: soon.map(({key}) => key),
			isEarly,
			unneeded: this.#removals.unneeded,
		});
		this.#forget(round);
		this.#answer(soon);
		const isEnlarged = waiting.length > 0 && !isEarly && (yield* this.#scaleUp(round));
		if (!isEnlarged) {
			yield* this.#removals.scan(round, isEarly);
		}

		yield* this.#status.update(this.#removals.unneeded);
	}

	/** Pods that no longer wait are forgotten. */
	#forget({waiting, soon}: Round): void {
		const uids = new Set([...waiting, ...soon].map(({pod}) => pod.metadata.uid));
		this.#answered = new Set([...this.#answered].filter((uid) => uids.has(uid)));
		this.#reasons = new Map([...this.#reasons].filter(([uid]) => uids.has(uid)));
	}

	#answer(pods: readonly PodInfo[]): void {
		for (const {pod} of pods) {
			this.#answered.add(pod.metadata.uid);
		}
	}

	/** @returns whether a group becomes larger. */
	*#scaleUp({cluster, groups, waiting}: Round): Routine<boolean> {
		const {kernel, cloud, options, recorder} = this.#parts;
		const {best, expansions, hopeless} = planScaleUp(waiting, groups, cluster, options.expanders);
		const chosen = best.length > 1 ? best[kernel.random(processName).below(best.length)] : best[0];
		if (!chosen) {
			yield* this.#explain(hopeless);
			this.#answer(waiting);
			return false;
		}

		const {group, pods} = chosen;
		const from = cloud.targetSize(group.name);
		const to = Math.min(group.max, from + chosen.nodes);
		const [first] = pods;
		yield* note(
			'cluster-autoscaler.scale-up',
			{
				group: group.name,
				from,
				to,
				max: group.max,
				pods: pods.map(({key}) => key),
				options: expansions.map((one) => ({group: one.group.name, nodes: one.nodes, pods: one.pods.length})),
				expanders: options.expanders,
			},
			first && {object: podKey(first)},
		);
		const size = `to ${to} instead of ${from} (max: ${group.max})`;
		yield* this.#status.event('Normal', 'ScaledUpGroup', `Scale-up: setting group ${group.name} size ${size}`);
		yield* cloud.increase(group.name, to - from);
		yield* this.#status.event('Normal', 'ScaledUpGroup', `Scale-up: group ${group.name} size set ${size}`);
		this.#removals.added();
		for (const {pod} of pods) {
			const message = `pod triggered scale-up: [{${group.name} ${from}->${to} (max: ${group.max})}]`;
			yield* recorder.event(pod, 'Normal', 'TriggeredScaleUp', message);
		}

		this.#answer(pods);
		return true;
	}

	/** Tells Pods why no node is added for them. The Event is repeated in each round, the stop where the reasons are new. */
	*#explain(hopeless: readonly Hopeless[]): Routine {
		for (const info of hopeless) {
			const {pod, key} = info.pod;
			const reasons = reasonsMessage(info.reasons);
			if (this.#reasons.get(pod.metadata.uid) !== reasons) {
				this.#reasons.set(pod.metadata.uid, reasons);
				yield* note(
					'cluster-autoscaler.no-scale-up',
					{pod: key, reasons},
					{object: podKey(info.pod), outcome: 'refused'},
				);
			}

			yield* this.#parts.recorder.event(pod, 'Normal', 'NotTriggerScaleUp', `pod didn't trigger scale-up: ${reasons}`);
		}
	}
}
