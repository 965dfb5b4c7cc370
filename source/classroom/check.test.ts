import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {must} from '../testing/must.js';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {checkLesson, coverage, playLesson} from './check.js';
import {LessonRun} from './player.js';
import {findLesson, loadLesson, nextLesson} from './course.js';
import {lessonNames} from './heads.js';

const folder = temporaryFolder();
let count = 0;

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: nginx:1.27}]}\n';

/** A lesson file in its own folder, with a manifest next to it. */
const put = (source: string, name = `${++count}-lesson`, file = 'lesson.yaml'): string => {
	mkdirSync(path.join(folder, name), {recursive: true});
	writeFileSync(path.join(folder, name, 'web.yaml'), pod);
	writeFileSync(path.join(folder, name, file), source);
	return path.join(folder, name, file);
};

const small = `title: Small
minutes: 3
claims: [S1]
idea: A small lesson.
cluster: {nodes: [{name: node-a}]}
files: {web.yaml: web.yaml}
steps:
- kubectl: apply -f web.yaml
  runTo: {stage: etcd.txn, object: pod/web}
  ask:
    question: Who is next?
    at: {next: {object: pod/web}}
    options:
    - {text: kube-scheduler, if: {by: kube-scheduler*}}
    - {text: the kubelet, if: {by: kubelet/*}}
    because: It watches.
- task:
    goal: Make another.
    expect: {object: pod/two, cel: object.status.phase == 'Running'}
    hints: [kubectl run]
    solution: [{kubectl: run two --image=nginx:1.27}]
- debrief: That was it.
`;

const messages = (source: string): string[] =>
	checkLesson(put(source)).mistakes.map((mistake) => mistake.toString().replace(/^.*?lesson\.yaml/, ''));

test('a lesson that holds has no mistakes, and a fingerprint', (t) => {
	const report = checkLesson(put(small));
	t.deepEqual(report.mistakes, []);
	t.true(report.stops > 500);
	t.regex(must(report.recording, 'recording').fingerprint, /^[\da-f]{16}$/);
});

