import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import {bytes} from '../../objects/quantity.js';
import type {NodePod} from '../node/node-pod.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {emptyDirectory} from '../volumes/volume-plugins.js';
import type {LocalUse} from './local-storage.js';
import {reservation} from '../node/reservation.js';
import {nextUsageMs, usedBy} from '../../machine/images/usage.js';
import type {Runtime} from '../../containerd/runtime.js';
import type {PodUse} from './ranking.js';
import type {Observations, Signal} from '../node/thresholds.js';

/** Processes that the kernel of a node can have at once. */
const maxPids = 32_768;

/** What is in the emptyDirs of a Pod. */
const emptyDirsOf = (runtime: Runtime, pod: Pod): LocalUse['emptyDirs'] =>
	(pod.spec.volumes ?? []).flatMap((volume) =>
		volume.emptyDir ? [{name: volume.name, used: runtime.files.usedIn(emptyDirectory(pod, volume))}] : [],
	);

/** What a Pod has on the node's disk. */
export const localUse = (runtime: Runtime, {uid, pod}: NodePod, nowMs: number): LocalUse => {
	const containers = new Map<string, number>();
	for (const container of runtime.containersOf(uid)) {
		if (!containers.has(container.name)) {
			containers.set(container.name, usedBy(container, nowMs).disk);
		}
	}

	return {
		pod,
		emptyDirs: emptyDirsOf(runtime, pod),
		containers: [...containers].map(([name, used]) => ({name, used})),
	};
};

/** What a Pod uses. */
export const podUse = (runtime: Runtime, {uid, pod}: NodePod, nowMs: number): PodUse => {
	const containers = runtime
		.containersOf(uid)
		.map((container) => ({name: container.name, ...usedBy(container, nowMs)}));
	const sum = (of: 'memory' | 'disk' | 'pids') => containers.reduce((total, one) => total + one[of], 0);
	const volumes = emptyDirsOf(runtime, pod).reduce((total, {used}) => total + used, 0);
	return {pod, memory: sum('memory'), disk: sum('disk') + volumes, pids: sum('pids'), containers};
};

/** Bytes that images and containers take of a node's disk. */
export const diskUsed = (runtime: Runtime, nowMs: number): number => {
	let used = 0;
	for (const {size} of runtime.images.all.values()) {
		used += size;
	}

	for (const uid of runtime.pods) {
		for (const container of runtime.containersOf(uid)) {
			used += usedBy(container, nowMs).disk;
		}
	}

	return used + runtime.files.inEmptyDirectories;
};

/**
What the signals show.

Simplified: the system itself uses nothing, images and containers are on one disk, and inodes are not counted.

@param capacity of the node.
@mirrors k8s.io/kubernetes/pkg/kubelet/eviction makeSignalObservations
*/
export const observe = (
	runtime: Runtime,
	capacity: Readonly<Record<string, string>>,
	configuration: KubeletConfiguration,
	nowMs: number,
): Observations => {
	let memory = 0;
	let pids = 0;
	for (const uid of runtime.pods) {
		for (const container of runtime.containersOf(uid)) {
			const used = usedBy(container, nowMs);
			memory += used.memory;
			pids += used.pids;
		}
	}

	const observations = new Map<Signal, {readonly available: number; readonly capacity: number}>();
	const {troubles} = runtime;
	const add = (signal: Signal, total: number, used: number, free = Number.POSITIVE_INFINITY) => {
		if (total > 0) {
			observations.set(signal, {available: Math.min(free, Math.max(0, total - used)), capacity: total});
		}
	};
	const allMemory = bytes(capacity['memory']);
	add('memory.available', allMemory, memory, troubles.free('memory'));
	add('allocatableMemory.available', allMemory - Number((reservation(configuration)['memory'] ?? 0n) / 1000n), memory);
	const disk = diskUsed(runtime, nowMs);
	add('nodefs.available', bytes(capacity['ephemeral-storage']), disk, troubles.free('disk'));
	add('imagefs.available', bytes(capacity['ephemeral-storage']), disk, troubles.free('disk'));
	add('pid.available', maxPids, pids);
	return observations;
};

/** When what the containers of a node use changes next; `undefined` if it stays. */
export const nextChangeMs = (runtime: Runtime, nowMs: number): number | undefined => {
	const times = runtime.pods.flatMap((uid) =>
		runtime.containersOf(uid).flatMap((container) => nextUsageMs(container, nowMs) ?? []),
	);
	return times.length > 0 ? Math.min(...times) : undefined;
};
