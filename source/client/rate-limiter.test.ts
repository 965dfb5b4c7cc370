import test from 'ava';
import fc from 'fast-check';
import {clientGoLimit, RateLimiter, type RateLimit} from './rate-limiter.js';

/** The waits of requests that arrive at these moments, in milliseconds. */
const waits = (limit: RateLimit, moments: readonly number[]): readonly number[] => {
	const limiter = new RateLimiter(limit);
	return moments.map((nowMs) => limiter.take(nowMs));
};

const cases: ReadonlyArray<
	readonly [what: string, limit: RateLimit, moments: readonly number[], waits: readonly number[]]
> = [
	['a burst goes out at once', {qps: 20, burst: 3}, [0, 0, 0], [0, 0, 0]],
	['what comes after it queues, a token apart', {qps: 20, burst: 3}, [0, 0, 0, 0, 0, 0], [0, 0, 0, 50, 100, 150]],
	['a request that is its only one in a while never waits', {qps: 20, burst: 1}, [0, 50, 100, 150], [0, 0, 0, 0]],
	['it waits for what is missing of a token', {qps: 20, burst: 1}, [0, 30, 80, 149], [0, 20, 20, 1]],
	['tokens come back while nobody asks', {qps: 20, burst: 3}, [0, 0, 0, 100, 100, 100], [0, 0, 0, 0, 0, 50]],
	['the bucket holds no more than a burst', {qps: 20, burst: 2}, [0, 60_000, 60_000, 60_000], [0, 0, 0, 50]],
	['a wait is as long as the queue is', {qps: 20, burst: 1}, [0, 0, 0, 60], [0, 50, 100, 90]],
	['a burst of thirds of a millisecond is no longer than it', {qps: 3000, burst: 3}, [0, 0, 0, 0], [0, 0, 0, 1]],
	['rounding up a wait delays none that comes later', {qps: 30, burst: 1}, [0, 0, 0, 0], [0, 34, 67, 100]],
	['less than one a second', {qps: 0.5, burst: 1}, [0, 0], [0, 2000]],
	['0 a second is what client-go takes for it', {qps: 0, burst: 1}, [0, 0], [0, 200]],
	['the default of client-go', clientGoLimit, Array<number>(12).fill(7), [...Array<number>(10).fill(0), 200, 400]],
];

for (const [what, limit, moments, expected] of cases) {
	test(`a client's limit: ${what}`, (t) => {
		t.deepEqual(waits(limit, moments), expected);
	});
}

test('whatever is asked for, in no time more is sent than a burst and what the rate adds, and in the order in which it came', (t) => {
	t.notThrows(() => {
		fc.assert(
			fc.property(
				fc.integer({min: 1, max: 200}),
				fc.integer({min: 1, max: 20}),
				fc.array(fc.integer({min: 0, max: 400}), {minLength: 1, maxLength: 60}),
				(qps, burst, pauses) => {
					let nowMs = 0;
					const moments = pauses.map((pause) => (nowMs += pause));
					const waited = waits({qps, burst}, moments);
					const sent = moments.map((moment, index) => moment + (waited[index] ?? 0));
					return sent.every(
						(last, to) =>
							last >= (sent[to - 1] ?? 0) &&
							// A token of tolerance: waits are whole milliseconds.
							sent.slice(0, to + 1).every((first, from) => to - from <= burst + ((last - first) * qps) / 1000 + 1),
					);
				},
			),
		);
	});
});

test('the bucket has run dry from the first wait until it is full again', (t) => {
	const limiter = new RateLimiter({qps: 10, burst: 2});
	const asked = [0, 0, 0, 150, 250, 900, 900].map((nowMs) => [limiter.hasRunDry, limiter.take(nowMs)]);
	t.deepEqual(asked, [
		[false, 0],
		[false, 0],
		[false, 100],
		[true, 50],
		[true, 50],
		[true, 0],
		[false, 0],
	]);
});
