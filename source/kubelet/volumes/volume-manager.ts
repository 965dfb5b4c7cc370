import type {Client} from '../../client/client.js';
import {ApiError} from '../../client/errors.js';
import type {EventRecorder} from '../../client/event-recorder.js';
import {active, type Routine} from '../../kernel/routine.js';
import {frame, note} from '../../stages/note.js';
import type {Pod, Volume} from '../../objects/kubernetes.generated.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podKey, podName} from '../node/pod-names.js';
import {MountFailure, ProcessingFailure} from '../storage/mount-failure.js';
import type {MountedVolume} from '../storage/mounted-volume.js';
import type {PodWork} from '../workers/pod-work.js';
import type {HostFiles} from '../../host/host-files.js';
import {provideVolume} from './provide-volume.js';
import {shownFiles, type VolumeContent} from './volume-files.js';
import {MountBackoff} from './mount-backoff.js';
import {VolumesInUse} from './volumes-in-use.js';
import {usedVolumes, volumeSpec, type VolumeSpec} from './volume-spec.js';
import {VolumeExpansion} from './volume-expansion.js';
import type {VolumePlugins} from './volume-plugins.js';

/** How long a sync waits for volumes: a little longer than the longest pause between two attempts. @mirrors podAttachAndMountTimeout */
const timeoutMs = 123_000;

/** The longest time until a worker retries a failed sync. */
const longestRetryMs = 16_000;

/** The result of waiting for a Pod's volumes: all are mounted, the Pod must end, or the sync must be retried. */
export type MountResult = 'mounted' | 'ending' | 'failed';

const none: ReadonlyMap<string, MountedVolume> = new Map();

/** Whether the objects of a volume may change while it is mounted. Simplified: the certificate next to a Pod's own token does not change. */
const mayChange = ({name}: Volume): boolean => !name.startsWith('kube-api-access-');

/** The parts that manage the volumes of a node. */
export interface VolumeManagerParts {
	readonly client: Client;
	readonly recorder: EventRecorder;
	readonly plugins: VolumePlugins;
	readonly node: OwnNode;
	/** The mount table: volumes by name, by Pod uid. It outlives the kubelet. */
	readonly mounts: Map<string, Map<string, MountedVolume>>;
	/** The files that containers see where they mount a volume. */
	readonly files: HostFiles;
}

/** The volumes that one sync of a Pod still has to mount. */
interface Mounting {
	readonly work: PodWork;
	/** Volumes that are not mounted, by name. */
	readonly left: Map<string, VolumeSpec>;
	readonly deadlineMs: number;
	/** Whether the Pod's volumes took too long before: then a run does not wait for them again. */
	readonly periodic: boolean;
}

/**
The mounted volumes of a node.

Simplified: the Pod's worker mounts them in sequence; upstream, a reconciler of the whole node does so while the worker waits.

@see https://kubernetes.io/docs/concepts/storage/volumes/
@mirrors k8s.io/kubernetes/pkg/kubelet/volumemanager
*/
export class VolumeManager {
	/** `uid/name` of the volumes that this kubelet has set up: those of an earlier kubelet are set up again, in place. */
	readonly #setUp = new Set<string>();
	readonly #backoff: MountBackoff;
	readonly #use: VolumesInUse;
	readonly #expansion: VolumeExpansion;
	/** The uids of Pods whose volumes took too long. */
	readonly #late = new Set<string>();
	/** By `uid/name`: the content of volumes whose objects may change. */
	readonly #shown = new Map<string, VolumeContent>();
	/** Workers that wait for volumes in the Node's status. */
	readonly #waiting = new Set<PodWork>();

	constructor(readonly parts: VolumeManagerParts) {
		const {client, recorder, plugins, node, mounts} = parts;
		this.#backoff = new MountBackoff(client.kernel);
		this.#use = new VolumesInUse(client, node, mounts);
		this.#expansion = new VolumeExpansion(client, recorder, plugins.parts.csi, node.options.name);
	}

	/** uids of the Pods that have mounted volumes. */
	get pods(): Iterable<string> {
		return this.parts.mounts.keys();
	}

	/** The mounted volumes of a Pod, by name. */
	mounted(uid: string): ReadonlyMap<string, MountedVolume> {
		return this.parts.mounts.get(uid) ?? none;
	}

	/** Sorted names of the volumes that may be mounted: they must not be detached. */
	inUse(): readonly string[] {
		return this.#use.names();
	}

