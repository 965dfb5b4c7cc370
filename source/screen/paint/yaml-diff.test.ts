import fc from 'fast-check';
import test from 'ava';
import {diffLines, foldDiff} from './yaml-diff.js';
import {yamlLines} from './yaml-lines.js';

const shown = (before: unknown, after: unknown) => diffLines(before, after).map(({mark, text}) => `${mark} ${text}`);

for (const [fact, before, after, rows] of [
	['a changed value', {a: 1, b: 2}, {a: 1, b: 3}, ['  a: 1', '- b: 2', '+ b: 3']],
	['the order of fields is no difference', {a: 1, b: 2}, {b: 2, a: 1}, ['  b: 2', '  a: 1']],
	['a field that is gone', {a: 1, b: 2, c: 3}, {a: 1, c: 3}, ['  a: 1', '- b: 2', '  c: 3']],
	[
		'an item is compared with the one of its name',
		{list: [{name: 'a', v: 1}]},
		{list: [{name: 'new'}, {v: 2, name: 'a'}]},
		['  list:', '+ - name: new', '- - v: 1', '+ - v: 2', '    name: a'],
	],
	[
		'a text in a list',
		{args: ['-c', 'old']},
		{args: ['-c', 'new', 'more']},
		['  args:', '  - "-c"', '- - old', '+ - new', '+ - more'],
	],
	['a part that is new', {}, {spec: {a: 1}}, ['+ spec:', '+   a: 1']],
	['an empty part that is filled', {spec: {}}, {spec: {a: 1}}, ['- spec: {}', '+ spec:', '+   a: 1']],
	['two plain values', 1, 2, ['- 1', '+ 2']],
] as const) {
	test(`a diff shows ${fact}`, (t) => {
		t.deepEqual(shown(before, after), rows);
	});
}

const anyValue = fc.letrec((tie) => ({
	value: fc.oneof(
		{depthSize: 'small'},
		fc.integer({min: 0, max: 3}),
		fc.array(tie('value'), {maxLength: 3}),
		fc.record({name: fc.constantFrom('a', 'b'), x: tie('value'), y: tie('value')}, {requiredKeys: []}),
	),
})).value;

test('without what is gone a diff is the new version', (t) => {
	fc.assert(
		fc.property(anyValue, anyValue, (before, after) => {
			const kept = diffLines(before, after).flatMap(({mark, text}) => (mark === '-' ? [] : [text]));
			const words = (lines: readonly string[]) => lines.join('\n').replaceAll(/[\s-]/g, '');
			t.is(words(kept), words(yamlLines(after).map(({text}) => text)));
		}),
		{numRuns: 500, seed: 7},
	);
});

test('a version compared with itself has no marks', (t) => {
	fc.assert(
		fc.property(anyValue, (value) => {
			t.true(diffLines(value, value).every(({mark}) => mark === ' '));
		}),
		{numRuns: 100, seed: 7},
	);
});

test('long unchanged stretches are folded to their length', (t) => {
	const before = Object.fromEntries(Array.from({length: 9}, (_, index) => [`k${index}`, index]));
	t.deepEqual(
		foldDiff(diffLines(before, {...before, k8: 0})).map((item) => ('folded' in item ? item.folded : item.text)),
		[6, 'k6: 6', 'k7: 7', 'k8: 8', 'k8: 0'],
	);
});
