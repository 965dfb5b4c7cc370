import test from 'ava';
import {difference, firstCPUs, formatCPUs, parseCPUs, union} from './cpu-set.js';

test('CPUs are written as the kernel writes them, neighbours as a range', (t) => {
	const table: ReadonlyArray<readonly [cpus: readonly number[], text: string]> = [
		[[], ''],
		[[3], '3'],
		[[0, 1, 2, 3], '0-3'],
		[[0, 2, 3, 7], '0,2-3,7'],
	];
	for (const [cpus, text] of table) {
		t.is(formatCPUs(cpus), text);
		t.deepEqual(parseCPUs(text), cpus);
	}
});

test('sets of CPUs are joined and parted', (t) => {
	t.deepEqual(firstCPUs(3), [0, 1, 2]);
	t.deepEqual(union([2, 3], [0, 3]), [0, 2, 3]);
	t.deepEqual(difference([0, 1, 2, 3], [1, 2]), [0, 3]);
});
