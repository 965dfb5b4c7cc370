import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {checkLesson} from '../classroom/check.js';
import {findLesson, loadLesson, packNames} from '../classroom/course.js';
import {lessonHTML, lessonMarkdown} from './lesson-export.js';
import {hiddenEvidence} from './lesson-evidence.js';
import {questionKinds, scaffoldLesson} from './lesson-scaffold.js';
import {watchLessons} from './lessons.js';

test('a new lesson passes check, and is a pack of one', (t) => {
	const pack = temporaryFolder();
	const file = scaffoldLesson('26-my-lesson', pack);
	t.deepEqual(checkLesson(file, hiddenEvidence).mistakes.map(String), []);
	t.deepEqual(packNames(pack), ['26-my-lesson']);
	t.is(findLesson('26', undefined, pack).title, 'My lesson');
	t.throws(() => scaffoldLesson('26-my-lesson', pack), {message: 'this folder already exists'});
	t.throws(() => scaffoldLesson('My lesson', pack), {message: '"My lesson" is not a name for a lesson'});
});

for (const kind of questionKinds) {
	test(`a new lesson with a question of the kind ${kind} passes check`, (t) => {
		const file = scaffoldLesson('my-lesson', temporaryFolder(), kind);
		t.deepEqual(checkLesson(file, hiddenEvidence).mistakes.map(String), []);
	});
}

test('a folder without lessons is no pack', (t) => {
	const pack = temporaryFolder();
	t.throws(() => packNames(pack), {message: 'no subfolder has a lesson.yaml'});
	t.throws(() => packNames(path.join(pack, 'nowhere')), {message: 'no such folder'});
});

test('a lesson on paper has the names of its run, and its answers last', (t) => {
	const lesson = loadLesson(scaffoldLesson('my-lesson', temporaryFolder()));
	const paper = lessonMarkdown(lesson);
	t.regex(paper, /^# My lesson\n\n> One sentence/);
	t.regex(
		paper,
		/## Step 2\n\n```\nkubectl apply -f web\.yaml\n```\n\nThe record is stored\. .*\n\n- the kubelet\n- kube-scheduler\n/,
	);
	t.regex(
		paper,
		/## Answers\n\n- Step 2: kube-scheduler\. It watches for Pods without a node, and this one goes to node-a\.\n- Step 3: kubectl delete pod web --wait=false\n$/,
	);
	const page = lessonHTML({...lesson, title: 'A <b> & c'});
	t.regex(page, /<h1>A &lt;b&gt; &amp; c<\/h1>/);
	t.notRegex(page, /(?:src|href)=/);
});

test('a file that holds a fence of Markdown stands in a longer one', (t) => {
	const lesson = loadLesson(scaffoldLesson('my-lesson', temporaryFolder()));
	const paper = lessonMarkdown({...lesson, files: {...lesson.files, 'notes.yaml': 'a: |\n  ```sh\n  ````\n'}});
	t.true(paper.includes('notes.yaml:\n\n`````\na: |\n  ```sh\n  ````\n`````\n'), paper);
});

test('a lesson that is watched is checked again when it changes', async (t) => {
	const file = scaffoldLesson('my-lesson', temporaryFolder());
	const said: string[] = [];
	await watchLessons(
		[file],
		(text) => {
			said.push(text);
			if (text.includes('waiting for a change')) {
				writeFileSync(file, readFileSync(file, 'utf8').replace('minutes: 4', 'minutes: 40'));
			}
		},
		{jobs: 1, rounds: 1},
	);
	t.regex(said[0] ?? '', /^✓ my-lesson {2}4 steps/);
	t.is(said[1], 'no mistakes; waiting for a change (Ctrl-C to end)\n');
	t.regex(said[2] ?? '', /lesson\.yaml:2:10 {2}40 minutes, but the words, stops and questions take 4\n/);
	await t.throwsAsync(
		watchLessons([path.join(temporaryFolder(), 'nowhere', 'lesson.yaml')], () => {}),
		{
			message: 'there is no folder to watch',
		},
	);
});
