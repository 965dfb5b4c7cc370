import type {PodStatus, ResourceRequirements} from '../../../objects/kubernetes.generated.js';
import type {ProbeKind} from './containers.js';
import type {Refusal} from './refusal.js';

/** The reason of a pod worker's sync. */
export type WakeReason =
	| {readonly case: 'new'; readonly node: string}
	/** The kubelet has restarted. */
	| {readonly case: 'found-running'}
	| {readonly case: 'changed'}
	| {readonly case: 'deleted'; readonly graceSeconds: number | undefined}
	/** Its object was deleted. */
	| {readonly case: 'gone'}
	/** A condition that its readiness gates wait for has changed. */
	| {readonly case: 'condition'}
	| {readonly case: 'pleg'}
	| {readonly case: 'probe'; readonly probe: ProbeKind; readonly container: string; readonly passed: boolean}
	/** The action on the mirror Pod of a static Pod. */
	| {readonly case: 'mirror'; readonly mirror: 'new' | 'changed' | 'deleted' | 'gone'}
	/** Another Pod has ended, which leaves room for this one's request. */
	| {readonly case: 'room'; readonly pod: string}
	/** The Node's status has changed for volumes for which it waits. */
	| {readonly case: 'volumes'}
	/** The Pod makes room for a critical one. */
	| {readonly case: 'preempted'; readonly by: string}
	/** The Pod is evicted because of a shortage on the node. */
	| {readonly case: 'evicted'; readonly resource: string}
	/** Its node shuts down. */
	| {readonly case: 'shutdown'; readonly node: string}
	/** No event has occurred for some time. */
	| {readonly case: 'time'};

/** Why a pod worker ends its Pod. */
export type EndReason =
	| WakeReason
	/** Its containers have ended permanently. */
	| {readonly case: 'ended'}
	/** The kubelet, which was down, has no such Pod. */
	| {readonly case: 'orphan'}
	/** The kubelet ends it on its own initiative. */
	| {readonly case: 'ending'; readonly message: string};

/** The decision of an admission handler of the node. */
interface AdmissionVerdict {
	readonly admit: boolean;
	readonly handler: string;
	readonly reason?: string;
	readonly message?: string;
}

type Promises = ReadonlyArray<{
	readonly name: string;
	readonly resources: Pick<ResourceRequirements, 'limits' | 'requests'>;
}>;

/** Start-up latencies of one node's kubelet, as its /metrics has them: a count and a sum of seconds. */
export interface StartMetrics {
	/** The time from the kubelet's first sight of a Pod until its containers run. */
	readonly kubelet_pod_start_duration_seconds: Latency;
	/** The time from the Pod's creation until its containers are seen running, without image pulls and init containers; only for stateless Pods. */
	readonly kubelet_pod_start_sli_duration_seconds: Latency;
	/** The time from the Pod's creation until its containers are seen running, including image pulls and init containers. */
	readonly kubelet_pod_start_total_duration_seconds: Latency;
}

interface Latency {
	readonly count: number;
	readonly sum: number;
}

