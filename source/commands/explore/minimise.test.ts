import test from 'ava';
import {minimised, simplest} from './minimise.js';
import type {Trial} from './experiment.js';
import {readVariation} from './variation.js';

const variations = [readVariation('kube-proxy.sync=0..2000'), readVariation('deployment/web spec.image=a,b,c')];

test('faults are left out, settings get smaller, as long as a run ends alike', (t) => {
	const isAlike = ({settings: [delay, image], faults = [0, 1, 2, 3]}: Trial): boolean =>
		Number(delay) >= 300 && image !== 'a' && faults.includes(2);
	t.deepEqual(minimised({variations}, {seed: 5, settings: [1700, 'c']}, 4, isAlike), {
		seed: 5,
		settings: [300, 'b'],
		faults: [2],
	});
});

test('a run of which nothing can be left out stays as it is', (t) => {
	const trial: Trial = {seed: 5, settings: [0, 'a']};
	t.deepEqual(
		minimised({variations}, trial, 0, () => false),
		trial,
	);
});

test('the search begins at the run with the fewest faults, then the fewest stops, then the lowest seed', (t) => {
	const outcome = (seed: number, faults: number, stops: number) => ({
		seed,
		settings: [],
		verdict: 'done' as const,
		answers: [],
		end: [],
		mishaps: Array.from({length: faults}, () => ['crash kube-scheduler']),
		broken: [],
		stops,
	});
	t.is(simplest([outcome(1, 2, 10), outcome(2, 1, 30), outcome(3, 1, 20), outcome(4, 1, 20)])?.seed, 3);
	t.is(simplest([]), undefined);
});
