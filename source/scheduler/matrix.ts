import type {NodeMatrix, PluginName, ScoreRow} from '../objects/scheduling.js';
import type {Filtering} from './filtering.js';
import type {NodeInfo} from './node-info.js';
import type {Scores} from './scoring.js';

/** The matrix before the first plug-in has run. */
export const emptyMatrix = (nodes: readonly NodeInfo[]): NodeMatrix => ({
	nodes: Object.freeze(nodes.map(({name}) => name)),
	plugins: [],
	verdicts: {},
	raw: {},
	normalised: {},
	weighted: {},
	totals: [],
});

/** The matrix with one plug-in's verdicts on the nodes. */
export const withVerdicts = (matrix: NodeMatrix, plugin: string, row: readonly string[]): NodeMatrix => ({
	...matrix,
	plugins: [...matrix.plugins, plugin],
	verdicts: {...matrix.verdicts, [plugin]: row},
});

/** One plug-in's verdict on each node. @param asked the nodes that all earlier plug-ins accepted; `undefined` for all nodes. */
export const verdictRow = (
	{nodes, refusals}: Filtering,
	plugin: PluginName,
	asked: ReadonlySet<NodeInfo> | undefined,
): readonly string[] =>
	Object.freeze(
		nodes.map((node) => {
			if (asked && !asked.has(node)) {
				return '';
			}

			const verdict = refusals.get(node.name);
			return verdict?.plugin === plugin ? verdict.refusal.reasons.join(', ') : 'passed';
		}),
	);

/** Makes a row of the matrix from values parallel to the feasible nodes. */
export const scoreRow = ({nodes, feasible}: Filtering, values: readonly number[]): ScoreRow => {
	if (nodes.length === feasible.length) {
		return Object.isFrozen(values) ? values : Object.freeze([...values]);
	}

	let next = 0;
	return Object.freeze(nodes.map((node) => (node === feasible[next] ? (values[next++] ?? null) : null)));
};

/** One plug-in's scores as rows of the matrix. */
export const scoreRows = (filtering: Filtering, {raw, normalised, weighted}: Scores) => {
	const rawRow = scoreRow(filtering, raw);
	const normalisedRow = normalised === raw ? rawRow : scoreRow(filtering, normalised);
	return {
		raw: rawRow,
		normalised: normalisedRow,
		weighted: weighted === normalised ? normalisedRow : scoreRow(filtering, weighted),
	};
};

/** The matrix with one plug-in's scores. */
export const withScores = (
	matrix: NodeMatrix,
	plugin: string,
	{raw, normalised, weighted}: ReturnType<typeof scoreRows>,
): NodeMatrix => ({
	...matrix,
	plugins: matrix.plugins.includes(plugin) ? matrix.plugins : [...matrix.plugins, plugin],
	raw: {...matrix.raw, [plugin]: raw},
	normalised: {...matrix.normalised, [plugin]: normalised},
	weighted: {...matrix.weighted, [plugin]: weighted},
});
