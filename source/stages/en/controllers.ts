import type {ControllersFacts} from '../facts/controllers.js';
import {autoscalerSentences} from './controllers/autoscaler.js';
import {csiSentences} from './controllers/csi.js';
import {endpointsSentences} from './controllers/endpoints.js';
import {everyControllerSentences} from './controllers/every-controller.js';
import {kwokSentences} from './controllers/kwok.js';
import {housekeepingSentences} from './controllers/housekeeping.js';
import {jobSentences} from './controllers/jobs.js';
import {nodeSentences} from './controllers/nodes.js';
import {resourceClaimSentences} from './controllers/resource-claims.js';
import {volumeSentences} from './controllers/volumes.js';
import {workloadSentences} from './controllers/workloads.js';
import type {Sentences} from '../language-table.js';

/** Stops in controllers, in English. */
export const controllersSentences: Sentences<ControllersFacts> = {
	...everyControllerSentences,
	...workloadSentences,
	...jobSentences,
	...endpointsSentences,
	...nodeSentences,
	...resourceClaimSentences,
	...volumeSentences,
	...csiSentences,
	...autoscalerSentences,
	...kwokSentences,
	...housekeepingSentences,
};
