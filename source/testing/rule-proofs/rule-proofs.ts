import type {Proof} from '../rule-world.js';
import {nodeProofs, volumeProofs} from './nodes.js';
import {placeProofs, trafficProofs} from './places.js';
import {remainsProofs} from './remains.js';
import {workloadProofs} from './workloads.js';

/** For rules that no planted mistake breaks in a world of the campaign: a short run that breaks each. */
export const ruleProofs: readonly Proof[] = [
	...workloadProofs,
	...volumeProofs,
	...nodeProofs,
	...placeProofs,
	...trafficProofs,
	...remainsProofs,
];
