import {apiserverStages} from './apiserver.js';
import {controllersStages} from './controllers.js';
import {etcdStages} from './etcd.js';
import {kubectlStages} from './kubectl.js';
import {kubeletStages} from './kubelet.js';
import {networkStages} from './network.js';
import {schedulerStages} from './scheduler.js';
import type {Stage} from './stage.js';

/** The catalogue of stages: breakpoints, lessons, the pipeline map and traces all use these ids. */
export const stages: readonly Stage[] = [
	...kubectlStages,
	...apiserverStages,
	...etcdStages,
	...controllersStages,
	...schedulerStages,
	...kubeletStages,
	...networkStages,
];

const segments = stages.map((item) => ({item, parts: item.id.split('.')}));

/** The entry that says most about a stage; `undefined`: the catalogue lacks it. */
export const stageOf = (id: string): Stage | undefined => {
	const parts = id.split('.');
	let best: {readonly item: Stage; readonly parts: readonly string[]} | undefined;
	for (const candidate of segments) {
		if (
			candidate.parts.length > (best?.parts.length ?? 0) &&
			candidate.parts.length <= parts.length &&
			candidate.parts.every((part, index) => part === '*' || part === parts[index])
		) {
			best = candidate;
		}
	}

	return best?.item;
};
