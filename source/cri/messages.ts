/**
The messages of the container runtime interface, as protobuf prints them in JSON: 64-bit numbers are strings, zero and empty values are left out.

@see https://kubernetes.io/docs/concepts/containers/cri/
*/
export interface NamespaceOptions {
	readonly network?: 'NODE';
	readonly pid?: 'CONTAINER' | 'NODE' | 'TARGET';
	readonly ipc?: 'NODE';
	readonly targetId?: string;
	readonly usernsOptions: {readonly mode: 'NODE'};
}

export interface LinuxResources {
	readonly cpuPeriod?: string;
	readonly cpuQuota?: string;
	readonly cpuShares?: string;
	readonly memoryLimitInBytes?: string;
	/** CPUs on which it may run; any CPU if absent. */
	readonly cpusetCpus?: string;
	/** NUMA nodes whose memory it may use; all if absent. */
	readonly cpusetMems?: string;
	readonly oomScoreAdj?: string;
	readonly hugepageLimits?: ReadonlyArray<{readonly pageSize: string}>;
	readonly unified?: Readonly<Record<string, string>>;
}

export interface DNSConfig {
	readonly servers?: readonly string[];
	readonly searches?: readonly string[];
	readonly options?: readonly string[];
}

export interface PodSandboxConfig {
	readonly metadata: {
		readonly name: string;
		readonly namespace: string;
		readonly uid: string;
		readonly attempt?: number;
	};
	readonly hostname?: string;
	readonly logDirectory: string;
	readonly dnsConfig: DNSConfig;
	readonly portMappings?: ReadonlyArray<{
		readonly containerPort: number;
		readonly hostPort?: number;
		readonly protocol?: string;
		readonly hostIp?: string;
	}>;
	readonly labels: Readonly<Record<string, string>>;
	readonly annotations: Readonly<Record<string, string>>;
	readonly linux: {
		readonly cgroupParent: string;
		readonly overhead: Readonly<Record<string, unknown>>;
		readonly resources: LinuxResources;
		readonly securityContext: Readonly<Record<string, unknown>> & {readonly namespaceOptions: NamespaceOptions};
		readonly sysctls?: Readonly<Record<string, string>>;
	};
}

export interface Mount {
	readonly containerPath: string;
	/** The path on the host; empty for the files of an image. */
	readonly hostPath: string;
	readonly readonly?: boolean;
	/** Whether the container sees later mounts of the node, and the node those of the container; private if absent. */
	readonly propagation?: 'PROPAGATION_HOST_TO_CONTAINER' | 'PROPAGATION_BIDIRECTIONAL';
	/** An image whose files are mounted, and the mounted part. */
	readonly image?: ImageSpec;
	readonly imageSubPath?: string;
}

/** An image on the node, and the name in the request. */
export interface ImageSpec {
	readonly image: string;
	readonly userSpecifiedImage: string;
}

export interface ContainerConfig {
	readonly metadata: {readonly name: string; readonly attempt?: number};
	readonly image: ImageSpec;
	readonly command?: readonly string[];
	readonly args?: readonly string[];
	readonly workingDir?: string;
	readonly envs?: ReadonlyArray<{readonly key: string; readonly value?: string}>;
	readonly mounts?: readonly Mount[];
	/** Devices that a file below `/var/run/cdi` describes. */
	readonly CDIDevices?: ReadonlyArray<{readonly name: string}>;
	readonly labels: Readonly<Record<string, string>>;
	readonly annotations: Readonly<Record<string, string>>;
	readonly logPath: string;
	readonly stdin?: boolean;
	readonly stdinOnce?: boolean;
	readonly tty?: boolean;
	readonly linux: {
		readonly resources: LinuxResources;
		readonly securityContext: Readonly<Record<string, unknown>> & {readonly namespaceOptions: NamespaceOptions};
	};
}

/** An answer other than OK. */
export class RuntimeError extends Error {
	override name = 'RuntimeError';

	/** @param code gRPC code: `Unknown`, `NotFound`, `DeadlineExceeded`. */
	constructor(
		readonly code: string,
		readonly description: string,
	) {
		super(`rpc error: code = ${code} desc = ${description}`);
	}

	/** The error as the kubelet shows it for pull, create and start: without the prefix when the code is Unknown. */
	get shown(): string {
		return this.code === 'Unknown' ? this.description : this.message;
	}
}
