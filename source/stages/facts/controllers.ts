import type {AutoscalerFacts} from './controllers/autoscaler.js';
import type {CSIFacts} from './controllers/csi.js';
import type {EndpointsFacts} from './controllers/endpoints.js';
import type {EveryControllerFacts} from './controllers/every-controller.js';
import type {HousekeepingFacts} from './controllers/housekeeping.js';
import type {KwokFacts} from './controllers/kwok.js';
import type {JobFacts} from './controllers/jobs.js';
import type {NodeFacts} from './controllers/nodes.js';
import type {ResourceClaimFacts} from './controllers/resource-claims.js';
import type {VolumeFacts} from './controllers/volumes.js';
import type {WorkloadFacts} from './controllers/workloads.js';

/** Facts of the stops in controllers. */
export interface ControllersFacts
	extends
		EveryControllerFacts,
		WorkloadFacts,
		JobFacts,
		EndpointsFacts,
		NodeFacts,
		ResourceClaimFacts,
		VolumeFacts,
		CSIFacts,
		AutoscalerFacts,
		KwokFacts,
		HousekeepingFacts {}

type NameIn<Key> = Key extends `controller.${infer Name}.${string}` ? Name : never;

/** The controllers, named by the stages that have facts, as in `controller-manager/<name>` and `controller.<name>.…`. */
export type ControllerName = Exclude<NameIn<keyof ControllersFacts>, '*'>;
