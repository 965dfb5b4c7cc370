import type {SchedulerFacts} from '../facts/scheduler.js';

/** The nodes that a filter lets pass. */
export const nodesLeft = ({
	nodes,
	verdicts,
}: Pick<SchedulerFacts['scheduler.filter.*'], 'nodes' | 'verdicts'>): readonly string[] =>
	nodes.filter((_node, index) => verdicts[index] === 'passed');

const given = (row: ReadonlyArray<number | null>): readonly number[] => row.filter((score) => score !== null);

/** The highest and the lowest score that a plug-in gives, the nodes with the highest, and whether these are all. */
export const bestScored = ({
	nodes,
	normalised,
}: Pick<SchedulerFacts['scheduler.score.*'], 'nodes' | 'normalised'>): {
	readonly top: number;
	readonly lowest: number;
	readonly best: readonly string[];
	readonly isEven: boolean;
} => {
	const scores = given(normalised);
	const top = Math.max(...scores);
	const best = nodes.filter((_node, index) => normalised[index] === top);
	return {top, lowest: Math.min(...scores), best, isEven: best.length === scores.length};
};

/** The points of the selected node, and the nodes that have as many. */
export const selection = ({
	node,
	candidates,
	totals,
}: Pick<Extract<SchedulerFacts['scheduler.select'], {case: 'best'}>, 'node' | 'candidates' | 'totals'>): {
	readonly top: number;
	readonly others: readonly string[];
} => ({top: Math.max(...given(totals)), others: candidates.filter((candidate) => candidate !== node)});
