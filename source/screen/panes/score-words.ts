import type {NodeMatrix} from '../../objects/scheduling.js';
import type {ScreenWords} from '../words/screen-words.js';

type SchedulerWords = ScreenWords['panes']['scheduler'];

/** The score of a node from one plug-in. */
interface Score {
	readonly raw: number;
	readonly normalised: number;
	readonly weighted: number;
}

const scoreOf = (matrix: NodeMatrix, plugin: string, node: number): Score | undefined => {
	const [raw, normalised, weighted] = [matrix.raw, matrix.normalised, matrix.weighted].map(
		(rows) => rows[plugin]?.[node] ?? undefined,
	);
	return normalised === undefined ? undefined : {raw: raw ?? normalised, normalised, weighted: weighted ?? normalised};
};

/** The weight of a plug-in's scores; unknown if all are 0. */
const weightOf = (matrix: NodeMatrix, plugin: string): number | undefined => {
	const rows = matrix.nodes.map((_, node) => scoreOf(matrix, plugin, node));
	const telling = rows.find((score) => score !== undefined && score.normalised !== 0);
	return telling && telling.weighted / telling.normalised;
};

/** The parts of a score: `4→50×2`. Empty for a node without a score. */
export const scoreText = (matrix: NodeMatrix, plugin: string, node: number): string => {
	const score = scoreOf(matrix, plugin, node);
	if (!score) {
		return '';
	}

	const weight = weightOf(matrix, plugin);
	const from = score.raw === score.normalised ? '' : `${score.raw}→`;
	return `${from}${score.normalised}${weight === undefined ? '' : `×${weight}`}`;
};

/** The origin of one score of this matrix, in words: preferably of a normalised one. */
export const scoreExplained = (
	matrix: NodeMatrix,
	heads: (plugin: string) => string,
	words: SchedulerWords,
): string => {
	const scores = matrix.plugins.flatMap((plugin) =>
		matrix.nodes.flatMap((name, node) => {
			const score = scoreOf(matrix, plugin, node);
			return score && score.weighted !== 0 ? [{plugin, name, node, score}] : [];
		}),
	);
	const best =
		scores.find(({score}) => score.raw !== score.normalised && score.weighted !== score.normalised) ??
		scores.find(({score}) => score.raw !== score.normalised) ??
		scores[0];
	if (!best) {
		return '';
	}

	const {plugin, name, node, score} = best;
	const {raw, normalised, weighted} = score;
	return words.score(
		`${heads(plugin)} ${scoreText(matrix, plugin, node)}`,
		name,
		normalised,
		weighted / normalised,
		weighted,
		raw === normalised ? undefined : raw,
		matrix.totals[node] ?? undefined,
	);
};