/** Possible mistakes of an author: from, to, and the message with line and column. */
const typos: ReadonlyArray<readonly [from: string, to: string, message: string]> = [
	['minutes: 3', 'minute: 5', ':2:1  unknown field "minute"\n  did you mean "minutes"?'],
	['minutes: 3', 'minutes: five', ':2:10  expected a non-negative number'],
	['minutes: 3', 'minutes: 12', ':2:10  12 minutes, but the words, stops and questions take 3\n  write minutes: 3'],
	[
		'at: {next: {object: pod/web}}',
		'at: {runTo: {rest: true}}',
		':11:5  this question is decided at rest without `show`',
	],
	['by: kubelet/*', 'by: kubelte/*', ':15:36  nothing in this run is named "kubelte/*"'],
	['- task:', '- runTo: {rest: true}\n  task:', ':17:3  this step ends at rest without `look`'],
	['kubectl: apply', 'kubctl: apply', ':8:3  unknown field "kubctl"\n  did you mean "kubectl"?'],
	['solution: [{kubectl', 'solution: [{kubctl', ':21:17  unknown field "kubctl"'],
	['files: {web.yaml: web.yaml}', 'files: [web.yaml]', ':6:8  '],
	['goal: Make another.', 'goal: Make {{ pod/nobody: object.kind }}.', ':18:11  '],
	[
		'- debrief: That was it.',
		"- debrief: 'It was {{ pod/web: object.spec.nodName }}.'",
		':22:12  the run does not have this value',
	],
	['claims: [S1]', 'claims: [S1]\nterms: {replica: One of many.}', ':4:18  no text says "replica"'],
	[
		'because: It watches.',
		'because: Whoever stops it gives it 30 seconds.',
		':16:14  the number in "30 seconds" comes from the run\n  write {{ facts.before.spec.terminationGracePeriodSeconds }}, or spell out the number if it is true of every run',
	],
	['idea: A small lesson.\n', '', ':1:1  missing field "idea"'],
	['claims: [S1]', 'claims: [S9]', ':3:10  unknown claim "S9"'],
	[
		'  ask:\n',
		'  look: {view: nonsense}\n  ask:\n',
		':10:16  expected one of state, stack, why, events, lanes, cluster, scheduler, network, ledger, board',
	],
	[
		'  ask:\n',
		'  look: {view: stak}\n  ask:\n',
		':10:16  expected one of state, stack, why, events, lanes, cluster, scheduler, network, ledger, board\n  did you mean "stack"?',
	],
	['nodes: [{name: node-a}]', 'nodes: [{nam: node-a}]', ':5:20  unknown field "nam"\n  did you mean "name"?'],
	['nodes: [{name: node-a}]', 'nodes: [{name: Node_A}]', ':5:26  "Node_A" is not a valid name for a node'],
	['web.yaml: web.yaml', 'web.yaml: wbe.yaml', ':6:19  no file "wbe.yaml" next to lesson.yaml'],
	['web.yaml: web.yaml', 'web.yaml: ..', ':6:19  no file ".." next to lesson.yaml'],
	['web.yaml: web.yaml', 'web.yaml: .', ':6:19  no file "." next to lesson.yaml'],
	['web.yaml: web.yaml', 'web.yaml: ../../package.json', ':6:19  no file "../../package.json" next to lesson.yaml'],
	['stage: etcd.txn', 'stages: etcd.txn', ':9:11  unknown field "stages"\n  did you mean "stage"?'],
	[
		'object: pod/web}\n  ask',
		'object: pot/web}\n  ask',
		':9:36  there is no resource "pot"\n  write it as pod/web, or as a ledger key',
	],
	['stage: etcd.txn', 'stage: etcd.tnx', ':9:10  the run does not reach {"stage":"etcd.tnx","object":"pod/web"}'],
	[
		'by: kubelet/*',
		'by: kube*',
		':14:5  exactly one option must be right, but in this run "kube-scheduler" and "the kubelet" are\n  the deciding stop is #',
	],
	[
		'by: kube-scheduler*',
		'by: kube-apiserver',
		':14:5  exactly one option must be right, but in this run none is\n  the deciding stop is #',
	],
	[
		'question: Who is next?',
		'question: Who is after {{ object.kindd }}?',
		':11:15  the run does not have this value: no such key: kindd',
	],
	['question: Who is next?', 'question: Who is after {{ pod/wbe: object.kind }}?', ':11:15  '],
	[
		'question: Who is next?',
		"question: 'Who is after {{ pod/wbe: object.kind }}?'",
		':11:15  the run does not have this value: there is no pod/wbe',
	],
	['question: Who is next?', 'question: Who is after {{ object. }}?', ':11:15  '],
	['by: kube-scheduler*', 'byy: kube-scheduler*', ':14:35  unknown field "byy"\n  did you mean "by"?'],
	['{by: kubelet/*}', "{cel: 'false'}", ':15:31  this claim says nothing about the run'],
	[
		'{by: kubelet/*}',
		'{cel: object.spec.nodName == stop.stage}',
		':15:31  the run cannot decide this claim: no such key: nodName',
	],
	['{by: kubelet/*}', '{cel: stop.stage ==}', ':15:37  ERROR'],
	[
		'at: {next: {object: pod/web}}',
		'at: {runTo: {object: pod/never}}',
		':12:9  the run never reaches the place that decides this question',
	],
	[
		'at: {next: {object: pod/web}}',
		'at: {next: {object: pod/web}, runTo: {rest: true}}',
		':12:9  a question is decided at one place',
	],
	['    because', '    right: 2\n    because', ':16:12  a question needs at least one wrong option'],
	['    because', '    right: 0\n    because', ':16:12  expected a whole number of at least 1'],
	['    - {text: the kubelet, if: {by: kubelet/*}}\n', '', ':14:5  a question needs two or more different options'],
	["object.status.phase == 'Running'", "object.status.phase = 'Running'", ':19:36  '],
	[
		"object: pod/two, cel: object.status.phase == 'Running'",
		"object: pod/web, cel: object.status.phase == 'Running'",
		':19:13  the task is solved before the learner does anything',
	],
	['run two', 'run three', ':21:15  the solution does not solve the task'],
	[
		'hints: [kubectl run]',
		"hints: [look, 'kubectl run two  --image=nginx:1.27 will do']",
		':20:19  this hint is the whole command: kubectl run two --image=nginx:1.27\n  name the place to look at',
	],
	['hints: [kubectl run]', 'hints: []', ':20:12  a task needs at least one hint'],
	['- debrief: That was it.\n', '', ':17:3  the last step is not a debrief'],
	[
		'- debrief: That was it.',
		'- debrief: That was it.\n  say: And more.',
		':22:3  a step has exactly one of say, ask, task, debrief; this one has say and debrief',
	],
	['because: It watches.', `because: ${'word '.repeat(61)}`, ':16:14  61 words: at most 60 are allowed'],
	['title: Small', 'title: *small', ':1:8  '],
	['title: Small', 'title: Small\ntitle: Twice', ':2:1  Map keys must be unique'],
	['title: Small', '\ttitle: Small', ':1:1  '],
];

