import {chmodSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {dueQuestions, keepProgress, readProgress} from './progress.js';

test('progress is kept lesson by lesson, and what is done stays done', (t) => {
	const file = path.join(temporaryFolder(), 'deep', 'progress.json');
	t.deepEqual(readProgress(file), {});
	keepProgress('01-a-pod', {done: false, index: 3}, file);
	keepProgress('02-b', {done: false, index: 1}, file);
	keepProgress('01-a-pod', {done: true, index: 11}, file);
	keepProgress('01-a-pod', {done: false, index: 2}, file);
	t.deepEqual(readProgress(file), {'01-a-pod': {done: true, index: 2}, '02-b': {done: false, index: 1}});
	t.deepEqual(readdirSync(path.dirname(file)), ['progress.json']);
});

test('a file that cannot be read counts as missing, and is written anew', (t) => {
	const file = path.join(temporaryFolder(), 'progress.json');
	for (const content of ['', '{', 'null', '3', '[]']) {
		writeFileSync(file, content);
		t.deepEqual(Object.keys(readProgress(file)), []);
	}

	keepProgress('01-a-pod', {done: false, index: 1}, file);
	t.is(readFileSync(file, 'utf8'), '{\n\t"01-a-pod": {\n\t\t"done": false,\n\t\t"index": 1\n\t}\n}\n');
});

test('the half-written file of another process is left alone', (t) => {
	const folder = temporaryFolder();
	const file = path.join(folder, 'progress.json');
	writeFileSync(`${file}.new`, '{"01-a-p');
	keepProgress('02-b', {done: false, index: 1}, file);
	t.deepEqual(Object.keys(readProgress(file)), ['02-b']);
	t.is(readFileSync(`${file}.new`, 'utf8'), '{"01-a-p');
	t.deepEqual(readdirSync(folder).sort(), ['progress.json', 'progress.json.new']);
});

test('a folder that cannot be written is not an error', (t) => {
	const locked = temporaryFolder();
	chmodSync(locked, 0o500);
	t.notThrows(() => {
		keepProgress('01-a-pod', {done: false, index: 1}, path.join(locked, 'file', 'progress.json'));
		keepProgress('01-a-pod', {done: false, index: 1}, '/dev/null/progress.json');
	});
});

test('a question that was answered wrong comes back until it is answered right', (t) => {
	const file = path.join(temporaryFolder(), 'progress.json');
	keepProgress(
		'01-a-pod',
		{done: false, index: 6},
		file,
		new Map([
			[2, false],
			[5, true],
			[6, false],
		]),
	);
	keepProgress('02-b', {done: true, index: 4}, file, new Map([[1, false]]));
	t.deepEqual(dueQuestions(readProgress(file), ['01-a-pod', '02-b']), [
		{lesson: '01-a-pod', step: 2},
		{lesson: '01-a-pod', step: 6},
		{lesson: '02-b', step: 1},
	]);
	keepProgress('01-a-pod', {done: false, index: 7}, file, new Map([[2, true]]));
	keepProgress('01-a-pod', {done: true, index: 9}, file);
	t.deepEqual(dueQuestions(readProgress(file), ['01-a-pod']), [{lesson: '01-a-pod', step: 6}]);
});
