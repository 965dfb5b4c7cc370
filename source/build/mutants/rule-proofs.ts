import {apiProofs} from './rule-proofs/api.js';
import {nodeProofs} from './rule-proofs/nodes.js';
import type {RuleProof} from './rule-proofs/rule-proof.js';
import {schedulerProofs} from './rule-proofs/scheduler.js';
import {trafficProofs} from './rule-proofs/traffic.js';
import {volumeProofs} from './rule-proofs/volumes.js';
import {workloadProofs} from './rule-proofs/workloads.js';

/** A mistake that each rule finds. The other rules have a short run that breaks them in `testing/rule-proofs/`. */
export const ruleProofs: readonly RuleProof[] = [
	...apiProofs,
	...workloadProofs,
	...schedulerProofs,
	...nodeProofs,
	...volumeProofs,
	...trafficProofs,
];