/** Facts of the pod workers and their helpers about one Pod. */
export interface PodFacts {
	'kubelet.sync':
		| {readonly case: 'start'; readonly because: WakeReason}
		/** The steps that make the containers match the Pod's spec. */
		| {
				readonly case: 'plan';
				readonly createSandbox: boolean;
				/** Whether all parts of the Pod must end. */
				readonly killPod: boolean;
				/** Containers whose limits change while they run. */
				readonly update: readonly string[];
				readonly kill: ReadonlyArray<{readonly container: string; readonly message: string}>;
				/** Containers that are removed so that all of them restart. */
				readonly reset?: readonly string[];
				readonly startInit: string | undefined;
				readonly start: readonly string[];
				readonly startEphemeral: readonly string[];
		  }
		/** An init container is next. */
		| {readonly case: 'init'; readonly container: string}
		| ({
				readonly case: 'start-failure';
				readonly container: string;
				/** Text that only the kubelet's log contains. */
				readonly log?: string;
		  } & Refusal)
		| ({readonly case: 'sandbox-failure'} & Refusal)
		/** A driver cannot make the devices of the Pod's claims ready. */
		| ({readonly case: 'devices-failure'} & Refusal);
	'kubelet.admit':
		| {
				readonly case: 'verdict';
				readonly node: string;
				readonly verdicts: readonly AdmissionVerdict[];
				/** Containers that must not gain privileges. */
				readonly noNewPrivileges: readonly string[];
				readonly reason: string | undefined;
				readonly message: string | undefined;
		  }
		/** The Pods that end so that a critical Pod fits; `undefined` if no Pod may be ended. */
		| {
				readonly case: 'preempt';
				readonly victims: readonly string[] | undefined;
				readonly allocatable: Readonly<Record<string, number>>;
		  };
	'kubelet.kill':
		| {
				readonly case: 'terminate';
				readonly because: EndReason;
				readonly deletionTimestamp: string | undefined;
				readonly deletionGracePeriodSeconds: number | undefined;
		  }
		/** The Pod had ended before the kubelet started. */
		| {readonly case: 'clean-up'; readonly phase: PodStatus['phase']}
		| {readonly case: 'kill'; readonly containers: readonly string[]; readonly graceSeconds: number}
		/** A driver cannot release the Pod's devices. */
		| {readonly case: 'devices'; readonly message: string}
		| {
				readonly case: 'finished';
				readonly node: string;
				readonly phase: PodStatus['phase'];
				readonly directory: string;
				/** Whether the object is also being deleted. */
				readonly isDeleted: boolean;
		  };
	'kubelet.status':
		| {readonly case: 'set'; readonly before: PodStatus; readonly after: PodStatus; readonly version: number}
		| {
				readonly case: 'send';
				readonly patch: Readonly<Record<string, unknown>>;
				readonly version: number;
				readonly phase: PodStatus['phase'];
		  }
		/** The apiserver has another status although all was sent: it is read, and corrected. */
		| {readonly case: 'reconcile'; readonly before: PodStatus | undefined; readonly after: PodStatus}
		| ({readonly case: 'read-refused'} & Refusal)
		| ({readonly case: 'send-refused'; readonly patch: Readonly<Record<string, unknown>>} & Refusal)
		| {readonly case: 'delete'; readonly node: string; readonly uid: string; readonly gracePeriodSeconds: 0}
		| ({readonly case: 'delete-refused'} & Refusal);
	'kubelet.cgroup':
		| {
				readonly case: 'make';
				readonly cgroup: string;
				readonly files: Readonly<Record<string, string>>;
				readonly qosClass: PodStatus['qosClass'];
		  }
		| {readonly case: 'resize'; readonly cgroup: string; readonly files: Readonly<Record<string, string>>}
		| {readonly case: 'remove'; readonly cgroup: string};
	'kubelet.directories': {
		/** The Pod's own directory, which contains the others. */
		readonly directory: string;
		readonly directories: readonly string[];
	};
	'kubelet.metrics': {
		readonly podStartDurationMs: number;
		readonly podStartTotalDurationMs: number;
		/** The duration; missing for a stateful Pod, which the metric excludes. */
		readonly podStartSLIDurationMs?: number;
		readonly pulledMs: number;
		/** The run time of init containers. */
		readonly initMs: number;
		readonly before: StartMetrics | undefined;
		readonly after: StartMetrics;
	};
	'kubelet.resize':
		| {
				readonly case: 'start';
				readonly allocated: {readonly initContainers?: Promises; readonly containers: Promises};
		  }
		| ({readonly case: 'defer'} & Refusal);
	'kubelet.restart':
		| {
				readonly case: 'restart';
				readonly container: string;
				readonly exitCode: number;
				readonly reason: string;
				/** Number of the start that follows; the first is 0. */
				readonly attempt: number;
				readonly policy: string;
				/** Whether one of `restartPolicyRules` takes precedence over the policy. */
				readonly byRule?: true;
		  }
		| ({
				readonly case: 'back-off';
				readonly container: string;
				/** The number of its ends. */
				readonly ends: number;
				/** The pause, and its remaining part. */
				readonly backoffMs: number;
				readonly leftMs: number;
		  } & Refusal);
}
