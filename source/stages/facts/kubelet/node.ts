import type {ConditionsOf, Refusal} from './refusal.js';
import type {Lease, Node, Pod} from '../../../objects/kubernetes.generated.js';

/** The running parts of a Pod, as the PLEG lists them. */
export interface RunningPod {
	/** `namespace/name`, or the uid of a Pod without a sandbox. */
	readonly pod: string;
	readonly sandbox: 'ready' | 'stopped' | undefined;
	readonly containers: ReadonlyArray<{
		readonly name: string;
		readonly attempt: number;
		readonly state: 'CREATED' | 'RUNNING' | 'EXITED';
	}>;
}

/** Facts of a kubelet as a whole: its Node, its Pods, the files on its disk. */
export interface NodeFacts {
	'kubelet.node':
		| {
				readonly case: 'start';
				/** The scenario's settings for the node. */
				readonly options: {readonly name: string};
				/** The number of images in the runtime. */
				readonly images: number;
		  }
		| {
				readonly case: 'register';
				readonly node: Pick<Node, 'spec' | 'status'> & {readonly metadata: {readonly name: string}};
		  }
		/** The node existed before the simulation, with a number of running Pods. */
		| {readonly case: 'former'; readonly name: string; readonly pods: number}
		/** The Node already exists. */
		| {readonly case: 'known'; readonly node: Node}
		| ({readonly case: 'register-refused'; readonly name: string} & Refusal)
		| {
				readonly case: 'report';
				readonly name: string;
				readonly before: ConditionsOf<Node>;
				readonly after: ConditionsOf<Node>;
				/** The volumes that may be mounted and must not be detached, if they change. */
				readonly volumesInUse?: readonly string[];
		  }
		/** The CSI drivers whose node plug-in has registered. */
		| {readonly case: 'csi-node'; readonly name: string; readonly drivers: readonly string[]}
		| ({readonly case: 'report-refused'; readonly name: string} & Refusal)
		| ({readonly case: 'read-refused'; readonly name: string} & Refusal);
	'kubelet.lease':
		| {readonly case: 'renew'; readonly name: string; readonly spec: Lease['spec']}
		| ({readonly case: 'refused'; readonly name: string} & Refusal);
	'kubelet.cpus':
		| {
				readonly case: 'start';
				readonly node: string;
				readonly policy: 'static';
				/** CPUs as the kernel writes them: `0,2-3`; also below. */
				readonly all: string;
				readonly reserved: string;
				readonly shared: string;
				/** Whether the disk has no data from an earlier start. */
				readonly isNew: boolean;
		  }
		/** Containers receive exclusive CPUs, which leave the shared pool. */
		| {
				readonly case: 'give';
				readonly node: string;
				readonly given: ReadonlyArray<{readonly container: string; readonly cpus: string}>;
				/** The shared pool. */
				readonly before: string;
				readonly after: string;
		  }
		/** The CPUs of deleted Pods return to the shared pool. */
		| {
				readonly case: 'release';
				readonly node: string;
				readonly released: ReadonlyArray<{readonly uid: string; readonly cpus: string}>;
				readonly shared: string;
		  }
		/** The runtime learns the CPUs that a container has now. */
		| {
				readonly case: 'reconcile';
				readonly node: string;
				readonly container: string;
				/** The CPUs of the previous call of this kubelet; absent before the first one. */
				readonly before: string | undefined;
				readonly cpus: string;
				readonly isShared: boolean;
		  };
	/** metrics-server has queried the kubelets for their containers' usage: the number of answers and of Pods, and the nodes without an answer, with the error in its log. */
	'kubelet.usage': {
		readonly nodes: number;
		readonly pods: number;
		readonly failures: ReadonlyArray<{readonly node: string; readonly error: string}>;
	};
	'kubelet.shutdown':
		/** The kubelet delays a shutdown of the node, at most for this time. */
		| {readonly case: 'inhibit'; readonly node: string; readonly delayMs: number}
		| {readonly case: 'detected'; readonly node: string}
		| {readonly case: 'cancelled'; readonly node: string}
		/** These Pods end now, with this many seconds together. */
		| {
				readonly case: 'group';
				readonly node: string;
				/** The lowest priority in it. */
				readonly priority: number;
				readonly seconds: number;
				readonly pods: ReadonlyArray<{readonly pod: string; readonly graceSeconds: number}>;
		  }
		| {
				readonly case: 'group-ended';
				readonly node: string;
				readonly priority: number;
				readonly count: number;
				/** The Pods that still run. */
				readonly late: readonly string[];
		  }
		/** The shutdown is no longer delayed. */
		| {readonly case: 'released'; readonly node: string};
	'kubelet.eviction':
		/** A shortage has begun or ended. */
		| {
				readonly case: 'observe';
				readonly node: string;
				/** The crossed thresholds, with quantities. */
				readonly signals: ReadonlyArray<{
					readonly signal: string;
					readonly isSoft: boolean;
					readonly available: string;
					readonly threshold: string;
				}>;
				/** Conditions of the Node. */
				readonly before: readonly string[];
				readonly conditions: readonly string[];
				/** The remaining grace period of soft thresholds, in milliseconds. */
				readonly graceMs: number;
		  }
		/** The Pods in the order of eviction. */
		| {
				readonly case: 'rank';
				readonly node: string;
				readonly resource: string;
				readonly ranked: ReadonlyArray<{
					readonly pod: string;
					readonly priority: number;
					/** Bytes or processes; and how much more than requested. */
					readonly used: number;
					readonly excess: number;
				}>;
				/** The first of them that may be evicted. */
				readonly victim: string | undefined;
		  }
		| {
				readonly case: 'evict';
				readonly resource: string;
				readonly message: string;
				readonly graceSeconds: number;
		  };
	'kubelet.garbage':
		| {readonly case: 'images'; readonly node: string; readonly images: readonly string[]; readonly freed: number}
		| {
				readonly case: 'failed';
				readonly node: string;
				/** Percent of the disk in use. */
				readonly percent: number;
				/** Bytes. */
				readonly wanted: number;
				readonly freed: number;
				readonly message: string;
		  };
	'kubelet.resync': {
		readonly node: string;
		readonly fieldSelector: string;
		readonly pods: number;
		readonly workers: number;
		/** Pods without a worker. */
		readonly missed: readonly string[];
	};
	/** One Pod has started or ended containers. `asked`: a sync had an effect, so only this Pod is listed. */
	'kubelet.pleg': RunningPod & {readonly node: string; readonly asked?: true};
	'kubelet.static':
		| {readonly case: 'refused'; readonly path: string; readonly message: string}
		| {readonly case: 'read'; readonly node: string; readonly path: string; readonly uid: string; readonly pod: Pod};
	'kubelet.mirror':
		/** The kubelet has not read its own Node yet, without which it creates no mirror Pod. */
		| {readonly case: 'waits'; readonly manifest: string}
		| {
				readonly case: 'create';
				readonly manifest: string;
				/** The Pod's uid on the node. */
				readonly hash: string;
		  }
		| ({readonly case: 'exists'; readonly manifest: string} & Refusal)
		| ({readonly case: 'create-refused'; readonly manifest: string} & Refusal)
		| {
				readonly case: 'delete';
				readonly uid: string;
				readonly gracePeriodSeconds: 0;
				/** No manifest defines such a Pod, the Pod is being deleted, or it mirrors another manifest. */
				readonly why: 'orphan' | 'leaving' | 'outdated';
		  }
		| ({readonly case: 'delete-refused'} & Refusal);
}
