import test from 'ava';
import {prioritySort} from '../plugins/priority-sort.js';
import {ActiveQueue} from './active-queue.js';
import {BackoffQueue, backoffMs} from './backoff-queue.js';
import type {QueueEntry} from './queued-pod.js';
import {UnschedulablePods} from './unschedulable-pods.js';

const entry = (key: string, priority?: number, more: Partial<QueueEntry> = {}): QueueEntry => ({
	pod: {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {name: key, namespace: 'default', uid: key, resourceVersion: '1', creationTimestamp: ''},
		spec: {containers: [], ...(priority === undefined ? {} : {priority})},
		status: {},
	},
	key,
	place: 'active',
	attempts: 1,
	timestampMs: 0,
	firstSeenMs: 0,
	refusedBy: new Set(),
	backoffUntilMs: 0,
	isError: false,
	isIdle: false,
	...more,
});

const keys = (entries: Iterable<QueueEntry>): readonly string[] => [...entries].map(({key}) => key);

test('the queue gives higher priorities first, and within one the Pod that came first', (t) => {
	const queue = new ActiveQueue();
	const all = [entry('a'), entry('high-1', 10), entry('b', 0), entry('low', -1), entry('high-2', 10)];
	for (const one of all) {
		queue.add(one);
	}

	const order = ['high-1', 'high-2', 'a', 'b', 'low'];
	t.deepEqual(keys(queue), order);
	const popped: string[] = [];
	for (let next = queue.first; next; next = queue.first) {
		popped.push(next.key);
		queue.delete(next);
		next.place = 'inFlight';
	}

	t.deepEqual(popped, order);
	t.is(queue.size, 0);
});

test('a Pod that leaves from the middle of a line is skipped', (t) => {
	const queue = new ActiveQueue();
	const [first, second, third] = [entry('first'), entry('second'), entry('third')];
	for (const one of [first, second, third]) {
		queue.add(one);
	}

	queue.delete(second);
	second.place = 'gone';
	t.is(queue.size, 2);
	t.deepEqual(keys(queue), ['first', 'third']);
	queue.delete(first);
	first.place = 'inFlight';
	t.is(queue.first, third);
});

test('the sort plug-in compares priorities, then the time of waiting', (t) => {
	const [old, young, high] = [entry('old'), entry('young', 0, {timestampMs: 5}), entry('high', 1, {timestampMs: 9})];
	t.deepEqual(keys([young, high, old].sort(prioritySort)), ['high', 'old', 'young']);
});

test('a back-off doubles from one second up to ten', (t) => {
	t.deepEqual(
		[0, 1, 2, 3, 4, 5, 50].map((attempts) => backoffMs(attempts)),
		[1000, 1000, 2000, 4000, 8000, 10_000, 10_000],
	);
	t.is(backoffMs(9, {podInitialBackoffSeconds: 2, podMaxBackoffSeconds: 60}), 60_000);
});

test('of Pods in back-off the best may be tried early, but no Pod that an error put there', (t) => {
	const queue = new BackoffQueue([
		entry('error', 9, {isError: true, backoffUntilMs: 100}),
		entry('low', 0, {backoffUntilMs: 200}),
		entry('high', 5, {backoffUntilMs: 300}),
	]);
	t.is(queue.first?.key, 'high');
	t.deepEqual(keys(queue.due(99)), []);
	t.deepEqual(keys(queue.due(200)), ['error', 'low']);
	t.is(queue.nextMs, 100);
	t.is(new BackoffQueue().nextMs, Number.POSITIVE_INFINITY);
	t.false(queue.isIdle);
	t.true(new BackoffQueue([entry('retry', 0, {isIdle: true})]).isIdle);
});

test('a Pod that no event helps is due after five minutes', (t) => {
	const pods = new UnschedulablePods([entry('a', 0, {timestampMs: 1000}), entry('b', 0, {timestampMs: 2000})]);
	t.is(pods.nextMs, 301_000);
	t.deepEqual(keys(pods.due(300_999)), []);
	t.deepEqual(keys(pods.due(301_000)), ['a']);
});
