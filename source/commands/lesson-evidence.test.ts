import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {checkLesson} from '../classroom/check.js';
import {hiddenEvidence} from './lesson-evidence.js';

const folder = temporaryFolder();
let count = 0;

/** The errors of a lesson with one step on a new Pod; `step` is the rest of the step, from its second level on. */
const mistakesOf = (minutes: number, step: string): readonly string[] => {
	const file = path.join(folder, `${++count}-lesson`, 'lesson.yaml');
	mkdirSync(path.dirname(file));
	writeFileSync(
		file,
		`title: Small
minutes: ${minutes}
claims: [S1]
idea: A small lesson.
cluster: {nodes: [{name: node-a}]}
steps:
- kubectl: run web --image=nginx:1.27
  runTo: {stage: etcd.txn, object: pod/web}
${step}
- debrief: That was it.
`,
	);
	return checkLesson(file, hiddenEvidence).mistakes.map((mistake) => mistake.toString().replace(/^.*lesson\.yaml/, ''));
};

/** The errors of a lesson whose first step has this `look`. */
const mistakes = (look: string): readonly string[] =>
	mistakesOf(
		1,
		`  look: ${look}
  say: Look.`,
	);

test('what a lesson speaks of is on the screen at both sizes', (t) => {
	t.deepEqual(mistakes('{view: state, field: metadata.name}'), []);
	t.deepEqual(mistakes('{view: cluster}'), []);
});

test('evidence that is not on the screen is refused with its place', (t) => {
	t.deepEqual(mistakes('{view: state, field: spec.nothing}'), [
		':9:30  field "spec.nothing" is not on the screen at 80×24 or 160×50\n  name what the view shows at this step: open it and look',
	]);
	t.deepEqual(mistakes('{view: events, row: never said}'), [
		':9:29  row "never said" is not on the screen at 80×24 or 160×50\n  name what the view shows at this step: open it and look',
	]);
});

test('a sentence of a stop that ends beyond its part of the screen is refused', (t) => {
	const step = (label: string): string => `  look: {view: state}
  say: Look at the key that etcd stores.
- kubectl: run other --image=nginx:1.27 --labels=long=${label}
  runTo: {stage: kubectl.request, failure: true}
  say: Look again.`;
	t.deepEqual(mistakesOf(1, step('-')), []);
	t.regex(
		mistakesOf(1, step(`${'much-'.repeat(120)}-`)).join('\n'),
		/^:11:3 {2}the sentence of the stop is cut off at 80×24: The server answers POST .*\n {2}shorten the text of the step: the sentence is below it$/m,
	);
});

/** The errors of a lesson with a question that has this `show` after the answer. */
const askedMistakes = (show: string, because: string): readonly string[] =>
	mistakesOf(
		2,
		`  ask:
    question: Who is next?
    at: {runTo: {rest: true}}
    show: ${show}
    options:
    - {text: kube-scheduler, if: {saw: {stage: scheduler.bind}}}
    - {text: nobody, if: {never: {stage: scheduler.bind}}}
    because: ${because}`,
	).filter((mistake) => !mistake.startsWith(':2:'));

test('what an answer shows has to be on the screen, and its text whole', (t) => {
	t.deepEqual(askedMistakes('{view: cluster, row: default/web}', 'It watches.'), []);
	t.deepEqual(askedMistakes('{view: cluster, row: default/wbe}', 'It watches.'), [
		':12:32  row "default/wbe" is not on the screen at 80×24 or 160×50\n  name what the view shows at this step: open it and look',
	]);
	t.deepEqual(askedMistakes('{view: state, object: pod/web, field: spec.nodName}', 'It watches.'), [
		':12:49  field "spec.nodName" is not on the screen at 80×24 or 160×50\n  name what the view shows at this step: open it and look',
	]);
	const long = Array.from({length: 55}, () => 'kube-scheduler').join(' ');
	t.deepEqual(askedMistakes('{view: cluster}', long), [
		':16:14  3 lines of this text are not on the screen at 80×24\n  shorten it: the learner reads it beside the view that it describes',
	]);
});

/** The errors of a question about a new Pod, with these lines as options; other fields of the step are above them. */
const question = (head: string, options: readonly string[]): readonly string[] =>
	mistakesOf(
		2,
		`${head}
    options:
${options.map((option) => `    - ${option}`).join('\n')}
    because: So it is.`,
	).filter((mistake) => !mistake.startsWith(':2:'));

