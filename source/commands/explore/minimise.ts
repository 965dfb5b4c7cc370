import {smallestNumber, smallestPart} from '../../invariants/smallest-part.js';
import type {Experiment, Trial} from './experiment.js';
import type {Outcome} from './run.js';
import {valueAt, type Choice, type SettingValue} from './variation.js';

/** Runs that are tried for one example at the most. */
const mostRuns = 60;

/** The first candidate among runs with the same end: the fewest faults, then the fewest stops, then the lowest seed. */
export const simplest = (outcomes: readonly Outcome[]): Outcome | undefined =>
	outcomes.toSorted((a, b) => a.mishaps.length - b.mishaps.length || a.stops - b.stops || a.seed - b.seed)[0];

const indexOf = (choice: Choice, value: SettingValue): number =>
	'from' in choice ? Number(value) - choice.from : choice.values.indexOf(value);

/**
A smaller trial with the same end: no further fault can be left out, and each setting is the smallest, or the first of its list, that halving finds.

@param faults the number of faults of the trial.

@param isAlike runs a trial and returns whether it has the same end.
*/
export const minimised = (
	{variations}: Pick<Experiment, 'variations'>,
	trial: Trial,
	faults: number,
	isAlike: (trial: Trial) => boolean,
): Trial => {
	let runs = 0;
	const holds = (other: Trial): boolean => runs++ < mostRuns && isAlike(other);
	const all = trial.faults ?? Array.from({length: faults}, (_, index) => index);
	const part = smallestPart(all, (some) => holds({...trial, faults: some}));
	let least: Trial = part.length < all.length ? {...trial, faults: part} : trial;
	for (const [index, {choice}] of variations.entries()) {
		const settingsWith = (at: number): readonly SettingValue[] => least.settings.with(index, valueAt(choice, at));
		const known = indexOf(choice, least.settings[index] ?? 0);
		const smallest = smallestNumber(0, known, (at) => holds({...least, settings: settingsWith(at)}));
		least = smallest === known ? least : {...least, settings: settingsWith(smallest)};
	}

	return least;
};
