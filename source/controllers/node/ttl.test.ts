import test from 'ava';
import {ttlStep} from './ttl.js';

const steps: ReadonlyArray<readonly [nodes: number, before: number, after: number]> = [
	[1, 0, 0],
	[100, 0, 0],
	[101, 0, 1],
	[95, 1, 1],
	[89, 1, 0],
	[501, 0, 2],
	[460, 2, 2],
	[5000, 0, 4],
	[3, 4, 0],
];

test('a cluster changes its step only when it has left it', (t) => {
	for (const [nodes, before, after] of steps) {
		t.is(ttlStep(nodes, before), after, `${nodes} nodes, on step ${before}`);
	}
});
