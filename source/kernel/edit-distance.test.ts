import test from 'ava';
import {editDistance} from './edit-distance.js';

for (const [a, b, letters, withSwaps] of [
	['', '', 0, 0],
	['', 'abc', 3, 3],
	['nginx', 'nginx', 0, 0],
	['ngnix', 'nginx', 2, 1],
	['lisen', 'listen', 1, 1],
	['kitten', 'sitting', 3, 3],
	['ab', 'ba', 2, 1],
	['ca', 'abc', 3, 3],
] as const) {
	test(`"${a}" and "${b}" differ by ${letters} letters, ${withSwaps} with swaps`, (t) => {
		t.is(editDistance(a, b), letters);
		t.is(editDistance(b, a), letters);
		t.is(editDistance(a, b, {swaps: true}), withSwaps);
	});
}
