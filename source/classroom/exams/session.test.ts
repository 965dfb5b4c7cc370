import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {atOnce} from '../../debugger/recording.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {loadExam} from './exams.js';
import {ExamSession} from './session.js';

const task = (domain: string): string => `title: Two of them
domain: ${domain}
slots:
  app: [shop, cart]
cluster: {nodes: [{name: node-a}]}
start:
  - kubectl: create deployment <app> --image=nginx:1.27
  - runTo: {rest: true}
task: |
  Let <app> have two Pods, and a Service on port 80.
settle: 20s
criteria:
  - says: Two Pods are ready.
    points: 20
    is: [{object: deployment/<app>, cel: object.status.readyReplicas == 2}]
  - says: Requests are answered.
    points: 30
    do:
      - traffic: {name: grader, target: '<app>.default.svc.cluster.local:80', everyMs: 200}
      - runTo: {object: /network/traffic/grader, cel: object.sent >= 5}
    is: [{object: /network/traffic/grader, cel: object.answered >= 4}]
solutions:
  - says: Scale and expose.
    do:
      - kubectl: scale deployment <app> --replicas=2
      - kubectl: expose deployment <app> --port=80
near:
  - {says: Only scaled., points: 20, do: [{kubectl: scale deployment <app> --replicas=2}]}
  - {says: Only exposed., points: 30, do: [{kubectl: expose deployment <app> --port=80}]}
  - {says: Nothing., points: 0, do: []}
why: |
  A Deployment and its Service know nothing of each other.
`;

/** A set with two tasks. */
const setOf = (name: string, first: string, second: string) => {
	const folder = path.join(temporaryFolder(), name);
	mkdirSync(folder);
	writeFileSync(path.join(folder, 'first.yaml'), first);
	writeFileSync(path.join(folder, 'second.yaml'), second);
	writeFileSync(
		path.join(folder, 'exam.yaml'),
		'title: A set\nexam: cka\nset: 1\nminutes: 30\npass: 60\ndomains: {work: {name: Work, weight: 50}, net: {name: Net, weight: 50}}\ntasks: [first, second]\n',
	);
	return loadExam(path.join(folder, 'exam.yaml'));
};

const exam = setOf('small-1', task('work'), task('net'));

test('an exam is graded by domain, and each criterion has the stop that decided it', (t) => {
	const session = new ExamSession(exam, 0, 'en');
	session.run(0).perform({kubectl: 'scale deployment shop --replicas=2'});
	t.true(session.worked(0));
	t.false(session.worked(1));
	const before = session.run(0).recording.stops.length;
	const [first, second] = atOnce(session.grading());
	t.is(session.run(0).recording.stops.length, before, 'the run itself is not changed');
	t.deepEqual(
		first?.scores.map(({earned, problem}) => [earned, problem]),
		[
			[true, undefined],
			[false, 'client grader got an answer to 0 of 5 requests; at least 4 must be answered'],
		],
	);
	const sentences = first?.scores.map(({step = -1}) => {
		const stop = first.recording.stops.get(step);
		return stop && `${stop.stage} ${first.recording.sentence(stop)}`;
	});
	t.regex(sentences?.[0] ?? '', /^etcd\.txn etcd writes \/registry\/deployments\/default\/shop at revision/);
	t.regex(sentences?.[1] ?? '', /^traffic\.lost Request \d of grader cannot be sent: DNS does not know the name/);
	t.is(second?.points, 0);
	t.deepEqual(session.domains, [
		{name: 'Work', weight: 50, points: 20},
		{name: 'Net', weight: 50, points: 0},
	]);
	t.is(session.points, 20);
});

test('a criterion on what a command prints has the end of its trial as its stop, and shows the first line of a wrong answer', (t) => {
	const criteria = `criteria:
  - says: The account may list Pods.
    points: 20
    do: [{kubectl: auth can-i list pods --as=mia}]
    prints: ^yes
  - says: The page is gone.
    points: 30
    do: [{kubectl: get deployments}]
    prints: No resources
`;
	const printing = task('work').replace(/criteria:[^]*(?=solutions:)/, criteria);
	const session = new ExamSession(setOf('small-2', printing, task('net')), 0, 'en');
	session.run(0).perform({kubectl: 'create clusterrolebinding mia --clusterrole=view --user=mia'});
	const [first] = atOnce(session.grading());
	t.deepEqual(
		first?.scores.map(({earned, problem, step = -1}) => [earned, problem, first.recording.stops.get(step)?.stage]),
		[
			[true, undefined, 'kubectl.print'],
			[false, 'NAME   READY   UP-TO-DATE   AVAILABLE   AGE', 'kubectl.print'],
		],
	);
});

test('the clock stands still while the exam is paused', (t) => {
	const session = new ExamSession(exam, 0, 'en');
	session.goOn(1000);
	t.is(session.usedMs(61_000), 60_000);
	session.pause(61_000);
	t.is(session.usedMs(999_000), 60_000);
	session.goOn(1_000_000);
	t.is(session.leftMs(1_060_000), 30 * 60_000 - 120_000);
	t.deepEqual(session.kept(1_060_000), {at: 0, usedMs: 120_000, flagged: []});
});

test('the seed draws the names, and a solution is done on a fresh cluster', (t) => {
	const names = Array.from({length: 12}, (_, seed) => new ExamSession(exam, seed, 'en').lesson(0).examTask.task);
	t.is(new Set(names).size, 2);
	const run = atOnce(new ExamSession(exam, 0, 'en').solving(0));
	t.true(run.satisfied({object: 'service/shop', cel: 'true'}));
});
