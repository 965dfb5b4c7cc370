import {isGateOn} from './served.js';

/** A change of behaviour that the changelog of a Kubernetes version names. */
export interface ChangedBehaviour {
	/** The minor version of Kubernetes 1 that changed it. */
	readonly since: number;
	/** The number of the pull request in kubernetes/kubernetes. */
	readonly pull: number;
	/** The feature gate that decides, by its default in each version. */
	readonly gate?: string;
	/** One sentence without a full stop. */
	readonly says: string;
}

/**
Changes that the simulation follows in the version that a scenario or `--kubernetes` names. They come from the changelog and the published
source; no answers of clusters of that version are recorded.

@see https://github.com/kubernetes/kubernetes/blob/master/CHANGELOG/CHANGELOG-1.37.md
*/
export const changedBehaviour = {
	adoptedJobs: {
		since: 37,
		pull: 136_920,
		says: 'A CronJob takes up a Job that it has created and not yet written into its status',
	},
	autoscalerAtOnce: {
		since: 37,
		pull: 138_294,
		gate: 'HPAGeneration',
		says: 'The autoscaler looks at a new or changed HorizontalPodAutoscaler at once, not after 15 s',
	},
	autoscalerGeneration: {
		since: 37,
		pull: 138_228,
		gate: 'HPAGeneration',
		says: 'A HorizontalPodAutoscaler has metadata.generation, which counts changes of its spec',
	},
	autoscalerToZero: {
		since: 37,
		pull: 139_648,
		gate: 'HPAScaleToZero',
		says: 'A HorizontalPodAutoscaler may have minReplicas: 0, with an Object or External metric',
	},
	decimalStorage: {
		since: 37,
		pull: 137_652,
		says: 'The capacity of ephemeral-storage of a node is written in the unit of its allocatable',
	},
	definitionColumns: {
		since: 37,
		pull: 131_599,
		says: 'The table of CustomResourceDefinitions has columns for group, scope and served versions',
	},
	emptyImageReference: {
		since: 37,
		pull: 135_989,
		says: 'The apiserver refuses an image volume without a reference in the Pod template of a workload, as in a Pod',
	},
	emptyPodResources: {
		since: 37,
		pull: 137_150,
		gate: 'PodLevelResourcesFixKubeletQOSClass',
		says: 'Empty resources of a whole Pod no longer decide its QoS class: its containers do',
	},
	evictionCause: {
		since: 37,
		pull: 138_003,
		says: 'An eviction that a PodDisruptionBudget forbids has a cause with a type',
	},
	hostPathType: {
		since: 37,
		pull: 121_873,
		says: 'The message about a hostPath of the wrong type names its actual type',
	},
	initInNewSandbox: {
		since: 37,
		pull: 138_514,
		says: 'Init containers run again in a new sandbox, also if a main container was created in the old one and not started',
	},
	keptSysAdmin: {
		since: 37,
		pull: 138_834,
		says: 'An update of a Pod may keep allowPrivilegeEscalation: false together with CAP_SYS_ADMIN',
	},
	onDeleteRevision: {
		since: 37,
		pull: 136_833,
		says: 'currentRevision of a StatefulSet with OnDelete follows its Pods',
	},
	preemptionMessage: {
		since: 37,
		pull: 140_180,
		says: 'FailedScheduling and the condition PodScheduled name the node and the number of Pods that preemption removes',
	},
	pullSecretEvent: {
		since: 37,
		pull: 138_432,
		says: 'The kubelet reports a missing image pull secret only when a pull has failed',
	},
	reviewsPastWebhooks: {
		since: 37,
		pull: 140_019,
		gate: 'ExcludeAdmissionWebhookVirtualResources',
		says: 'Admission webhooks are not called for reviews such as TokenReview',
	},
	safeSysctls: {
		since: 37,
		pull: 138_389,
		says: 'net.ipv4.tcp_slow_start_after_idle and net.ipv4.tcp_notsent_lowat are safe sysctls',
	},
	sandboxMessage: {
		since: 37,
		pull: 135_300,
		says: 'The condition PodReadyToStartContainers says why it is False',
	},
	sidecarStorage: {
		since: 37,
		pull: 138_462,
		says: 'The kubelet evicts a Pod whose sidecar exceeds its limit of ephemeral storage',
	},
	statefulSetBudget: {
		since: 37,
		pull: 139_466,
		gate: 'MaxUnavailableStatefulSet',
		says: 'A StatefulSet keeps maxUnavailable, and an update replaces that many Pods at a time',
	},
} as const satisfies Readonly<Record<string, ChangedBehaviour>>;

