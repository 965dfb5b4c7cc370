import {note, type Routine} from '../kernel/routine.js';
import type {Kernel} from '../kernel/kernel.js';
import {
	bestNodes,
	findNodes,
	prefilter,
	scoreNodes,
	type Filtering,
	type Prefiltering,
	enoughNodes,
} from './decision.js';
import type {Weighted, ClusterView} from './framework.js';
import type {NodeInfo} from './node-info.js';
import type {PodInfo} from './pod-info.js';

export const cycleKey = '/components/kube-scheduler/cycle';

/** Nodes × plug-ins, as far as the cycle has come. Every row is parallel to `nodes`. */
export interface Matrix {
	readonly nodes: readonly string[];
	/** Plug-ins in the order in which they ran. */
	readonly plugins: readonly string[];
	/** By plug-in: `passed`, the reason why not, or an empty text where it was not asked. */
	readonly verdicts: Readonly<Record<string, readonly string[]>>;
	/** By plug-in; `null`: the node was not scored. */
	readonly raw: Readonly<Record<string, ReadonlyArray<number | null>>>;
	readonly normalised: Readonly<Record<string, ReadonlyArray<number | null>>>;
	readonly weighted: Readonly<Record<string, ReadonlyArray<number | null>>>;
	readonly totals: ReadonlyArray<number | null>;
}

/** Where a Pod goes, or all that is known about why it goes nowhere. */
export interface Outcome {
	readonly node?: string;
	readonly prefiltering: Prefiltering;
	readonly filtering: Filtering;
	readonly matrix: Matrix;
}

export interface CycleOptions {
	readonly profile: readonly Weighted[];
	readonly start: number;
	readonly percentageOfNodesToScore?: number;
	/** What decides between nodes of equal score. */
	readonly ties: 'first' | 'random';
}

const named = (nodes: readonly NodeInfo[]): string =>
	nodes.length === 0
		? 'none'
		: nodes.length <= 4
			? nodes.map(({name}) => name).join(', ')
			: `${nodes
					.slice(0, 3)
					.map(({name}) => name)
					.join(', ')} and ${nodes.length - 3} more`;

/**
One scheduling cycle up to the choice of a node: first which nodes can take the Pod, then which is best.

Plug-ins are asked node by node, and the first refusal settles a node; the stops tell it plug-in by plug-in.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/
@mirrors k8s.io/kubernetes/pkg/scheduler Scheduler.schedulePod
*/
export function* chooseNode(kernel: Kernel, pod: PodInfo, view: ClusterView, options: CycleOptions): Routine<Outcome> {
	const {profile} = options;
	const nominated = pod.pod.status?.nominatedNodeName;
	const prefiltering = prefilter(profile, pod, view);
	const candidates = prefiltering.nodeNames?.size ?? view.nodes.length;
	yield* notePrefilter(pod, view, prefiltering);

	let filtering: Filtering | undefined;
	if (!prefiltering.refused && nominated) {
		// The place that preemption made is tried before all others.
		const place = view.nodes.filter(({name}) => name === nominated);
		const alone = findNodes(profile, pod, view, {...prefiltering, nodeNames: new Set([nominated])});
		filtering = place.length > 0 && alone.feasible.length > 0 ? alone : undefined;
	}

	filtering ??= findNodes(profile, pod, view, prefiltering, {
		start: options.start,
		enough: enoughNodes(candidates, options.percentageOfNodesToScore),
	});
	let matrix: Matrix = {
		nodes: Object.freeze(filtering.nodes.map(({name}) => name)),
		plugins: [],
		verdicts: {},
		raw: {},
		normalised: {},
		weighted: {},
		totals: [],
	};
	if (prefiltering.refused) {
		kernel.ledger.write(cycleKey, {pod: pod.key, matrix});
		return {prefiltering, filtering, matrix};
	}

	matrix = yield* noteFilters(kernel, pod, prefiltering, filtering, matrix);
	const {feasible} = filtering;
	if (feasible.length <= 1) {
		if (feasible.length === 1) {
			yield* note(
				'scheduler.select',
				`${feasible[0]!.name} is the only node that can take ${pod.key}, so nothing is scored.`,
				{node: feasible[0]!.name, matrix},
			);
		}

		return {node: feasible[0]?.name, prefiltering, filtering, matrix};
	}

	const scoring = scoreNodes(profile, pod, view, feasible);
	yield* note(
		'scheduler.prescore',
		`${feasible.length} nodes can take ${pod.key}: ${named(feasible)}. ${scoring.scores.length} plug-ins will score them${scoring.skipped.length > 0 ? `; ${scoring.skipped.join(', ')} ${scoring.skipped.length === 1 ? 'has' : 'have'} no opinion about this Pod` : ''}.`,
		{
			nodes: feasible.map(({name}) => name),
			scoring: scoring.scores.map(({plugin}) => plugin.name),
			skipped: scoring.skipped,
		},
	);
	const row = rowFor(filtering);
	for (const {plugin, weight, raw, normalised, weighted} of scoring.scores) {
		const {name} = plugin;
		const rawRow = row(raw);
		const normalisedRow = normalised === raw ? rawRow : row(normalised);
		matrix = {
			...matrix,
			plugins: matrix.plugins.includes(name) ? matrix.plugins : [...matrix.plugins, name],
			raw: {...matrix.raw, [name]: rawRow},
			normalised: {...matrix.normalised, [name]: normalisedRow},
			weighted: {...matrix.weighted, [name]: weighted === normalised ? normalisedRow : row(weighted)},
		};
		kernel.ledger.write(cycleKey, {pod: pod.key, matrix});
		const top = Math.max(...normalised);
		const best = feasible.filter((_node, index) => normalised[index] === top);
		yield* note(
			`scheduler.score.${name}`,
			best.length === feasible.length
				? `${name} gives all ${feasible.length} nodes ${top} for ${pod.key}${weight === 1 ? '' : `, times its weight ${weight}`}.`
				: `${name} ${plugin.summary}: ${named(best)} ${best.length === 1 ? 'gets' : 'get'} ${top}, the least is ${Math.min(...normalised)}${weight === 1 ? '' : `, each times its weight ${weight}`}.`,
			{
				plugin: name,
				weight,
				nodes: matrix.nodes,
				raw: rawRow,
				normalised: normalisedRow,
				weighted: matrix.weighted[name],
				matrix,
			},
		);
	}

	matrix = {...matrix, totals: row(scoring.totals)};
	const best = bestNodes(feasible, scoring.totals);
	const {name} =
		best[best.length > 1 && options.ties === 'random' ? kernel.random('kube-scheduler').below(best.length) : 0]!;
	kernel.ledger.write(cycleKey, {pod: pod.key, matrix, node: name});
	yield* note(
		'scheduler.select',
		`${name} is best for ${pod.key} with ${Math.max(...scoring.totals)} points${best.length > 1 ? `, as are ${named(best.filter((node) => node.name !== name))}; ${options.ties === 'random' ? 'chance decides' : 'the first is taken'}` : ''}.`,
		{node: name, candidates: best.map((node) => node.name), totals: matrix.totals, matrix},
	);
	return {node: name, prefiltering, filtering, matrix};
}

