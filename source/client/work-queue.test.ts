import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import {note, sleep} from '../kernel/routine.js';
import {backoffMs, WorkQueue, type QueueState} from './work-queue.js';

const name = '/components/test/queue';

const run = (kernel: Kernel): string[] => {
	const stops: string[] = [];
	for (let stop = kernel.step(); stop; stop = kernel.step()) {
		stops.push(`${stop.timeMs} ${stop.stage} ${stop.facts?.['key']}${stop.facts?.['event'] ? ' again' : ''}`);
	}

	return stops;
};

test('the pause doubles with each failure, from 5 ms to 1,000 s', (t) => {
	t.deepEqual(
		[0, 1, 2, 10, 17, 18, 500].map((failures) => backoffMs(failures)),
		[5, 10, 20, 5120, 655_360, 1_000_000, 1_000_000],
	);
});

test('a key waits once, however often it is added, and is never worked on twice at a time', (t) => {
	const kernel = new Kernel();
	const queue = new WorkQueue(kernel, name, {stage: 'controller.job.enqueue'});
	kernel.spawn('worker', 'worker', function* () {
		for (;;) {
			const key = yield* queue.get();
			yield* note('work', {key});
			yield* sleep(10);
			queue.done(key);
			yield* note('done', {key});
		}
	});
	kernel.spawn('adder', 'adder', function* () {
		yield* queue.add('a', {});
		yield* queue.add('a', {});
		yield* queue.add('b', {});
		yield* sleep(5);
		t.deepEqual(kernel.ledger.read<QueueState>(name), {
			queue: ['b'],
			length: 1,
			dirty: [],
			processing: ['a'],
			delayed: {},
			failures: {},
		});
		yield* queue.add('a', {event: 'MODIFIED', of: 'a'});
		yield* queue.add('a', {event: 'MODIFIED', of: 'a'});
	});
	t.deepEqual(run(kernel), [
		'0 controller.job.enqueue a',
		'0 controller.job.enqueue b',
		'0 work a',
		'5 controller.job.enqueue a again',
		'10 done a',
		'10 work b',
		'20 done b',
		'20 work a',
		'30 done a',
	]);
});

test('a key that failed comes back later and later, and what woke the worker is the attempt before', (t) => {
	const kernel = new Kernel();
	const queue = new WorkQueue(kernel, name, {stage: 'controller.job.enqueue'});
	const causes: number[] = [];
	kernel.spawn('worker', 'worker', function* () {
		for (let attempt = 0; attempt < 3; attempt++) {
			const key = yield* queue.get();
			yield* note('work', {key});
			queue.addRateLimited(key);
			queue.done(key);
			yield* note('failed', {says: `retries ${queue.retries(key)}`});
		}
	});
	kernel.spawn('adder', 'adder', () => queue.add('a', {}));
	for (let stop = kernel.step(); stop; stop = kernel.step()) {
		if (stop.stage === 'work') {
			causes.push(stop.timeMs, stop.cause);
		}
	}

	t.deepEqual(causes, [0, 0, 5, 1, 15, 3]);
});

test('a key whose adder ends at its stop is not lost when somebody adds it again', (t) => {
	const kernel = new Kernel();
	const queue = new WorkQueue(kernel, name, {stage: 'controller.job.enqueue'});
	kernel.spawn('worker', 'worker', function* () {
		for (;;) {
			const key = yield* queue.get();
			yield* note('work', {key});
			queue.done(key);
			yield* note('done', {key});
		}
	});
	kernel.spawn('adder', 'adder', () => queue.add('a', {}));
	t.is(kernel.step()?.stage, 'controller.job.enqueue');
	kernel.processes.restart('adder');
	t.deepEqual(run(kernel), ['0 controller.job.enqueue a', '0 work a', '0 done a']);
});

test('success forgets the failures of a key, and the earliest appointment of a key counts', (t) => {
	const kernel = new Kernel();
	const queue = new WorkQueue(kernel, name, {stage: 'controller.job.enqueue'});
	t.deepEqual([queue.addRateLimited('a'), queue.addRateLimited('a'), queue.retries('a')], [5, 10, 2]);
	queue.forget('a');
	t.deepEqual([queue.retries('a'), queue.addRateLimited('a')], [0, 5]);
	t.true(queue.addAfter('b', 100));
	t.false(queue.addAfter('b', 300));
	t.is(kernel.ledger.read<QueueState>(name)?.delayed['b'], 100);
	t.true(queue.addAfter('b', 40));
	t.is(kernel.ledger.read<QueueState>(name)?.delayed['b'], 40);
});
