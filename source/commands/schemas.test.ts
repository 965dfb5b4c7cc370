import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {parse} from 'yaml';
import {
	courseFolder,
	drillFile,
	drillNames,
	examFile,
	examNames,
	examTaskFiles,
	lessonNames,
} from '../classroom/heads.js';
import {readDocument} from '../testing/documents.js';
import {runCommand} from '../testing/command-line.js';
import {schemaMistakes} from '../testing/json-schema.js';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {schemas} from './schemas.js';

const all = schemas();

const mistakes = (name: string, file: string): readonly string[] => schemaMistakes(parse(file), all[name]);

/** The YAML blocks of a page of the manual. */
const blocks = (page: string): readonly string[] =>
	[...readDocument(`source/manual/${page}`).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);

test('every lesson of the course keeps to its schema', (t) => {
	for (const name of lessonNames()) {
		t.deepEqual(mistakes('lesson', readFileSync(path.join(courseFolder(), name, 'lesson.yaml'), 'utf8')), [], name);
	}
});

test('every drill keeps to its schema', (t) => {
	for (const name of drillNames()) {
		t.deepEqual(mistakes('drill', readFileSync(drillFile(name), 'utf8')), [], name);
	}
});

test('every exam and each of its tasks keeps to its schema', (t) => {
	for (const name of examNames()) {
		t.deepEqual(mistakes('exam', readFileSync(examFile(name), 'utf8')), [], name);
		for (const file of examTaskFiles(examFile(name))) {
			t.deepEqual(mistakes('task', readFileSync(file, 'utf8')), [], file);
		}
	}
});

test('every example of the manual keeps to the schema of its file', (t) => {
	const scenarios = blocks('scenarios.md').filter((block) => !block.startsWith('#') && !/^kind:/m.test(block));
	t.true(scenarios.length >= 10);
	for (const block of scenarios) {
		t.deepEqual(mistakes('scenario', block), [], block);
	}

	for (const block of blocks('drills.md')) {
		t.deepEqual(mistakes('drill', block), [], block);
	}

	t.deepEqual(mistakes('check', blocks('check.md').find((block) => block.startsWith('severities:')) ?? ''), []);
});

test('the manual names each schema with the line that an editor reads', (t) => {
	const text = ['scenarios', 'lessons', 'drills', 'exams', 'check', 'debugger', 'schedulers']
		.map((page) => readDocument(`source/manual/${page}.md`))
		.join('\n');
	t.deepEqual(
		Object.keys(all).filter((name) => !text.includes(`schemas/${name}.json`)),
		[],
	);
});

test('a recording keeps to its schema', async (t) => {
	const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx}]}\n';
	const file = path.join(temporaryFolder(), 'pod.yaml');
	await runCommand(['record', '-', '--to', file], pod);
	t.deepEqual(mistakes('recording', readFileSync(file, 'utf8')), []);
});

test('a schema refuses an unknown field, a wrong type, a missing field and a word that is not offered', (t) => {
	t.deepEqual(mistakes('scenario', 'nodse: []'), ['$.nodse']);
	t.deepEqual(mistakes('scenario', 'nodes: {name: a}'), ['$.nodes']);
	t.deepEqual(mistakes('scenario', 'nodes: [{labels: {}}]'), ['$.nodes[0].name']);
	t.deepEqual(mistakes('scenario', 'nodes: [{name: a, taints: [{key: b, effect: Never}]}]'), [
		'$.nodes[0].taints[0].effect',
	]);
	t.deepEqual(mistakes('check', 'severities: {W012: loud}'), ['$.severities.W012']);
});