	/** Called when the Node has changed: workers that wait for volumes in its status check again. */
	nodeChanged(): void {
		if (!this.#use.isNews()) {
			return;
		}

		for (const work of this.#waiting) {
			work.wake({case: 'volumes'});
		}

		if ([...this.#late].some((uid) => this.#use.isAttached(uid))) {
			// The Pod's next sync finds it: until then work is in progress.
			this.parts.client.kernel.after(longestRetryMs, () => undefined);
		}
	}

	/** Expands the file systems of a running Pod to the sizes of their volumes. */
	*expand({pod, uid}: Pick<NodePod, 'pod' | 'uid'>): Routine {
		yield* this.#expansion.expand(pod, this.mounted(uid));
	}

	/** Mounts all volumes that containers of a Pod use, and waits while one cannot be mounted. */
	*mount(work: PodWork): Routine<MountResult> {
		const {kernel} = this.parts.client;
		const {pod, uid} = work.local;
		const volumes = usedVolumes(pod);
		if (volumes.length === 0) {
			return 'mounted';
		}

		const mounting: Mounting = {
			work,
			left: new Map(),
			deadlineMs: kernel.now + timeoutMs,
			periodic: this.#late.has(uid),
		};
		const problems = yield* frame({name: `volumes of ${podName(pod)}`}, this.#process(mounting, volumes));
		const result = yield* this.#mountAll(mounting, problems.length > 0);
		if (result === 'mounted') {
			this.#late.delete(uid);
			const names = volumes.map(({name}) => name);
			yield* note('kubelet.volumes', {case: 'all-mounted', volumes: names}, {object: podKey(pod)});
		} else if (result === 'failed') {
			yield* problems.length > 0 ? this.#tellUnprocessed(pod, volumes, problems) : this.#tellTimeOut(mounting, volumes);
		}

		return result;
	}

	/** Finds the volumes to mount. @returns the obstacle. */
	*#process(
		{work, left}: Mounting,
		volumes: readonly Volume[],
	): Routine<ReadonlyArray<readonly [volume: string, why: string]>> {
		const {pod, uid} = work.local;
		const problems: Array<readonly [string, string]> = [];
		for (const volume of volumes) {
			if (this.#setUp.has(`${uid}/${volume.name}`)) {
				continue;
			}

			try {
				left.set(volume.name, yield* volumeSpec(this.parts.client, pod, volume));
			} catch (error) {
				if (!(error instanceof ProcessingFailure)) {
					throw error;
				}

				problems.push([volume.name, error.message]);
			}
		}

		return problems;
	}

	/** @param once one attempt is enough: the sync fails anyway. */
	*#mountAll(mounting: Mounting, once: boolean): Routine<MountResult> {
		const {kernel} = this.parts.client;
		const {work, left, deadlineMs} = mounting;
		const name = `volumes of ${podName(work.local.pod)}`;
		for (;;) {
			if (left.size > 0) {
				yield* frame({name}, this.#mountDue(mounting));
			}

			if (work.isEnding) {
				return 'ending';
			}

			if (left.size === 0 || once) {
				return once ? 'failed' : 'mounted';
			}

			if (kernel.now >= deadlineMs) {
				return 'failed';
			}

			if (!(yield* this.#pause(mounting))) {
				return 'ending';
			}
		}
	}

	/** Waits until a volume must be retried or the Node's status has changed. @returns `false` if the Pod must end. */
	*#pause({work, left, deadlineMs, periodic}: Mounting): Routine<boolean> {
		const {kernel} = this.parts.client;
		const keys = [...left.keys()].map((name) => `${work.local.uid}/${name}`);
		const next = this.#backoff.next(keys);
		const untilMs = Math.max(kernel.now + 1, Math.min(deadlineMs, next.atMs ?? deadlineMs));
		const {uid, pod} = work.local;
		const isHopeless = periodic || (next.isHopeless && !this.#use.isWaiting(uid));
		this.#waiting.add(work);
		const interruption = yield* work.pause(untilMs - kernel.now, isHopeless && !this.#use.isAttached(uid));
		this.#waiting.delete(work);
		if (interruption !== 'ending') {
			return true;
		}

		yield* active();
		yield* note('kubelet.volumes', {case: 'given-up'}, {object: podKey(pod)});
		return false;
	}

	*#mountDue(mounting: Mounting): Routine {
		const {work, left} = mounting;
		for (const [name, spec] of left) {
			const key = `${work.local.uid}/${name}`;
			if (work.isEnding || !this.#backoff.isDue(key)) {
				continue;
			}

			try {
				if (yield* this.#mountOne(mounting, spec)) {
					left.delete(name);
					this.#backoff.forget(key);
				}
			} catch (error) {
				if (!(error instanceof MountFailure) && !(error instanceof ApiError)) {
					throw error;
				}

				this.#backoff.failed(key);
				yield* this.#tellFailure(work.local.pod, spec, error);
			}
		}
	}

	*#tellFailure(pod: Pod, {volume, name, isBlock}: VolumeSpec, error: MountFailure | ApiError): Routine {
		const operation = error instanceof MountFailure ? error.operation : 'SetUp';
		const reason = isBlock ? 'FailedMapVolume' : 'FailedMount';
		const verb = isBlock ? 'MapVolume' : 'MountVolume';
		const message = `${verb}.${isBlock ? operation.replace(/^SetUp$/, 'SetUpDevice') : operation} failed for volume "${name}" : ${error.message}`;
		yield* this.parts.recorder.event(pod, 'Warning', reason, message);
		yield* note(
			'kubelet.volumes',
			{case: 'failed', volume: volume.name, reason, message},
			{object: podKey(pod), outcome: 'failed'},
		);
	}

	/** @returns `false` while it waits for something that is in progress. */
	*#mountOne({work}: Mounting, spec: VolumeSpec): Routine<boolean> {
		const {pod, uid} = work.local;
		const {volume, csi, claim, size, persistentVolume} = spec;
		const attachable = csi !== undefined && (yield* this.parts.plugins.parts.csi.isAttachable(csi.driver));
		if (csi && attachable && !(yield* this.#isAttached(pod, spec))) {
			return false;
		}

		const setUp = yield* this.parts.plugins.setUp(pod, spec, {
			attachable,
			isStaged: csi !== undefined && this.#use.isStaged(csi, `${uid}/${volume.name}`),
			wait: (ms) => this.#waitFor(work, ms),
		});
		if (!setUp) {
			return false;
		}

		yield* active();
		const {mounted, content, plugin} = setUp;
		const files = content && shownFiles(content);
		provideVolume(this.parts.files, pod, volume, setUp);
		const volumes = this.parts.mounts.get(uid) ?? new Map<string, MountedVolume>();
		const own = {...mounted, ...(claim === undefined ? {} : {claim}), ...(size === undefined ? {} : {size})};
		this.parts.mounts.set(uid, volumes.set(volume.name, own));
		this.#setUp.add(`${uid}/${volume.name}`);
		if (content && mayChange(volume)) {
			this.#shown.set(`${uid}/${volume.name}`, content);
		}

		this.#use.done(uid, volume.name);
		this.parts.client.kernel.ledger.write(this.#ledgerKey(uid, volume.name), {
			pod: podName(pod),
			plugin,
			path: mounted.hostPath,
			...(mounted.storage === undefined ? {} : {storage: mounted.storage}),
			...(files ? {files} : {}),
			...(claim === undefined ? {} : {claim}),
			...(persistentVolume ? {persistentVolume: persistentVolume.metadata.name} : {}),
		});
		yield* note(
			'kubelet.volumes',
			{case: 'mounted', volume, plugin, path: mounted.hostPath, files},
			{object: podKey(pod)},
		);
		return true;
	}

