import test from 'ava';
import {thresholdsOf, type Observations} from '../node/thresholds.js';
import {nextPressure, noPressure, type Pressure} from './pressure.js';

const mib = 1_048_576;

const memory = (available: number): Observations =>
	new Map([['memory.available', {available: available * mib, capacity: 1000 * mib}]]);

/** Rounds at given seconds with given free memory. @returns the signals that call for evictions, and the conditions, of each. */
const rounds = (
	configuration: Parameters<typeof thresholdsOf>[0],
	list: ReadonlyArray<readonly [s: number, mib: number]>,
) => {
	const thresholds = thresholdsOf(configuration);
	let pressure: Pressure = noPressure;
	return list.map(([second, available]) => {
		pressure = nextPressure(pressure, {
			thresholds,
			observations: memory(available),
			nowMs: second * 1000,
			transitionMs: 300_000,
		});
		return [pressure.due.map(({value}) => value), pressure.conditions];
	});
};

test('a hard threshold calls for evictions at once, and its condition outlives it by the transition period', (t) => {
	t.deepEqual(
		rounds({}, [
			[0, 100],
			[10, 99],
			[20, 100],
			[309, 500],
			[310, 500],
		]),
		[
			[[], []],
			[['100Mi'], ['MemoryPressure']],
			[[], ['MemoryPressure']],
			[[], ['MemoryPressure']],
			[[], []],
		],
	);
});

test('a soft threshold has to be crossed for its grace period without a break', (t) => {
	const configuration = {
		evictionHard: {'memory.available': '10%'},
		evictionSoft: {'memory.available': '300Mi'},
		evictionSoftGracePeriod: {'memory.available': '30s'},
	} as const;
	t.deepEqual(
		rounds(configuration, [
			[0, 299],
			[20, 300],
			[30, 250],
			[50, 250],
			[60, 250],
			[70, 99],
		]).map(([due]) => due),
		[[], [], [], [], ['300Mi'], ['10%', '300Mi']],
	);
});

test('once crossed, a threshold is met when as much again is free as is to be reclaimed', (t) => {
	const configuration = {evictionMinimumReclaim: {'memory.available': '50Mi'}} as const;
	t.deepEqual(
		rounds(configuration, [
			[0, 120],
			[10, 90],
			[20, 120],
			[30, 150],
		]).map(([due]) => due),
		[[], ['100Mi'], ['100Mi'], []],
	);
});

test('a configuration that sets one hard threshold has no other', (t) => {
	t.deepEqual(
		thresholdsOf({evictionHard: {'nodefs.available': '5%'}}).map(({signal}) => signal),
		['nodefs.available'],
	);
	t.deepEqual(
		thresholdsOf({}).map(({signal, value}) => `${signal}<${value}`),
		['memory.available<100Mi', 'nodefs.available<10%', 'imagefs.available<15%', 'allocatableMemory.available<100Mi'],
	);
});
