import type {Proof} from '../rule-world.js';
import {nodeProofs, volumeProofs} from './nodes.js';
import {placeProofs, trafficProofs} from './places.js';
import {remainsProofs} from './remains.js';
import {workloadProofs} from './workloads.js';

/** Short runs that break the rules that no planted mistake breaks in a campaign world. */
export const ruleProofs: readonly Proof[] = [
	...workloadProofs,
	...volumeProofs,
	...nodeProofs,
	...placeProofs,
	...trafficProofs,
	...remainsProofs,
];
