import {apiProofs} from './rule-proofs/api.js';
import {nodeProofs} from './rule-proofs/nodes.js';
import type {RuleProof} from './rule-proofs/rule-proof.js';
import {schedulerProofs} from './rule-proofs/scheduler.js';
import {trafficProofs} from './rule-proofs/traffic.js';
import {volumeProofs} from './rule-proofs/volumes.js';
import {workloadProofs} from './rule-proofs/workloads.js';

/** For each rule a mistake that it finds. Rules that are not here are broken by a short run of their own, in `testing/rule-proofs/`. */
export const ruleProofs: readonly RuleProof[] = [
	...apiProofs,
	...workloadProofs,
	...schedulerProofs,
	...nodeProofs,
	...volumeProofs,
	...trafficProofs,
];
