import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {note, receive, sleep, type Routine} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import {sentenceOf} from '../stages/sentence.js';
import {Client} from './client.js';
import type {RateLimit} from './rate-limiter.js';
import type {Handler, Request} from './request.js';

/** A client with a limit, and a server that says when each request reached it. */
const limited = (limit: RateLimit) => {
	const kernel = new Kernel({latencies: {'client.request': 0}});
	const arrivals: Array<readonly [timeMs: number, method: Request['method'], watch: boolean]> = [];
	const handler: Handler = function* ({method, path, query}) {
		arrivals.push([kernel.now, method, 'watch' in query]);
		yield* note('fake', {says: path});
		return {status: 200, headers: {}, body: {metadata: {resourceVersion: '1'}, items: []}};
	};
	const client = new Client(kernel, handler, 'tester', {}, limit);
	const stops: Stop[] = [];
	const run = (...routines: ReadonlyArray<() => Routine<unknown>>) => {
		for (const [index, routine] of routines.entries()) {
			kernel.spawn(`tester-${kernel.steps}-${index}`, 'tester', routine);
		}

		for (let stop = kernel.step(); stop; stop = kernel.step()) {
			stops.push(stop);
		}
	};

	const throttled = () => stops.filter(({stage}) => stage === 'client.throttle');
	return {kernel, client, arrivals, stops, run, throttled};
};

function* times(count: number, request: () => Routine<unknown>): Routine {
	for (let index = 0; index < count; index++) {
		yield* request();
	}
}

test('a client sends a burst at once, and then as many requests a second as its limit says', (t) => {
	const {client, arrivals, run, throttled} = limited({qps: 20, burst: 3});
	run(() => times(6, () => client.get('pods', 'default', 'web')));
	t.deepEqual(
		arrivals.map(([timeMs]) => timeMs),
		[0, 0, 0, 50, 100, 150],
	);
	// No wait is long enough to be logged by client-go, but the first shows that the burst is used up.
	t.deepEqual(
		throttled().map(({timeMs, facts}) => [timeMs, facts]),
		[
			[
				0,
				{
					client: 'tester',
					method: 'GET',
					path: '/api/v1/namespaces/default/pods/web',
					waitMs: 50,
					qps: 20,
					burst: 3,
					first: true,
				},
			],
		],
	);
	t.deepEqual(
		throttled().map((stop) => sentenceOf(stop)),
		[
			'tester has used up its burst of 3 requests: from now on it sends 20 a second. GET /api/v1/namespaces/default/pods/web waits 50 ms.',
		],
	);
});

test('processes that share a client share its limit, and every wait that client-go would log is a stop', (t) => {
	const {client, arrivals, run, throttled} = limited({qps: 10, burst: 1});
	const get = () => client.get('pods', 'default', 'web');
	run(get, get, get);
	t.deepEqual(
		arrivals.map(([timeMs]) => timeMs),
		[0, 100, 200],
	);
	t.deepEqual(
		throttled().map((stop) => sentenceOf(stop)),
		[
			'tester has used up its burst of 1 request: from now on it sends 10 a second. GET /api/v1/namespaces/default/pods/web waits 100 ms.',
			'tester delays GET /api/v1/namespaces/default/pods/web by 200 ms: its limit is 10 requests a second.',
		],
	);
	t.deepEqual(
		throttled().map(({frame}) => frame?.name),
		['GET /api/v1/namespaces/default/pods/web', 'GET /api/v1/namespaces/default/pods/web'],
	);
});

test('neither watches nor what fills a cache count, but every other list does', (t) => {
	const {client, arrivals, run, throttled} = limited({qps: 1, burst: 1});
	run(function* () {
		for (let index = 0; index < 3; index++) {
			yield* client.watch('pods', {}, new Mailbox('tester'), (event) => event);
			yield* client.list('pods', {fillsCache: true});
		}
	});
	t.deepEqual(
		arrivals.map(([timeMs, , watch]) => [timeMs, watch]),
		[
			[0, true],
			[0, false],
			[0, true],
			[0, false],
			[0, true],
			[0, false],
		],
	);
	run(() => times(2, () => client.list('pods')));
	t.is(arrivals.at(-1)?.[0], 1000);
	t.is(throttled().length, 1);
});

test('another client of the same user has a burst of its own, and a negative rate is no limit', (t) => {
	const {kernel, client, run, throttled} = limited({qps: 1, burst: 1});
	run(
		() => client.list('pods'),
		() => client.limited({qps: 1, burst: 1}).list('pods'),
	);
	t.is(kernel.now, 0);
	const free = client.limited({qps: -1, burst: 1});
	run(() => times(100, () => free.list('pods')));
	t.is(kernel.now, 0);
	t.deepEqual(throttled(), []);
});

test('an event is under way for as long as its sender is slow then, and not for as long as the client was when the watch was opened', (t) => {
	const kernel = new Kernel({latencies: {'client.request': 0, 'client.watch': 20}});
	let tell: Request['onEvent'];
	const handler: Handler = function* ({onEvent}) {
		tell = onEvent;
		yield* note('fake', {says: 'it watches'});
		return {status: 200, headers: {}, body: {}};
	};
	const mailbox = new Mailbox<unknown>('tester');
	const client = new Client(kernel, handler, 'tester', {});
	kernel.hinder({pace: ({name}) => (name === 'tester' ? 100 : 1), skewMs: () => 0});
	const arrivals: number[] = [];
	kernel.spawn('tester', 'tester', function* () {
		yield* client.watch('pods', {}, mailbox, (event) => event);
		yield* receive(mailbox);
		arrivals.push(kernel.now);
	});
	kernel.spawn('server', 'server', function* () {
		yield* sleep(1000);
		tell?.({type: 'BOOKMARK', object: {}});
	});
	while (kernel.step()) {
		// Nothing reads the stops.
	}

	t.deepEqual(arrivals, [1020]);
});
