import type {PagePlay, PageResult} from './documentation-pages/page.js';
import {secondResults} from './documentation-pages/tasks-2-and-concepts.js';
import {secondPlays} from './documentation-pages/tasks-2-and-concepts-plays.js';
import {firstResults} from './documentation-pages/tutorials-and-tasks-1.js';
import {environmentPlays} from './documentation-pages/tasks-1-environment-plays.js';
import {statefulPlays} from './documentation-pages/tasks-1-stateful-plays.js';
import {accessPlays} from './documentation-pages/access-plays.js';
import {nodePlays} from './documentation-pages/tasks-nodes-plays.js';
import {otherWorkloadPlays} from './documentation-pages/tasks-workloads-plays.js';
import {resourcePlays} from './documentation-pages/tasks-resources-plays.js';
import {objectPlays} from './documentation-pages/tasks-1-objects-plays.js';
import {thirdPlays} from './documentation-pages/tasks-1-secrets-plays.js';
import {securityPlays} from './documentation-pages/tutorials-security-plays.js';
import {firstPlays} from './documentation-pages/tutorials-and-tasks-1-plays.js';
import {workloadPlays} from './documentation-pages/tutorials-and-tasks-1-workloads.js';

/** Pages of the Kubernetes documentation that were played, with their results. */
export const pageResults: readonly PageResult[] = [...firstResults, ...secondResults];

/** Pages whose kustomizations a real kubectl renders, against serve: no test repeats them. */
export const playedByKubectl: readonly string[] = [
	'tasks/configmap-secret/managing-secret-using-kustomize',
	'tasks/manage-kubernetes-objects/kustomization',
	'tutorials/stateful-application/mysql-wordpress-persistent-volume',
];

/** Partly played pages; the counts are of that part. */
export const inPart: readonly string[] = [
	'concepts/workloads/controllers/deployment',
	'concepts/workloads/controllers/replicaset',
	'tasks/debug/debug-application/debug-service',
	'tasks/extend-kubernetes/custom-resources/custom-resource-definitions',
	'tutorials/stateful-application/basic-stateful-set',
];

/** Pages whose commands are played by each test run. */
export const pagePlays: readonly PagePlay[] = [
	...firstPlays,
	...workloadPlays,
	...thirdPlays,
	...environmentPlays,
	...objectPlays,
	...statefulPlays,
	...securityPlays,
	...secondPlays,
	...resourcePlays,
	...nodePlays,
	...otherWorkloadPlays,
	...accessPlays,
];
