import path from 'node:path';
import {Mistake} from '../../scenario/mistake.js';
import type {LanguageName} from '../../stages/language-names.js';
import {prepareFolder, writeTextFile} from '../text-file.js';
import {WorkerPool} from '../worker-pool.js';
import {endsOf, type End} from './end.js';
import {trialOf, type Experiment} from './experiment.js';
import {doJob, type Found, type Job} from './job.js';
import {simplest} from './minimise.js';
import {reportText, runRecord, summaryRecord, type Example, type Results} from './report.js';
import type {Outcome} from './run.js';

/** The options of an experiment and its report. */
export interface ExploreOptions {
	readonly output: 'text' | 'jsonl';
	/** Language of the report; the machine-readable output is the same in all languages. */
	readonly language: LanguageName;
	/** The first seed, and how many. */
	readonly from: number;
	readonly seeds: number;
	/** The number of parallel runs; by default, one per core. */
	readonly jobs?: number;
	/** Folder for the recordings of the smallest examples. */
	readonly to?: string;
	readonly write: (text: string) => void;
	/** Receives the number of finished runs, then the number of ends whose smallest example has been searched. */
	readonly progress?: (state: {
		readonly done: number;
		readonly all: number;
		readonly what: 'runs' | 'examples';
	}) => void;
	/** Ends the experiment at once, with the results so far. */
	readonly signal?: AbortSignal;
	/** The command that repeats the run of a seed. */
	readonly repeat: (seed: number) => string;
}

/** The work of the threads of an experiment. */
export const work = {run: (job: Job): Found => doJob(job), worker: new URL('./explore-worker.js', import.meta.url)};

/** The most ends for which an example is searched. */
const mostExamples = 12;

/** The outcome of a run. @throws {Mistake} for a mistake that only a run shows */
export const outcomeOf = (found: Found): Extract<Found, {outcome: Outcome}> => {
	if ('mistake' in found) {
		throw new Mistake(found.mistake);
	}

	return found;
};

/** The smallest run for each of the first ends. */
const examplesOf = async (
	experiment: Experiment,
	outcomes: readonly Outcome[],
	ends: readonly End[],
	{to, progress}: ExploreOptions,
	pool: WorkerPool<Job, Found>,
): Promise<readonly Example[]> => {
	const searched = ends.slice(0, mostExamples).flatMap((end) => {
		const like = simplest(end.indexes.flatMap((index) => outcomes[index] ?? []));
		return like && like.verdict !== 'broken' ? [{end, like}] : [];
	});
	const searches = searched.map(({like}) => ({
		experiment,
		trial: {seed: like.seed, settings: like.settings},
		like: {end: like.end, mishaps: like.mishaps},
	}));
	const examples: Example[] = [];
	progress?.({done: 0, all: searches.length, what: 'examples'});
	for await (const found of pool.resultsInOrder(searches)) {
		const {outcome, recording} = outcomeOf(found);
		const end = searched[examples.length]?.end;
		if (end) {
			const file = to === undefined || recording === undefined ? undefined : path.join(to, `end-${end.number}.yaml`);
			if (file !== undefined && recording !== undefined) {
				writeTextFile(file, recording);
			}

			examples.push({end, outcome, ...(file === undefined ? {} : {file})});
			progress?.({done: examples.length, all: searches.length, what: 'examples'});
		}
	}

	return examples;
};

/** The runs of an experiment, in the order of their seeds. */
export const jobsOf = (experiment: Experiment, {from, seeds}: Pick<ExploreOptions, 'from' | 'seeds'>): readonly Job[] =>
	Array.from({length: seeds}, (_, index) => ({experiment, trial: trialOf(experiment, from + index)}));

/**
Runs an experiment once for each seed, on all cores, and reports the distribution of the answers and the different ends.

The output depends on the experiment and the seeds alone, not on the number and order of threads.

@param played the results of all runs, if shards have performed them.
@returns exit code: 0 when every run completes and keeps all rules, 1 when one does not, 130 when it was interrupted.
@throws {Mistake} when the folder cannot be written to; or for a mistake that only a run shows, such as a fault on a process that does not exist.
*/
export const explore = async (
	experiment: Experiment,
	options: ExploreOptions,
	played?: Iterable<Found>,
): Promise<number> => {
	const {output, language, seeds, jobs, to, write, progress, signal, repeat} = options;
	if (to !== undefined) {
		prepareFolder(to);
	}

	const pool = new WorkerPool<Job, Found>(work, jobs, signal);
	try {
		const outcomes: Outcome[] = [];
		const numbers = new Map<string, number>();
		progress?.({done: 0, all: seeds, what: 'runs'});
		for await (const found of played ?? pool.resultsInOrder(jobsOf(experiment, options))) {
			const {outcome} = outcomeOf(found);
			outcomes.push(outcome);
			progress?.({done: outcomes.length, all: seeds, what: 'runs'});
			if (output === 'jsonl') {
				const key = outcome.end.join('\n');
				numbers.set(key, numbers.get(key) ?? numbers.size + 1);
				write(`${JSON.stringify(runRecord(experiment, outcome, numbers.get(key) ?? 0))}\n`);
			}
		}

		const ends = endsOf(outcomes.map(({end}) => end));
		const examples = signal?.aborted ? [] : await examplesOf(experiment, outcomes, ends, options, pool);
		progress?.({done: 0, all: 0, what: 'examples'});
		const results: Results = {experiment, outcomes, ends, examples, wanted: seeds};
		if (output === 'jsonl') {
			write(`${JSON.stringify(summaryRecord(results))}\n`);
		} else if (outcomes.length > 0) {
			write(reportText(results, repeat, language));
		}

		if (signal?.aborted) {
			return 130;
		}

		return outcomes.every(({verdict, broken}) => verdict === 'done' && broken.length === 0) ? 0 : 1;
	} finally {
		await pool.end();
	}
};