export type Behaviour = keyof typeof changedBehaviour;

/**
Whether Kubernetes behaves so in a version: by the default of the feature gate, if one exists.

@param minor of that version; `undefined` for the simulated, recorded one
*/
export const behaves = (minor: number | undefined, name: Behaviour): boolean => {
	if (minor === undefined) {
		return false;
	}

	const {since, gate}: ChangedBehaviour = changedBehaviour[name];
	return gate === undefined ? since <= minor : isGateOn(minor, gate) === true;
};

/** Changes of the pipeline that the changelog of a version names and the simulation does not follow. */
export const unfollowedBehaviour: readonly ChangedBehaviour[] = [
	{
		since: 37,
		pull: 139_956,
		gate: 'SELinuxMount',
		says: 'Volumes are mounted with the SELinux label of the Pod: nodes here have no SELinux',
	},
	{
		since: 37,
		pull: 139_620,
		gate: 'PersistentVolumeClaimUnusedSinceTime',
		says: 'An unused PersistentVolumeClaim has the condition Unused',
	},
	{
		since: 37,
		pull: 140_612,
		gate: 'VolumeLimitScaling',
		says: 'preventPodSchedulingIfMissing of a CSIDriver keeps Pods off nodes without the driver',
	},
	{
		since: 37,
		pull: 140_007,
		gate: 'MemoryQoS',
		says: 'The kubelet writes memory.min and memory.low into the control groups of Pods',
	},
	{
		since: 37,
		pull: 138_698,
		gate: 'NodeControllerLeaseCircuitBreaker',
		says: 'The node controller reads the Lease of a node once more before it reports the node as not ready',
	},
	{since: 37, pull: 138_855, says: 'The scheduler repeats a binding that failed for a moment'},
	{since: 37, pull: 139_629, says: 'kube-proxy forgets UDP connections of a Service that has no endpoints left'},
	{
		since: 37,
		pull: 138_908,
		says: 'An object that an update or apply creates gets its uid and creation time as one of a create',
	},
	{since: 37, pull: 135_964, says: 'The table of StorageClasses marks only the newest of several default classes'},
	{
		since: 37,
		pull: 139_287,
		says: 'A suspended Job accepts other places for its Pods before its controller has written JobSuspended',
	},
	{since: 37, pull: 133_313, says: 'The event UnexpectedJob of a CronJob names only Jobs that it owns'},
	{
		since: 37,
		pull: 139_029,
		says: 'The message about a metric of an object that an autoscaler cannot read names the metric and the object',
	},
	{since: 37, pull: 138_951, says: 'The scheduler scores the image of a volume no higher than that of a container'},
	{
		since: 37,
		pull: 139_161,
		says: 'A Pod with several terms of anti-affinity is tried again after each change that can help',
	},
	{since: 37, pull: 139_057, says: 'A Pod with a scheduling gate keeps the room for which it is nominated'},
	{since: 37, pull: 140_047, says: 'A resize of a Pod with several containers asks for no more than it needs'},
	{
		since: 37,
		pull: 138_127,
		gate: 'HugepageAwareEviction',
		says: 'Memory that is reserved for huge pages is not available memory',
	},
	{since: 37, pull: 139_921, says: 'Events of the kubelet about its node have the uid of the node'},
	{since: 37, pull: 138_856, says: 'The kubelet makes a broken mount of a subPath again'},
	{since: 37, pull: 139_045, says: 'A CSI volume keeps its files when a repeated NodePublishVolume fails'},
	{since: 37, pull: 138_183, says: 'kube-proxy restarts after the addresses of its node have changed'},
	{since: 37, pull: 140_497, says: 'CoreDNS is v1.14.6'},
	{since: 37, pull: 140_293, says: 'CEL compares and adds lists of the types set and map by their keys'},
	{
		since: 37,
		pull: 139_573,
		says: 'A CEL rule of a CustomResourceDefinition counts metadata.name as at most 253 characters',
	},
	{since: 37, pull: 136_776, says: 'A binding checks the name of its node'},
	{since: 37, pull: 140_661, says: 'An object may be updated although its namespace is gone'},
	{since: 37, pull: 138_456, says: 'A field selector finds ResourceSlices by spec.pool.name'},
];
