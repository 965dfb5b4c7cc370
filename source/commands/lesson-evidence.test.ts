import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'ava';
import {checkLesson} from '../lessons/check.js';
import {hiddenEvidence} from './lesson-evidence.js';

const folder = mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-evidence-'));
let count = 0;

/** What is wrong with a lesson of one step on a new Pod; `step` is what the step does beside that, from its second level on. */
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

/** What is wrong with a lesson whose first step looks at this. */
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

/** What is wrong with a lesson that asks, and shows this when it is answered. */
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
		':16:14  3 lines of this text are not on the screen at 80×24\n  say less: the learner reads it beside what it speaks of',
	]);
});
