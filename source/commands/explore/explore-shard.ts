import {isRecord} from '../../kernel/record.js';
import {isOfShard, type Shard} from '../shard.js';
import {measuring, shardLines} from '../shard-results.js';
import {WorkerPool} from '../worker-pool.js';
import type {Experiment} from './experiment.js';
import {jobsOf, outcomeOf, work, type ExploreOptions} from './explore.js';
import type {Found, Job} from './job.js';

/** The data from which `merge` makes the report of an experiment that ran in shards. */
export interface ExploreTask {
	readonly experiment: Experiment;
	readonly options: Pick<ExploreOptions, 'output' | 'language' | 'from' | 'seeds' | 'to'>;
	/** The words of the command without its seeds. */
	readonly words: readonly string[];
}

/** Whether the data are such a task, written by the same version of the program. */
export const isExploreTask = (task: unknown): task is ExploreTask =>
	isRecord(task) && isRecord(task['experiment']) && isRecord(task['options']) && Array.isArray(task['words']);

/** Whether data are the result of a run. */
export const isFound = (result: unknown): result is Found => isRecord(result) && isRecord(result['outcome']);

/**
Performs the runs of one shard of an experiment, and writes their results for `merge`.

@param words those of the command, without its seeds
@returns exit code: 0 when all of them are written, 130 when it was interrupted.
@throws {Mistake} for a mistake that only a run shows.
*/
export const exploreShard = async (
	experiment: Experiment,
	options: ExploreOptions,
	{words, shard}: {readonly words: readonly string[]; readonly shard: Shard},
): Promise<number> => {
	const {output, language, from, seeds, jobs, to, write, progress, signal} = options;
	const own = jobsOf(experiment, options).filter((_, job) => isOfShard(job, shard));
	const pool = new WorkerPool<Job, Found>(work, jobs, signal);
	let done = 0;
	const results = async function* (): AsyncGenerator<Found, void> {
		progress?.({done, all: own.length, what: 'runs'});
		for await (const found of pool.resultsInOrder(own)) {
			yield {outcome: outcomeOf(found).outcome};
			done++;
			progress?.({done, all: own.length, what: 'runs'});
		}
	};
	const task: ExploreTask = {
		experiment,
		options: {output, language, from, seeds, ...(to === undefined ? {} : {to})},
		words,
	};
	try {
		for await (const line of shardLines({command: 'explore', jobs: seeds, task}, shard, results(), measuring())) {
			write(line);
		}

		progress?.({done: 0, all: 0, what: 'examples'});
		return done < own.length ? 130 : 0;
	} finally {
		await pool.end();
	}
};
