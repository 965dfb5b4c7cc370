import test from 'ava';
import {lineEdits} from '../../../kernel/line-diff.js';
import {placedEdits} from './diff-places.js';

// The places in which GNU diff 3.8 shows the changes: `diff -u`.
const cases: ReadonlyArray<readonly [name: string, before: string, after: string, shown: string]> = [
	['a repeated block ends where the equal lines begin', 'a b c', 'a b c b c', 'a b c +b +c'],
	['an insertion moves down over equal lines', '1 x y 2', '1 x y x y 2', '1 x y +x +y 2'],
	[
		'more than three equal lines at the end are not compared',
		'0 z z z z - e c r l 1 p t d f g',
		'9 z z z z - e c r l 1 p t - e k r l 1 p t d f g',
		'-0 +9 z z z z - e c r l 1 +p +t +- +e +k +r +l +1 p t d f g',
	],
	['a removal moves down as well', 'a b c b c d', 'a b c d', 'a b c -b -c d'],
	['a replaced line stays', 'a b c', 'a x c', 'a -b +x c'],
	['texts without differences', 'a b', 'a b', 'a b'],
];

for (const [name, before, after, shown] of cases) {
	test(name, (t) => {
		const [from, to] = [before.split(' '), after.split(' ')];
		const edits = placedEdits(lineEdits(from, to), from, to);
		t.is(
			edits
				.map((edit) => `${edit.mark.trim()}${(edit.mark === '+' ? to[edit.after] : from[edit.before]) ?? ''}`)
				.join(' '),
			shown,
		);
	});
}
