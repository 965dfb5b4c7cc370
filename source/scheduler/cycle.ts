import type {Kernel} from '../kernel/kernel.js';
import type {Routine} from '../kernel/routine.js';
import {schedulingCycleKey, type NodeMatrix, type ShownCycle} from '../objects/scheduling.js';
import {note} from '../stages/note.js';
import {enoughNodes, findNodes, prefilter, type Filtering, type Prefiltering} from './filtering.js';
import type {ProfilePlugin, ClusterView} from './framework.js';
import {extenderName, type Extenders} from './extenders.js';
import {emptyMatrix, scoreRow, scoreRows, verdictRow, withScores, withVerdicts} from './matrix.js';
import type {NodeInfo} from './node-info.js';
import type {PodInfo} from './pod-info.js';
import {bestNodes, scoreNodes} from './scoring.js';

/** The node of a Pod, or all known reasons why it has none. */
export interface Choice {
	readonly node?: string;
	readonly prefiltering: Prefiltering;
	readonly filtering: Filtering;
	readonly matrix: NodeMatrix;
}

/** The settings of a scheduling cycle. */
export interface CycleOptions {
	readonly profile: readonly ProfilePlugin[];
	/** Index of the first node to check. */
	readonly start: number;
	readonly percentageOfNodesToScore?: number;
	/** The choice between nodes of equal score. */
	readonly ties: 'first' | 'random';
	/** Servers that are called after the plug-ins. */
	readonly extenders?: Extenders;
}

const namesOf = (nodes: readonly NodeInfo[]): readonly string[] => nodes.map(({name}) => name);

/**
One scheduling cycle up to the choice of a node: first the nodes that fit the Pod, then the best of them.

Plug-ins are called node by node, and the first refusal excludes a node; the stops report this plug-in by plug-in.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/
@mirrors k8s.io/kubernetes/pkg/scheduler Scheduler.schedulePod
*/
export function* chooseNode(kernel: Kernel, pod: PodInfo, view: ClusterView, options: CycleOptions): Routine<Choice> {
	const prefiltering = prefilter(options.profile, pod, view);
	yield* notePrefilter(view, prefiltering);
	const passed = filterNodes(pod, view, prefiltering, options);
	if (prefiltering.refused) {
		const filtering = passed;
		const matrix = emptyMatrix(filtering.nodes);
		show(kernel, {pod: pod.key, matrix});
		return {prefiltering, filtering, matrix};
	}

	const plugins = yield* noteFilters(kernel, pod, prefiltering, passed);
	const filtering =
		options.extenders && passed.error === undefined ? yield* options.extenders.filter(pod, passed) : passed;
	const matrix =
		filtering === passed
			? plugins
			: withVerdicts(plugins, extenderName, verdictRow(filtering, extenderName, new Set(passed.feasible)));
	const [first, ...others] = filtering.feasible;
	if (!first) {
		return {node: undefined, prefiltering, filtering, matrix};
	}

	if (others.length === 0) {
		yield* note('scheduler.select', {case: 'only', node: first.name, matrix});
		return {node: first.name, prefiltering, filtering, matrix};
	}

	const scored = yield* scoreAndSelect(kernel, pod, view, filtering, matrix, first, options);
	return {node: scored.node, prefiltering, filtering, matrix: scored.matrix};
}

/** Shows the cycle so far. */
const show = (kernel: Kernel, cycle: ShownCycle): void => {
	kernel.ledger.write(schedulingCycleKey, cycle);
};

/** Searches for nodes that fit the Pod, up to the limit of the cycle. The node that preemption made free is tried first. */
export const filterNodes = (
	pod: PodInfo,
	view: ClusterView,
	prefiltering: Prefiltering,
	{profile, start, percentageOfNodesToScore}: Omit<CycleOptions, 'ties'>,
): Filtering => {
	const nominated = pod.pod.status?.nominatedNodeName;
	if (!prefiltering.refused && nominated && view.nodes.some(({name}) => name === nominated)) {
		const alone = findNodes(profile, pod, view, {...prefiltering, nodeNames: new Set([nominated])});
		if (alone.feasible.length > 0) {
			return alone;
		}
	}

	const candidates = prefiltering.nodeNames?.size ?? view.nodes.length;
	return findNodes(profile, pod, view, prefiltering, {
		start,
		enough: enoughNodes(candidates, percentageOfNodesToScore),
	});
};

