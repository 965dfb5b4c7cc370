import type {Routine} from '../../kernel/routine.js';
import {equal} from '../../kernel/equality.js';
import {ignoreNotFound, isAlreadyExists} from '../../client/errors.js';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import {claimsOf} from '../volume/protection.js';
import {allowsMultiAttach, attachTimeoutMs, detachment, multiAttachError, operationBackoffMs} from './decisions.js';
import {
	knownAttachment,
	usesVolumes,
	wantedVolumes,
	type KnownAttachment,
	type WantedVolume,
} from './wanted-volumes.js';
import {allow} from '../controller-roles.js';

const attachments = 'volumeattachments.storage.k8s.io';

/**
Attaches the volumes of a node's Pods to the node and detaches others: it writes VolumeAttachments, and the CSI driver's attacher acts on them.

@see https://kubernetes.io/docs/concepts/storage/volumes/
@mirrors k8s.io/kubernetes/pkg/controller/volume/attachdetach
*/
export const attachDetach: Controller = {
	name: 'persistentvolume-attach-detach',
	reportsAs: 'attachdetach-controller',
	rules: [
		allow('list watch', 'persistentvolumeclaims persistentvolumes'),
		allow('get list watch', 'nodes'),
		allow('patch update', 'nodes/status'),
		allow('list watch', 'pods'),
		allow('create patch update', 'events', 'core events.k8s.io'),
		allow('create delete get list watch', 'volumeattachments', 'storage.k8s.io'),
		allow('get list watch', 'csidrivers', 'storage.k8s.io'),
		allow('get list watch', 'csinodes', 'storage.k8s.io'),
	],
	build(tools) {
		const {informer} = tools;
		const work = new AttachDetach(tools);
		const nodesUsing = (namespace: string | undefined, claim: string): readonly string[] => [
			...new Set(
				informer('pods')
					.list(namespace)
					.flatMap((pod) => (pod.spec?.nodeName && claimsOf(pod).includes(claim) ? [pod.spec.nodeName] : [])),
			),
		];
		const has = (node: string): boolean =>
			informer(attachments)
				.list()
				.some(({spec}) => spec.nodeName === node);
		return {
			handlers: {
				pods: ({type, object, old}) =>
					object.spec?.nodeName &&
					usesVolumes(object) &&
					(!old || type === 'DELETED' || !old.spec?.nodeName || isTerminal(old) !== isTerminal(object))
						? [object.spec.nodeName]
						: [],
				persistentvolumeclaims: ({object, old}) =>
					object.status?.phase === 'Bound' && old?.status?.phase !== 'Bound'
						? nodesUsing(object.metadata.namespace, object.metadata.name)
						: [],
				persistentvolumes: () => [],
				'csidrivers.storage.k8s.io': () => [],
				nodes: ({type, object, old}) =>
					(type === 'DELETED' || nodeLook(object) !== nodeLook(old)) && has(object.metadata.name)
						? [object.metadata.name]
						: [],
				[attachments]: ({type, object, old}) => {
					const isDeleted = type === 'DELETED';
					if (!isDeleted && equal(object.status, old?.status)) {
						return [];
					}

					// Once this attachment has ended, the controller syncs the nodes that wait for it too.
					const hasEnded = isDeleted || object.status?.attached;
					return [object.spec.nodeName, ...(hasEnded ? work.waitingFor(object.metadata.name) : [])];
				},
			},
			sync: (node) => work.sync(node),
		};
	},
};

/** The parts of a node on which detaching depends. */
const nodeLook = (node: Node | undefined): string =>
	JSON.stringify([
		node?.status.volumesInUse,
		node?.status.conditions?.find(({type}) => type === 'Ready')?.status,
		node?.spec?.taints?.map(({key}) => key),
	]);

/** An attempt to attach a volume. */
interface Attempt {
	readonly sinceMs: number;
	/** The number of consecutive failures, and the time of the next attempt. */
	readonly failures: number;
	readonly untilMs: number;
}

/** The controller's memory of its attempts; a restart loses it, as it does upstream. */
class AttachDetach {
	/** The attempts, by the name of the VolumeAttachment. */
	readonly #attempts = new Map<string, Attempt>();
	/** By the name of a blocking VolumeAttachment: the nodes that wait for its end. */
	readonly #blocked = new Map<string, Set<string>>();
	/** VolumeAttachments whose Pods have an Event about the other node with the volume. */
	readonly #told = new Set<string>();
	/** The time since which no Pod needs the volume of a VolumeAttachment. */
	readonly #unneeded = new Map<string, number>();
	/** When the current node must be synced again, in milliseconds, and whether the end of a run waits for it. */
	#next: {readonly ms: number; readonly periodic: boolean} | undefined;

	constructor(readonly tools: Tools) {}

	/** The nodes that wait for the end of an attachment. */
	waitingFor(attachment: string): Iterable<string> {
		const nodes = this.#blocked.get(attachment) ?? [];
		this.#blocked.delete(attachment);
		return nodes;
	}

