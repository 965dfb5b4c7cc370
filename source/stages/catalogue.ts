import {apiserverStages} from './apiserver.js';
import {controllersStages} from './controllers.js';
import {etcdStages} from './etcd.js';
import {kubectlStages} from './kubectl.js';
import {kubeletStages} from './kubelet.js';
import {networkStages} from './network.js';
import {schedulerStages} from './scheduler.js';
import type {Stage} from './stage.js';

const entries = {
	...kubectlStages,
	...apiserverStages,
	...etcdStages,
	...controllersStages,
	...schedulerStages,
	...kubeletStages,
	...networkStages,
};

/** A key of the catalogue: a stage, or the beginning of several. */
export type CatalogueKey = keyof typeof entries;

/** The catalogue of stages: breakpoints, lessons, the pipeline map and traces all use these keys. */
export const catalogue: Readonly<Record<CatalogueKey, Stage>> = entries;

/** All keys of the catalogue, in the order of the pipeline. */
export const catalogueKeys = Object.keys(entries) as readonly CatalogueKey[];

/** Address of a stage's page of the documentation. */
export const documentationURL = ({documentation}: Stage): string => `https://kubernetes.io/docs/${documentation}`;
