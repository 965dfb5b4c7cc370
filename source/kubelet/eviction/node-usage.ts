import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import {bytes} from '../../objects/quantity.js';
import type {NodePod} from '../node/node-pod.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {emptyDirectory} from '../volumes/volume-plugins.js';
import type {LocalUse} from './local-storage.js';
import {reservation} from '../node/reservation.js';
import type {ImageService} from '../../cri/image-service.js';
import type {ContainerStats, RuntimeService} from '../../cri/runtime-service.js';
import type {Host} from '../../host/host.js';
import type {PodUse} from './ranking.js';
import type {Observations, Signal} from '../node/thresholds.js';

/** A node whose use is measured. */
export interface UsedNode {
	readonly runtime: RuntimeService;
	readonly runtimeImages: ImageService;
	readonly host: Host;
}

const nothing: Omit<ContainerStats, 'isKnown'> = {memory: 0, cpuMillis: 0, disk: 0, pids: 0};

const usedBy = ({runtime}: UsedNode, containerId: string) => runtime.containerStats(containerId) ?? nothing;

/** Processes that the kernel of a node can have at once. */
const maxPids = 32_768;

/** The contents of a Pod's emptyDirs. */
const emptyDirsOf = ({host}: Pick<UsedNode, 'host'>, pod: Pod): LocalUse['emptyDirs'] =>
	(pod.spec.volumes ?? []).flatMap((volume) =>
		volume.emptyDir ? [{name: volume.name, used: host.files.usedIn(emptyDirectory(pod, volume))}] : [],
	);

/** The disk usage of a Pod on its node. */
export const localUse = (node: UsedNode, {uid, pod}: NodePod): LocalUse => {
	const containers = new Map<string, number>();
	for (const {name, id} of node.runtime.listContainers(uid)) {
		if (!containers.has(name)) {
			containers.set(name, usedBy(node, id).disk);
		}
	}

	return {
		pod,
		emptyDirs: emptyDirsOf(node, pod),
		containers: [...containers].map(([name, used]) => ({name, used})),
	};
};

/** The resource usage of a Pod. */
export const podUse = (node: UsedNode, {uid, pod}: NodePod): PodUse => {
	const containers = node.runtime.listContainers(uid).map(({name, id}) => ({name, ...usedBy(node, id)}));
	const sum = (of: 'memory' | 'disk' | 'pids') => containers.reduce((total, one) => total + one[of], 0);
	const volumes = emptyDirsOf(node, pod).reduce((total, {used}) => total + used, 0);
	return {pod, memory: sum('memory'), disk: sum('disk') + volumes, pids: sum('pids'), containers};
};

/** Bytes of images and containers on a node's disk. */
export const diskUsed = (node: UsedNode): number => {
	const {runtime, runtimeImages, host} = node;
	let used = 0;
	for (const {size} of runtimeImages.listImages().values()) {
		used += size;
	}

	for (const uid of runtime.podUIDs()) {
		for (const container of runtime.listContainers(uid)) {
			used += usedBy(node, container.id).disk;
		}
	}

	return used + host.files.inEmptyDirectories;
};

/**
The observations of all signals.

Simplified: the system itself has no usage, images and containers are on one disk, and inodes are not counted.

@param capacity of the node.
@mirrors k8s.io/kubernetes/pkg/kubelet/eviction makeSignalObservations
*/
export const observe = (
	node: UsedNode,
	capacity: Readonly<Record<string, string>>,
	configuration: KubeletConfiguration,
): Observations => {
	const {runtime, host} = node;
	let memory = 0;
	let pids = 0;
	for (const uid of runtime.podUIDs()) {
		for (const container of runtime.listContainers(uid)) {
			const used = usedBy(node, container.id);
			memory += used.memory;
			pids += used.pids;
		}
	}

	const observations = new Map<Signal, {readonly available: number; readonly capacity: number}>();
	const add = (signal: Signal, total: number, used: number, free = Number.POSITIVE_INFINITY) => {
		if (total > 0) {
			observations.set(signal, {available: Math.min(free, Math.max(0, total - used)), capacity: total});
		}
	};
	const allMemory = bytes(capacity['memory']);
	add('memory.available', allMemory, memory, host.free('memory'));
	add('allocatableMemory.available', allMemory - Number((reservation(configuration)['memory'] ?? 0n) / 1000n), memory);
	const disk = diskUsed(node);
	add('nodefs.available', bytes(capacity['ephemeral-storage']), disk, host.free('disk'));
	add('imagefs.available', bytes(capacity['ephemeral-storage']), disk, host.free('disk'));
	add('pid.available', maxPids, pids);
	return observations;
};
