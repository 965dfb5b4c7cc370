import type {CRIContainer} from '../../cri/container.js';
import type {Sandbox} from '../../cri/pod-sandbox.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {Host} from '../../host/host.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {active, receive, sleep, take, type Routine} from '../../kernel/routine.js';
import type {RunningPod} from '../../stages/facts/kubelet/node.js';
import {note} from '../../stages/note.js';

const relistMs = 1000;

/** The sandboxes and containers of a Pod at one moment, each newest first. @mirrors k8s.io/kubernetes/pkg/kubelet/container PodStatus */
export interface RuntimeStatus {
	readonly sandboxes: readonly Sandbox[];
	readonly containers: readonly CRIContainer[];
}

const nothing: RuntimeStatus = {sandboxes: [], containers: []};

/** The runtime's present state of a Pod. */
export const runtimeStatus = (runtime: RuntimeService, uid: string): RuntimeStatus => ({
	sandboxes: runtime.listPodSandbox(uid),
	containers: runtime.listContainers(uid),
});

const runningPod = (uid: string, {sandboxes: [sandbox], containers}: RuntimeStatus): RunningPod => ({
	pod: sandbox ? `${sandbox.namespace}/${sandbox.pod}` : uid,
	sandbox: sandbox && (sandbox.state === 'SANDBOX_READY' ? 'ready' : 'stopped'),
	containers: containers.map(({name, attempt, state}) => ({name, attempt, state})),
});

/** Whether two lists are equal: no container or sandbox began or ended. */
const isSame = (before: RuntimeStatus, now: RuntimeStatus): boolean =>
	before.sandboxes[0]?.state === now.sandboxes[0]?.state &&
	before.containers.length === now.containers.length &&
	now.containers.every(({name, attempt, state}, index) => {
		const old = before.containers[index];
		return old?.name === name && old.attempt === attempt && old.state === state;
	});

/** The states in a list. */
export interface RuntimeStates {
	readonly sandboxes: ReadonlyArray<Pick<Sandbox, 'state'>>;
	readonly containers: ReadonlyArray<Pick<CRIContainer, 'id' | 'state'>>;
}

/** Whether more changed than the removal of ended entries. @mirrors k8s.io/kubernetes/pkg/kubelet isSyncPodWorthy */
export const isSyncWorthy = (before: RuntimeStates, now: RuntimeStates): boolean =>
	before.sandboxes[0]?.state !== now.sandboxes[0]?.state ||
	now.containers.some(({id, state}) => before.containers.find((old) => old.id === id)?.state !== state) ||
	before.containers.some(({id, state}) => state !== 'EXITED' && now.containers.every((one) => one.id !== id));

/** Something of a Pod has begun or ended. */
export interface PodLifecycleEvent {
	readonly uid: string;
	/** Whether its worker must sync it. */
	readonly isSyncWorthy: boolean;
}

type Tell = (event: PodLifecycleEvent) => void;

/**
The Pod lifecycle event generator of a kubelet. It lists all Pods once a second, and a single Pod after a sync with an effect. Each list is
compared with the previous one. It also has the cache that a Pod's worker reads: a sync waits until the Pod was listed after the end of the
previous sync.

Simplified: relists without a change are skipped.

@see https://github.com/kubernetes/kubernetes/pull/137362 feature gate PLEGOnDemandRelist, on by default in v1.36
@mirrors k8s.io/kubernetes/pkg/kubelet/pleg GenericPLEG
@mirrors k8s.io/kubernetes/pkg/kubelet/container Cache
*/
export class PLEG {
	readonly #statuses = new Map<string, RuntimeStatus>();
	/** The end of a Pod's last sync, in milliseconds, until the Pod is listed again. */
	readonly #syncedMs = new Map<string, number>();
	/** Workers that wait for a list, by the uid of their Pod. */
	readonly #waits = new Map<string, Mailbox<'listed'>>();
	readonly #requests: Mailbox<string>;
	readonly #phaseMs: number;
	/** The Pod whose change made the next relist necessary. */
	#due: string | undefined;

