import type {ClusterFacts} from '../facts/cluster.js';
import type {Sentences} from '../language.js';

/** Stops of what the user does to the cluster, in English. */
export const clusterSentences: Sentences<ClusterFacts> = {
	'fault.*': ({process}, {stage}) =>
		stage === 'fault.crash'
			? `The process ${process} is killed.`
			: `The process ${process} starts again from its beginning.`,
};
