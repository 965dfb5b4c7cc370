import type {RuleProof} from './rule-proof.js';

/** Rules about the controllers of workloads, their autoscalers and their budgets. */
export const workloadProofs: readonly RuleProof[] = [
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
		rule: 'a Job that has ended stays for its ttlSecondsAfterFinished',
		mistake: 'a Job that has ended stays a tenth of its time',
		seed: 1_210_005,
	},
	{
		rule: 'a ReplicaSet that has too many Pods ends those that would be missed least: without a node, not running, not ready',
		mistake: 'a ReplicaSet ends Pods with a node before those without',
		seed: 1_250_009,
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
];
