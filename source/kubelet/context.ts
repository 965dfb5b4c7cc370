import type {Client} from '../client/client.js';
import type {EventRecorder} from '../client/event-recorder.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Mailbox} from '../kernel/mailbox.js';
import type {Node, Pod, PodStatus, Service} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';
import type {DNSOptions} from './containers/resolver.js';
import type {ObjectCache} from './object-cache.js';
import type {Waiting, PodView} from './status/pod-status.js';
import type {ProbeManager} from './probes/probe-manager.js';
import type {Allocation} from './pods/resize.js';
import type {Backoff} from './containers/restart.js';
import type {LinuxResources} from './runtime/cri.js';
import type {ImageCatalogue} from './runtime/images/catalogue.js';
import type {Runtime} from './runtime/runtime.js';
import type {StatusManager} from './status/status-manager.js';

/** A node of the scenario. */
export interface NodeOptions {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly taints: ReadonlyArray<{
		readonly key: string;
		readonly value?: string;
		readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
	}>;
	/** `cpu`, `memory`, `pods`, `ephemeral-storage` and extended resources. */
	readonly capacity: Readonly<Record<string, string>>;
	/** Images that are on the node from the start. */
	readonly images: readonly string[];
	/** Range of Pod addresses: `10.244.1.0/24`. */
	readonly podCIDR: string;
	readonly address: string;
	/** Whether the kernel enforces AppArmor; by default it does not. */
	readonly appArmor?: boolean;
	/** Manifests of Pods in a directory of the node, which its kubelet runs without being told by the apiserver. */
	readonly staticPods?: readonly unknown[];
}

export interface KubeletOptions {
	readonly node: NodeOptions;
	readonly images: ImageCatalogue;
	/** Cluster IP of the DNS Service. */
	readonly clusterDNS: string;
	readonly clusterDomain: string;
	/** The node's own /etc/resolv.conf. */
	readonly resolvConf?: DNSOptions['host'];
}

/** Why a worker is woken. */
export interface PodUpdate {
	readonly because: string;
}

/** A volume on the node, as containers mount it. */
export interface MountedVolume {
	readonly hostPath: string;
	readonly readonly: boolean;
	/** Calls that undo a CSI mount. */
	readonly csi?: {readonly driver: string; readonly handle: string; readonly stagingPath: string};
}

/** What the kubelet keeps of a Pod from when it sees it until it is gone. */
export interface PodRecord {
	/** The newest version that the watch brought; of a static Pod what its manifest says. */
	pod: Pod;
	/** File that a static Pod is from. */
	readonly manifest?: string;
	/** What shows a static Pod in the API, as last seen there. */
	mirror?: Pod;
	readonly uid: string;
	readonly mailbox: Mailbox<PodUpdate>;
	readonly process: string;
	stage: 'syncing' | 'terminating' | 'terminated' | 'finished';
	/** The object is gone from the apiserver. */
	removed: boolean;
	readonly waiting: Map<string, Waiting>;
	readonly volumes: Map<string, MountedVolume>;
	readonly seen: string;
	readonly seenMs: number;
	/** Control group and directories are made, volumes are there. */
	prepared: boolean;
	ending?: PodView['ending'];
	/** Overrides the Pod's own grace period. */
	graceSeconds?: number;
	/** What its containers have been promised; what its object wishes for may have to wait. */
	allocated?: Allocation;
	/** Why it has to. */
	deferred?: string;
	/** Something promised anew is not everywhere in effect yet. */
	resizing?: boolean;
	/** Its control group as last written, and the CPU that this was after a resize. */
	cgroup?: LinuxResources;
	cpuRequest?: string;
	/** How long images were pulled for it. */
	pulledMs: number;
	measured: boolean;
}

/** What the parts of one kubelet share. */
export interface KubeletContext {
	readonly kernel: Kernel;
	readonly client: Client;
	readonly options: KubeletOptions;
	readonly runtime: Runtime;
	readonly recorder: EventRecorder;
	readonly records: Map<string, PodRecord>;
	readonly statuses: StatusManager;
	readonly probes: ProbeManager;
	readonly objects: ObjectCache;
	readonly containerBackoff: Backoff;
	readonly imageBackoff: Backoff;
	readonly dns: DNSOptions;
	/** Its own Node as last seen. */
	readonly node: () => Node;
	/** The same, once the watch has brought it. */
	readonly registered: () => Node | undefined;
	readonly services: () => readonly Service[];
	/** Containers to be removed, by id. */
	readonly garbage: Mailbox<string>;
}

/** Key of the Pod in the ledger. */
export const podKey = ({metadata}: Pod): string => registryKey('pods', metadata.namespace, metadata.name);

export const podName = ({metadata}: Pod): string => `${metadata.namespace}/${metadata.name}`;

/** Whether the worker is to end the Pod instead of running it. */
export const isEnding = ({pod, removed, ending, stage}: PodRecord): boolean =>
	stage !== 'syncing' || removed || ending !== undefined || pod.metadata.deletionTimestamp !== undefined;

export type {PodStatus};
