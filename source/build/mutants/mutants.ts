import type {Mutant} from './mutant.js';
import {apiMutants} from './rooms/api.js';
import {choiceMutants} from './rooms/choices.js';
import {clusterMutants} from './rooms/cluster.js';
import {inventionMutants} from './rooms/inventions.js';
import {networkMutants} from './rooms/network.js';
import {nodeMutants} from './rooms/node.js';
import {omissionMutants} from './rooms/omissions.js';
import {onceMutants} from './rooms/once.js';
import {reviewMutants} from './rooms/reviews.js';
import {ruleMutants} from './rooms/rules.js';
import {schedulerMutants} from './rooms/scheduler.js';
import {slipMutants} from './rooms/slips.js';
import {workloadsMutants} from './rooms/workloads.js';

/** Every mistake that can be planted. */
export const mutants: readonly Mutant[] = [
	// First, since the first of them acts only before the program has read types.
	...onceMutants,
	...ruleMutants,
	...workloadsMutants,
	...clusterMutants,
	...nodeMutants,
	...schedulerMutants,
	...networkMutants,
	...apiMutants,
	...inventionMutants,
	...slipMutants,
	...choiceMutants,
	...reviewMutants,
	...omissionMutants,
];
