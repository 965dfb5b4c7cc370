import {podLimits, podRequests, qosClass} from '../../objects/pod.js';
import {podCgroup, type CgroupOptions} from '../../objects/pod-cgroup.js';
import {bytes, cpuMillis} from '../../objects/quantity.js';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import type {LinuxResources} from '../../cri/messages.js';

const cpuPeriod = 100_000;

/** @mirrors cm.MilliCPUToShares */
export const cpuShares = (millis: number): number => Math.max(2, Math.floor((millis * 1024) / 1000));

/** Microseconds of each period of 100 ms. @mirrors cm.MilliCPUToQuota */
export const cpuQuota = (millis: number): number => Math.max(1000, Math.floor((millis * cpuPeriod) / 1000));

/** Path of a Pod's control group below the file system's root. */
export const cgroupOf = (pod: Pod, options?: CgroupOptions): string =>
	podCgroup(pod.status?.qosClass ?? qosClass(pod), pod.metadata.uid, options);

/** Each container's share of the memory that the Pod as a whole requests beyond its containers, in bytes. */
const unclaimedMemory = ({spec}: Pod): number => {
	const requested = spec.resources?.requests?.['memory'];
	if (requested === undefined) {
		return 0;
	}

	const claimed = spec.containers.reduce((sum, {resources}) => sum + bytes(resources?.requests?.['memory']), 0);
	return Math.max(0, Math.floor((bytes(requested) - claimed) / spec.containers.length));
};

/** The OOM score adjustment: when memory runs out, the kernel kills processes with 1000 first and −997 last. @mirrors qos.GetContainerOOMScoreAdjust */
export const oomScoreAdjust = (pod: Pod, container: Container, memoryCapacity: number): number => {
	const qos = pod.status?.qosClass ?? qosClass(pod);
	if ((pod.spec.priority ?? 0) >= 2_000_001_000 || qos === 'Guaranteed') {
		return -997;
	}

	if (qos === 'BestEffort') {
		return 1000;
	}

	const request = bytes(container.resources?.requests?.memory) + unclaimedMemory(pod);
	return Math.min(999, Math.max(3, 1000 - Math.floor((1000 * request) / memoryCapacity)));
};

const unified = {'memory.oom.group': '1'};

/** The value that the kernel writes where no quota limits CPUs. */
const unlimited = '-1';

/**
The quota of a control group.

@param millis the limit in thousandths of a CPU; without one there is no quota.
@param ownCPUs whether it has exclusive CPUs: then it may use them wholly.
*/
const quotaOf = (millis: number | undefined, ownCPUs: boolean): Pick<LinuxResources, 'cpuQuota'> => {
	if (ownCPUs) {
		return {cpuQuota: unlimited};
	}

	return millis === undefined ? {} : {cpuQuota: String(cpuQuota(millis))};
};

/**
The resources of the sandbox in the runtime's request: the sums over its containers.

@param ownCPUs whether a container has exclusive CPUs: no quota then.
@mirrors kuberuntime calculateSandboxResources
*/
export const sandboxResources = (pod: Pod, ownCPUs = false): LinuxResources => {
	const requests = podRequests(pod);
	const {cpu, memory} = podLimits(pod);
	return {
		cpuPeriod: String(cpuPeriod),
		...quotaOf(cpu || undefined, ownCPUs),
		cpuShares: String(cpuShares(requests.cpu ?? 0)),
		...(memory ? {memoryLimitInBytes: String(memory)} : {}),
		unified,
	};
};

/**
The Pod's own control group: it has a limit only where every container has one.

@param ownCPUs whether a container has exclusive CPUs, and thus no quota.
@mirrors cm.ResourceConfigForPod
*/
export const podResources = (pod: Pod, ownCPUs = false): LinuxResources => {
	const requests = podRequests(pod);
	const limits = podLimits(pod);
	const limited = (resource: 'cpu' | 'memory') =>
		pod.spec.containers.every(({resources}) => resources?.limits?.[resource] !== undefined) ||
		pod.spec.resources?.limits?.[resource] !== undefined;
	return {
		cpuPeriod: String(cpuPeriod),
		...quotaOf(limited('cpu') ? (limits.cpu ?? 0) : undefined, ownCPUs),
		cpuShares: String(cpuShares(requests.cpu ?? 0)),
		...(limited('memory') ? {memoryLimitInBytes: String(limits.memory ?? 0)} : {}),
		unified,
	};
};

/** The CPUs of a container. */
export interface ContainerCPUs {
	/** `0,2-3`; anywhere if absent. */
	readonly cpus?: string;
	/** Whether no other container uses them. */
	readonly isExclusive: boolean;
}

/** Without a container limit, the Pod's limit applies. @mirrors kuberuntime generateLinuxContainerResources */
export const containerResources = (
	pod: Pod,
	container: Container,
	memoryCapacity: number,
	{cpus, isExclusive}: ContainerCPUs = {isExclusive: false},
): LinuxResources => {
	const {requests} = container.resources ?? {};
	const limits = {...pod.spec.resources?.limits, ...container.resources?.limits};
	return {
		cpuPeriod: String(cpuPeriod),
		...quotaOf(limits.cpu ? cpuMillis(limits.cpu) : undefined, isExclusive),
		cpuShares: String(cpuShares(cpuMillis(requests?.cpu ?? limits.cpu))),
		...(cpus === undefined ? {} : {cpusetCpus: cpus}),
		hugepageLimits: [{pageSize: '2MB'}, {pageSize: '1GB'}],
		...(limits.memory ? {memoryLimitInBytes: String(bytes(limits.memory))} : {}),
		oomScoreAdj: String(oomScoreAdjust(pod, container, memoryCapacity)),
		unified,
	};
};

// The kernel's weights range from 1 to 10,000, shares from 2 to 262,144.
const widest = {weight: 9999, shares: 262_142};

/** The weight of a Pod's group, which the kubelet writes: 100m becomes 4. runc 1.3.2 and later has another formula for the groups of containers. @mirrors cm getCPUWeight */
export const weightOfShares = (shares: number): number =>
	1 + Math.floor(((shares - 2) * widest.weight) / widest.shares);

/** @mirrors cm.CpuWeightToCPUShares */
export const sharesOfWeight = (weight: number): number =>
	2 + Math.floor(((weight - 1) * widest.shares) / widest.weight);

/** The files of a control group, version 2. */
export const cgroupFiles = ({
	cpuShares: shares,
	cpuQuota: quota,
	memoryLimitInBytes,
}: LinuxResources): Readonly<Record<string, string>> => ({
	'cpu.weight': String(weightOfShares(Number(shares))),
	'cpu.max': `${quota === undefined || quota === unlimited ? 'max' : quota} ${cpuPeriod}`,
	'memory.max': memoryLimitInBytes ?? 'max',
	'memory.oom.group': '1',
});
