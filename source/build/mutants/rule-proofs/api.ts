import type {RuleProof} from './rule-proof.js';

/** Rules about writes, owners, namespaces, quotas, conditions and Leases. */
export const apiProofs: readonly RuleProof[] = [
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
		rule: 'the garbage collector deletes no object that has an owner which stays',
		mistake: 'the garbage collector deletes what has lost one of its owners',
		seed: 1_460_005,
	},
	{
		rule: 'the lastTransitionTime of a condition changes when its status does, and only then',
		mistake: 'each status of a Pod moves the times of its conditions',
		seed: 1_000_005,
	},
	{
		rule: 'of several instances only the one that holds the Lease changes objects',
		mistake: 'leader election: a leader that cannot renew goes on',
		seed: 1_420_005,
	},
];
