import {breakStories} from './breaks.js';
import {choiceStories} from './choices.js';
import {featureStories} from './features.js';
import {firstStories} from './first.js';
import {networkStories} from './network.js';
import {nodeStories} from './nodes.js';
import {schedulerStories} from './scheduler.js';
import {storageStories} from './storage.js';
import type {Story} from './story.js';
import {workloadStories} from './workloads.js';

/** Worlds that reach parts of the program that random worlds seldom reach. Add new ones at the end, because seeds count them. */
export const stories: readonly Story[] = [
	...firstStories,
	...workloadStories,
	...schedulerStories,
	...nodeStories,
	...storageStories,
	...networkStories,
	...breakStories,
	...choiceStories,
	...featureStories,
];
