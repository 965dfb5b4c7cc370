import test from 'ava';
import {evictionGrace} from './eviction-grace.js';

test('a hard threshold leaves a Pod one second, a soft one the shorter of its own grace period and the maximum', (t) => {
	const table = [
		[0, 30, 60, 1],
		[30_000, 30, 60, 30],
		[30_000, 90, 60, 60],
		[30_000, 0, 60, 0],
		[30_000, undefined, 60, 60],
		[30_000, 30, undefined, 0],
	] as const;
	for (const [graceMs, own, most, expected] of table) {
		const spec = own === undefined ? {} : {terminationGracePeriodSeconds: own};
		const configuration = most === undefined ? {} : {evictionMaxPodGracePeriod: most};
		t.is(evictionGrace({graceMs}, {spec}, configuration), expected);
	}
});
