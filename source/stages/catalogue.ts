import {apiserverStages} from './apiserver.js';
import {controllersStages} from './controllers.js';
import {etcdStages} from './etcd.js';
import {kubectlStages} from './kubectl.js';
import {kubeletStages} from './kubelet.js';
import {tableOf, type Language} from './language.js';
import {networkStages} from './network.js';
import {schedulerStages} from './scheduler.js';
import type {Stage, Title} from './stage.js';

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

/** An entry of the catalogue in one language. */
interface StageEntry extends Stage, Title {
	readonly key: CatalogueKey;
}

const patterns = catalogueKeys.map((key) => ({key, parts: key.split('.')}));

/** The key that says most about a stage; `undefined` if the catalogue lacks it. */
const keyOf = (stage: string): CatalogueKey | undefined => {
	const parts = stage.split('.');
	let best: (typeof patterns)[number] | undefined;
	for (const candidate of patterns) {
		if (
			candidate.parts.length > (best?.parts.length ?? 0) &&
			candidate.parts.length <= parts.length &&
			candidate.parts.every((part, index) => part === '*' || part === parts[index])
		) {
			best = candidate;
		}
	}

	return best?.key;
};

/** The entry that says most about a stage; `undefined` if the catalogue lacks it. */
export const stageOf = (stage: string, language?: Language): StageEntry | undefined => {
	const key = keyOf(stage);
	return key && {key, ...entries[key], ...tableOf(language).titles[key]};
};

/** Address of a stage's page of the documentation. */
export const documentationURL = ({documentation}: Stage): string => `https://kubernetes.io/docs/${documentation}`;
