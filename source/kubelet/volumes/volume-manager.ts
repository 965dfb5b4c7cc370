import {ApiError} from '../../client/errors.js';
import type {EventRecorder} from '../../client/event-recorder.js';
import type {Kernel} from '../../kernel/kernel.js';
import {active, type Routine} from '../../kernel/routine.js';
import {frame, note} from '../../stages/note.js';
import type {Pod, Volume} from '../../objects/kubernetes.generated.js';
import type {NodePod} from '../node/node-pod.js';
import {podKey, podName} from '../node/pod-names.js';
import type {CSIMounter} from '../storage/csi.js';
import type {NodeFiles} from '../runtime/files/node-files.js';
import {MountFailure} from '../storage/mount-failure.js';
import type {MountedVolume} from '../storage/mounted-volume.js';
import type {PodWork} from '../workers/pod-work.js';
import {shownFiles, type VolumeContent} from './volume-files.js';
import {provideVolume} from './provide-volume.js';
import type {VolumePlugins} from './volume-plugins.js';

const firstPauseMs = 500;
const lastPauseMs = 122_000;
const patientTries = 3;
/** The attempt after which an event reports that mounting takes too long. */
const tellingTry = 9;

/** Whether the objects that a volume shows may change while it is mounted. Simplified: the certificate next to a Pod's own token stays as it is. */
const mayChange = ({name}: Volume): boolean => !name.startsWith('kube-api-access-');

const none: ReadonlyMap<string, MountedVolume> = new Map();

/**
The mounted volumes of a node.

Simplified: the Pod's worker mounts them, one after the other; upstream a reconciler of the whole node does and the worker waits.

@see https://kubernetes.io/docs/concepts/storage/volumes/
@mirrors k8s.io/kubernetes/pkg/kubelet/volumemanager
*/
export class VolumeManager {
	/** `uid/name` of what this kubelet has set up itself: what an earlier one has mounted is set up once more, in place. */
	readonly #setUp = new Set<string>();
	/** By `uid/name`: what the volumes show whose objects may change. */
	readonly #shown = new Map<string, VolumeContent>();

	/**
	@param node name of the node.
	@param files what containers see where they mount a volume.
	@param mounts its mount table: Pod uid → volumes by name. It outlives the kubelet.
	*/
	constructor(
		readonly kernel: Kernel,
		readonly recorder: EventRecorder,
		readonly plugins: VolumePlugins,
		readonly csi: CSIMounter,
		readonly node: string,
		readonly mounts: Map<string, Map<string, MountedVolume>>,
		readonly files: NodeFiles,
	) {}

	/** uids of the Pods that have mounted volumes. */
	get pods(): Iterable<string> {
		return this.mounts.keys();
	}

	/** The mounted volumes of a Pod, by name. */
	mounted(uid: string): ReadonlyMap<string, MountedVolume> {
		return this.mounts.get(uid) ?? none;
	}

	/**
	Mounts all volumes of a Pod, and waits while one cannot be mounted.

	@returns `false` if the Pod is to end before all are mounted.
	*/
	*mount(work: PodWork): Routine<boolean> {
		const {local} = work;
		const {pod} = local;
		const volumes = pod.spec.volumes ?? [];
		if (volumes.length === 0) {
			return true;
		}

		let pauseMs = firstPauseMs;
		for (let tries = 1; ; tries++) {
			const failures = yield* frame({name: `volumes of ${podName(pod)}`}, this.#mountMissing(local, volumes));
			if (failures === 0) {
				yield* note(
					'kubelet.volumes',
					{case: 'all-mounted', volumes: volumes.map(({name}) => name)},
					{object: podKey(pod)},
				);
				return true;
			}

			if (!(yield* this.#pause(work, pauseMs, tries > patientTries))) {
				return false;
			}

			pauseMs = Math.min(lastPauseMs, pauseMs * 2);
			if (tries === tellingTry) {
				yield* this.#tellUnmounted(pod, volumes);
			}
		}
	}

	/** @returns `false` if the Pod is to end. */
	*#pause(work: PodWork, ms: number, periodic: boolean): Routine<boolean> {
		const {kernel} = this;
		const {pod} = work.local;
		const untilMs = kernel.now + ms;
		while (kernel.now < untilMs) {
			const interruption = yield* work.pause(untilMs - kernel.now, periodic);
			if (interruption === 'ending') {
				yield* active();
				yield* note('kubelet.volumes', {case: 'given-up'}, {object: podKey(pod)});
				return false;
			}

			if (interruption === undefined) {
				break;
			}
		}

		return true;
	}

	*#tellUnmounted(pod: Pod, volumes: readonly Volume[]): Routine {
		const mounted = this.mounted(pod.metadata.uid);
		const unmounted = volumes.filter(({name}) => !mounted.has(name)).map(({name}) => name);
		yield* this.recorder.event(
			pod,
			'Warning',
			'FailedMount',
			`Unable to attach or mount volumes: unmounted volumes=[${unmounted.join(' ')}], unattached volumes=[], failed to process volumes=[]: timed out waiting for the condition`,
		);
	}

