import type {PluginName} from '../objects/scheduling.js';
import type {ProfilePlugin, RawScores, ClusterView} from './framework.js';
import type {NodeInfo} from './node-info.js';
import type {PodInfo} from './pod-info.js';

/** One plug-in's scores, each parallel to the feasible nodes. */
export interface Scores extends RawScores {
	readonly plugin: PluginName;
	readonly weight: number;
	readonly strategy?: string;
	readonly weighted: readonly number[];
}

/** The plug-ins' scores for the feasible nodes. */
export interface Scoring {
	readonly scores: readonly Scores[];
	/** Plug-ins that score, but have no opinion about this Pod. */
	readonly skipped: readonly string[];
	/** Sum of the weighted scores, parallel to the nodes. */
	readonly totals: readonly number[];
}

/** Scores the nodes. */
export const scoreNodes = (
	profile: readonly ProfilePlugin[],
	pod: PodInfo,
	view: ClusterView,
	nodes: readonly NodeInfo[],
): Scoring => {
	const scores: Scores[] = [];
	const skipped: string[] = [];
	for (const {name, weight, strategy, score, concerns} of profile) {
		if (!score || concerns?.(pod.pod) === false) {
			continue;
		}

		const own = score(pod, view, nodes);
		if (!own) {
			skipped.push(name);
			continue;
		}

		const {raw, normalised} = own;
		const weighted = weight === 1 ? normalised : Object.freeze(normalised.map((points) => points * weight));
		scores.push({plugin: name, weight, ...(strategy === undefined ? {} : {strategy}), raw, normalised, weighted});
	}

	const totals = nodes.map(() => 0);
	for (const {weighted} of scores) {
		for (let index = 0; index < totals.length; index++) {
			totals[index] = (totals[index] ?? 0) + (weighted[index] ?? 0);
		}
	}

	return {scores, skipped, totals: Object.freeze(totals)};
};

/** The nodes with the greatest total. */
export const bestNodes = (nodes: readonly NodeInfo[], totals: readonly number[]): readonly NodeInfo[] => {
	let most = Number.NEGATIVE_INFINITY;
	for (const total of totals) {
		most = Math.max(most, total);
	}

	return nodes.filter((_node, index) => totals[index] === most);
};
