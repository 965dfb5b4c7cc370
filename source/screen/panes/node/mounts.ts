import {bytes} from '../../../objects/quantity.js';
import type {Volume} from './records.js';

/** The limits of a volume in memory, in Kubernetes' quantities where it sets them; absent without a limit. */
export interface MemoryLimits {
	/** The memory of the node that Pods can use. */
	readonly allocatable?: string;
	/** `memory.max` of the Pod's cgroup: bytes, or `max`. */
	readonly podMax?: string;
	/** `sizeLimit` of an emptyDir. */
	readonly sizeLimit?: string;
}

/**
The largest size of a volume in memory, in bytes: the minimum of the node\'s memory, the Pod\'s limit and the volume\'s own limit.

@see calculateEmptyDirMemorySize of the kubelet
*/
export const memorySize = ({allocatable, podMax, sizeLimit}: MemoryLimits): number | undefined => {
	const limits = [
		...(allocatable === undefined ? [] : [bytes(allocatable)]),
		...(podMax === undefined || podMax === 'max' ? [] : [Number(podMax)]),
		...(sizeLimit === undefined ? [] : [bytes(sizeLimit)]),
	];
	return limits.length === 0 ? undefined : Math.min(...limits);
};

/** Volumes that the kubelet always keeps in memory. */
const inMemory = /\/kubernetes\.io~(?:secret|projected|downward-api)\//;

/** The line of a volume in `mount -t tmpfs`; `undefined` where it is a directory of the node's disk, or another file system. */
export const tmpfsLine = ({path}: Volume, medium: string | undefined, limits: MemoryLimits): string | undefined => {
	if (!inMemory.test(path) && medium !== 'Memory') {
		return undefined;
	}

	const size = memorySize(limits);
	const options = ['rw', 'relatime', ...(size === undefined ? [] : [`size=${Math.ceil(size / 1024)}k`]), 'inode64'];
	// Secrets must not reach a swap device.
	return `tmpfs on ${path} type tmpfs (${[...options, 'noswap'].join(',')})`;
};
