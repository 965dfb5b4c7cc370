import type {RuleProof} from './rule-proof.js';

/** Rules about the scheduler. */
export const schedulerProofs: readonly RuleProof[] = [
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
		rule: 'a scheduler chooses a node of the highest total score',
		mistake: 'the scheduler takes the first node that passes its filters',
		seed: 1_000_005,
	},
];
