import type {MistakeOutcome} from './play.js';

/** How often the verdict was right about mistakes of one class. */
export interface ClassScore {
	readonly class: string;
	readonly runs: number;
	readonly green: number;
	readonly placed: number;
	readonly mended: number;
}

const scoreOf = (name: string, outcomes: readonly MistakeOutcome[]): ClassScore => ({
	class: name,
	runs: outcomes.length,
	green: outcomes.filter(({isGreen}) => isGreen).length,
	placed: outcomes.filter(({isPlaced}) => isPlaced).length,
	mended: outcomes.filter(({isMended}) => isMended).length,
});

/** The scores of all classes, the worst first, and that of all runs; a run with two mistakes counts as a class of its own. */
export const scoresOf = (
	outcomes: readonly MistakeOutcome[],
): {readonly all: ClassScore; readonly classes: readonly ClassScore[]} => {
	const nameOf = ({classes}: MistakeOutcome): string => (classes.length > 1 ? 'two at once' : (classes[0] ?? ''));
	const names = [...new Set(outcomes.map(nameOf))];
	const wrong = ({runs, placed, mended}: ClassScore): number => (2 * runs - placed - mended) / runs;
	return {
		all: scoreOf('all', outcomes),
		classes: names
			.map((name) =>
				scoreOf(
					name,
					outcomes.filter((outcome) => nameOf(outcome) === name),
				),
			)
			.toSorted((one, other) => wrong(other) - wrong(one) || one.class.localeCompare(other.class)),
	};
};

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** The scores as a table, a line each. */
export const scoreLines = (outcomes: readonly MistakeOutcome[]): readonly string[] => {
	const {all, classes} = scoresOf(outcomes);
	return [...classes, all].map(
		({class: name, runs, green, placed, mended}) =>
			`${name.padEnd(18)} ${String(runs).padStart(5)} runs  place ${percent(placed, runs).padStart(7)}  fix ${percent(mended, runs).padStart(7)}${green > 0 ? `  ${green} green` : ''}`,
	);
};
