import type {Mutant} from './mutant.js';
import {admissionMutants} from './rooms/admission.js';
import {apiMutants} from './rooms/api.js';
import {clientMutants} from './rooms/clients.js';
import {clusterMutants} from './rooms/cluster.js';
import {containerMutants} from './rooms/containers.js';
import {jobMutants} from './rooms/jobs.js';
import {networkMutants} from './rooms/network.js';
import {nodeMutants} from './rooms/node.js';
import {onceMutants} from './rooms/once.js';
import {scalingMutants} from './rooms/scaling.js';
import {programMutants} from './rooms/programs.js';
import {schedulerMutants} from './rooms/scheduler.js';
import {schedulerPluginMutants} from './rooms/scheduler-plugins.js';
import {secondLookApiMutants} from './rooms/second-look-api.js';
import {secondLookControllerMutants} from './rooms/second-look-controllers.js';
import {secondLookNodeMutants} from './rooms/second-look-nodes.js';
import {secondLookWorkloadMutants} from './rooms/second-look-workloads.js';
import {serviceMutants} from './rooms/services.js';
import {setMutants} from './rooms/sets.js';
import {statusMutants} from './rooms/statuses.js';
import {thirdLookMutants} from './rooms/third-look.js';
import {volumeMutants} from './rooms/volumes.js';
import {workloadsMutants} from './rooms/workloads.js';

/** Every mistake that can be planted. */
export const mutants: readonly Mutant[] = [
	// First, since the first of them acts only before the program has read types.
	...onceMutants,
	...workloadsMutants,
	...setMutants,
	...jobMutants,
	...scalingMutants,
	...volumeMutants,
	...serviceMutants,
	...clusterMutants,
	...statusMutants,
	...nodeMutants,
	...containerMutants,
	...schedulerMutants,
	...schedulerPluginMutants,
	...networkMutants,
	...apiMutants,
	...admissionMutants,
	...clientMutants,
	...programMutants,
	...secondLookWorkloadMutants,
	...secondLookControllerMutants,
	...secondLookNodeMutants,
	...secondLookApiMutants,
	...thirdLookMutants,
];
