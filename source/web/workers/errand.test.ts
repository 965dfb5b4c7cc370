import test from 'ava';
import {Errand, type Thread} from './errand.js';
import type {Done, Order} from './order.js';

const order: Order = {check: {'a.yaml': ''}, language: 'en'};
const report: Done = {report: {files: [], skipped: [], isInterrupted: false, seconds: 1}};

/** A thread that answers on the test's command. */
class TestThread implements Thread {
	readonly received: unknown[] = [];
	isEnded = false;
	readonly #listeners: Array<readonly [type: string, listener: (event: unknown) => void]> = [];

	readonly addEventListener: Thread['addEventListener'] = (
		type: string,
		listener: unknown,
		options?: boolean | AddEventListenerOptions,
	): void => {
		const signal = typeof options === 'object' ? options.signal : undefined;
		if (typeof listener === 'function') {
			this.#listeners.push([type, (event) => signal?.aborted || listener(event)]);
		}
	};

	postMessage(message: unknown): void {
		this.received.push(message);
	}

	terminate(): void {
		this.isEnded = true;
	}

	tell(type: string, event: unknown): void {
		for (const [known, listener] of this.#listeners) {
			if (known === type) {
				listener(event);
			}
		}
	}
}

const withThreads = () => {
	const threads: TestThread[] = [];
	const errand = new Errand(() => {
		const thread = new TestThread();
		threads.push(thread);
		return thread;
	});
	return {threads, errand};
};

test('an order is given when the thread is ready; progress and result arrive, and the thread stays for the next', async (t) => {
	const {threads, errand} = withThreads();
	const heard: unknown[] = [];
	const running = errand.run(order, (...progress) => heard.push(progress));
	const [thread] = threads;
	t.deepEqual(thread?.received, []);
	thread?.tell('message', {data: 'ready'});
	t.deepEqual(thread?.received, [order]);
	thread?.tell('message', {data: {progress: [1, 2]}});
	thread?.tell('message', {data: {result: report}});
	t.is(await running, report);
	t.deepEqual(heard, [[1, 2]]);
	const again = errand.run(order);
	t.is(threads.length, 1);
	t.is(thread?.received.length, 2);
	thread?.tell('message', {data: {error: 'Error: no'}});
	await t.throwsAsync(again, {message: 'Error: no'});
});

test('cancelling ends the thread and its answer is undefined; another order does the same', async (t) => {
	const {threads, errand} = withThreads();
	const first = errand.run(order);
	errand.cancel();
	t.is(await first, undefined);
	t.true(threads[0]?.isEnded);
	const second = errand.run(order);
	const third = errand.run(order);
	t.is(await second, undefined);
	t.is(threads.length, 3);
	threads[2]?.tell('message', {data: {result: report}});
	t.is(await third, report);
	errand.cancel();
	t.false(threads[2]?.isEnded);
	errand.close();
	t.true(threads[2]?.isEnded);
});

test('a thread that cannot be loaded is an error, and the next order starts another', async (t) => {
	const {threads, errand} = withThreads();
	const running = errand.run(order);
	threads[0]?.tell('error', {});
	await t.throwsAsync(running, {message: 'the thread cannot be loaded'});
	void errand.run(order);
	t.is(threads.length, 2);
	errand.close();
});

test('a thread that cannot begin says why, and a late error of an ended thread leaves the next one alone', async (t) => {
	const {threads, errand} = withThreads();
	const failing = errand.run(order);
	threads[0]?.tell('message', {data: {failed: 'TypeError: no network'}});
	await t.throwsAsync(failing, {message: 'TypeError: no network'});
	t.true(threads[0]?.isEnded);
	const cancelled = errand.run(order);
	errand.cancel();
	t.is(await cancelled, undefined);
	const running = errand.run(order);
	threads[1]?.tell('error', {message: 'late'});
	threads[1]?.tell('message', {data: {error: 'late'}});
	threads[2]?.tell('message', {data: 'ready'});
	t.deepEqual(threads[2]?.received, [order]);
	errand.cancel();
	t.is(await running, undefined);
	t.true(threads[2]?.isEnded);
});
