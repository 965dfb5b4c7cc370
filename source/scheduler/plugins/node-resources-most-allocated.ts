import type {Plugin} from '../framework.js';
import {mostAllocated} from '../resource-scores.js';

/**
Prefers nodes that are the fullest with the Pod: it packs Pods instead of spreading them. A separate plug-in until v1.23, named
MostRequestedPriority in a Policy file; today a strategy of NodeResourcesFit.

@mirrors noderesources.MostAllocated, of v1.22
*/
export const nodeResourcesMostAllocated: Plugin<never, true> = {
	name: 'NodeResourcesMostAllocated',
	prescore: () => true,
	score: mostAllocated(),
};
