import type {Client} from '../../client/client.js';
import {ApiError, isNotFound} from '../../client/errors.js';
import {semanticEqual} from '../../kernel/equality.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {active, take, type Routine} from '../../kernel/routine.js';
import {frame, note} from '../../stages/note.js';
import type {Pod, PodStatus} from '../../objects/kubernetes.generated.js';
import type {NodePod} from '../node/node-pod.js';
import {podKey, podName} from '../node/pod-names.js';
import type {PodDeletionSafety} from '../workers/pod-workers.js';
import {isSameForKubelet, statusPatch, withOthersConditions} from './status-patch.js';

/** The newest status of a Pod, and its acknowledged part at the apiserver. */
interface VersionedStatus {
	readonly local: NodePod;
	status: PodStatus;
	version: number;
	sent: number;
	/** The mirror Pod that has it; only for a static Pod. */
	mirror?: string;
	deleted: boolean;
	/** The version of the API's object that was last compared with this status. */
	compared: Pod | undefined;
	/** The state of a Pod that a restarted kubelet finds: while it does not change, the Pod's status also stays. */
	found?: PodStatus;
}

/** The interval of checking all statuses: failed writes are repeated, and foreign changes are corrected. */
const syncPeriodMs = 10_000;

const isTerminalPhase = (status: PodStatus): boolean => status.phase === 'Succeeded' || status.phase === 'Failed';

/**
The status to report: a Pod keeps its phase while one of its containers may still run.

@mirrors k8s.io/kubernetes/pkg/kubelet/status mergePodStatus
*/
export const heldBack = (before: PodStatus, after: PodStatus, couldRun: boolean): PodStatus => {
	if (isTerminalPhase(before) || !isTerminalPhase(after) || !couldRun) {
		return after;
	}

	const {reason: _reason, message: _message, ...rest} = after;
	return {
		...rest,
		phase: before.phase ?? 'Pending',
		...(before.reason === undefined ? {} : {reason: before.reason}),
		...(before.message === undefined ? {} : {message: before.message}),
	};
};

/**
Keeps the newest status of each Pod and sends it to the apiserver, in its own process. Deletes Pods whose termination is complete.

@mirrors k8s.io/kubernetes/pkg/kubelet/status manager
*/
export class StatusManager {
	readonly #statuses = new Map<string, VersionedStatus>();
	readonly #mailbox: Mailbox<string>;

	/**
	@param node name of the node.
	@param formerStatus the status of a Pod that was known before the simulation.
	*/
	constructor(
		readonly client: Client,
		readonly node: string,
		readonly safety: PodDeletionSafety,
		readonly formerStatus: (uid: string) => PodStatus | undefined = () => undefined,
	) {
		this.#mailbox = new Mailbox(`kubelet/${node}/status-manager`);
	}

	/** The newest status of a Pod; before the first one, the apiserver's one. */
	of(local: NodePod): PodStatus {
		return this.#statuses.get(local.uid)?.status ?? this.formerStatus(local.uid) ?? local.shown.status ?? {};
	}

	forget(uid: string): void {
		this.#statuses.delete(uid);
	}

	/** Checks the Pod again, which may be ready for deletion. */
	touch(uid: string): void {
		this.client.kernel.send(this.#mailbox, uid);
	}

	/** Records a status. An unchanged status is ignored. */
	*set(local: NodePod, wanted: PodStatus): Routine {
		const {kernel} = this.client;
		const before = this.of(local);
		const status = heldBack(before, wanted, this.safety.couldRun(local.uid));
		let known = this.#statuses.get(local.uid);
		if (known && (semanticEqual(known.status, status) || (known.found && semanticEqual(known.found, status)))) {
			return;
		}

		const former = this.formerStatus(local.uid);
		const isFormer = former !== undefined && former.phase === status.phase;
		if (!known && (isFormer || semanticEqual(local.shown.status, status))) {
			// The apiserver has it from an earlier life of this kubelet: it is only remembered.
			const mirror = local.mirror?.metadata.uid;
			this.#statuses.set(local.uid, {
				local,
				status: isFormer ? former : status,
				version: 1,
				sent: 1,
				mirror,
				deleted: false,
				compared: local.shown,
				...(isFormer ? {found: status} : {}),
			});
			return;
		}

		if (known) {
			known.status = status;
			known.version++;
		} else {
			known = {local, status, version: 1, sent: 0, mirror: undefined, deleted: false, compared: undefined};
			this.#statuses.set(local.uid, known);
		}

		kernel.ledger.write(`/components/kubelet/${this.node}/status/${podName(local.pod)}`, status);
		yield* note(
			'kubelet.status',
			{case: 'set', before, after: status, version: known.version},
			{object: podKey(local.pod)},
		);
		kernel.send(this.#mailbox, local.uid);
	}