for (const [index, [from, to, message]] of typos.entries()) {
	test(`check names the place of mistake ${index + 1}, ${JSON.stringify((to || `no ${from}`).trim().slice(0, 50))}, and what to do`, (t) => {
		t.true(small.includes(from));
		const found = messages(small.replace(from, () => to));
		t.true(
			found.some((one) => one.startsWith(message)),
			found.join('\n'),
		);
	});
}

test('objects that the cluster of a lesson refuses are a mistake', (t) => {
	const found = messages(
		small.replace(
			'[{name: node-a}]}',
			'[{name: node-a}], objects: "{apiVersion: v1, kind: Pod, metadata: {name: x}, spec: {}}"}',
		),
	);
	t.regex(
		found.join('\n'),
		/^:5:45 {2}the cluster refuses these objects: The Pod "x" is invalid: spec\.containers: Required value/,
	);
});

/** The texts of the small lesson in another language. */
const russian = `title: Маленький
idea: Маленький урок.
steps:
- ask:
    question: Кто следующий?
    options:
    - kube-scheduler
    - kubelet
    because: Он следит.
- task:
    goal: Создайте ещё один.
    hints: [kubectl run]
- debrief: Вот и всё.
`;

test('a text takes names and numbers from the run, also in a translation', (t) => {
	const told = small.replace(
		'It watches.',
		"'It watches for {{ pod/web: object.metadata.name }}, which gets {{ object.spec.nodeName }}.'",
	);
	t.deepEqual(messages(told), []);
	const run = new LessonRun(loadLesson(put(told)));
	const {ask} = run.step;
	t.is(ask && run.words(ask.because, run.decide(ask).stop?.step), 'It watches for web, which gets node-a.');
	t.is(run.words('{{ pod/other: object.spec.nodeName }} is gone'), '… is gone');
	const file = put(told, 'told');
	put(
		russian.replace('Он следит.', "'Он следит за {{ pod/web: object.metadata.name }}, его узел node-a.'"),
		'told',
		'lesson.ru.yaml',
	);
	t.regex(
		checkLesson(file).mistakes.join('\n'),
		/lesson\.ru\.yaml:9:14 {2}the \{\{ slots \}\} differ from the English text/,
	);
});

/** A small lesson with this text as its reason, in a cluster with slow watches and rules. */
const because = (text: string): string =>
	small
		.replace('[{name: node-a}]', '[{name: node-a}], latencies: {client.watch: 300, kube-proxy.sync: 1500}')
		.replace('because: It watches.', () => `because: ${JSON.stringify(text)}`);

