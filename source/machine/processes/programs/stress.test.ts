import test from 'ava';
import {stressLoad} from './stress.js';

test('the load of stress is in its options', (t) => {
	const none = {cpus: 0, hogs: 0, memory: 0, seconds: Number.POSITIVE_INFINITY};
	for (const [line, load] of [
		['--vm 1 --vm-bytes 150M --vm-hang 1', {hogs: 1, memory: 150 * 1024 ** 2}],
		['-m 2 --vm-bytes=1G', {hogs: 2, memory: 2 * 1024 ** 3}],
		['--cpu 2 --timeout 30s', {cpus: 2, seconds: 30}],
		['-cpus 2', {cpus: 2}],
		['-mem-total 150Mi -mem-alloc-size 10Mi', {hogs: 1, memory: 150 * 1024 ** 2}],
		['--verbose', {}],
	] as const) {
		t.deepEqual(stressLoad(line.split(' ')), {...none, ...load}, line);
	}
});
