import {ownConditions} from './pod-conditions.js';
import type {Client} from '../../client/client.js';
import {ApiError, isNotFound} from '../../client/errors.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {active, frame, note, receive, type Routine} from '../../kernel/routine.js';
import type {Pod, PodCondition, PodStatus} from '../../objects/kubernetes.generated.js';
import {podKey, podName, type PodRecord} from '../context.js';
import {semanticEqual} from '../../kernel/equality.js';

interface Entry {
	readonly record: PodRecord;
	status: PodStatus;
	version: number;
	sent: number;
	/** The mirror Pod that has it; of a static Pod only. */
	mirror?: string;
	deleted: boolean;
}

const isTerminalPhase = (status: PodStatus): boolean => status.phase === 'Succeeded' || status.phase === 'Failed';

/**
A Pod does not show as ended while a container of it may still run: until then it keeps its phase.

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

/** The strategic merge patch that turns one status into another. */
export const statusPatch = (uid: string, before: PodStatus, after: PodStatus): Readonly<Record<string, unknown>> => {
	const patch: Record<string, unknown> = {};
	for (const key of Object.keys(after) as Array<keyof PodStatus>) {
		if (key !== 'conditions' && !semanticEqual(before[key], after[key])) {
			patch[key] = after[key] ?? null;
		}
	}

	for (const key of Object.keys(before) as Array<keyof PodStatus>) {
		if (key !== 'conditions' && after[key] === undefined) {
			patch[key] = null;
		}
	}

	const conditions: Array<Readonly<Record<string, unknown>>> = [];
	for (const condition of after.conditions ?? []) {
		const old = before.conditions?.find(({type}) => type === condition.type);
		if (!semanticEqual(condition, old)) {
			// What is not there any more has to be taken away by name.
			const changed: Record<string, unknown> = {};
			for (const key in old) {
				changed[key] = null;
			}

			conditions.push(Object.assign(changed, condition));
		}
	}

	for (const {type} of before.conditions ?? []) {
		if (ownConditions.has(type) && !after.conditions?.some((condition) => condition.type === type)) {
			conditions.push({$patch: 'delete', type});
		}
	}

	if (conditions.length > 0) {
		patch['$setElementOrder/conditions'] = (after.conditions ?? []).map(({type}: PodCondition) => ({type}));
		patch['conditions'] = conditions;
	}

	return {metadata: {uid}, status: patch};
};

/** The object of the API that shows a Pod: a static Pod's is its mirror. */
const shown = ({pod, mirror}: PodRecord): Pod => mirror ?? pod;

/**
Keeps the newest status of each Pod and brings it to the apiserver, in a process of its own; and deletes Pods whose end is complete.

@mirrors k8s.io/kubernetes/pkg/kubelet/status manager
*/
export class StatusManager {
	readonly #entries = new Map<string, Entry>();
	readonly #mailbox: Mailbox<string>;

	constructor(
		readonly client: Client,
		readonly node: string,
	) {
		this.#mailbox = new Mailbox(`kubelet/${node}/status-manager`);
	}

	/** The newest status of a Pod; before the first: what the apiserver has. */
	of(record: PodRecord): PodStatus {
		return this.#entries.get(record.uid)?.status ?? shown(record).status ?? {};
	}

	forget(uid: string): void {
		this.#entries.delete(uid);
	}