/** Numbers of the run that are written out, each with the slot to use. */
const writtenOut: ReadonlyArray<readonly [text: string, written: string, slot: string]> = [
	['It hears of it 300 ms later.', '300 ms', '{{ /scenario: object.latencies["client.watch"] }}'],
	['kube-proxy takes 1.5 s.', '1.5 s', '{{ /scenario: double(object.latencies["kube-proxy.sync"]) / 1000.0 }}'],
	['It may end within 30000 ms.', '30000 ms', '{{ facts.before.spec.terminationGracePeriodSeconds * 1000 }}'],
	['Its priority is 0.', '0', '{{ facts.before.spec.priority }}'],
];

for (const [text, written, slot] of writtenOut) {
	test(`a number that the run has is refused with the slot that says it: ${text}`, (t) => {
		t.deepEqual(messages(because(text)), [
			`:16:14  the number in "${written}" comes from the run\n  write ${slot}, or spell out the number if it is true of every run`,
		]);
		const run = new LessonRun(loadLesson(put(because(text.replace(/\d[\d.]*\d|\d/, () => slot)))));
		const {ask} = run.step;
		t.is(ask && run.words(ask.because, run.decide(ask).stop?.step), text);
	});
}

for (const text of [
	'It hears of it 310 ms later.',
	'It hears of it three hundred milliseconds later.',
	'It may end within 310 s.',
	'A wish weighs at most 30.',
	'Press 0 and look at pane 30.',
	'The old one still exists, with 0 Pods.',
	'Somebody says: "30 seconds".',
	'It runs v1.30 on 10.0.0.30:30 as web-30.',
]) {
	test(`a number that the run has not, a bound, a name and a quotation may be written out: ${text}`, (t) => {
		t.deepEqual(messages(because(text)), []);
	});
}

test('what the run saw between the question and its decision may decide it', (t) => {
	const seen = small
		.replace('at: {next: {object: pod/web}}', 'at: {runTo: {rest: true}}\n    show: {view: cluster}')
		.replace('{by: kube-scheduler*}', '{saw: {stage: scheduler.select}, never: {stage: scheduler.preempt}}')
		.replace('{by: kubelet/*}', '{never: {stage: scheduler.select}}');
	t.deepEqual(messages(seen), []);
	t.regex(
		messages(seen.replace('{never: {stage: scheduler.select}}', '{saw: {stage: cri.PullImage}}')).join('\n'),
		/are/,
	);
});

test('options are shuffled by a seed, and none is lost', (t) => {
	const lesson = findLesson('1');
	const asked = lesson.steps.findIndex(({ask}) => ask);
	const texts = (seed?: number) => new LessonRun(lesson, asked, 'en', seed).options.map(({text}) => text);
	const written = texts();
	t.deepEqual(
		written,
		lesson.steps[asked]?.ask?.options.map(({text}) => text),
	);
	const first = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => texts(seed));
	t.true(new Set(first.map(String)).size > 2);
	for (const options of first) {
		t.deepEqual([...options].sort(), [...written].sort());
	}

	t.deepEqual(texts(5), texts(5));
});

test('a file that is a folder or not UTF-8 is refused with its place, the lesson and its translations', (t) => {
	const latin = Buffer.from('title: "caf\u00e9"\n', 'latin1');
	const file = put(small, 'unreadable');
	const beside = path.dirname(file);
	mkdirSync(path.join(beside, 'lesson.zh.yaml'));
	writeFileSync(path.join(beside, 'lesson.ru.yaml'), latin);
	const said = (of: string) =>
		checkLesson(of).mistakes.map((mistake) => mistake.toString().replaceAll(/^.*(?=lesson\.)/gm, ''));
	const latinWords = ':1:12  the file is not UTF-8 text; it may be Latin-1\n  save it as UTF-8: ';
	t.deepEqual(
		said(file).map((one) => one.replace(/iconv.*$/, '')),
		['lesson.zh.yaml  this is a folder\n  name a file in it', `lesson.ru.yaml${latinWords}`],
	);
	writeFileSync(file, latin);
	t.true(said(file)[0]?.startsWith(`lesson.yaml${latinWords}`));
	t.deepEqual(said(path.join(beside, 'none', 'lesson.yaml')), [
		'lesson.yaml  no such lesson file\n  check the spelling',
	]);
	t.deepEqual(
		said(beside).map((one) => one.replace(/^\S+/, '')),
		['  this is a folder\n  name a file in it'],
	);
});

