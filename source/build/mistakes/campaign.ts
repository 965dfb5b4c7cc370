import {resultsInOrder} from '../../commands/worker-pool.js';
import {mistakePlanOf} from './plan.js';
import {playMistakes, type MistakeOutcome} from './play.js';
import {scoreLines} from './score.js';

const work = {
	run: (number: number): MistakeOutcome => playMistakes(mistakePlanOf(number)),
	worker: new URL('worker.js', import.meta.url),
};

/** Plants mistakes by their numbers: the outcomes, in the same order. */
export const playedMistakes = (numbers: readonly number[], jobs: number | undefined): AsyncIterable<MistakeOutcome> =>
	resultsInOrder(work, numbers, jobs);

/** Prints each wrong verdict, and the score by class. @returns whether the goals are met */
export const mistakeReport = async (
	results: AsyncIterable<MistakeOutcome> | Iterable<MistakeOutcome>,
): Promise<boolean> => {
	const outcomes: MistakeOutcome[] = [];
	for await (const outcome of results) {
		outcomes.push(outcome);
		if (!outcome.isPlaced || !outcome.isMended) {
			const missed = [...(outcome.isPlaced ? [] : ['place']), ...(outcome.isMended ? [] : ['fix'])].join(' and ');
			console.log(`--mistake ${outcome.number} (${missed}): ${outcome.says}`);
		}
	}

	console.log(scoreLines(outcomes).join('\n'));
	const share = (is: (outcome: MistakeOutcome) => boolean): number => outcomes.filter(is).length / outcomes.length;
	return share(({isPlaced}) => isPlaced) >= 0.95 && share(({isMended}) => isMended) >= 0.9;
};

/** Prints an application with its mistakes, and the verdict on them. */
export const oneMistake = (number: number): boolean => {
	const plan = mistakePlanOf(number);
	const outcome = playMistakes(plan);
	console.log(`${plan.text}\n${outcome.says}`);
	return outcome.isPlaced && outcome.isMended;
};
