import type {Kernel} from '../../kernel/kernel.js';
import {active, type Routine} from '../../kernel/routine.js';
import {frame, note} from '../../stages/note.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {AllocationManager} from '../allocation/allocation-manager.js';
import type {ContainerGarbage} from '../containers/container-garbage.js';
import type {ContainerKiller} from '../containers/container-killer.js';
import type {DRAManager} from '../devices/dra-manager.js';
import {podDirectory, podKey, podName} from '../node/pod-names.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {VolumeManager} from '../volumes/volume-manager.js';
import type {PodFiles, PodLeftovers} from './pod-files.js';

/** The other parts of the kubelet that cleaning up uses. */
export interface OrphanPodsParts {
	readonly allocation: AllocationManager;
	readonly devices: DRAManager;
	readonly files: PodFiles;
	readonly garbage: ContainerGarbage;
	readonly killer: ContainerKiller;
	readonly volumes: VolumeManager;
}

const graceSeconds = 1;

/**
Pods with parts on the node, but not in the API or the node's manifests: they were deleted while the kubelet was down.

Simplified: the kubelet searches for them once, two seconds after it has read all its Pods; upstream, every two seconds.

@mirrors k8s.io/kubernetes/pkg/kubelet Kubelet.HandlePodCleanups, podWorkers.SyncKnownPods
*/
export class OrphanPods {
	/** The uids of Pods in cleanup. */
	readonly #cleaning = new Set<string>();

	/** @param node name of the node. */
	constructor(
		readonly kernel: Kernel,
		readonly runtime: RuntimeService,
		readonly parts: OrphanPodsParts,
		readonly node: string,
	) {}

	/** @param isKnown whether the kubelet manages the Pod with a uid. @returns their uids. */
	find(isKnown: (uid: string) => boolean): readonly string[] {
		const {runtime} = this;
		const {files, volumes, allocation, devices} = this.parts;
		const uids = new Set([...files.leftovers().keys(), ...volumes.pods, ...allocation.pods, ...devices.pods]);
		for (const uid of runtime.podUIDs()) {
			const isRunning = runtime.listContainers(uid).some((container) => container.isRunning);
			if (isRunning || runtime.listPodSandbox(uid).some(({state}) => state === 'SANDBOX_READY')) {
				uids.add(uid);
			}
		}

		return [...uids].filter((uid) => !isKnown(uid) && !this.#cleaning.has(uid));
	}

	/** Ends and removes them, each in its own process. @param onCleaned called after each. */
	*clean(uids: readonly string[], onCleaned: () => void): Routine {
		const leftovers = uids.length > 0 ? this.parts.files.leftovers() : new Map<string, PodLeftovers>();
		for (const uid of uids) {
			yield* active();
			this.#cleaning.add(uid);
			const pod = this.#podOf(uid, leftovers.get(uid)?.pod);
			const process = `kubelet/${this.node}/orphan/${uid}`;
			const work = this.#remove(pod, process, leftovers.get(uid)?.cgroup);
			const cleaning = this.#cleaning;
			this.kernel.spawn(
				process,
				'kubelet',
				function* () {
					yield* frame(
						{
							name: `terminate ${podName(pod)}`,
							stage: 'kubelet.kill',
							facts: {
								case: 'terminate',
								because: {case: 'orphan'},
								deletionTimestamp: undefined,
								deletionGracePeriodSeconds: graceSeconds,
							},
							object: podKey(pod),
						},
						work,
					);
					cleaning.delete(uid);
					onCleaned();
				},
				{child: true},
			);
		}
	}

	*#remove(pod: Pod, process: string, cgroup: string | undefined): Routine {
		const {killer, devices, volumes, files, allocation, garbage} = this.parts;
		const {uid} = pod.metadata;
		yield* killer.killPod(pod, process, graceSeconds);
		yield* devices.unprepare(pod);
		yield* volumes.unmount({pod, uid});
		yield* files.remove(pod, cgroup);
		allocation.forget(uid);
		garbage.collect(uid, true);
		yield* note(
			'kubelet.kill',
			{case: 'finished', node: this.node, phase: undefined, directory: podDirectory(pod), isDeleted: false},
			{object: podKey(pod)},
		);
	}

	/** The known part of a Pod, from the runtime and its directory. @mirrors kubecontainer.Pod.ToAPIPod */
	#podOf(uid: string, name: string | undefined): Pod {
		const {runtime} = this;
		const [sandbox] = runtime.listPodSandbox(uid);
		const [namespace, pod] = sandbox ? [sandbox.namespace, sandbox.pod] : (name?.split('/') ?? []);
		return {
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: {
				name: pod ?? uid,
				namespace: namespace ?? 'default',
				uid,
				creationTimestamp: this.kernel.timestamp(),
				resourceVersion: '',
			},
			spec: {
				containers: runtime
					.listContainers(uid)
					.map((container) => ({name: container.name, image: container.imageName})),
			},
			status: {},
		};
	}
}