const notePrefilter = (view: ClusterView, {refused, active, skipped, nodeNames}: Prefiltering): Routine =>
	note(
		'scheduler.prefilter',
		{
			nodes: view.nodes.length,
			active: active.map(({plugin}) => plugin),
			skipped,
			nodeNames: nodeNames && [...nodeNames],
			plugin: refused?.plugin,
			reasons: refused?.refusal.reasons,
		},
		refused && {outcome: 'refused'},
	);

/** Explains plug-in by plug-in which nodes do not fit the Pod, until no node is left. */
function* noteFilters(kernel: Kernel, pod: PodInfo, {active}: Prefiltering, filtering: Filtering): Routine<NodeMatrix> {
	const {nodes, refusals} = filtering;
	let matrix = emptyMatrix(nodes);
	let left = nodes;
	const allPassed = Object.freeze(nodes.map(() => 'passed'));
	for (const {plugin} of active) {
		const isRefused = ({name}: NodeInfo): boolean => refusals.get(name)?.plugin === plugin;
		const refused = refusals.size === 0 ? [] : left.filter(isRefused);
		const verdicts =
			refused.length === 0 && left.length === nodes.length
				? allPassed
				: verdictRow(filtering, plugin, left.length === nodes.length ? undefined : new Set(left));
		left = refused.length === 0 ? left : left.filter((node) => !isRefused(node));
		matrix = withVerdicts(matrix, plugin, verdicts);
		show(kernel, {pod: pod.key, matrix});
		yield* note(
			`scheduler.filter.${plugin}`,
			{
				plugin,
				nodes: matrix.nodes,
				verdicts,
				refused: namesOf(refused),
				reasons: [...new Set(refused.flatMap(({name}) => refusals.get(name)?.refusal.reasons ?? []))],
				left: left.length,
				matrix,
			},
			refused.length > 0 ? {outcome: 'refused'} : undefined,
		);
		if (left.length === 0) {
			break;
		}
	}

	return matrix;
}

/** Scores the feasible nodes plug-in by plug-in, and chooses the best. */
function* scoreAndSelect(
	kernel: Kernel,
	pod: PodInfo,
	view: ClusterView,
	filtering: Filtering,
	filtered: NodeMatrix,
	first: NodeInfo,
	{profile, ties, extenders}: CycleOptions,
): Routine<{readonly node: string; readonly matrix: NodeMatrix}> {
	const {feasible} = filtering;
	const scoring = scoreNodes(profile, pod, view, feasible);
	yield* note('scheduler.prescore', {
		nodes: namesOf(feasible),
		scoring: scoring.scores.map(({plugin}) => plugin),
		skipped: scoring.skipped,
	});
	let matrix = filtered;
	for (const scores of scoring.scores) {
		const {plugin, weight, strategy} = scores;
		const rows = scoreRows(filtering, scores);
		matrix = withScores(matrix, plugin, rows);
		show(kernel, {pod: pod.key, matrix});
		const {raw, normalised, weighted} = rows;
		yield* note(`scheduler.score.${plugin}`, {
			plugin,
			weight,
			...(strategy === undefined ? {} : {strategy}),
			nodes: matrix.nodes,
			raw,
			normalised,
			weighted,
			matrix,
		});
	}

	const totals = extenders ? yield* extenders.prioritize(pod, feasible, scoring.totals) : scoring.totals;
	matrix = {...matrix, totals: scoreRow(filtering, totals)};
	const candidates = namesOf(bestNodes(feasible, totals));
	const place =
		candidates.length > 1 && ties === 'random' ? kernel.random('kube-scheduler').below(candidates.length) : 0;
	const node = candidates[place] ?? first.name;
	show(kernel, {pod: pod.key, matrix, node});
	yield* note('scheduler.select', {case: 'best', node, candidates, ties, totals: matrix.totals, matrix});
	return {node, matrix};
}
