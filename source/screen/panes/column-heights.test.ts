import test from 'ava';
import {columnHeights} from './column-heights.js';

const cases: ReadonlyArray<
	readonly [title: string, needs: readonly number[], room: number, heights: readonly number[]]
> = [
	['all have what they need, and the last what is left', [4, 5, 6], 30, [4, 5, 21]],
	['one that needs little gives its room to the others', [4, 50, 50], 30, [4, 13, 13]],
	['those that need more than there is share it', [50, 50, 50], 31, [11, 10, 10]],
	['what one gives is enough for another', [3, 12, 50], 30, [3, 12, 15]],
	['an empty pane has room to say so', [0, 50], 20, [3, 17]],
	['too little for all is shared all the same', [3, 3, 3], 4, [2, 1, 1]],
	['a single pane has all', [2], 9, [9]],
	['no pane', [], 9, []],
];

for (const [title, needs, room, heights] of cases) {
	test(title, (t) => {
		t.deepEqual(columnHeights(needs, room), heights);
	});
}
