import type {RuleProof} from './rule-proof.js';

/** Rules about volumes and claims. */
export const volumeProofs: readonly RuleProof[] = [
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
		rule: 'at rest, a Node names the volumes that are attached to it, and those that are in use there',
		mistake: 'mounted volumes do not count as in use',
		seed: 1_090_005,
	},
	{
		rule: 'a claim gets a volume that is large enough, of its class, and with its access modes',
		mistake: 'a claim takes a volume that is too small',
		seed: 1_460_005,
	},
];