test('a translation is the lesson with other texts', (t) => {
	const file = put(small, 'beside');
	put(russian, 'beside', 'lesson.ru.yaml');
	t.deepEqual(checkLesson(file).mistakes, []);
	const [lesson, told] = [loadLesson(file), loadLesson(file, 'ru')];
	t.is(told.title, 'Маленький');
	t.is(told.steps[0]?.ask?.options[1]?.text, 'kubelet');
	t.deepEqual(told.steps[0]?.ask?.options[1]?.if, lesson.steps[0]?.ask?.options[1]?.if);
	t.deepEqual(told.steps[1]?.task?.expect, lesson.steps[1]?.task?.expect);
	t.is(loadLesson(file, 'zh').title, 'Small');
});

/** Possible mistakes of a translator: from, to, and the message with line and column. */
const mistranslations: ReadonlyArray<readonly [from: string, to: string, message: string]> = [
	['title: Маленький\n', '', ':1:1  missing field "title"'],
	['question: Кто следующий?', 'at: {rest: true}', ':5:5  unknown field "at"'],
	['    - kubelet\n', '', ':7:5  the number of options is 1, but 2 in English'],
	['[kubectl run]', '[]', ':12:12  the number of hints is 0, but 1 in English'],
	['- debrief: Вот', '- say: Ещё.\n- debrief: Вот', ':4:1  the number of steps is 4, but 3 in English'],
	['- debrief: Вот и всё.', '- say: Вот и всё.', ':13:3  step 3 has say, but in English it has debrief'],
	['- kube-scheduler', '- планировщик', ':7:7  the translation lacks "kube-scheduler"'],
	['Маленький урок.', 'A small lesson.', ':2:7  this text is not translated'],
	['Вот и всё.', 'Вот и все 3.', ':13:12  the number 3 is not in the English text'],
	['kubectl run]', 'следующий Pod]', ':12:13  the translation lacks "kubectl"'],
];

for (const [from, to, message] of mistranslations) {
	test(`a mistranslated ${from.trim()} → ${to.trim()} is refused where it is`, (t) => {
		const file = put(small);
		put(russian.replace(from, to), path.basename(path.dirname(file)), 'lesson.ru.yaml');
		const found = checkLesson(file).mistakes.map((mistake) => mistake.toString().replace(/^.*lesson\.ru\.yaml/, ''));
		t.true(
			found.some((one) => one.startsWith(message)),
			found.join('\n'),
		);
	});
}

test('playing a lesson twice gives the same stops', (t) => {
	const lesson = loadLesson(put(small));
	const [first, second] = [playLesson(lesson), playLesson(lesson)].map(({recording}) => recording?.fingerprint);
	t.is(typeof first, 'string');
	t.is(first, second);
});

test('the table of claims names the lessons that cover each', (t) => {
	const lesson = loadLesson(put(small, 'covering'));
	t.deepEqual(
		coverage([lesson]).filter(({lessons}) => lessons.length > 0),
		[{claim: 'S1', lessons: ['covering']}],
	);
});

test('a lesson is found by its number, its name or a part of it', (t) => {
	const [first] = lessonNames();
	for (const word of [undefined, '1', '01', first, 'a-pod', 'A-Pod']) {
		t.is(findLesson(word).name, must(first, 'lesson'));
	}

	t.throws(() => findLesson('99'), {message: 'there is no lesson "99"'});
});

test('the next lesson is one that was begun, else the first that is not done', (t) => {
	const names = ['01-a', '02-b', '03-c'];
	t.is(nextLesson({}, names), '01-a');
	t.is(nextLesson({'01-a': {done: true, index: 4}, '02-b': {done: false, index: 2}}, names), '02-b');
	t.is(nextLesson({'03-c': {done: false, index: 1}}, names), '03-c');
	t.is(nextLesson(Object.fromEntries(names.map((name) => [name, {done: true, index: 0}])), names), '01-a');
});
