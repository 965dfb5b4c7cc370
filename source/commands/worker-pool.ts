import {availableParallelism} from 'node:os';
import {isMainThread, parentPort, Worker} from 'node:worker_threads';
import {needThreads} from './startup/threads.js';

/** A job for any thread: a function of one value, and the module in which a worker thread answers with that function. */
export interface Work<Job, Result> {
	readonly run: (job: Job) => Result;
	/** Calls {@link answerJobs} with `run`. */
	readonly worker: URL;
}

/** A worker's answer for a job. */
type Answer<Result> = {readonly result: Result} | {readonly error: unknown};

/** Makes this module the entry of workers: `run` answers each job. It has no effect outside a worker. */
export const answerJobs = <Job, Result>(run: (job: Job) => Result): void => {
	if (isMainThread) {
		return;
	}

	parentPort?.on('message', (job: Job) => {
		let answer: Answer<Result>;
		try {
			answer = {result: run(job)};
		} catch (error) {
			answer = {error};
		}

		parentPort?.postMessage(answer, []);
	});
};

/** Lets a thread carry out one job; an error is also an answer. */
const answerOf = <Job, Result>(thread: Worker, job: Job): Promise<Answer<Result>> =>
	new Promise((resolve) => {
		const fail = (error: unknown): void => {
			resolve({error});
		};
		const end = (code: number): void => {
			resolve({error: new Error(`a worker ended with code ${code} before its job was done`)});
		};
		thread.once('error', fail);
		thread.once('exit', end);
		thread.once('message', (answer: Answer<Result>) => {
			thread.off('error', fail);
			thread.off('exit', end);
			resolve(answer);
		});
		try {
			thread.postMessage(job, []);
		} catch (error) {
			fail(error);
		}
	});

/**
Threads that carry out jobs on all cores, and stay alive between lists of jobs until {@link end}. The output is the same with any number of
workers: results, and the error of a failing job, are in the order of the jobs. Jobs and results are copied between threads, as
`structuredClone` does. With one worker or one job, no thread is started, unless a signal must be received during the work.
*/
export class WorkerPool<Job, Result> {
	readonly #work: Work<Job, Result>;
	readonly #workers: number;
	readonly #signal: AbortSignal | undefined;
	#threads: readonly Worker[] = [];

	/**
	@param workers the most threads; by default, one per core.

	@param signal ends it at once: no further result arrives, even from work in progress.
	*/
	constructor(work: Work<Job, Result>, workers: number = availableParallelism(), signal?: AbortSignal) {
		this.#work = work;
		this.#workers = workers;
		this.#signal = signal;
	}

	/** Ends the threads, even during work. */
	async end(): Promise<void> {
		const threads = this.#threads;
		this.#threads = [];
		await Promise.all(threads.map((thread) => thread.terminate()));
	}

	/**
	Runs a list of jobs; only one list at a time. If the caller stops reading, for example because of an error, the threads end.

	@throws the error of a job, at its turn; {Error} when a worker ends before its job is done.
	*/
	async *resultsInOrder(jobs: readonly Job[]): AsyncGenerator<Result, void> {
		const count = Math.min(this.#workers, jobs.length);
		if (count === 0 || (count === 1 && !this.#signal)) {
			for (const job of jobs) {
				yield this.#work.run(job);
			}

			return;
		}

		needThreads();
		const more = Math.max(0, count - this.#threads.length);
		this.#threads = [...this.#threads, ...Array.from({length: more}, () => new Worker(this.#work.worker))];
		let isDone = false;
		try {
			yield* this.#answers(jobs, this.#threads.slice(0, count));
			isDone = true;
		} finally {
			if (!isDone || this.#signal?.aborted) {
				await this.end();
			}
		}
	}

	/** Gives each thread the next job when it is free. */
	async *#answers(jobs: readonly Job[], threads: readonly Worker[]): AsyncGenerator<Result, void> {
		const signal = this.#signal;
		const answers = new Map<number, Answer<Result>>();
		const isOver = (): boolean => signal?.aborted ?? false;
		let wake = (): void => {};
		const left = jobs.entries();
		const work = async (thread: Worker): Promise<void> => {
			for (const [index, job] of left) {
				const answer = await answerOf<Job, Result>(thread, job);
				answers.set(index, answer);
				wake();
				if ('error' in answer) {
					return;
				}
			}
		};

		const abort = (): void => {
			wake();
		};
		signal?.addEventListener('abort', abort);
		try {
			for (const thread of threads) {
				void work(thread);
			}

			for (const index of jobs.keys()) {
				let answer = answers.get(index);
				while (!answer && !isOver()) {
					await new Promise<void>((resolve) => {
						wake = resolve;
					});
					answer = answers.get(index);
				}

				if (!answer || isOver()) {
					return;
				}

				answers.delete(index);
				if ('error' in answer) {
					throw answer.error;
				}

				yield answer.result;
			}
		} finally {
			signal?.removeEventListener('abort', abort);
		}
	}
}

/** The results of one list of jobs: a {@link WorkerPool} for these alone. */
export async function* resultsInOrder<Job, Result>(
	work: Work<Job, Result>,
	jobs: readonly Job[],
	workers?: number,
	signal?: AbortSignal,
): AsyncGenerator<Result, void> {
	const pool = new WorkerPool(work, workers, signal);
	try {
		yield* pool.resultsInOrder(jobs);
	} finally {
		await pool.end();
	}
}
