import {addressRules} from './rules/addresses.js';
import {admissionRules} from './rules/admission.js';
import {admittedPodRules} from './rules/admitted-pods.js';
import {apiRules} from './rules/api.js';
import {authorRules} from './rules/authors.js';
import {autoscalerRules} from './rules/autoscalers.js';
import {budgetRules} from './rules/budgets.js';
import {choiceRules} from './rules/choices.js';
import {conditionRules} from './rules/conditions.js';
import {shareRules} from './rules/shares.js';
import {containerEndRules} from './rules/container-ends.js';
import {containerRules} from './rules/containers.js';
import {cronJobRules} from './rules/cron-jobs.js';
import {daemonSetRules} from './rules/daemon-sets.js';
import {deploymentRules} from './rules/deployments.js';
import {electionRules} from './rules/elections.js';
import {endpointRules} from './rules/endpoints.js';
import {imageRules} from './rules/images.js';
import {jobFailureRules} from './rules/job-failures.js';
import {jobRules} from './rules/jobs.js';
import {leftOverRules} from './rules/left-over.js';
import {meshRules} from './rules/mesh.js';
import {neighbourRules} from './rules/neighbours.js';
import {networkRules} from './rules/network.js';
import {nodeHealthRules} from './rules/node-health.js';
import {nodeLifeRules} from './rules/nodes.js';
import {policyRules} from './rules/policies.js';
import {probeRules} from './rules/probes.js';
import {proxyRules} from './rules/proxies.js';
import {remainsRules} from './rules/remains.js';
import {replicaSetRules} from './rules/replica-sets.js';
import {revisionRules} from './rules/revisions.js';
import {rolloutRules} from './rules/rollouts.js';
import {schedulerRules} from './rules/scheduler.js';
import {schedulingQueueRules} from './rules/scheduling-queue.js';
import {stagingRules} from './rules/staging.js';
import {statefulSetRules} from './rules/stateful-sets.js';
import {statusRules} from './rules/statuses.js';
import {trafficRules} from './rules/traffic.js';
import {volumeRules} from './rules/volumes.js';
import type {Rule} from './rule.js';

/** Every rule that is watched at each transition of a run. */
export const rules: readonly Rule[] = [
	...apiRules,
	...admissionRules,
	...leftOverRules,
	...deploymentRules,
	...rolloutRules,
	...replicaSetRules,
	...statefulSetRules,
	...daemonSetRules,
	...jobRules,
	...jobFailureRules,
	...cronJobRules,
	...autoscalerRules,
	...budgetRules,
	...schedulerRules,
	...neighbourRules,
	...schedulingQueueRules,
	...containerRules,
	...containerEndRules,
	...probeRules,
	...imageRules,
	...statusRules,
	...volumeRules,
	...stagingRules,
	...nodeLifeRules,
	...nodeHealthRules,
	...electionRules,
	...endpointRules,
	...networkRules,
	...proxyRules,
	...trafficRules,
	...policyRules,
	...addressRules,
	...revisionRules,
	...admittedPodRules,
	...conditionRules,
	...choiceRules,
	...shareRules,
	...authorRules,
	...meshRules,
	...remainsRules,
];
