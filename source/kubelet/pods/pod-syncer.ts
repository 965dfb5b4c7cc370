import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {AllocationManager} from '../allocation/allocation-manager.js';
import type {ContainerKiller} from '../containers/container-killer.js';
import type {CPUManager} from '../cpus/cpu-manager.js';
import type {DRAManager} from '../devices/dra-manager.js';
import type {RuntimeManager} from '../containers/runtime-manager.js';
import type {NodePod} from '../node/node-pod.js';
import type {OwnNode} from '../node/own-node.js';
import {podDirectory, podKey} from '../node/pod-names.js';
import type {ProbeManager} from '../probes/probe-manager.js';
import type {MirrorPods} from '../static-pods/mirror-pods.js';
import {deadlineLeftMs, type StatusGenerator} from '../status/status-generator.js';
import type {StatusManager} from '../status/status-manager.js';
import type {MountResult, VolumeManager} from '../volumes/volume-manager.js';
import type {PodSyncer, PodWork, SyncResult} from '../workers/pod-work.js';
import type {PodFiles} from './pod-files.js';
import type {PodStartupLatencyTracker} from './startup-latency.js';

/** The other parts of the kubelet that syncing Pods needs. */
export interface SyncerParts {
	readonly kernel: Kernel;
	readonly node: OwnNode;
	readonly allocation: AllocationManager;
	readonly containers: RuntimeManager;
	readonly cpus: CPUManager;
	readonly devices: DRAManager;
	readonly files: PodFiles;
	readonly generator: StatusGenerator;
	readonly killer: ContainerKiller;
	readonly latency: PodStartupLatencyTracker;
	readonly mirrors: MirrorPods;
	readonly probes: ProbeManager;
	readonly statuses: StatusManager;
	readonly volumes: VolumeManager;
	/** Pods on the node that have not ended. */
	readonly pods: () => readonly NodePod[];
	/** Called when a Pod is completely removed from the node. */
	readonly finished: (uid: string) => void;
}

/** The work of a kubelet's pod workers. @mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.SyncPod, SyncTerminatingPod, SyncTerminatedPod */
export class KubeletPodSyncer implements PodSyncer {
	/** The uids of Pods with created control group and directories and mounted volumes. */
	readonly #prepared = new Set<string>();

	constructor(readonly parts: SyncerParts) {}

	forget(uid: string): void {
		this.#prepared.delete(uid);
	}

	*syncPod(work: PodWork): Routine<SyncResult> {
		const {kernel, statuses} = this.parts;
		const {local} = work;
		const result = yield* this.#sync(work);
		return {...result, leftMs: deadlineLeftMs(local.pod, statuses.of(local), kernel.wallClockMs)};
	}

	*#sync(work: PodWork): Routine<Omit<SyncResult, 'leftMs'>> {
		const {statuses, generator, allocation, latency, probes, containers} = this.parts;
		const {local} = work;
		const status = yield* generator.current(work);
		if (status.phase === 'Succeeded' || status.phase === 'Failed') {
			yield* statuses.set(local, status);
			return {ended: true, failed: false, acted: false};
		}

		yield* allocation.allocate(local, () => this.#others(local));
		yield* statuses.set(
			local,
			allocation.pendingResize(local.uid) === undefined ? status : yield* generator.current(work),
		);
		yield* latency.measure(local, status);
		const prepared = yield* this.#prepare(work);
		if (prepared !== 'mounted') {
			return {ended: false, failed: prepared === 'failed', acted: false};
		}

		const {started, acted} = yield* containers.syncPod(local, () => generator.report(work, {isLive: true}));
		probes.ensure(local);
		return {ended: false, failed: !started, acted};
	}

	/** The other Pods, with their allocated resources. */
	#others({uid}: NodePod): readonly Pod[] {
		return this.parts
			.pods()
			.filter((other) => other.uid !== uid)
			.map((other) => this.parts.allocation.promised(other));
	}

	/** Prepares everything that containers need before they are created. */
	*#prepare(work: PodWork): Routine<MountResult> {
		const {mirrors, volumes, files} = this.parts;
		const {local} = work;
		if (this.#prepared.has(local.uid)) {
			yield* mirrors.reconcile(local);
			yield* volumes.refresh(local);
			yield* volumes.expand(local);
			return 'mounted';
		}

		yield* files.makeControlGroup(local.pod);
		yield* mirrors.reconcile(local);
		yield* files.makeDirectories(local.pod);

		const result = yield* volumes.mount(work);
		if (result === 'mounted') {
			yield* volumes.expand(local);
			this.#prepared.add(local.uid);
		}

		return result;
	}

	*syncTerminatingPod(work: PodWork, pod: Pod): Routine {
		const {generator, probes, killer} = this.parts;
		const {local} = work;
		yield* generator.report(work);
		probes.stop(local.uid, ['liveness', 'startup']);
		const ownGrace =
			pod.metadata.deletionGracePeriodSeconds ?? (local.isRemoved ? 0 : (pod.spec.terminationGracePeriodSeconds ?? 30));
		const graceSeconds = Math.min(ownGrace, work.ending?.graceSeconds ?? ownGrace);
		yield* killer.killPod(pod, work.process, graceSeconds);
		probes.stop(local.uid);
		yield* this.parts.devices.unprepare(pod);
	}

	*podStopped(work: PodWork): Routine {
		yield* this.parts.generator.report(work, {isTerminal: true, isLive: true});
	}

	*syncTerminatedPod(work: PodWork, pod: Pod): Routine {
		const {generator, volumes, files} = this.parts;
		const {local} = work;
		yield* generator.report(work, {isTerminal: true});
		yield* volumes.unmount(local);
		yield* files.remove(pod);
	}

	*podFinished({local}: PodWork, pod: Pod): Routine {
		const {node, statuses, cpus, finished} = this.parts;
		yield* note(
			'kubelet.kill',
			{
				case: 'finished',
				node: node.options.name,
				phase: statuses.of(local).phase,
				directory: podDirectory(pod),
				isDeleted: pod.metadata.deletionTimestamp !== undefined,
			},
			{object: podKey(pod)},
		);
		statuses.touch(local.uid);
		cpus.look();
		finished(local.uid);
	}
}
