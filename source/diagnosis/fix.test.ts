import test from 'ava';
import {changesBetween, withEdits} from './fix.js';

const before = 'a\nb\nc\nd\n';

for (const [title, after, count] of [
	['one line becomes another', 'a\nB\nc\nd\n', 1],
	['lines far apart are changes of their own', 'A\nb\nc\nD\n', 2],
	['a line comes in', 'a\nx\nb\nc\nd\n', 1],
	['a line goes', 'a\nb\nd\n', 1],
	['a line comes in and a later one becomes two', 'x\na\nb\nc\nd1\nd2\n', 2],
	['the last line has no end', 'a\nb\nc\nd', 1],
] as const) {
	test(`edits of a fix, made in the file, give the text that was tried: ${title}`, (t) => {
		const edits = changesBetween('web.yaml', before, after);
		t.is(edits.length, count);
		t.deepEqual(withEdits({'web.yaml': before, 'other.yaml': 'z'}, edits), {'web.yaml': after, 'other.yaml': 'z'});
	});
}

test('edits name lines of the file as it is, not as an edit before them leaves it', (t) => {
	t.deepEqual(changesBetween('web.yaml', before, 'x\na\nb\nc\nD\n'), [
		{file: 'web.yaml', line: 1, before: [], after: ['x']},
		{file: 'web.yaml', line: 4, before: ['d'], after: ['D']},
	]);
});

test('an edit is refused when the file has other lines by now', (t) => {
	const edits = changesBetween('web.yaml', before, 'a\nB\nc\nd\n');
	t.throws(() => withEdits({'web.yaml': 'a\nother\n'}, edits), {message: /^web\.yaml:2: /});
});