	/** Looks at the Pod once more: it may be ready to be deleted. */
	touch(uid: string): void {
		this.client.kernel.send(this.#mailbox, uid);
	}

	/** Notes a status. What equals the last one goes nowhere. */
	*set(record: PodRecord, wanted: PodStatus): Routine {
		const {kernel} = this.client;
		const before = this.of(record);
		const status = heldBack(before, wanted, record.stage === 'syncing' || record.stage === 'terminating');
		let entry = this.#entries.get(record.uid);
		if (entry ? semanticEqual(entry.status, status) : semanticEqual(shown(record).status, status)) {
			return;
		}

		if (entry) {
			entry.status = status;
			entry.version++;
		} else {
			entry = {record, status, version: 1, sent: 0, deleted: false};
			this.#entries.set(record.uid, entry);
		}

		kernel.ledger.write(`/components/kubelet/${this.node}/status/${podName(record.pod)}`, status);
		yield* note(
			'kubelet.status',
			`The status manager notes for ${podName(record.pod)}: ${describe(before, status)}.`,
			{before, after: status, version: entry.version},
			{object: podKey(record.pod)},
		);
		kernel.send(this.#mailbox, record.uid);
	}

	/** The process that talks with the apiserver. */
	*run(): Routine {
		for (;;) {
			const uid = yield* receive(this.#mailbox);
			const entry = this.#entries.get(uid);
			if (!entry || entry.deleted || entry.record.removed) {
				continue;
			}

			// A static Pod without a mirror Pod has no place to show its status; a new one knows nothing yet.
			const {manifest, mirror} = entry.record;
			if (manifest !== undefined && !mirror) {
				continue;
			}

			if (entry.version > entry.sent || entry.mirror !== mirror?.metadata.uid) {
				yield* active();
				yield* frame(
					{name: `sync status of ${podName(entry.record.pod)}`, object: podKey(entry.record.pod)},
					this.#patch(entry),
				);
			}

			const {pod, stage, removed} = entry.record;
			const told = entry.version === entry.sent;
			if (pod.metadata.deletionTimestamp && stage === 'finished' && !removed && !entry.deleted && told) {
				entry.deleted = true;
				yield* active();
				yield* frame({name: `delete ${podName(pod)}`, object: podKey(pod)}, this.#delete(entry, pod));
			}
		}
	}

	*#patch(entry: Entry): Routine {
		const {record, status, version} = entry;
		const pod = shown(record);
		const {namespace, name, uid} = pod.metadata;
		const patch = statusPatch(uid, pod.status ?? {}, status);
		try {
			const written = yield* this.client.patch('pods', namespace, name, patch, {subresource: 'status'});
			entry.sent = version;
			entry.mirror = record.manifest === undefined ? undefined : uid;
			// The watch brings the same later; until then this is the newest known.
			if (record.mirror === pod) {
				record.mirror = written;
			} else if (record.pod === pod) {
				record.pod = written;
			}

			yield* note(
				'kubelet.status',
				`The status of ${podName(pod)} is with the apiserver: phase ${status.phase}.`,
				{patch, version},
				{object: podKey(pod)},
			);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			entry.sent = isNotFound(error) ? version : entry.sent;
			yield* note(
				'kubelet.status',
				`The status of ${podName(pod)} cannot be written: ${error.message}.`,
				{patch, reason: error.reason, message: error.message},
				{object: podKey(pod), outcome: 'failed'},
			);
			if (!isNotFound(error)) {
				this.client.kernel.after(10_000, () => this.touch(record.uid), {periodic: true});
			}
		}
	}

	*#delete(entry: Entry, pod: Pod): Routine {
		const {namespace, name, uid} = pod.metadata;
		try {
			yield* this.client.delete('pods', namespace, name, {gracePeriodSeconds: 0, preconditions: {uid}});
			yield* note(
				'kubelet.status',
				`Nothing of ${podName(pod)} is left on ${this.node}: the kubelet deletes the object for good, with grace 0.`,
				{uid, gracePeriodSeconds: 0},
				{object: podKey(pod)},
			);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			yield* note(
				'kubelet.status',
				`${podName(pod)} cannot be deleted: ${error.message}.`,
				{reason: error.reason, message: error.message},
				{object: podKey(pod), outcome: 'failed'},
			);
			if (!isNotFound(error)) {
				entry.deleted = false;
				this.client.kernel.after(10_000, () => this.touch(uid), {periodic: true});
			}
		}
	}
}

const describe = (before: PodStatus, after: PodStatus): string => {
	const changed: string[] = [];
	if (before.phase !== after.phase) {
		changed.push(`phase ${after.phase}`);
	}

	if (after.podIP && before.podIP !== after.podIP) {
		changed.push(`address ${after.podIP}`);
	}

	for (const {type, status} of after.conditions ?? []) {
		if (before.conditions?.find((condition) => condition.type === type)?.status !== status) {
			changed.push(`${type} ${status}`);
		}
	}

	for (const {name, state} of [...(after.initContainerStatuses ?? []), ...(after.containerStatuses ?? [])]) {
		const old = [...(before.initContainerStatuses ?? []), ...(before.containerStatuses ?? [])].find(
			(status) => status.name === name,
		);
		if (!semanticEqual(old?.state, state)) {
			changed.push(
				`${name} ${state?.running ? 'runs' : state?.terminated ? `ended with ${state.terminated.exitCode}` : `waits: ${state?.waiting?.reason}`}`,
			);
		}
	}

	return changed.length > 0 ? changed.join(', ') : 'the newest generation is observed';
};
