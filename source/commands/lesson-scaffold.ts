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

/** A lesson that holds: one look, one question and one task, to be replaced. */
const lesson = (title: string): string => `title: ${title}
minutes: 4
claims: [E1]
idea: One sentence that the learner can repeat the next day.
misconception: The wrong picture that people arrive with.
cluster:
  nodes: [{name: node-a}]
files:
  web.yaml: web.yaml
terms:
  record: What the apiserver has stored.
steps:
  - look: {view: cluster, real: kubectl get nodes}
    say: |
      Say what is seen here, with names of this run, and what is about to happen.
  - kubectl: apply -f web.yaml
    runTo: {stage: etcd.txn, object: pod/web}
    ask:
      question: The record is stored. Which component changes it next?
      at: {next: {object: pod/web}}
      options:
        - {text: the kubelet, if: {by: kubelet/*}}
        - {text: kube-scheduler, if: {by: kube-scheduler*}}
      because: |
        It watches for Pods without a node, and this one goes to {{ pod/web: object.spec.nodeName }}.
  - runTo: {rest: true}
    look: {view: cluster, row: web, real: kubectl get pod web}
    task:
      goal: Delete the Pod web.
      expect: {object: pod/web, cel: has(object.metadata.deletionTimestamp)}
      hints: [The pane cluster shows what there is. kubectl has a word for it.]
      solution: [{kubectl: delete pod web --wait=false}]
  - debrief: |
      Say the idea once more, what was shown, and what to try on a live cluster.
`;

/**
Writes a folder with a lesson that passes `lessons check`.

@returns its file.
@throws {Mistake} when the name is none for a folder, or there is one.
*/
export const scaffoldLesson = (name: string, under = '.'): string => {
	const word = path.basename(name);
	if (!/^[a-z\d][a-z\d-]*$/.test(word)) {
		throw new Mistake(
			`"${word}" is not a name for a lesson`,
			{},
			'use small letters, digits and hyphens: 26-my-lesson',
		);
	}

	const folder = path.join(under, name);
	if (existsSync(folder)) {
		throw new Mistake('this folder exists already', {file: folder}, 'choose another name');
	}

	const words = word.replace(/^\d+-/, '').replaceAll('-', ' ');
	const file = path.join(folder, 'lesson.yaml');
	mkdirSync(folder, {recursive: true});
	writeFileSync(path.join(folder, 'web.yaml'), manifest);
	writeFileSync(file, lesson(`${words.charAt(0).toUpperCase()}${words.slice(1)}`));
	return file;
};
