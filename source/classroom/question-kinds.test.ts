import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {atOnce} from '../debugger/recording.js';
import {must} from '../testing/must.js';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {checkLesson} from './check.js';
import {loadLesson} from './course.js';
import {LessonRun} from './player.js';
import {isValue} from './question.js';

const folder = temporaryFolder();
let count = 0;

/** A lesson whose second step asks this question. */
const lessonWith = (ask: string): string => {
	const file = path.join(folder, `${++count}-lesson`, 'lesson.yaml');
	mkdirSync(path.dirname(file));
	writeFileSync(
		file,
		`title: Small
minutes: 1
claims: [S1]
idea: A small lesson.
cluster: {nodes: [{name: node-a}]}
steps:
- kubectl: run web --image=nginx:1.27
  runTo: {stage: etcd.txn, object: pod/web}
  look: {view: cluster}
  say: A Pod.
- ask:
    question: And now?
${ask}
    because: So it is.
- debrief: That was it.
`,
	);
	return file;
};

const mistakes = (ask: string): readonly string[] =>
	checkLesson(lessonWith(ask))
		.mistakes.map((mistake) => mistake.toString().replace(/^.*lesson\.yaml:\d+:\d+ {2}/, ''))
		.filter((mistake) => !/minutes/.test(mistake));

const runOf = (ask: string): LessonRun => new LessonRun(loadLesson(lessonWith(ask)), 1);

test('the learner goes to a stop: the run says whether it is one', (t) => {
	const ask = '    stop: {stage: scheduler.bind}';
	t.deepEqual(mistakes(ask), []);
	const run = runOf(ask);
	const {stop} = run.step.ask ? run.decide(run.step.ask) : {};
	t.is(stop?.stage, 'scheduler.bind');
	t.true(run.isAsked(stop?.step ?? -1));
	t.false(run.isAsked(run.cursor));
});

test('a value is an expression where the run decides, or how many stops come until then', (t) => {
	const node =
		'    at: {next: {object: pod/web, cel: has(object.spec.nodeName)}}\n    value: {object: pod/web, cel: object.spec.nodeName}';
	t.deepEqual(mistakes(node), []);
	const run = runOf(node);
	t.is(run.step.ask && run.decide(run.step.ask).value, 'node-a');
	const binds = runOf(
		'    at: {runTo: {object: pod/web, cel: object.status.phase == "Running"}}\n    value: {count: {stage: scheduler.bind}}',
	);
	// Its beginning and its end.
	t.is(binds.step.ask && binds.decide(binds.step.ask).value, '2');
	t.true(isValue(' "Node-A" ', 'node-a'));
	t.false(isValue('node-b', 'node-a'));
	t.false(isValue('', 'node-a'));
});

test('an order is the one in which the run comes to the places', (t) => {
	const ask = `    order:
    - {text: started, at: {stage: cri.StartContainer}}
    - {text: bound, at: {stage: scheduler.bind}}
    - {text: to make a sandbox, at: {stage: cri.RunPodSandbox}}`;
	t.deepEqual(mistakes(ask), []);
	const run = runOf(ask);
	const {steps = []} = run.step.ask ? run.decide(run.step.ask) : {};
	const [started = 0, bound = 0, sandbox = 0] = steps;
	t.true(bound < sandbox && sandbox < started);
});

/** A question that asks for a fault: a new Pod without a node. */
const breaks = (fault: string, not: string, cel = '!has(object.spec.nodeName)'): string =>
	`    break:\n      after: [{kubectl: run next --image=nginx:1.27}, {runTo: {rest: true}}]\n      object: pod/next\n      cel: '${cel}'\n      fault: ${fault}\n      not: [${not}]`;

/** Planted mistakes: the name, the question, and the first error. */
const planted: ReadonlyArray<readonly [what: string, ask: string, message: string]> = [
	[
		'a stop that never comes',
		'    stop: {stage: scheduler.preempt}',
		'the run never reaches the place that decides this question',
	],
	[
		'a value that is not there',
		'    value: {object: pod/web, cel: object.spec.nodeName}',
		'the run does not have this value',
	],
	[
		'two ways to answer',
		'    stop: {stage: scheduler.bind}\n    value: {count: {stage: scheduler.bind}}',
		'a question has one kind of answer',
	],
	['no way to answer', '    at: {next: {stage: scheduler.bind}}', 'a question has one kind of answer'],
	[
		'a value of two kinds',
		'    value: {cel: "1", count: {stage: scheduler.bind}}',
		'a value is an expression or a count',
	],
	[
		'two places at one stop',
		'    order:\n    - {text: a, at: {stage: scheduler.bind}}\n    - {text: b, at: {stage: scheduler.bind}}\n    - {text: c, at: {stage: cri.RunPodSandbox}}',
		'the run reaches two of these places at the same stop',
	],
	[
		'a symptom without a fault',
		breaks('crash kube-scheduler', 'crash kubelet/node-a', 'true'),
		'the symptom shows before anything is broken',
	],
	[
		'a fault without the symptom',
		breaks('crash kubelet/node-a', 'pause kubelet/node-a'),
		'this fault does not cause the symptom',
	],
	[
		'a fault that causes it too',
		breaks('crash kube-scheduler', 'pause kube-scheduler'),
		'this fault causes the symptom too',
	],
	[
		'a fault that nothing has',
		breaks('crash kubelet/node-z', 'crash kubelet/node-a'),
		'no process is called kubelet/node-z',
	],
	['a fault of unknown words', breaks('crush kube-scheduler', 'crash kubelet/node-a'), 'fault "crush kube-scheduler"'],
	[
		'a value of two numbers',
		"    value: {lowest: {object: 'pod/*', cel: 'true'}, count: {stage: scheduler.bind}}",
		'a value is an expression or a count',
	],
	[
		'an order of two',
		'    order:\n    - {text: a, at: {stage: scheduler.bind}}\n    - {text: b, at: {stage: cri.RunPodSandbox}}',
		'an order needs three or more different texts',
	],
];

for (const [what, ask, message] of planted) {
	test(`a mistake of a question without options is refused: ${what}`, (t) => {
		const found = mistakes(ask);
		t.true(
			found.some((one) => one.startsWith(message)),
			found.join('\n'),
		);
	});
}

test('the learner breaks something: the run says whether the symptom shows, and the lesson continues whole', (t) => {
	const ask = breaks('crash kube-scheduler', 'crash kubelet/node-a');
	t.deepEqual(mistakes(ask), []);
	const run = runOf(ask);
	const given = must(run.step.ask?.break, 'a symptom');
	const before = run.recording.fingerprint;
	run.submit({fault: 'crash kubelet/node-a'});
	t.false(atOnce(run.showing(given)));
	run.undo();
	t.true(atOnce(run.solvingBreak(given)));
	t.true(run.next());
	t.is(run.recording.fingerprint, before);
});

test('a number to predict is the fewest or most objects that satisfy a condition at any moment', (t) => {
	const ask = (kind: string): string =>
		`    at: {runTo: {rest: true}}\n    show: {view: cluster, row: web}\n    value: {${kind}: {object: 'pod/*', cel: "object.status.phase == 'Running'"}}`;
	t.deepEqual(mistakes(ask('lowest')), []);
	for (const [kind, value] of [
		['lowest', '0'],
		['highest', '1'],
	] as const) {
		const run = runOf(ask(kind));
		t.is(run.step.ask && run.decide(run.step.ask).value, value);
	}
});
