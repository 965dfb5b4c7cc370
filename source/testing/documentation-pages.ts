import type {PagePlay, PageResult} from './documentation-pages/page.js';
import {secondResults} from './documentation-pages/tasks-2-and-concepts.js';
import {secondPlays} from './documentation-pages/tasks-2-and-concepts-plays.js';
import {firstResults} from './documentation-pages/tutorials-and-tasks-1.js';
import {thirdPlays} from './documentation-pages/tasks-1-secrets-plays.js';
import {firstPlays} from './documentation-pages/tutorials-and-tasks-1-plays.js';
import {workloadPlays} from './documentation-pages/tutorials-and-tasks-1-workloads.js';

/** Pages of the Kubernetes documentation that were played, with their results. */
export const pageResults: readonly PageResult[] = [...firstResults, ...secondResults];

/** Pages that were played without reading their text: the counts of their results are estimates. A folder means all of its pages. Read and play these first. */
export const fromMemory: readonly string[] = [
	'tasks/configmap-secret/managing-secret-using-kustomize',
	'tasks/configure-pod-container/configure-pod-initialization',
	'tasks/inject-data-application/define-command-argument-container',
	'tasks/inject-data-application/define-environment-variable-container',
	'tasks/inject-data-application/define-environment-variable-via-file',
	'tasks/inject-data-application/define-interdependent-environment-variables',
	'tasks/inject-data-application/downward-api-volume-expose-pod-information',
	'tasks/inject-data-application/environment-variable-expose-pod-information',
	'tasks/manage-kubernetes-objects/declarative-config',
	'tasks/manage-kubernetes-objects/imperative-command',
	'tasks/manage-kubernetes-objects/imperative-config',
	'tasks/manage-kubernetes-objects/kustomization',
	'tasks/run-application/configure-pdb',
	'tasks/run-application/delete-stateful-set',
	'tasks/run-application/force-delete-stateful-set-pod',
	'tasks/run-application/run-single-instance-stateful-application',
	'tasks/run-application/scale-stateful-set',
	'tutorials/security/',
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
export const pagePlays: readonly PagePlay[] = [...firstPlays, ...workloadPlays, ...thirdPlays, ...secondPlays];
