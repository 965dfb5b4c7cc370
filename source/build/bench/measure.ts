import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the heap holds after a collection, in megabytes. */
export const heapMB = (): number => {
	collectGarbage();
	return process.memoryUsage().heapUsed / 1_000_000;
};

/** CPU time that `work` takes in this process, in milliseconds; other programs do not count. */
export const cpuMs = <T>(work: () => T): {readonly ms: number; readonly result: T} => {
	const before = process.cpuUsage();
	const result = work();
	const {user, system} = process.cpuUsage(before);
	return {ms: (user + system) / 1000, result};
};

/** Wall-clock time of `work`, in milliseconds. */
export const elapsedMs = (work: () => void): number => {
	const before = performance.now();
	work();
	return performance.now() - before;
};

/** The value that a share of the values is not above; 0.5: the median. */
export const quantile = (values: readonly number[], share: number): number => {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Where the figures go, line by line. */
export type Print = (line: string) => void;

/** Three significant digits. */
export const digits = (value: number): string =>
	Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

/** One figure in a line, with its budget and whether it is kept. */
export const figure = (name: string, value: number, unit: string, budget?: number, remark = ''): string =>
	[
		budget === undefined ? ' ' : value <= budget ? '✓' : '✗',
		name.padEnd(46),
		`${digits(value)} ${unit}`.padStart(12),
		...(budget === undefined ? [] : [`(budget ${budget} ${unit})`]),
		...(remark ? [remark] : []),
	]
		.join(' ')
		.trimEnd();
