import test from 'ava';
import {Backoff} from './backoff.js';

test('pauses double up to the longest, and are forgotten after twice the longest', (t) => {
	const backoff = new Backoff();
	const after = (...timesMs: readonly number[]): number => {
		for (const ms of timesMs) {
			backoff.next('web', ms);
		}

		return backoff.get('web');
	};

	t.is(backoff.get('web'), 0);
	t.is(after(0), 10_000);
	t.is(backoff.leftMs('web', 4000), 6000);
	t.is(backoff.leftMs('web', 12_000), 0);
	t.is(after(20_000, 40_000), 40_000);
	t.is(after(60_000, 80_000, 100_000, 120_000), 300_000);
	t.is(after(720_000), 300_000);
	t.is(after(1_320_001), 10_000);
});
