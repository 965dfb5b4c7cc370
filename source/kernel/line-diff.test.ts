import test from 'ava';
import {lineEdits, unifiedDiff} from './line-diff.js';

const diff = (before: string, after: string, context?: number): readonly string[] => {
	const [from, to] = [[...before], [...after]];
	return unifiedDiff(lineEdits(from, to), from, to, context);
};

test('equal texts have no differences', (t) => {
	t.deepEqual(diff('', ''), []);
	t.deepEqual(diff('abc', 'abc'), []);
});

test('a change is shown with the lines around it', (t) => {
	t.deepEqual(diff('abcdefghi', 'abcdXfghi'), ['@@ -2,7 +2,7 @@', ' b', ' c', ' d', '-e', '+X', ' f', ' g', ' h']);
	t.deepEqual(diff('abc', 'abXc', 1), ['@@ -2,2 +2,3 @@', ' b', '+X', ' c']);
	t.deepEqual(diff('', 'a'), ['@@ -0,0 +1 @@', '+a']);
	t.deepEqual(diff('ab', ''), ['@@ -1,2 +0,0 @@', '-a', '-b']);
});

test('changes near each other share a hunk, others have their own', (t) => {
	t.deepEqual(
		diff('abcdef', 'XbcdeY', 2).filter((line) => line.startsWith('@@')),
		['@@ -1,6 +1,6 @@'],
	);
	t.deepEqual(
		diff('abcdefg', 'XbcdefY', 2).filter((line) => line.startsWith('@@')),
		['@@ -1,3 +1,3 @@', '@@ -5,3 +5,3 @@'],
	);
});

test('texts too long to compare are replaced but for their equal ends', (t) => {
	const lines = (sign: string) => Array.from({length: 2100}, (_, index) => `${sign}${index % 7}`);
	const edits = lineEdits(['a', ...lines('x'), 'z'], ['a', ...lines('y'), 'z']);
	t.deepEqual(
		[' ', '-', '+'].map((sign) => edits.filter(({mark}) => mark === sign).length),
		[2, 2100, 2100],
	);
});