	/** @returns how many could not be mounted. */
	*#mountMissing(local: NodePod, volumes: readonly Volume[]): Routine<number> {
		const {pod, uid} = local;
		let failures = 0;
		for (const volume of volumes) {
			if (this.#setUp.has(`${uid}/${volume.name}`)) {
				continue;
			}

			try {
				yield* this.#mountOne(local, volume);
			} catch (error) {
				if (!(error instanceof MountFailure) && !(error instanceof ApiError)) {
					throw error;
				}

				failures++;
				const {
					reason = 'FailedMount',
					full = `MountVolume.SetUp failed for volume "${volume.name}" : ${error.message}`,
				} = error instanceof MountFailure ? error : {};
				yield* this.recorder.event(pod, 'Warning', reason, full);
				yield* note(
					'kubelet.volumes',
					{case: 'failed', volume: volume.name, reason, message: full},
					{object: podKey(pod), outcome: 'failed'},
				);
			}
		}

		return failures;
	}

	*#mountOne({pod, uid}: NodePod, volume: Volume): Routine {
		const {mounted, content, plugin, ...more} = yield* this.plugins.setUp(pod, volume);
		const files = content && shownFiles(content);
		provideVolume(this.files, pod, volume, {mounted, content, plugin, ...more});
		const volumes = this.mounts.get(uid) ?? new Map<string, MountedVolume>();
		this.mounts.set(uid, volumes.set(volume.name, mounted));
		this.#setUp.add(`${uid}/${volume.name}`);
		if (content && mayChange(volume)) {
			this.#shown.set(`${uid}/${volume.name}`, content);
		}

		this.kernel.ledger.write(`/nodes/${this.node}/volumes/${uid}/${volume.name}`, {
			pod: podName(pod),
			plugin,
			path: mounted.hostPath,
			...(files ? {files} : {}),
			...more,
		});
		yield* note(
			'kubelet.volumes',
			{case: 'mounted', volume, plugin, path: mounted.hostPath, files},
			{object: podKey(pod)},
		);
	}

	/** Shows in the volumes of a Pod what has become of their objects: at each sync, and all files of a volume at once. */
	*refresh({pod, uid}: NodePod): Routine {
		for (const volume of pod.spec.volumes ?? []) {
			const key = `${uid}/${volume.name}`;
			const known = this.#shown.get(key);
			const path = this.mounted(uid).get(volume.name)?.hostPath;
			if (known && path !== undefined) {
				const content = yield* this.#current(pod, volume, known);
				if (this.files.publish(path, content)) {
					this.#shown.set(key, content);
					const files = shownFiles(content);
					const ledgerKey = `/nodes/${this.node}/volumes/${key}`;
					this.kernel.ledger.write(ledgerKey, {...this.kernel.ledger.read<object>(ledgerKey), files});
					yield* note('kubelet.volumes', {case: 'updated', volume: volume.name, path, files}, {object: podKey(pod)});
				}
			}
		}
	}

	/** What a volume is to show now; what it showed before while an object is missing. */
	*#current(pod: Pod, volume: Volume, known: VolumeContent): Routine<VolumeContent> {
		try {
			return (yield* this.plugins.files.content(pod, volume, known)) ?? known;
		} catch (error) {
			if (!(error instanceof MountFailure) && !(error instanceof ApiError)) {
				throw error;
			}

			return known;
		}
	}

	/** Takes all volumes of an ended Pod off the node. */
	*unmount({pod, uid}: Pick<NodePod, 'pod' | 'uid'>): Routine {
		const volumes = this.mounted(uid);
		if (volumes.size === 0) {
			return;
		}

		const names = [...volumes.keys()];
		for (const [name, mounted] of volumes) {
			yield* this.csi.unmount(pod, name, mounted);
		}

		for (const name of names) {
			this.kernel.ledger.delete(`/nodes/${this.node}/volumes/${uid}/${name}`);
			this.files.remove(volumes.get(name)?.hostPath ?? '');
			this.#shown.delete(`${uid}/${name}`);
			this.#setUp.delete(`${uid}/${name}`);
		}

		this.mounts.delete(uid);
		yield* note('kubelet.volumes', {case: 'unmounted', volumes: names}, {object: podKey(pod)});
	}
}