	*sync(node: string): Routine {
		const {informer, queue} = this.tools;
		const want = wantedVolumes(informer, node);
		const have = informer(attachments)
			.list()
			.filter(({spec}) => spec.nodeName === node)
			.flatMap((attachment) => knownAttachment(informer, attachment) ?? []);
		yield* note(
			'controller.persistentvolume-attach-detach.sync',
			{want: [...want.values()].map(({name}) => name), have: have.map(({volume}) => volume)},
			{object: registryKey('nodes', undefined, node)},
		);
		const staying = yield* this.#detachUnneeded(node, want, have);
		for (const volume of want.values()) {
			this.#unneeded.delete(volume.attachment);
			yield* this.#attach(
				node,
				volume,
				have.find(({unique}) => unique === volume.unique),
			);
		}

		yield* this.#report(node, staying);
		queue.cancelLater(node);
		const next = this.#takeNext();
		if (next) {
			queue.addAfter(node, next.ms, {periodic: next.periodic});
		}
	}

	#takeNext(): {readonly ms: number; readonly periodic: boolean} | undefined {
		const next = this.#next;
		this.#next = undefined;
		return next;
	}

	#again(ms: number, periodic = false): void {
		if (this.#next === undefined || ms < this.#next.ms) {
			this.#next = {ms, periodic: periodic && (this.#next?.periodic ?? true)};
		}
	}

	/** @returns what stays attached. */
	*#detachUnneeded(
		node: string,
		want: ReadonlyMap<string, WantedVolume>,
		have: readonly KnownAttachment[],
	): Routine<readonly KnownAttachment[]> {
		const {informer, kernel} = this.tools;
		const going: Array<KnownAttachment & {readonly force: 'timeout' | 'out-of-service' | undefined}> = [];
		for (const known of have) {
			const {name, deletionTimestamp} = known.attachment.metadata;
			if (want.has(known.unique) || deletionTimestamp !== undefined) {
				continue;
			}

			this.#attempts.delete(name);
			this.#told.delete(name);
			const since = this.#unneeded.get(name) ?? kernel.now;
			this.#unneeded.set(name, since);
			const decision = detachment(informer('nodes').get(undefined, node), known.unique, kernel.now - since);
			if (decision.case === 'detach') {
				going.push({...known, force: decision.force});
				continue;
			}

			if (decision.leftMs !== undefined) {
				this.#again(decision.leftMs);
			}

			yield* note(
				'controller.persistentvolume-attach-detach.wait',
				{volume: known.volume, node, leftMs: decision.leftMs},
				{object: registryKey(attachments, undefined, name)},
			);
		}

		const staying = have.filter(({unique}) => !going.some((one) => one.unique === unique));
		if (going.length > 0) {
			// Its kubelet must see that it can no longer mount them before they are detached.
			yield* this.#report(node, staying);
		}

		for (const known of going) {
			yield* this.#detach(node, known);
		}

		return staying;
	}

	*#detach(
		node: string,
		{attachment, volume, force}: KnownAttachment & {readonly force: 'timeout' | 'out-of-service' | undefined},
	): Routine {
		const {name} = attachment.metadata;
		yield* note(
			'controller.persistentvolume-attach-detach.detach',
			{node, volume, force, before: attachment.spec},
			{object: registryKey(attachments, undefined, name)},
		);
		this.#unneeded.delete(name);
		yield* ignoreNotFound(this.tools.client.delete(attachments, undefined, name));
	}

	*#attach(node: string, volume: WantedVolume, known: KnownAttachment | undefined): Routine {
		const {recorder, kernel} = this.tools;
		const name = volume.attachment;
		const attempt = this.#attempts.get(name);
		const {status, metadata} = known?.attachment ?? {};
		if (metadata?.deletionTimestamp !== undefined) {
			// The node is on its way back: the end of the outage lists it here again.
			return;
		}

		if (status?.attached) {
			if (this.#attempts.delete(name)) {
				const message = `AttachVolume.Attach succeeded for volume "${volume.name}" `;
				for (const pod of volume.pods) {
					yield* recorder.event(pod, 'Normal', 'SuccessfulAttachVolume', message);
				}
			}

			return;
		}

		if (!known && (yield* this.#isElsewhere(node, volume))) {
			return;
		}

		if (attempt && kernel.now < attempt.untilMs) {
			this.#again(attempt.untilMs - kernel.now, attempt.failures > 3);
			return;
		}

		const isUnderWay = attempt !== undefined && attempt.untilMs <= attempt.sinceMs;
		const problem = isUnderWay ? this.#problem(volume, attempt, known) : undefined;
		if (problem !== undefined) {
			yield* this.#fail(node, volume, attempt?.failures ?? 0, problem);
			return;
		}

		if (!isUnderWay) {
			this.#attempts.set(name, {sinceMs: kernel.now, failures: attempt?.failures ?? 0, untilMs: 0});
		}

		const sinceMs = this.#attempts.get(name)?.sinceMs ?? kernel.now;
		this.#again(sinceMs + attachTimeoutMs - kernel.now, (attempt?.failures ?? 0) > 0);
		if (!known) {
			yield* this.#create(node, volume);
		} else if (status?.attachError && !isUnderWay) {
			// The new attempt finds the error of the last one.
			yield* this.#fail(node, volume, attempt?.failures ?? 0, status.attachError.message ?? '');
		}
	}

	/** Why an attempt is over without success; `undefined` while it continues. */
	#problem({driver, handle}: WantedVolume, {sinceMs}: Attempt, known: KnownAttachment | undefined): string | undefined {
		const message = known?.attachment.status?.attachError?.message;
		return (
			message ??
			(this.tools.kernel.now - sinceMs >= attachTimeoutMs
				? `timed out waiting for external-attacher of ${driver} CSI driver to attach volume ${handle}`
				: undefined)
		);
	}

	*#fail(node: string, volume: WantedVolume, earlier: number, message: string): Routine {
		const {recorder, kernel} = this.tools;
		const failures = earlier + 1;
		const pauseMs = operationBackoffMs(failures);
		this.#attempts.set(volume.attachment, {sinceMs: kernel.now, failures, untilMs: kernel.now + pauseMs});
		this.#again(pauseMs, failures > 3);
		yield* note(
			'controller.persistentvolume-attach-detach.refuse',
			{case: 'failed', volume: volume.name, node, message},
			{object: registryKey(attachments, undefined, volume.attachment), outcome: 'failed'},
		);
		for (const pod of volume.pods) {
			yield* recorder.event(
				pod,
				'Warning',
				'FailedAttachVolume',
				`AttachVolume.Attach failed for volume "${volume.name}" : ${message}`,
			);
		}
	}

	/** Whether a volume that only one node may have is still attached to another one. */
	*#isElsewhere(node: string, volume: WantedVolume): Routine<boolean> {
		const {informer, recorder} = this.tools;
		if (allowsMultiAttach(volume.accessModes)) {
			return false;
		}

		const others = informer(attachments)
			.list()
			.filter(({spec}) => spec.nodeName !== node)
			.filter((attachment) => knownAttachment(informer, attachment)?.unique === volume.unique);
		if (others.length === 0) {
			this.#told.delete(volume.attachment);
			return false;
		}

		for (const {metadata} of others) {
			const waiting = this.#blocked.get(metadata.name) ?? new Set();
			this.#blocked.set(metadata.name, waiting.add(node));
		}

		const attached = others.filter(({status}) => status?.attached);
		if (attached.length === 0 || this.#told.has(volume.attachment)) {
			return true;
		}

		this.#told.add(volume.attachment);
		const nodes = attached.map(({spec}) => spec.nodeName);
		const users = nodes.flatMap(
			(other): readonly Pod[] => wantedVolumes(informer, other).get(volume.unique)?.pods ?? [],
		);
		yield* note(
			'controller.persistentvolume-attach-detach.refuse',
			{case: 'multi-attach', volume: volume.name, node, nodes, pods: users.map(({metadata}) => metadata.name)},
			{object: registryKey('persistentvolumes', undefined, volume.name), outcome: 'refused'},
		);
		for (const pod of volume.pods) {
			yield* recorder.event(pod, 'Warning', 'FailedAttachVolume', multiAttachError(volume.name, pod, users));
		}

		return true;
	}

	*#create(node: string, {name, driver, attachment, source}: WantedVolume): Routine {
		yield* note(
			'controller.persistentvolume-attach-detach.attach',
			{attacher: driver, volume: name, node},
			{object: registryKey(attachments, undefined, attachment)},
		);
		try {
			yield* this.tools.client.create(attachments, undefined, {
				apiVersion: 'storage.k8s.io/v1',
				kind: 'VolumeAttachment',
				metadata: {name: attachment},
				spec: {attacher: driver, nodeName: node, source},
			});
		} catch (error) {
			if (!isAlreadyExists(error)) {
				throw error;
			}
		}
	}

	/** Writes the attached volumes into the Node: its kubelet may mount only these. @mirrors attachdetach/statusupdater */
	*#report(node: string, have: readonly KnownAttachment[]): Routine {
		const {informer, client} = this.tools;
		const object = informer('nodes').get(undefined, node);
		if (!object) {
			return;
		}

		const after = have
			.filter(({attachment: {status, metadata}}) => status?.attached && metadata.deletionTimestamp === undefined)
			.map(({unique}) => unique);
		const before = object.status.volumesAttached?.map(({name}) => name) ?? [];
		if (equal(before.toSorted(), after.toSorted())) {
			return;
		}

		yield* note(
			'controller.persistentvolume-attach-detach.report',
			{node, before, after},
			{object: registryKey('nodes', undefined, node)},
		);
		const volumesAttached = after.map((name) => ({name, devicePath: ''}));
		yield* client.patch('nodes', undefined, node, {status: {volumesAttached}}, {subresource: 'status', type: 'merge'});
	}
}