const aNode = [
	'{text: it has a node, if: {object: pod/web, cel: has(object.spec.nodeName)}}',
	"{text: none, if: {object: pod/web, cel: '!has(object.spec.nodeName)'}}",
];
const otherView = '\n  look at another view during the question, or ask earlier';
const early = `the screen shows this answer before the learner answers, at 80×24 and 160×50${otherView}`;
const decided = 'at 80×24 and 160×50, the screen shows what decides this before the learner answers: ';

/** Planted mistakes: steps that show or state the answer while their question is open. */
const giveaways: ReadonlyArray<readonly [what: string, head: string, options: readonly string[], message: string]> = [
	[
		'the field that the answer shows',
		`  look: {view: state, field: metadata.name}
  ask:
    question: What is it called?
    show: {view: state, object: pod/web, field: metadata.name}`,
		aNode,
		`:12:49  ${early}`,
	],
	[
		'the row that the answer shows',
		`  look: {view: cluster}
  ask:
    question: What is there at rest?
    at: {next: {stage: kubectl.print}}
    show: {view: cluster, row: node-a}`,
		aNode,
		`:13:32  ${early}`,
	],
	[
		'a field that decides',
		`  look: {view: state, field: status.phase}
  ask:
    question: Which phase does it have?`,
		[
			"{text: Pending, if: {cel: object.status.phase == 'Pending'}}",
			"{text: Running, if: {cel: object.status.phase == 'Running'}}",
		],
		`:13:27  ${decided}status.phase${otherView}`,
	],
	[
		'the question itself',
		`  look: {view: cluster}
  ask:
    question: 'It is {{ pod/web: object.status.phase }}. Which phase does it have?'`,
		[
			"{text: Pending, if: {object: pod/web, cel: object.status.phase == 'Pending'}}",
			"{text: Running, if: {object: pod/web, cel: object.status.phase == 'Running'}}",
		],
		':11:15  the question mentions object.status.phase, which decides the answer',
	],
	[
		'who is at work at the stop on the screen',
		`  look: {view: cluster}
  ask:
    question: Who does this?`,
		['{text: the kubelet, if: {by: kubelet/*}}', '{text: kubectl, if: {by: kubectl/*}}'],
		':14:27  the stop on the screen already decides this question',
	],
	[
		'the command for a real cluster',
		`  look: {view: cluster, real: 'kubectl get pod web -o jsonpath={.spec.schedulerName}'}
  ask:
    question: Which scheduler?
    at: {next: {stage: kubectl.print}}
    show: {view: state, object: pod/web, field: spec.schedulerName}`,
		aNode,
		':9:31  this command asks for spec.schedulerName, which shows the answer',
	],
];

for (const [what, head, options, message] of giveaways) {
	test(`an answer that is there before its question is answered is refused: ${what}`, (t) => {
		const found = question(head, options);
		t.true(
			found.some((one) => one.startsWith(message)),
			found.join('\n'),
		);
	});
}

test('an answer that is there before its question is answered is refused: a fact that decides', (t) => {
	const file = path.join(folder, 'facts', 'lesson.yaml');
	mkdirSync(path.dirname(file));
	writeFileSync(
		file,
		`title: Small
minutes: 2
claims: [S1]
idea: A small lesson.
steps:
- kubectl: run web --image=nginx:1.27
  look: {view: state, row: namespace}
  ask:
    question: In which namespace does kubectl work?
    options:
    - {text: default, if: {cel: facts.namespace == 'default'}}
    - {text: another, if: {cel: facts.namespace != 'default'}}
    because: The kubeconfig names none.
- debrief: That was it.
`,
	);
	t.deepEqual(
		checkLesson(file, hiddenEvidence)
			.mistakes.map((mistake) => mistake.toString().replace(/^.*lesson\.yaml/, ''))
			.filter((mistake) => !mistake.startsWith(':2:')),
		[`:11:27  ${decided}namespace${otherView}`],
	);
});

test('a field that changes until the question is decided may be on the screen, and what only tells objects apart', (t) => {
	const phases = [
		"{text: Pending, if: {object: pod/web, cel: object.status.phase == 'Pending'}}",
		"{text: Running, if: {object: pod/web, cel: object.status.phase == 'Running'}}",
	];
	t.deepEqual(
		question(
			`  look: {view: state, field: status.phase}
  ask:
    question: Which phase does it come to?
    at: {runTo: {rest: true}}
    show: {view: state, object: pod/web, field: status.phase}`,
			phases,
		),
		[],
	);
	t.deepEqual(
		question(
			`  look: {view: state, field: metadata.name}
  ask:
    question: Which one comes first?
    at: {next: {stage: scheduler.select}}`,
			[
				"{text: web, if: {cel: object.metadata.name == 'web'}}",
				"{text: other, if: {cel: object.metadata.name == 'other'}}",
			],
		),
		[],
	);
});