	/** @param onDemand whether a sync that has acted has its Pod listed at once. */
	constructor(
		readonly runtime: RuntimeService,
		readonly host: Host,
		readonly onDemand: boolean,
	) {
		const {kernel, name} = host;
		this.#phaseMs = kernel.random(`kubelet/${name}`).below(relistMs);
		this.#requests = new Mailbox(`kubelet/${name}/pleg/requests`);
	}

	/** A Pod as it was listed last. */
	status(uid: string): RuntimeStatus {
		return this.#statuses.get(uid) ?? nothing;
	}

	/**
	A sync of a Pod has ended.

	@param acted whether it changed the Pod's containers without a failure: then the Pod is listed at once.
	@mirrors GenericPLEG.RequestRelist
	*/
	synced(uid: string, acted: boolean): void {
		const {kernel} = this.host;
		this.#syncedMs.set(uid, kernel.now);
		if (acted && this.onDemand) {
			kernel.send(this.#requests, uid);
		}
	}

	/** Waits until a Pod was listed after the end of its previous sync, at most until the next relist. @mirrors Cache.GetNewerThan */
	*newer(uid: string): Routine {
		const {kernel, name} = this.host;
		for (;;) {
			const syncedMs = this.#syncedMs.get(uid);
			if (syncedMs === undefined) {
				return;
			}

			const leftMs = this.#nextRelistMs(syncedMs) - kernel.now;
			if (leftMs <= 0 && !this.#isBehind(uid)) {
				this.#syncedMs.delete(uid);
				return;
			}

			const wait = new Mailbox<'listed'>(`kubelet/${name}/pleg/${uid}`);
			this.#waits.set(uid, wait);
			yield* take(wait, {timeoutMs: leftMs > 0 ? leftMs : relistMs});
			this.#waits.delete(uid);
		}
	}

	/** Forgets a completely removed Pod. */
	forget(uid: string): void {
		this.#syncedMs.delete(uid);
		this.#waits.delete(uid);
	}

	/** Relists once a second. @param tell called for each Pod with a started or ended container or sandbox. */
	*run(tell: Tell): Routine {
		const {kernel} = this.host;
		const {events} = this.runtime;
		for (const uid of this.runtime.podUIDs()) {
			this.#statuses.set(uid, runtimeStatus(this.runtime, uid));
		}

		for (;;) {
			this.#due = (yield* receive(events)).uid;
			yield* sleep(this.#nextRelistMs(kernel.now) - kernel.now);
			yield* active();
			// The cause of a Pod's stop is the last of its own changes.
			const others = events.waiting.map(({message}) => message.uid);
			for (const [index, next] of [...others, undefined].entries()) {
				const uid = this.#due;
				if (!others.includes(uid, index)) {
					yield* this.#list(uid, {}, tell);
				}

				if (next !== undefined) {
					this.#due = (yield* receive(events)).uid;
				}
			}

			this.#due = undefined;
		}
	}

	/** Lists single Pods on request. @param tell as for `run`. @mirrors GenericPLEG.relistPod */
	*runRequests(tell: Tell): Routine {
		for (;;) {
			const uid = yield* receive(this.#requests);
			this.#syncedMs.delete(uid);
			yield* this.#list(uid, {asked: true}, tell);
		}
	}

	*#list(uid: string, how: {readonly asked?: true}, tell: Tell): Routine {
		const before = this.status(uid);
		const now = runtimeStatus(this.runtime, uid);
		if (now.sandboxes.length > 0) {
			this.#statuses.set(uid, now);
		} else {
			this.#statuses.delete(uid);
		}

		if (!isSame(before, now)) {
			yield* note('kubelet.pleg', {node: this.host.name, ...how, ...runningPod(uid, now)});
			tell({uid, isSyncWorthy: isSyncWorthy(before, now)});
		}

		const wait = this.#waits.get(uid);
		if (wait) {
			this.host.kernel.send(wait, 'listed');
		}
	}

	/** The time of the first relist after a moment, in milliseconds. */
	#nextRelistMs(afterMs: number): number {
		return afterMs + relistMs - ((afterMs - this.#phaseMs + relistMs) % relistMs);
	}

	/** Whether the relist of this moment has yet to check a Pod. */
	#isBehind(uid: string): boolean {
		return this.#due === uid || this.runtime.events.waiting.some(({message}) => message.uid === uid);
	}
}
