/**
The settings of kubelets that a scenario can have, by the names of their own configuration file.

@see https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/
*/
export interface KubeletConfiguration {
	/** Requests a second, except Events; 50 by default, no limit where a rate is negative. */
	readonly kubeAPIQPS?: number;
	/** The number at once; 100 by default. */
	readonly kubeAPIBurst?: number;
	/** Events a second; 50 by default. */
	readonly eventRecordQPS?: number;
	/** How many Events at once; 100 by default. */
	readonly eventBurst?: number;
	/** The manager of control groups: `systemd`, as kubeadm sets it, by default. */
	readonly cgroupDriver?: CgroupDriver;
	/** Whether each QoS class and Pod has its own control group; true by default. */
	readonly cgroupsPerQOS?: boolean;
	/** The policy for exclusive CPUs of containers; `none` by default. */
	readonly cpuManagerPolicy?: CPUManagerPolicy;
	/** The interval at which the CPU manager checks all containers, as Go writes durations; 10 s by default. */
	readonly cpuManagerReconcilePeriod?: string;
	/** CPUs for the system and the shared pool: `0,2-3`. They count instead of the cpu of the next two. */
	readonly reservedSystemCPUs?: string;
	/** Whether containers of Guaranteed Pods keep to the memory of a NUMA node: `None` by default. */
	readonly memoryManagerPolicy?: MemoryManagerPolicy;
	/** Memory of each NUMA node that is not for Pods: in all, the sum of the next two and `evictionHard`. Nodes here have one. */
	readonly reservedMemory?: readonly MemoryReservation[];
	/** Resources reserved for the system's daemons. */
	readonly systemReserved?: Readonly<Record<string, string>>;
	/** Resources reserved for Kubernetes' own daemons. */
	readonly kubeReserved?: Readonly<Record<string, string>>;
	/** Thresholds below which Pods are evicted at once: a quantity, or a share such as `10%`. A given list replaces all defaults. */
	readonly evictionHard?: BySignal;
	/** Thresholds below which Pods are evicted after a grace period. */
	readonly evictionSoft?: BySignal;
	/** How long a soft threshold may be crossed, as Go writes durations. */
	readonly evictionSoftGracePeriod?: BySignal;
	/** How much more to free than the threshold, once it has been crossed. */
	readonly evictionMinimumReclaim?: BySignal;
	/** How long the Node keeps a condition after its threshold was crossed last; 5 minutes by default. */
	readonly evictionPressureTransitionPeriod?: string;
	/** Seconds of grace at most for Pods evicted by a soft threshold; 0 by default. */
	readonly evictionMaxPodGracePeriod?: number;
	/** Percent of the disk at which unused images are deleted, and the percent at which that ends; 85 and 80 by default. */
	readonly imageGCHighThresholdPercent?: number;
	readonly imageGCLowThresholdPercent?: number;
	/** How old an unused image has to be; 2 minutes by default. */
	readonly imageMinimumGCAge?: string;
	/** How long a shutdown of the node waits for its Pods, as Go writes durations; by default it does not. */
	readonly shutdownGracePeriod?: string;
	/** How much of that is for critical Pods, at the end. */
	readonly shutdownGracePeriodCriticalPods?: string;
	/** In place of these two: the times of Pods by priority. */
	readonly shutdownGracePeriodByPodPriority?: readonly ShutdownPeriod[];
}

/** How long Pods have from a priority on, up to the next one, when their node shuts down. */
export interface ShutdownPeriod {
	readonly priority: number;
	readonly shutdownGracePeriodSeconds: number;
}

/** The signals that a kubelet can watch for evictions; inodes are not counted. */
export const evictionSignals = ['memory.available', 'nodefs.available', 'imagefs.available', 'pid.available'] as const;
export type EvictionSignal = (typeof evictionSignals)[number];

/** Something for some of the signals. */
export type BySignal = Readonly<Partial<Record<EvictionSignal, string>>>;

/** The managers of control groups. */
export const cgroupDrivers = ['systemd', 'cgroupfs'] as const;
export type CgroupDriver = (typeof cgroupDrivers)[number];

/** Memory of a NUMA node, such as `{numaNode: 0, limits: {memory: 100Mi}}`. */
export interface MemoryReservation {
	readonly numaNode: number;
	readonly limits: Readonly<Record<string, string>>;
}

/** Policies for the NUMA nodes of a container's memory. */
export const memoryManagerPolicies = ['None', 'Static'] as const;
export type MemoryManagerPolicy = (typeof memoryManagerPolicies)[number];

/** Policies for the CPUs that a container runs on. */
export const cpuManagerPolicies = ['none', 'static'] as const;
export type CPUManagerPolicy = (typeof cpuManagerPolicies)[number];

/** The `evictionHard` of a configuration without it: all of these; otherwise none of them. */
export const defaultEvictionHard: BySignal = {
	'memory.available': '100Mi',
	'nodefs.available': '10%',
	'imagefs.available': '15%',
};
