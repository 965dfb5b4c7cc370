import test from 'ava';
import {editManifest} from './edit.js';

const replaced: ReadonlyArray<readonly [title: string, before: string, after: string | undefined]> = [
	['a mapping on one line', 'a: {b: 1}\nc: 2\n', 'a: {d: true}\nc: 2\n'],
	['a mapping on lines of its own', 'a:\n  b: 1\n  e: x\nc: 2\n', 'a: {d: true}\nc: 2\n'],
	['the last of a file without a last line break', 'c: 2\na:\n  b: 1', 'c: 2\na: {d: true}'],
	['a list', 'a:\n- b\n- e\nc: 2\n', 'a: {d: true}\nc: 2\n'],
	['the last of those set twice, which counts', 'a: 1\nc: 2\na: 3\n', 'a: 1\nc: 2\na: {d: true}\n'],
	['nothing', 'a: # why\nc: 2\n', 'a: {d: true} # why\nc: 2\n'],
	['a value', 'a: text # why\nc: 2\n', 'a: {d: true} # why\nc: 2\n'],
	['not what has a comment inside', 'a:\n  b: 1 # why\nc: 2\n', undefined],
	['not what others refer to', 'a:\n  b: &one 1\nc: *one\n', undefined],
];

for (const [title, before, after] of replaced) {
	test(`a field gets another value: ${title}`, (t) => {
		t.is(editManifest(before, 0, ['a'], {value: {d: true}}), after);
	});
}

test('a key without a value gets a mapping with a field', (t) => {
	t.is(editManifest('a:\n  labels:\nc: 2\n', 0, ['a', 'labels', 'd'], {value: 'x'}), 'a:\n  labels: {d: x}\nc: 2\n');
});

for (const [before, after] of [
	['a: y\n', 'a: "y"\n'],
	['a: 1.10 # why\n', 'a: "1.10" # why\n'],
	['a: 0644\n', 'a: "0644"\n'],
	['{"a": 1}', '{"a": "1"}'],
	['a: [1]\n', undefined],
] as const) {
	test(`a field gets quotes: ${before}`, (t) => {
		t.is(editManifest(before, 0, ['a'], {quote: true}), after);
	});
}

test('a key that is a boolean is found by its name in JSON', (t) => {
	t.is(editManifest('a: {on: 1, "off": 2}', 0, ['a', 'true'], {quote: true}), 'a: {on: "1", "off": 2}');
	t.is(editManifest('a: {on: 1}', 0, ['a', 'constructor'], {quote: true}), undefined);
});

const removed: ReadonlyArray<readonly [title: string, before: string, after: string | undefined]> = [
	['the only one of a mapping', 'a:\n  b: 1\nc: 2\n', 'a: {}\nc: 2\n'],
	['the last of a mapping', 'a:\n  e: 0\n  b: 1\nc: 2\n', 'a:\n  e: 0\nc: 2\n'],
	['the first of a mapping', 'a:\n  b: 1\n  e: 0\nc: 2\n', 'a:\n  e: 0\nc: 2\n'],
	['the last of a text without a last line end', 'a:\r\n  e: 0\r\n  b: 1', 'a:\r\n  e: 0'],
	['not the only one with a comment', 'a:\n  b: 1 # why\nc: 2\n', undefined],
];

for (const [title, before, after] of removed) {
	test(`a field is removed: ${title}`, (t) => {
		t.is(editManifest(before, 0, ['a', 'b'], {remove: true}), after);
	});
}

const items: ReadonlyArray<readonly [title: string, index: number, before: string, after: string | undefined]> = [
	['the first of several', 0, 'a:\n- b: 1\n  c: 2\n- b: 3\n', 'a:\n- b: 3\n'],
	['one in the middle', 1, 'a:\n- 1\n- 2 # two\n- 3\n', 'a:\n- 1\n- 3\n'],
	['the last, before another field', 1, 'a:\n  - {b: 1}\n  - {b: 2}\nd: 1\n', 'a:\n  - {b: 1}\nd: 1\n'],
	['the last of a text without a last line end', 1, 'a:\n- 1\n- 2', 'a:\n- 1'],
	['the first of a list on one line', 0, 'a: [{b: 1}, {b: 2}]\n', 'a: [{b: 2}]\n'],
	['the last of a list on one line', 1, 'a: [{b: 1}, {b: 2}]\n', 'a: [{b: 1}]\n'],
	['the only one stays', 0, 'a:\n- 1\n', undefined],
];

for (const [title, index, before, after] of items) {
	test(`an item of a list is removed: ${title}`, (t) => {
		t.is(editManifest(before, 0, ['a', index], {remove: true}), after);
	});
}

test('a list of texts that begin with a dash gets another', (t) => {
	const edit = {value: '--b=1'};
	t.is(editManifest('a:\n- --c=2\n- --d\n', 0, ['a', 2], edit), 'a:\n- "--b=1"\n- --c=2\n- --d\n');
	t.is(editManifest('a:\n  - -1\n', 0, ['a', 1], {value: -2}), 'a:\n  - -2\n  - -1\n');
});
