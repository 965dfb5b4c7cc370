import test from 'ava';
import {meet, meetingWorker, type Meeting} from '../testing/meeting-worker.js';
import {resultsInOrder, WorkerPool} from './worker-pool.js';

const work = {run: meet, worker: meetingWorker};

/** Jobs that share a memory: each may wait for another one to be done. */
const jobsOf = (...jobs: ReadonlyArray<Omit<Meeting, 'done'>>): readonly Meeting[] => {
	const done = new Int32Array(new SharedArrayBuffer(4 * jobs.length));
	return jobs.map((job) => ({...job, done}));
};

const allOf = async <T>(
	results: AsyncIterable<T>,
): Promise<{readonly seen: readonly T[]; readonly error?: unknown}> => {
	const seen: T[] = [];
	try {
		for await (const result of results) {
			seen.push(result);
		}

		return {seen};
	} catch (error) {
		return {seen, error};
	}
};

test('results come in the order of the jobs, whatever is done first', async (t) => {
	// The first job waits for the third: it can end only if two threads work at the same time.
	const jobs = jobsOf({index: 0, after: 2}, {index: 1}, {index: 2}, {index: 3, after: 0});
	t.deepEqual(await allOf(resultsInOrder(work, jobs, 2)), {
		seen: ['0 main: false', '1 main: false', '2 main: false', '3 main: false'],
	});
});

test('with one worker, and for one job, no thread is started', async (t) => {
	t.deepEqual(await allOf(resultsInOrder(work, jobsOf({index: 0}, {index: 1}), 1)), {
		seen: ['0 main: true', '1 main: true'],
	});
	t.deepEqual(await allOf(resultsInOrder(work, jobsOf({index: 0}), 4)), {seen: ['0 main: true']});
	t.deepEqual(await allOf(resultsInOrder(work, [], 4)), {seen: []});
});

test('the error of a job comes in its turn, and ends what comes after it', async (t) => {
	for (const workers of [1, 2, 3]) {
		const jobs = jobsOf({index: 0}, {index: 1, fails: 'no such lesson'}, {index: 2});
		const {seen, error} = await allOf(resultsInOrder(work, jobs, workers));
		t.is(seen.length, 1);
		t.true(error instanceof Error);
		t.regex(String(error), /^Error: no such lesson$/);
	}
});

test('a worker that ends before its job is done is an error, not a wait without end', async (t) => {
	const {seen, error} = await allOf(resultsInOrder(work, jobsOf({index: 0}, {index: 1, exits: 7}, {index: 2}), 2));
	t.is(seen.length, 1);
	t.regex(String(error), /^Error: a worker ended with code 7 before its job was done$/);
	const gone = {run: meet, worker: new URL('./no-such-worker.js', import.meta.url)};
	t.regex(String((await allOf(resultsInOrder(gone, jobsOf({index: 0}, {index: 1}), 2))).error), /no-such-worker/);
});

test('a job that cannot be sent to a worker is an error in its turn', async (t) => {
	const jobs = jobsOf({index: 0}, {index: 1}).map((job) =>
		job.index === 1 ? Object.assign(job, {odd: () => 1}) : job,
	);
	const {seen, error} = await allOf(resultsInOrder(work, jobs, 2));
	t.is(seen.length, 1);
	t.regex(String(error), /could not be cloned/);
});

test('who stops reading ends the work', async (t) => {
	// The second job waits for a job that never arrives: only stopping it lets this test end.
	for await (const result of resultsInOrder(work, jobsOf({index: 0}, {index: 1, after: 1}), 2)) {
		t.is(result, '0 main: false');
		break;
	}
});

test('a signal ends it at once, whatever is being done, also with one worker', async (t) => {
	for (const workers of [1, 2]) {
		const controller = new AbortController();
		// The second job waits for one that never begins.
		const jobs = jobsOf({index: 0}, {index: 1, after: 3}, {index: 2, after: 3}, {index: 3});
		const seen: string[] = [];
		for await (const result of resultsInOrder(work, jobs, workers, controller.signal)) {
			seen.push(result);
			controller.abort();
		}

		t.deepEqual(seen, ['0 main: false']);
	}
});

test('a pool does one list of jobs after the other in the same threads, and in new ones after its end', async (t) => {
	const pool = new WorkerPool(work, 2);
	// The first job waits for the second, so that each thread does one.
	const threads = async (): Promise<readonly string[]> => {
		const jobs = jobsOf({index: 0, after: 1, named: true}, {index: 1, named: true});
		return (await allOf(pool.resultsInOrder(jobs))).seen;
	};
	const first = await threads();
	t.is(new Set(first).size, 2);
	t.deepEqual(await threads(), first);
	await pool.end();
	t.is(new Set([...first, ...(await threads())]).size, 4);
	await pool.end();
});
