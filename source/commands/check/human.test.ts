import test from 'ava';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf} from './findings.js';
import {foldedIn} from './folded.js';
import {fileLines} from './human.js';
import {commandWords} from '../words/words.js';

test('a file that cannot be read is described in the language, in columns behind its wide labels', (t) => {
	const finding = findingOf(entryOf('W001'), {
		object: '',
		reason: 'found a tab in the indentation',
		places: [{file: 'tab.yaml', line: 4, column: 1, endColumn: 2}],
		advice: ['YAML indents with spaces only: replace the tab.', 'one more'],
	});
	const lines = fileLines(
		{file: 'tab.yaml', objects: [], findings: [finding]},
		{words: commandWords('zh').check, language: 'zh', columns: 80, colours: false},
	);
	t.deepEqual(lines.slice(2), [
		'    信息 缩进处应为空格，实际是制表符',
		'    位置 tab.yaml:4:1',
		'    建议 YAML 只用空格缩进：请替换制表符。',
		'         one more',
	]);
});

test('objects that a limit cut short are counted after the first three, and -v lists all', (t) => {
	const objects = Array.from({length: 8}, (_, index) => {
		const place = {file: 'list.yaml', line: index + 1, column: 1};
		return {
			...place,
			name: `pod/default/p${index}`,
			kind: 'Pod',
			isDone: false,
			isStored: true,
			words: 'Pending',
			findings: [
				findingOf(entryOf('W091'), {object: '', reason: 'Pending; a limit', places: [{...place, endColumn: 2}]}),
			],
		};
	});
	const lines = (verbose: boolean) =>
		fileLines(
			{file: 'list.yaml', objects, findings: []},
			{words: commandWords('en').check, language: 'en', columns: 80, colours: false, verbose},
		).filter((line) => /^ {2}\S/.test(line));
	t.deepEqual(lines(false), [
		'  ✗ pod/default/p0  Pending',
		'  ✗ pod/default/p1  Pending',
		'  ✗ pod/default/p2  Pending',
		'  ✗ … 5 more objects with W091-cut-short; -v lists them',
	]);
	t.is(lines(true).length, 8);
});

test('an assumption about a script of several lines has one line', (t) => {
	const place = {file: 'job.yaml', line: 4, column: 1, endColumn: 2};
	const finding = findingOf(entryOf('W100'), {
		object: '',
		reason: 'assumed: sh -c while true\n  do\ndone\n',
		places: [place],
	});
	const lines = fileLines(
		{file: 'job.yaml', objects: [], findings: [finding]},
		{words: commandWords('en').check, language: 'en', columns: 80, colours: false},
	);
	t.deepEqual(lines.slice(1), ['    ! W100-assumed  assumed: sh -c while true do done']);
});

test('an object that does not work is not marked as well where its finding is accepted', (t) => {
	const place = {file: 'pod.yaml', line: 1, column: 1};
	const marks = [true, false].map((isDone) => {
		const object = {
			...place,
			name: 'pod/default/a',
			kind: 'Pod',
			isDone,
			isStored: true,
			words: 'Pending',
			findings: [],
		};
		return fileLines(
			{file: 'pod.yaml', objects: [object], findings: []},
			{words: commandWords('en').check, language: 'en', columns: 80, colours: false},
		).find((line) => line.includes('pod/'));
	});
	t.deepEqual(marks, ['  ✓ pod/default/a  Pending', '  · pod/default/a  Pending']);
});

test('a fix that was not tried says so', (t) => {
	const place = {file: 'pod.yaml', line: 4, column: 1, endColumn: 2};
	const edits = [{file: 'pod.yaml', line: 4, before: ['image: ngnix'], after: ['image: nginx']}];
	const linesFor = (proof: 'works' | 'untested') =>
		fileLines(
			{
				file: 'pod.yaml',
				objects: [],
				findings: [
					findingOf(entryOf('W052'), {
						object: '',
						reason: 'ErrImagePull',
						places: [place],
						fixes: [{proof, edits, commands: []}],
					}),
				],
			},
			{words: commandWords('en').check, language: 'en', columns: 80, colours: false},
		);
	t.true(linesFor('untested').includes('    fix     (untested)'));
	t.false(linesFor('works').some((line) => line.includes('(untested)')));
});

test('an assumption of several objects has one line, and -v repeats it at each place', (t) => {
	const findings = ['pod/default/a', 'pod/default/b', 'pod/default/c', 'pod/default/d', ''].map((object, index) =>
		findingOf(entryOf('W100'), {
			object,
			reason: 'not simulated, assumed to work: example.org/app:1',
			places: [{file: 'pods.yaml', line: index + 1, column: 1, endColumn: 2}],
		}),
	);
	const file = {file: 'pods.yaml', objects: [], findings};
	const lines = (verbose: boolean) =>
		fileLines(file, {
			words: commandWords('en').check,
			language: 'en',
			columns: 80,
			colours: false,
			verbose,
			folded: foldedIn([file]),
		}).filter((line) => line.includes('W100'));
	t.deepEqual(lines(false), [
		'    ! W100-assumed  not simulated, assumed to work: example.org/app:1 (pod/default/a, pod/default/b, pod/default/c and 1 more)',
	]);
	t.is(lines(true).length, 5);
});

test('an assumption that names no object is said once, not left out', (t) => {
	const findings = [1, 2].map((line) =>
		findingOf(entryOf('W100'), {
			object: '',
			reason: 'not simulated, assumed to work: example.org/app:1',
			places: [{file: 'pods.yaml', line, column: 1, endColumn: 2}],
		}),
	);
	const file = {file: 'pods.yaml', objects: [], findings};
	const look = {words: commandWords('en').check, language: 'en', columns: 80, colours: false} as const;
	t.deepEqual(
		fileLines(file, {...look, folded: foldedIn([file])}).filter((line) => line.includes('W100')),
		['    ! W100-assumed  not simulated, assumed to work: example.org/app:1'],
	);
});

test('a message that repeats a very long value shows the beginning and the end of it', (t) => {
	const reason = `spec.schedule: Invalid value: "${'1,'.repeat(100_000)}": expected exactly 5 fields`;
	const finding = findingOf(entryOf('W014'), {
		object: '',
		reason,
		places: [{file: 'a.yaml', line: 1, column: 1, endColumn: 2}],
	});
	const lines = fileLines(
		{file: 'a.yaml', objects: [], findings: [finding]},
		{words: commandWords('en').check, language: 'en', columns: 80, colours: false},
	);
	const text = lines.join('\n');
	t.true(text.length < 1000, `${text.length} characters`);
	t.regex(text, /Invalid value:[^…]*…[^…]*expected exactly 5 fields/);
});