	#ledgerKey(uid: string, volume: string): string {
		return `/nodes/${this.parts.node.options.name}/volumes/${uid}/${volume}`;
	}

	/** Whether the controller has attached the volume to this node. A missing attachment is not an error. */
	*#isAttached(pod: Pod, {volume, name, csi}: VolumeSpec): Routine<boolean> {
		const {uid} = pod.metadata;
		if (!csi) {
			return true;
		}

		const missing = yield* this.#use.missing(uid, volume.name, csi);
		if (missing?.isNew) {
			yield* note(
				'kubelet.volumes',
				{
					case: 'waiting',
					volume: volume.name,
					persistentVolume: name,
					node: this.parts.node.options.name,
					for: missing.field,
				},
				{object: podKey(pod)},
			);
		}

		if (missing) {
			if (missing.field === 'volumesAttached') {
				this.#backoff.failed(`${uid}/${volume.name}`);
			}

			return false;
		}

		yield* note(
			'kubelet.volumes',
			{case: 'attached', persistentVolume: name, ...csi, node: this.parts.node.options.name},
			{object: podKey(pod)},
		);
		return true;
	}

	/** Waits. @returns `false` if the Pod must end before. */
	*#waitFor(work: PodWork, ms: number): Routine<boolean> {
		const {kernel} = this.parts.client;
		const untilMs = kernel.now + ms;
		while (kernel.now < untilMs) {
			if ((yield* work.pause(untilMs - kernel.now, this.#late.has(work.local.uid))) === 'ending') {
				return false;
			}
		}

		return true;
	}

	*#tellUnprocessed(
		pod: Pod,
		volumes: readonly Volume[],
		problems: ReadonlyArray<readonly [volume: string, why: string]>,
	): Routine {
		const failed = problems.map(([name]) => name);
		const why = problems.map(([, problem]) => problem).join('; ');
		const message = `Unable to attach or mount volumes: ${this.#unmounted(pod, volumes, failed)}: ${why}`;
		yield* this.parts.recorder.event(pod, 'Warning', 'FailedMount', message);
		yield* note(
			'kubelet.volumes',
			{case: 'failed', volume: failed.join(', '), reason: 'FailedMount', message},
			{object: podKey(pod), outcome: 'failed'},
		);
	}

	/** Reports a time-out, only in the kubelet's log: an Event would repeat those of each volume. @mirrors Kubelet.SyncPod */
	*#tellTimeOut({work}: Mounting, volumes: readonly Volume[]): Routine {
		const {pod, uid} = work.local;
		this.#late.add(uid);
		const message = `${this.#unmounted(pod, volumes, [])}: context deadline exceeded`;
		yield* note('kubelet.volumes', {case: 'timed-out', message}, {object: podKey(pod), outcome: 'failed'});
	}

	#unmounted({metadata: {uid}}: Pod, volumes: readonly Volume[], failed: readonly string[]): string {
		const unmounted = volumes.map(({name}) => name).filter((name) => !this.#setUp.has(`${uid}/${name}`));
		const unattached = unmounted.filter((name) => this.#use.isWaiting(uid, name));
		return `unmounted volumes=[${unmounted.sort().join(' ')}], unattached volumes=[${unattached.join(' ')}], failed to process volumes=[${failed.join(' ')}]`;
	}

	/** Updates the volumes of a Pod from their objects: at each sync, and all files of a volume at once. */
	*refresh({pod, uid}: NodePod): Routine {
		const {kernel} = this.parts.client;
		for (const volume of pod.spec.volumes ?? []) {
			const key = `${uid}/${volume.name}`;
			const known = this.#shown.get(key);
			const path = this.mounted(uid).get(volume.name)?.hostPath;
			if (known && path !== undefined) {
				const content = yield* this.#current(pod, volume, known);
				if (this.parts.files.publish(path, content)) {
					this.#shown.set(key, content);
					const files = shownFiles(content);
					const ledgerKey = this.#ledgerKey(uid, volume.name);
					kernel.ledger.write(ledgerKey, {...kernel.ledger.read<object>(ledgerKey), files});
					yield* note('kubelet.volumes', {case: 'updated', volume: volume.name, path, files}, {object: podKey(pod)});
				}
			}
		}
	}

	/** The current contents of a volume; the previous ones while an object is missing. */
	*#current(pod: Pod, volume: Volume, known: VolumeContent): Routine<VolumeContent> {
		try {
			return (yield* this.parts.plugins.parts.files.content(pod, volume, known)) ?? known;
		} catch (error) {
			if (!(error instanceof MountFailure) && !(error instanceof ApiError)) {
				throw error;
			}

			return known;
		}
	}

	/** Removes all volumes of an ended Pod from the node. */
	*unmount({pod, uid}: Pick<NodePod, 'pod' | 'uid'>): Routine {
		this.#late.delete(uid);
		this.#use.forget(uid);
		const volumes = this.parts.mounts.get(uid);
		for (const {name} of pod.spec.volumes ?? []) {
			this.#backoff.forget(`${uid}/${name}`);
		}

		if (!volumes || volumes.size === 0) {
			return;
		}

		const names = [...volumes.keys()];
		const paths = new Map([...volumes].map(([name, {hostPath}]) => [name, hostPath]));
		for (const [name, {hostPath, csi}] of volumes) {
			if (csi) {
				yield* this.parts.plugins.parts.csi.unpublish(pod, name, hostPath, csi);
				if (!this.#use.isStaged(csi, `${uid}/${name}`) && !this.#use.isWantedBy(csi, uid)) {
					yield* this.parts.plugins.parts.csi.unstage(pod, name, csi);
				}

				// Each separately: after a crash, an unmounted volume is not unmounted again.
				volumes.delete(name);
			}
		}

		for (const name of names) {
			this.parts.files.remove(paths.get(name) ?? '');
			this.#shown.delete(`${uid}/${name}`);
			this.parts.client.kernel.ledger.delete(this.#ledgerKey(uid, name));
			this.#setUp.delete(`${uid}/${name}`);
		}

		this.parts.mounts.delete(uid);
		this.#use.changed();
		yield* note('kubelet.volumes', {case: 'unmounted', volumes: names}, {object: podKey(pod)});
	}
}
