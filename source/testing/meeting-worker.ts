import {isMainThread, threadId} from 'node:worker_threads';
import {answerJobs} from '../commands/worker-pool.js';

/** A job that can wait for another one. */
export interface Meeting {
	readonly index: number;
	/** The finished jobs, shared by all of them. */
	readonly done: Int32Array;
	/** The job to wait for. */
	readonly after?: number;
	/** Whether to return the thread that does it. */
	readonly named?: boolean;
	/** The message to fail with. */
	readonly fails?: string;
	/** The code to end the worker with. */
	readonly exits?: number;
}

/** Carries out a job. @returns the change, and its place. */
export const meet = ({index, done, after, named, fails, exits}: Meeting): string => {
	if (after !== undefined) {
		Atomics.wait(done, after, 0);
	}

	if (fails !== undefined) {
		throw new Error(fails);
	}

	if (exits !== undefined) {
		process.exit(exits);
	}

	Atomics.store(done, index, 1);
	Atomics.notify(done, index);
	return named ? `thread ${threadId}` : `${index} main: ${isMainThread}`;
};

export const meetingWorker = new URL(import.meta.url);

answerJobs(meet);
