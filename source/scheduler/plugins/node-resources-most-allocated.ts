import type {Plugin} from '../framework.js';
import {mostAllocated} from '../resource-scores.js';

/**
Prefers nodes that are the fullest once the Pod is there: it packs Pods instead of spreading them.

A separate plug-in until v1.23, under a Policy file MostRequestedPriority; today a strategy of NodeResourcesFit.

@mirrors noderesources.MostAllocated, of v1.22
*/
export const nodeResourcesMostAllocated: Plugin<never, true> = {
	name: 'NodeResourcesMostAllocated',
	prescore: () => true,
	score: mostAllocated(),
};