	/** The process that talks to the apiserver. @mirrors manager.Start */
	*run(): Routine {
		const {kernel} = this.client;
		let tickMs = kernel.now + syncPeriodMs;
		for (;;) {
			const timeoutMs = Math.max(0, tickMs - kernel.now);
			const uid = yield* take(this.#mailbox, {timeoutMs, periodic: true});
			if (uid === undefined) {
				tickMs = kernel.now + syncPeriodMs;
				yield* this.#syncAll();
				continue;
			}

			const known = this.#statuses.get(uid);
			if (known && !known.deleted && !known.local.isRemoved) {
				yield* this.#sync(known);
			}
		}
	}

	/** @mirrors manager.syncBatch */
	*#syncAll(): Routine {
		for (const known of this.#statuses.values()) {
			if (known.deleted || known.local.isRemoved) {
				continue;
			}

			if (this.#needsReconcile(known)) {
				yield* this.#reconcile(known);
			}

			yield* this.#sync(known);
		}
	}

	/** Whether the API's copy differs although everything was sent: another client has changed it, such as the node lifecycle controller. */
	#needsReconcile(known: VersionedStatus): boolean {
		const {shown, manifest, mirror} = known.local;
		if (known.version !== known.sent || known.compared === shown || (manifest !== undefined && !mirror)) {
			return false;
		}

		known.compared = shown;
		return !isSameForKubelet(shown.status ?? {}, known.status);
	}

	/** Reads the Pod, since the kubelet's copy may lag, and sends the status again if it differs there too. @mirrors manager.syncPod */
	*#reconcile(known: VersionedStatus): Routine {
		const {local, status} = known;
		const {shown} = local;
		const {namespace, name, uid} = shown.metadata;
		const object = podKey(shown);
		yield* active();
		yield* note('kubelet.status', {case: 'reconcile', before: shown.status, after: status}, {object});
		try {
			const stored = yield* this.client.get('pods', namespace, name);
			if (stored.metadata.uid !== uid) {
				return;
			}

			local.learn(shown, stored);
			if (!isSameForKubelet(stored.status ?? {}, status)) {
				known.sent--;
			}
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			const {reason, message} = error;
			yield* note('kubelet.status', {case: 'read-refused', reason, message}, {object, outcome: 'failed'});
			known.compared = undefined;
		}
	}

	*#sync(known: VersionedStatus): Routine {
		const {local} = known;
		// A static Pod without a mirror Pod has no place to show its status; a new one knows nothing yet.
		if (local.manifest !== undefined && !local.mirror) {
			return;
		}

		if (known.version > known.sent || known.mirror !== local.mirror?.metadata.uid) {
			yield* active();
			yield* frame({name: `sync status of ${podName(local.pod)}`, object: podKey(local.pod)}, this.#patch(known));
		}

		const {pod} = local;
		if (pod.metadata.deletionTimestamp && known.version === known.sent && this.#mayDelete(known)) {
			known.deleted = true;
			yield* active();
			yield* frame({name: `delete ${podName(pod)}`, object: podKey(pod)}, this.#delete(known, pod));
		}
	}

	#mayDelete({local, deleted}: VersionedStatus): boolean {
		return !local.isRemoved && !deleted && this.safety.isFinished(local.uid);
	}

	*#patch(known: VersionedStatus): Routine {
		const {local, status, version} = known;
		const pod = local.shown;
		const {namespace, name, uid} = pod.metadata;
		const before = pod.status ?? {};
		const patch = statusPatch(uid, before, withOthersConditions(before, status));
		const object = podKey(pod);
		yield* note('kubelet.status', {case: 'send', patch, version, phase: status.phase}, {object});
		try {
			const written = yield* this.client.patch('pods', namespace, name, patch, {subresource: 'status'});
			known.sent = version;
			known.mirror = local.manifest === undefined ? undefined : uid;
			local.learn(pod, written);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			known.sent = isNotFound(error) ? version : known.sent;
			yield* note(
				'kubelet.status',
				{case: 'send-refused', patch, reason: error.reason, message: error.message},
				{object, outcome: 'failed'},
			);
		}
	}

	*#delete(known: VersionedStatus, pod: Pod): Routine {
		const {namespace, name, uid} = pod.metadata;
		const object = podKey(pod);
		yield* note('kubelet.status', {case: 'delete', node: this.node, uid, gracePeriodSeconds: 0}, {object});
		try {
			yield* this.client.delete('pods', namespace, name, {gracePeriodSeconds: 0, preconditions: {uid}});
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			yield* note(
				'kubelet.status',
				{case: 'delete-refused', reason: error.reason, message: error.message},
				{object, outcome: 'failed'},
			);
			known.deleted = isNotFound(error);
		}
	}
}
