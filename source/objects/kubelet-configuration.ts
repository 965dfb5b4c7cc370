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
	/** The burst of Events; 100 by default. */
	readonly eventBurst?: number;
	/** The manager of control groups: `systemd`, as kubeadm sets it, by default. */
	readonly cgroupDriver?: CgroupDriver;
	/** Whether each QoS class and Pod has its own control group; true by default. */
	readonly cgroupsPerQOS?: boolean;
	/** The policy for exclusive CPUs of containers; `none` by default. */
	readonly cpuManagerPolicy?: CPUManagerPolicy;
	/** The interval at which the CPU manager checks all containers, as a Go duration; 10 s by default. */
	readonly cpuManagerReconcilePeriod?: string;
	/** CPUs for the system and the shared pool: `0,2-3`. They replace the cpu of the next two settings. */
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
	/** The grace period of a soft threshold, as a Go duration. */
	readonly evictionSoftGracePeriod?: BySignal;
	/** The additional amount to free beyond a crossed threshold. */
	readonly evictionMinimumReclaim?: BySignal;
	/** How long the Node keeps a condition after its threshold was last crossed; 5 minutes by default. */
	readonly evictionPressureTransitionPeriod?: string;
	/** Seconds of grace at most for Pods evicted by a soft threshold; 0 by default. */
	readonly evictionMaxPodGracePeriod?: number;
	/** The disk usage in percent at which unused images are deleted, and at which this ends; 85 and 80 by default. */
	readonly imageGCHighThresholdPercent?: number;
	readonly imageGCLowThresholdPercent?: number;
	/** The minimum age of an unused image; 2 minutes by default. */
	readonly imageMinimumGCAge?: string;
	/** How long a shutdown of the node waits for its Pods, as a Go duration; by default, it does not wait. */
	readonly shutdownGracePeriod?: string;
	/** The part of that time, at its end, for critical Pods. */
	readonly shutdownGracePeriodCriticalPods?: string;
	/** The times of Pods by priority, in place of these two. */
	readonly shutdownGracePeriodByPodPriority?: readonly ShutdownPeriod[];
}

/** The grace period, at a node's shutdown, of Pods with a priority from one value up to the next. */
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

/** Policies for the CPUs of containers. */
export const cpuManagerPolicies = ['none', 'static'] as const;
export type CPUManagerPolicy = (typeof cpuManagerPolicies)[number];

/** The default of `evictionHard`; a configuration that sets it has none of these. */
export const defaultEvictionHard: BySignal = {
	'memory.available': '100Mi',
	'nodefs.available': '10%',
	'imagefs.available': '15%',
};
