import test from 'ava';
import {firstDifference, type RunLine} from './first-difference.js';

const run = (text: string): readonly RunLine[] => [...text].map((letter, index) => ({step: 100 + index, text: letter}));
const numbers = (from: number, count: number): readonly string[] =>
	Array.from({length: count}, (_, index) => String(from + index));

const cases: ReadonlyArray<
	readonly [what: string, golden: string, now: string, expected: readonly string[] | undefined]
> = [
	['equal runs', 'abc', 'abc', undefined],
	['two empty runs', '', '', undefined],
	[
		'a changed line',
		'abcdefghi',
		'abcdXfghi',
		[
			'line 5, step 104: the golden (-) and this run (+) differ',
			'  2  b',
			'  3  c',
			'  4  d',
			'- 5  e',
			'+ 5  X  (step 104)',
			'  6  f',
			'  7  g',
			'  8  h',
		],
	],
	[
		'a new line',
		'abc',
		'aXbc',
		['line 2, step 101: the golden (-) and this run (+) differ', '  1  a', '+ 2  X  (step 101)', '  3  b', '  4  c'],
	],
	[
		'a missing line',
		'abc',
		'bc',
		['line 1, step 100: the golden (-) and this run (+) differ', '- 1  a', '  1  b', '  2  c'],
	],
	['a missing end', 'ab', 'a', ['line 2: the golden (-) and this run (+) differ', '  1  a', '- 2  b']],
	[
		'a longer end',
		'a',
		'ab',
		['line 2, step 101: the golden (-) and this run (+) differ', '  1  a', '+ 2  b  (step 101)'],
	],
];

for (const [what, golden, now, expected] of cases) {
	test(`first difference: ${what}`, (t) => {
		t.is(firstDifference([...golden], run(now)), expected?.join('\n'));
	});
}

test('first difference: runs that never meet again show eight lines each', (t) => {
	const shown = firstDifference(
		numbers(0, 5000),
		numbers(10_000, 5000).map((text) => ({text})),
	);
	t.deepEqual(shown?.split('\n'), [
		'line 1: the golden (-) and this run (+) differ',
		...numbers(0, 8).map((text, index) => `- ${index + 1}  ${text}`),
		...numbers(10_000, 8).map((text, index) => `+ ${index + 1}  ${text}`),
		'  …',
	]);
});
