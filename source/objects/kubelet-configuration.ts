/**
What a scenario may say about its kubelets, by the names of their own configuration file.

@see https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/
*/
export interface KubeletConfiguration {
	/** Requests a second, but for Events; 50 by default, no limit where a rate is negative. */
	readonly kubeAPIQPS?: number;
	/** How many of them at once; 100 by default. */
	readonly kubeAPIBurst?: number;
	/** Events a second; 50 by default. */
	readonly eventRecordQPS?: number;
	/** How many Events at once; 100 by default. */
	readonly eventBurst?: number;
	/** Whether containers may have CPUs of their own: `none` by default. */
	readonly cpuManagerPolicy?: CPUManagerPolicy;
	/** How often the CPU manager looks at all containers, as Go writes durations; 10 s by default. */
	readonly cpuManagerReconcilePeriod?: string;
	/** CPUs for the system and the shared pool: `0,2-3`. They count instead of the cpu of the next two. */
	readonly reservedSystemCPUs?: string;
	/** What the system's daemons need. */
	readonly systemReserved?: Readonly<Record<string, string>>;
	/** What Kubernetes' own daemons need. */
	readonly kubeReserved?: Readonly<Record<string, string>>;
}

/** Who decides which CPUs a container runs on. */
export const cpuManagerPolicies = ['none', 'static'] as const;
export type CPUManagerPolicy = (typeof cpuManagerPolicies)[number];
