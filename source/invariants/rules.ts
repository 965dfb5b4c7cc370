import {apiRules} from './rules/api.js';
import {containerRules} from './rules/containers.js';
import {jobRules} from './rules/jobs.js';
import {networkRules} from './rules/network.js';
import {nodeLifeRules} from './rules/nodes.js';
import {recountRules} from './rules/recount.js';
import {schedulerRules} from './rules/scheduler.js';
import {volumeRules} from './rules/volumes.js';
import {workloadRules} from './rules/workloads.js';
import type {Rule} from './rule.js';

/** Every rule that is watched at each transition of a run. */
export const rules: readonly Rule[] = [
	...apiRules,
	...workloadRules,
	...jobRules,
	...schedulerRules,
	...containerRules,
	...volumeRules,
	...nodeLifeRules,
	...networkRules,
	...recountRules,
];
