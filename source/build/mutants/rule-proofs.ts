/** A mistake that breaks a rule of the invariants in a world of the campaign. */
export interface RuleProof {
	/** The name of the rule. */
	readonly rule: string;
	/** The words of a mutant. */
	readonly mistake: string;
	/** The seed whose run the rule finds wrong. */
	readonly seed: number;
}

/** For each rule a mistake that it finds. Rules that are not here are broken by a short run of their own, in `testing/rule-proofs/`. */
export const ruleProofs: readonly RuleProof[] = [
	{
		rule: 'a conditional write changes the version that it names',
		mistake: 'an update does not compare the version that it names',
		seed: 1_000_005,
	},
	{
		rule: 'a deletionTimestamp never moves to a later time',
		mistake: 'a deletion with less time is counted from now on and not from the first one',
		seed: 1_050_005,
	},
	{
		rule: 'a controller names its own object as owner of what it creates, by kind, name and uid',
		mistake: 'a reference to an owner has the uid of something else',
		seed: 1_000_005,
	},
	{
		rule: 'an owner with foregroundDeletion leaves after its blocking dependents',
		mistake: 'the garbage collector does not wait for dependents that block an owner',
		seed: 1_100_005,
	},
	{
		rule: 'no object outlives its namespace',
		mistake: 'a namespace goes while something is still in it',
		seed: 1_100_005,
	},
	{
		rule: 'the generation rises by one when the desired state changes, and only then or with the deletion',
		mistake: 'the generation rises by two',
		seed: 1_000_005,
	},
	{
		rule: 'a ResourceQuota is charged up to its hard limits, and no further',
		mistake: 'the quota admits one object more than hard',
		seed: 1_390_005,
	},
	{
		rule: 'admission charges a ResourceQuota for one object at a time, and never without a change',
		mistake: 'a request is charged for two objects',
		seed: 1_390_005,
	},
	{
		rule: 'the controller of ResourceQuotas counts the Pods of its cache that have not ended',
		mistake: 'the controller of quotas leaves out an object',
		seed: 1_390_005,
	},
	{
		rule: 'at rest, a ResourceQuota counts what there is',
		mistake: 'a quota is checked and not charged',
		seed: 1_150_005,
	},
	{
		rule: 'at rest, a namespace has its default service account and the root certificate, and one that is being deleted has only what finalizers hold',
		mistake: 'a namespace that is being deleted empties nothing',
		seed: 1_100_005,
	},
	{
		rule: 'a Deployment scales its ReplicaSets up to replicas and maxSurge at most',
		mistake: 'a rollout makes one Pod more than maxSurge',
		seed: 1_000_005,
	},
	{
		rule: 'a rollout that nothing disturbs never has fewer available Pods than maxUnavailable allows',
		mistake: 'a rollout ends one available Pod more than maxUnavailable',
		seed: 1_000_005,
	},
	{
		rule: 'at rest, the status of a Deployment counts the Pods of its ReplicaSets',
		mistake: 'the status of a Deployment counts no ready Pods',
		seed: 1_000_005,
	},
	{
		rule: 'with the strategy Recreate, new Pods come when the old ones have ended',
		mistake: 'Recreate does not wait until the old Pods are gone',
		seed: 1_170_005,
	},
	{
		rule: 'at rest, a Deployment that is complete keeps as many old ReplicaSets as its revisionHistoryLimit',
		mistake: 'the revision history is never trimmed',
		seed: 1_170_005,
	},
	{
		rule: 'an owner that is being deleted adopts and makes nothing',
		mistake: 'a ReplicaSet that is being deleted makes Pods',
		seed: 1_430_005,
	},
	{
		rule: 'at rest, the status of a ReplicaSet counts its Pods, and there are as many as it wants',
		mistake: 'the status of a ReplicaSet counts one ready Pod for many',
		seed: 1_000_005,
	},
	{
		rule: 'a StatefulSet makes a Pod when all Pods before it are ready',
		mistake: 'a StatefulSet makes the next Pod before the last is ready',
		seed: 1_010_005,
	},
	{
		rule: 'a StatefulSet ends a Pod when those after it are gone, or, in an update, ready',
		mistake: 'a StatefulSet ends its first Pod first',
		seed: 1_010_005,
	},
	{
		rule: 'a claim of a StatefulSet stays while the set has its place',
		mistake: 'StatefulSet claim is made with the labels but of another ordinal',
		seed: 1_190_005,
	},
	{
		rule: 'at rest, a DaemonSet has a Pod on each node that suits, and counts them',
		mistake: 'a DaemonSet leaves out nodes with a taint that it tolerates',
		seed: 1_080_005,
	},
	{
		rule: 'without faults, an update of a DaemonSet keeps all Pods but maxUnavailable',
		mistake: 'DaemonSet update takes down all nodes at once',
		seed: 1_200_005,
	},
	{rule: 'a Job counts each of its Pods at most once', mistake: 'a Job counts each Pod twice', seed: 1_020_005},
	{
		rule: 'a Job makes Pods only up to its parallelism and the completions that it lacks',
		mistake: 'a Job has one Pod more than its parallelism',
		seed: 1_020_005,
	},
	{
		rule: 'a Pod that has ended keeps the finalizer job-tracking until its Job has noted its uid',
		mistake: 'a Job takes the finalizer from Pods before its status names them',
		seed: 1_020_005,
	},
	{
		rule: 'a Job fails when more Pods fail than its backoffLimit allows, and not before',
		mistake: 'a Job fails Pods that it should ignore by policy',
		seed: 1_210_005,
	},
	{
		rule: 'a CronJob that forbids or replaces concurrent Jobs has one at a time',
		mistake: 'a CronJob that forbids concurrency does not look at active Jobs',
		seed: 1_030_005,
	},
	{
		rule: 'without faults, a CronJob of each minute fires each minute, and no minute twice',
		mistake: 'a CronJob never fires',
		seed: 1_030_005,
	},
	{
		rule: 'at rest, a CronJob lists its Jobs that have not ended, and keeps as many others as its history may have',
		mistake: 'a CronJob keeps Jobs that have ended as active',
		seed: 1_030_005,
	},
	{
		rule: 'without faults, an autoscaler keeps what it has added for as long as its window lasts',
		mistake: 'an autoscaler has no stabilization when it scales down',
		seed: 1_230_005,
	},
	{
		rule: 'at rest, the status of a PodDisruptionBudget counts its healthy Pods',
		mistake: 'a budget does not follow the readiness of Pods',
		seed: 1_080_005,
	},
	{
		rule: 'without faults, an eviction leaves a budget the healthy Pods that it wants',
		mistake: 'PDB status counts Pods that are being deleted as healthy',
		seed: 1_240_005,
	},
	{
		rule: 'a scheduler binds a Pod only where allocatable has room for its requests',
		mistake: 'the scheduler fills nodes without counting the Pods that are there',
		seed: 1_070_005,
	},
	{
		rule: 'a scheduler binds a Pod only where its host ports are free',
		mistake: 'two Pods get the same host port',
		seed: 1_060_005,
	},
	{
		rule: 'a scheduler chooses for a Pod a node that its taints, labels and cordons allow, now or in its cache',
		mistake: 'the scheduler does not look at taints',
		seed: 1_060_005,
	},
	{
		rule: 'a Pod makes room only by Pods of lower priority',
		mistake: 'a Pod preempts Pods of its own priority',
		seed: 1_070_005,
	},
	{
		rule: 'a Pod makes room by Pods that no budget protects, where these are enough',
		mistake: 'preemption prefers victims that a budget protects',
		seed: 1_280_005,
	},
	{
		rule: 'a scheduler gives a claim with ReadWriteOncePod to one Pod, and a node only as many volumes as its driver attaches',
		mistake: 'volume limits are ignored',
		seed: 1_360_005,
	},
	{
		rule: 'a scheduler takes the Pod of the highest priority from its queue, and of these the one that came first',
		mistake: 'the queue takes lower priorities first',
		seed: 1_250_005,
	},
	{rule: 'a scheduler leaves a Pod with scheduling gates alone', mistake: 'gates are ignored', seed: 1_270_005},
	{
		rule: 'a Pod that a scheduler has tried has a back-off, and waits for its end unless it is the only one left to try',
		mistake: 'a Pod that fails waits no back-off',
		seed: 1_250_005,
	},
	{
		rule: 'at rest, no Pod waits for a node that has room for it',
		mistake: 'a Pod that is gone wakes no Pod that lacks room',
		seed: 1_070_005,
	},
	{
		rule: 'a container starts when the init containers before it have succeeded and the sidecars before it have started',
		mistake: 'main containers start beside init containers',
		seed: 1_050_005,
	},
	{
		rule: 'a container starts when the volumes that it mounts are mounted',
		mistake: 'the kubelet does not wait for volumes',
		seed: 1_090_005,
	},
	{
		rule: 'a container that is stopped is killed only when its grace period is over',
		mistake: 'containerd kills a container after half of its grace period',
		seed: 1_050_005,
	},
	{
		rule: 'a container that has ended starts again only as its restart policy says',
		mistake: 'a container that has ended is started again whatever its policy says',
		seed: 1_140_005,
	},
	{
		rule: 'without faults, a container that ends again and again pauses before each start, and no shorter than before',
		mistake: 'pauses do not double',
		seed: 1_140_005,
	},
	{
		rule: 'a container gets SIGTERM after its preStop hook, if it has one and time for it',
		mistake: 'preStop does not run',
		seed: 1_050_005,
	},
	{
		rule: 'SIGKILL comes as long after SIGTERM as the grace period and the hook say',
		mistake: 'containerd kills a container after half of its grace period',
		seed: 1_050_005,
	},
	{
		rule: 'sidecars are asked to end when the main containers have ended, in the reverse of their order',
		mistake: 'sidecars end with the main containers',
		seed: 1_050_005,
	},
	{
		rule: 'a result of a probe counts when it has occurred as often in a row as its threshold says',
		mistake: 'readiness needs no successThreshold and failureThreshold',
		seed: 1_290_005,
	},
	{
		rule: 'liveness and readiness probes begin when the startup probe has succeeded',
		mistake: 'liveness probes do not wait for the startup probe',
		seed: 1_290_005,
	},
	{
		rule: 'a container whose liveness or startup probe has failed is stopped',
		mistake: 'a container that fails its liveness probe goes on',
		seed: 1_290_005,
	},
	{
		rule: 'a container counts as started when its startup probe has succeeded',
		mistake: 'a container counts as started before its startup probe has answered',
		seed: 1_290_005,
	},
	{
		rule: 'an image with the pull policy Always is asked for before each start',
		mistake: 'pull policy Always is taken as IfNotPresent',
		seed: 1_300_005,
	},
	{
		rule: 'without faults, the pause after a failed pull is at least ten seconds',
		mistake: 'failed pulls do not back off',
		seed: 1_300_005,
	},
	{
		rule: 'at rest, the status of a Pod tells of its containers as its node has them',
		mistake: 'a status is sent once and never again',
		seed: 1_000_005,
	},
	{
		rule: 'a kubelet makes a Pod ready when its containers run, its readiness probes succeed and its gates are open',
		mistake: 'the status manager does not look at what others have made of a status',
		seed: 55,
	},
	{
		rule: 'a volume is detached from a ready node when no Pod there has it mounted',
		mistake: 'a volume is detached while it is mounted',
		seed: 1_090_005,
	},
	{
		rule: 'a claim is removed when no Pod on a node uses it',
		mistake: 'a claim goes while a Pod uses it',
		seed: 1_090_005,
	},
	{
		rule: 'a volume is published for a Pod only while it is staged on the node',
		mistake: 'a volume is published without staging',
		seed: 1_090_005,
	},
	{
		rule: 'a volume is unstaged when it is published for no Pod of the node',
		mistake: 'a volume is unstaged while another Pod has it',
		seed: 1_350_005,
	},
	{
		rule: 'a volume is detached from a ready node when it is not staged there',
		mistake: 'a volume is not unstaged when its last Pod is gone',
		seed: 1_350_005,
	},
	{
		rule: 'a volume that one node may have is attached to one node',
		mistake: 'a volume that allows one node is attached to two',
		seed: 1_090_009,
	},
	{
		rule: 'a Pod is evicted by a taint when its toleration is over',
		mistake: 'Pods are evicted at once',
		seed: 1_000_007,
	},
	{
		rule: 'at rest, a Node has the taints of its conditions',
		mistake: 'a lost node keeps its unreachable taint after it is back',
		seed: 1_340_005,
	},
	{
		rule: 'at rest, a Node names the volumes that are attached to it, and those that are in use there',
		mistake: 'mounted volumes do not count as in use',
		seed: 1_090_005,
	},
	{
		rule: 'of several instances only the one that holds the Lease changes objects',
		mistake: 'leader election: a leader that cannot renew goes on',
		seed: 1_420_005,
	},
	{
		rule: 'at rest, the ready endpoints of a Service are the ready Pods that it selects',
		mistake: 'an endpoint that left is kept in its slice',
		seed: 1_370_005,
	},
	{
		rule: 'an endpoint that terminates, or does not serve, is not ready',
		mistake: 'a Pod that terminates is ready',
		seed: 1_110_005,
	},
	{
		rule: 'without faults, an endpoint stops being ready within five seconds of its Pod',
		mistake: 'a Pod that is not ready is an endpoint that is',
		seed: 1_110_009,
	},
	{
		rule: 'at rest, the routes of the ingress controller lead to the ready endpoints',
		mistake: 'the routes of an Ingress do not follow its Services',
		seed: 1_110_005,
	},
	{
		rule: 'at rest, CoreDNS has each Service with its address, or with those of its ready endpoints',
		mistake: 'CoreDNS has no hosts of headless Services',
		seed: 1_010_005,
	},
	{
		rule: 'at rest, the rules of a kube-proxy name no address of a Service that is gone',
		mistake: 'kube-proxy forgets nothing: a deleted Service keeps its rules',
		seed: 1_370_005,
	},
	{
		rule: 'at rest, each node port has its rules on each node, and no two Services share it',
		mistake: 'NodePorts are not written',
		seed: 1_370_005,
	},
	{
		rule: 'at rest, each node has a route to the Pods of each other node, and of no other',
		mistake: 'routes to a node that is gone stay',
		seed: 1_330_005,
	},
	{
		rule: 'a connection between Pods passes when the NetworkPolicies of both allow it, and only then',
		mistake: 'a NetworkPolicy with no rule lets all in',
		seed: 1_380_005,
	},
	{
		rule: 'without faults, each cluster IP at rest is kept for a Service that has it',
		mistake: 'the address of a Service that is gone is kept',
		seed: 1_370_005,
	},
	{
		rule: 'at rest, CoreDNS answers for no Service that is gone',
		mistake: 'CoreDNS keeps what was deleted while it was down',
		seed: 50_495,
	},
	{
		rule: 'a kube-proxy writes its rules at most once a second',
		mistake: 'kube-proxy writes its rules without a pause',
		seed: 1_370_005,
	},
	{
		rule: 'a StatefulSet makes each Pod from the template of the revision that its label names',
		mistake: 'a StatefulSet makes old Pods of its new template',
		seed: 1_450_005,
	},
	{
		rule: 'a DaemonSet counts as updated the Pods that have its newest revision',
		mistake: 'a DaemonSet counts each of its Pods as updated',
		seed: 1_200_005,
	},
	{
		rule: 'a Pod of a DaemonSet tolerates what befalls its node',
		mistake: 'Pods of a DaemonSet have only the tolerations of their template',
		seed: 1_200_005,
	},
	{
		rule: 'without faults, a kubelet runs Pods only within what its node has, and each host port once',
		mistake: 'a kubelet admits two Pods with a host port',
		seed: 1_450_005,
	},
	{
		rule: 'without faults, a kubelet ends a Pod when its activeDeadlineSeconds are over',
		mistake: 'the deadline of a Pod is ignored',
		seed: 1_450_005,
	},
	{
		rule: 'a Job that has ended stays for its ttlSecondsAfterFinished',
		mistake: 'a Job that has ended stays a tenth of its time',
		seed: 1_210_005,
	},
	{
		rule: 'the lastTransitionTime of a condition changes when its status does, and only then',
		mistake: 'each status of a Pod moves the times of its conditions',
		seed: 1_000_005,
	},
	{
		rule: 'the qosClass of a new Pod follows from the requests and limits of its containers',
		mistake: 'a Pod counts as Guaranteed although it says nothing about memory',
		seed: 1_460_005,
	},
	{
		rule: 'at rest, the hostIP of a Pod is an address of its node',
		mistake: 'a Pod has the loopback address as its hostIP',
		seed: 1_000_005,
	},
	{
		rule: 'a ReplicaSet that has too many Pods ends those that would be missed least: without a node, not running, not ready',
		mistake: 'a ReplicaSet ends Pods with a node before those without',
		seed: 1_250_009,
	},
	{
		rule: 'a scheduler chooses a node of the highest total score',
		mistake: 'the scheduler takes the first node that passes its filters',
		seed: 1_000_005,
	},
	{
		rule: 'a Deployment gives the ReplicaSet of its template a higher revision than all others have',
		mistake: 'a new revision is the number of old ReplicaSets and one',
		seed: 1_000_009,
	},
	{
		rule: 'at rest, a Deployment has the revision of the ReplicaSet with its images',
		mistake: 'a Deployment does not show its new revision',
		seed: 1_000_009,
	},
	{
		rule: 'a CronJob that is suspended makes no Job',
		mistake: 'a CronJob fires although it is suspended',
		seed: 1_220_005,
	},
	{
		rule: 'an Indexed Job has one active Pod of an index, and each index is below its completions',
		mistake: 'an Indexed Job begins with the index 1',
		seed: 1_020_005,
	},
	{
		rule: 'the garbage collector deletes no object that has an owner which stays',
		mistake: 'the garbage collector deletes what has lost one of its owners',
		seed: 1_460_005,
	},
	{
		rule: 'a claim gets a volume that is large enough, of its class, and with its access modes',
		mistake: 'a claim takes a volume that is too small',
		seed: 1_460_005,
	},
	{
		rule: 'at rest, the rules of a kube-proxy give each endpoint of a Service the same share',
		mistake: 'the first endpoint of a Service gets less than its share in iptables',
		seed: 1_000_005,
	},
	{
		rule: 'without faults, a Service with the affinity ClientIP answers a client by the same Pod while that is ready',
		mistake: 'the affinity of a client is over at once',
		seed: 1_460_005,
	},
	{
		rule: 'without faults, a probe begins after its initialDelaySeconds, and pauses for its period',
		mistake: 'a probe does not wait for its initial delay',
		seed: 1_290_005,
	},
];