function* notePrefilter(pod: PodInfo, view: ClusterView, prefiltering: Prefiltering): Routine {
	const {refused, active, skipped, nodeNames} = prefiltering;
	const facts = {
		nodes: view.nodes.length,
		active: active.map(({plugin}) => plugin.name),
		skipped,
		nodeNames: nodeNames && [...nodeNames],
	};
	yield* refused
		? note(
				'scheduler.prefilter',
				`${refused.plugin} refuses ${pod.key} before any node is looked at: ${refused.refusal.reasons.join(', ')}.`,
				{...facts, plugin: refused.plugin, reasons: refused.refusal.reasons},
				{outcome: 'refused'},
			)
		: note(
				'scheduler.prefilter',
				`${active.length} plug-ins will look at ${nodeNames ? `the nodes ${[...nodeNames].join(', ')}` : `${view.nodes.length} nodes`} for ${pod.key}${skipped.length > 0 ? `; ${skipped.join(', ')} ${skipped.length === 1 ? 'has' : 'have'} nothing to say about it` : ''}.`,
				facts,
			);
}

const rowFor =
	({nodes, feasible}: Filtering) =>
	(values: readonly number[]): ReadonlyArray<number | null> => {
		if (nodes.length === feasible.length) {
			return Object.isFrozen(values) ? values : Object.freeze([...values]);
		}

		let next = 0;
		return Object.freeze(nodes.map((node) => (node === feasible[next] ? values[next++]! : null)));
	};

function* noteFilters(
	kernel: Kernel,
	pod: PodInfo,
	{active}: Prefiltering,
	filtering: Filtering,
	start: Matrix,
): Routine<Matrix> {
	let matrix = start;
	let left = filtering.nodes;
	const allPassed = Object.freeze(filtering.nodes.map(() => 'passed'));
	for (const {plugin} of active) {
		if (!plugin.filter) {
			continue;
		}

		const {name} = plugin;
		const refused =
			filtering.refusals.size === 0 ? [] : left.filter((node) => filtering.refusals.get(node.name)?.plugin === name);
		const asked = left.length === filtering.nodes.length ? undefined : new Set(left);
		const row =
			refused.length === 0 && !asked
				? allPassed
				: Object.freeze(
						filtering.nodes.map((node) => {
							if (asked && !asked.has(node)) {
								return '';
							}

							const verdict = filtering.refusals.get(node.name);
							return verdict?.plugin === name ? verdict.refusal.reasons.join(', ') : 'passed';
						}),
					);
		matrix = {
			...matrix,
			plugins: [...matrix.plugins, name],
			verdicts: {...matrix.verdicts, [name]: row},
		};
		kernel.ledger.write(cycleKey, {pod: pod.key, matrix});
		const {length} = left;
		left = refused.length === 0 ? left : left.filter((node) => filtering.refusals.get(node.name)?.plugin !== name);
		yield* note(
			`scheduler.filter.${name}`,
			refused.length === 0
				? `${name} ${plugin.summary}: ${length === 1 ? left[0]!.name : `all ${length} nodes`} can take ${pod.key}.`
				: `${name} ${plugin.summary}: ${named(refused)} ${refused.length === 1 ? 'is' : 'are'} out for ${pod.key}: ${[...new Set(refused.flatMap((node) => filtering.refusals.get(node.name)!.refusal.reasons))].join(', ')}. ${left.length === 0 ? 'No node is left.' : `Left: ${named(left)}.`}`,
			{
				plugin: name,
				nodes: matrix.nodes,
				verdicts: row,
				refused: refused.map((node) => node.name),
				left: left.length,
				matrix,
			},
			refused.length > 0 ? {outcome: 'refused'} : {},
		);
		if (left.length === 0) {
			break;
		}
	}

	return matrix;
}
