import {Mistake, Mistakes} from '../../scenario/mistake.js';
import {printRecording} from '../replay.js';
import type {Experiment, Trial} from './experiment.js';
import {minimised} from './minimise.js';
import {runTrial, type Create, type Outcome} from './run.js';

/** The work of a thread: one run, or the search for the smallest run that ends like another. */
export interface Job {
	readonly experiment: Experiment;
	readonly trial: Trial;
	/** The end for which to find the smallest run. */
	readonly like?: Pick<Outcome, 'end' | 'mishaps'>;
}

/** The result of a job. */
export type Found =
	| {readonly outcome: Outcome; /** Command line of the smallest run, for `replay`. */ readonly recording?: string}
	| {readonly mistake: string};

const isSameEnd = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n');

/** Carries out a job. A user's mistake is also an answer, because errors lose their text between threads. @param create makes the cluster */
export const doJob = ({experiment, trial, like}: Job, create?: Create): Found => {
	try {
		if (!like) {
			return {outcome: runTrial(experiment, trial, create).outcome};
		}

		const least = minimised(experiment, trial, like.mishaps.length, (other) =>
			isSameEnd(runTrial(experiment, other, create).outcome.end, like.end),
		);
		const {outcome, recording} = runTrial(experiment, least, create);
		return {outcome, ...(recording ? {recording: printRecording(recording)} : {})};
	} catch (error) {
		if (error instanceof Mistake || error instanceof Mistakes) {
			return {mistake: error.toString()};
		}

		throw error;
	}
};
