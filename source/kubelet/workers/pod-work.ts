import type {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {active, receive, take, type Routine} from '../../kernel/routine.js';
import type {EndReason, WakeReason} from '../../stages/facts/kubelet/pods.js';
import {frame} from '../../stages/note.js';
import type {Pod, PodCondition} from '../../objects/kubernetes.generated.js';
import type {NodePod} from '../node/node-pod.js';
import {podKey, podName} from '../node/pod-names.js';
import type {PLEG} from './pleg.js';

/** The reason why the kubelet itself ends a Pod, as the Pod's status reports it: past its deadline, preempted. */
export interface PodEnding {
	readonly phase?: 'Failed';
	readonly reason?: string;
	readonly message?: string;
	readonly condition?: PodCondition;
	/** The grace period of its containers, if it is shorter than theirs. */
	readonly graceSeconds?: number;
}

/** The result of a sync. */
export interface SyncResult {
	/** Whether no container will run again, so that the Pod must end. */
	readonly ended: boolean;
	/** Whether a start failed; it is retried soon. */
	readonly failed: boolean;
	/** A call to the runtime changed something. */
	readonly acted: boolean;
	/** Milliseconds until the Pod's next unconditional sync. */
	readonly leftMs?: number;
}

/** The lists of a node's Pods, as a worker needs them. */
export type PodLists = Pick<PLEG, 'synced' | 'newer'>;

/** The actions of a worker on its Pod. @mirrors k8s.io/kubernetes/pkg/kubelet podSyncer */
export interface PodSyncer {
	/** Brings the Pod to its desired state. */
	syncPod(work: PodWork): Routine<SyncResult>;
	/** Ends its containers. @param pod the Pod at the beginning of its end; the same for the other functions. */
	syncTerminatingPod(work: PodWork, pod: Pod): Routine;
	/** Reports that its containers have ended. */
	podStopped(work: PodWork): Routine;
	/** Removes its leftovers from the node. */
	syncTerminatedPod(work: PodWork, pod: Pod): Routine;
	/** Reports that the Pod is completely removed. */
	podFinished(work: PodWork, pod: Pod): Routine;
}

/** The event that wakes a worker. */
interface PodUpdate {
	readonly because: WakeReason;
}

const time: WakeReason = {case: 'time'};

const endReason = (ending: PodEnding | undefined): EndReason =>
	ending?.message === undefined ? {case: 'ended'} : {case: 'ending', message: ending.message};

const resyncMs = 60_000;
const backoffMs = 10_000;

/** The kubelet's progress with one Pod. Its worker changes it. @mirrors k8s.io/kubernetes/pkg/kubelet podSyncStatus */
export class PodWork {
	#stage: 'syncing' | 'terminating' | 'terminated' | 'finished' = 'syncing';
	#ending: PodEnding | undefined;
	readonly #mailbox: Mailbox<PodUpdate>;

	/** @param process name of the worker's process. */
	constructor(
		readonly kernel: Kernel,
		readonly local: NodePod,
		readonly process: string,
		mailbox: string,
	) {
		this.#mailbox = new Mailbox(mailbox);
	}

	get ending(): PodEnding | undefined {
		return this.#ending;
	}

	/** Whether containers of the Pod may still run. */
	get couldRun(): boolean {
		return this.#stage === 'syncing' || this.#stage === 'terminating';
	}

	/** Whether the Pod is completely removed from the node, or was never admitted. */
	get isFinished(): boolean {
		return this.#stage === 'finished';
	}

	/** Whether the Pod must end. */
	get isEnding(): boolean {
		return (
			this.#stage !== 'syncing' ||
			this.local.isRemoved ||
			this.#ending !== undefined ||
			this.local.pod.metadata.deletionTimestamp !== undefined
		);
	}

	/** Decides that the Pod ends. The first reason stays, unless `anew` is set. */
	end(ending: PodEnding, {anew = false} = {}): PodEnding {
		this.#ending = anew ? ending : (this.#ending ?? ending);
		return this.#ending;
	}

	/** Marks the Pod as finished, without further work. */
	finish(): void {
		this.#stage = 'finished';
	}

	/** Marks a Pod that ended before this kubelet started: it only needs a cleanup. @mirrors podWorkers.UpdatePod */
	terminated(): void {
		this.#stage = 'terminated';
	}

	/** Makes the worker sync the Pod. */
	wake(because: WakeReason): void {
		if (!this.isFinished) {
			this.kernel.send(this.#mailbox, {because});
		}
	}

	/**
	Waits inside a sync. If the worker is woken, the current sync handles the reason.

	@returns `ending` if the Pod must end; `woken` after a change; `undefined` if the time is over.
	*/
	*pause(ms: number, periodic: boolean): Routine<'ending' | 'woken' | undefined> {
		const update = yield* take(this.#mailbox, {timeoutMs: ms, periodic});
		return this.isEnding ? 'ending' : update && 'woken';
	}

	/** The life of the Pod on the node: it is synced repeatedly, then terminated, then cleaned up. @mirrors podWorkers.podWorkerLoop */
	*run(syncer: PodSyncer, lists: PodLists, node: string): Routine {
		const {kernel, local} = this;
		const random = kernel.random(`kubelet/${node}`);
		let waitMs: number | undefined;
		if (this.#stage === 'terminated') {
			yield* this.#cleanUpAnew(syncer);
			return;
		}

		for (;;) {
			const because = yield* this.#nextReason(waitMs);
			yield* lists.newer(local.uid);
			let ending: EndReason = because;
			if (!this.isEnding) {
				const {ended, failed, acted, leftMs} = yield* frame(
					{
						name: `sync ${podName(local.pod)}`,
						stage: 'kubelet.sync',
						facts: {case: 'start', because},
						object: podKey(local.pod),
					},
					syncer.syncPod(this),
				);
				lists.synced(local.uid, acted && !failed);
				if (!ended && !this.isEnding) {
					waitMs = random.jitter(failed ? backoffMs : resyncMs, 0.5);
					if (leftMs !== undefined) {
						waitMs = Math.min(waitMs, Math.max(0, leftMs));
					}

					continue;
				}

				ending = ended ? endReason(this.#ending) : because;
				yield* lists.newer(local.uid);
			}

			yield* active();
			const {pod} = local;
			yield* frame(
				{
					name: `terminate ${podName(pod)}`,
					stage: 'kubelet.kill',
					facts: {
						case: 'terminate',
						because: ending,
						deletionTimestamp: pod.metadata.deletionTimestamp,
						deletionGracePeriodSeconds: pod.metadata.deletionGracePeriodSeconds,
					},
					object: podKey(pod),
				},
				this.#terminate(syncer, lists),
			);
			return;
		}
	}

	/** Waits for a reason to sync the Pod; the last of several counts. */
	*#nextReason(waitMs: number | undefined): Routine<WakeReason> {
		const update = yield* take(this.#mailbox, {timeoutMs: waitMs, periodic: true});
		let because = update?.because ?? time;
		while (this.#mailbox.waiting.length > 0) {
			because = (yield* receive(this.#mailbox)).because;
		}

		return because;
	}

	*#cleanUpAnew(syncer: PodSyncer): Routine {
		const {pod} = this.local;
		yield* active();
		yield* frame(
			{
				name: `clean up ${podName(pod)}`,
				stage: 'kubelet.kill',
				facts: {case: 'clean-up', phase: pod.status.phase},
				object: podKey(pod),
			},
			this.#cleanUp(syncer, pod),
		);
	}

	*#terminate(syncer: PodSyncer, lists: PodLists): Routine {
		const {pod, uid} = this.local;
		this.#stage = 'terminating';
		yield* syncer.syncTerminatingPod(this, pod);
		this.#stage = 'terminated';
		yield* syncer.podStopped(this);
		lists.synced(uid, false);
		yield* lists.newer(uid);
		yield* this.#cleanUp(syncer, pod);
	}

	*#cleanUp(syncer: PodSyncer, pod: Pod): Routine {
		this.#stage = 'terminated';
		yield* syncer.syncTerminatedPod(this, pod);
		this.#stage = 'finished';
		yield* syncer.podFinished(this, pod);
	}
}
