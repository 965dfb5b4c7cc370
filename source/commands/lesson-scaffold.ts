import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {Mistake} from '../scenario/mistake.js';

const manifest = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: nginx:1.27
`;

/** A question of each kind, and the reason for its answer. */
const questions = {
	options: `      question: The record is stored. Which component changes it next?
      at: {next: {object: pod/web}}
      options:
        - {text: the kubelet, if: {by: kubelet/*}}
        - {text: kube-scheduler, if: {by: kube-scheduler*}}
      because: |
        It watches for Pods without a node, and this one goes to {{ pod/web: object.spec.nodeName }}.
`,
	stop: `      question: The record is stored. Go to the stop where its node is chosen.
      stop: {stage: scheduler.select}
      because: |
        The scheduler compares the nodes, and chooses {{ facts.node }}.
`,
	value: `      question: The record is stored. What will its spec.nodeName be?
      at: {next: {object: pod/web, cel: has(object.spec.nodeName)}}
      value: {object: pod/web, cel: object.spec.nodeName}
      because: |
        The cluster has only this node.
`,
	number: `      question: The record is stored. What is the highest number of Running Pods from here on?
      at: {runTo: {rest: true}}
      show: {view: cluster, row: web}
      value: {highest: {object: pod/*, cel: object.status.phase == 'Running'}}
      because: |
        There is one record, and so one Pod.
`,
	order: `      question: The record is stored. In which order does the Pod get these?
      order:
        - {text: the container, at: {stage: cri.StartContainer}}
        - {text: the node, at: {stage: scheduler.bind}}
        - {text: the sandbox, at: {stage: cri.RunPodSandbox}}
      because: |
        The kubelet of the node makes the sandbox before the container.
`,
	break: `      question: The record is stored. Break one component so that the Pod web gets no node.
      break:
        after: [{runTo: {rest: true}}]
        object: pod/web
        cel: '!has(object.spec.nodeName)'
        fault: crash kube-scheduler
        not: [crash kubelet/node-a]
      because: |
        Only the scheduler gives a node to a record.
`,
} as const;

/** A kind of question for a new lesson. */
export type QuestionKind = keyof typeof questions;

/** The kinds of questions. */
export const questionKinds = Object.keys(questions);

/** Whether a word is a kind of question. */
const isKind = (word: string): word is QuestionKind => Object.hasOwn(questions, word);

/** A valid lesson with one look, one question and one task, for the author to replace. */
const lesson = (title: string, question: QuestionKind): string => `title: ${title}
minutes: 4
claims: [E1]
idea: One sentence that the learner can repeat the next day.
misconception: The wrong picture that learners arrive with.
cluster:
  nodes: [{name: node-a}]
files:
  web.yaml: web.yaml
terms:
  record: What the apiserver has stored.
steps:
  - look: {view: cluster, real: kubectl get nodes}
    say: |
      Say what the learner sees here, with names from this run, and what is about to happen.
  - kubectl: apply -f web.yaml
    runTo: {stage: etcd.txn, object: pod/web}
    ask:
${questions[question]}  - runTo: {rest: true}
    look: {view: cluster, row: web, real: kubectl get pod web}
    task:
      goal: Delete the Pod web.
      expect: {object: pod/web, cel: has(object.metadata.deletionTimestamp)}
      hints: [The cluster pane shows the Pod. kubectl has a verb for this goal.]
      solution: [{kubectl: delete pod web --wait=false}]
  - debrief: |
      Repeat the idea, say what the lesson showed, and name what to try on a live cluster.
`;

/**
Writes a folder with a lesson that passes `lessons check`.

@param question the kind of its question
@returns its file.
@throws {Mistake} if the name does not fit a folder, the folder exists, or the kind of question does not exist.
*/
export const scaffoldLesson = (name: string, under = '.', question = 'options'): string => {
	if (!isKind(question)) {
		throw new Mistake(`"${question}" is not a kind of question`, {}, `choose one of ${questionKinds.join(', ')}`);
	}

	const word = path.basename(name);
	if (!/^[a-z\d][a-z\d-]*$/.test(word)) {
		throw new Mistake(
			`"${word}" is not a name for a lesson`,
			{},
			'use lowercase letters, digits and hyphens: 26-my-lesson',
		);
	}

	const folder = path.join(under, name);
	if (existsSync(folder)) {
		throw new Mistake('this folder already exists', {file: folder}, 'choose another name');
	}

	const words = word.replace(/^\d+-/, '').replaceAll('-', ' ');
	const file = path.join(folder, 'lesson.yaml');
	mkdirSync(folder, {recursive: true});
	writeFileSync(path.join(folder, 'web.yaml'), manifest);
	writeFileSync(file, lesson(`${words.charAt(0).toUpperCase()}${words.slice(1)}`, question));
	return file;
};
