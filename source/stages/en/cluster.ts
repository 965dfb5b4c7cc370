import type {ClusterFacts} from '../facts/cluster.js';
import type {Sentences} from '../language.js';

/** Stops of what the user does to the cluster, in English. */
export const clusterSentences: Sentences<ClusterFacts> = {
	'fault.*': ({process, isUnknown}, {stage}) =>
		isUnknown
			? `No process is called ${process}, so nothing happens.`
			: stage === 'fault.crash'
				? `Process ${process} is killed.`
				: `Process ${process} restarts from scratch.`,
};
