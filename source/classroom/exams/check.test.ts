import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {checkExam, checkExamTask} from './check.js';

const folder = temporaryFolder();
let count = 0;

const task = `title: Two of them
domain: work
slots:
  app: [shop, cart]
cluster: {nodes: [{name: node-a}]}
start:
  - kubectl: create deployment <app> --image=nginx:1.27
  - runTo: {rest: true}
task: |
  Let <app> have two Pods, and its Service answer on port 80.
criteria:
  - says: Two Pods are ready.
    points: 2
    is: [{object: deployment/<app>, cel: object.status.readyReplicas == 2}]
  - says: Requests are answered.
    points: 3
    do:
      - traffic: {name: grader, target: '<app>.default.svc.cluster.local:80', everyMs: 200}
      - runTo: {object: /network/traffic/grader, cel: object.sent >= 5}
    is: [{object: /network/traffic/grader, cel: object.answered >= 4}]
  - says: Its account may not list Secrets.
    points: 1
    is: [{object: service/<app>, cel: 'true'}]
    do: [{kubectl: auth can-i list secrets --as=system:serviceaccount:default:default}]
    prints: ^no
solutions:
  - says: Scale and expose.
    do:
      - kubectl: scale deployment <app> --replicas=2
      - kubectl: expose deployment <app> --port=80
near:
  - {says: Only scaled., points: 2, do: [{kubectl: scale deployment <app> --replicas=2}]}
  - {says: Only exposed., points: 4, do: [{kubectl: expose deployment <app> --port=80}]}
  - {says: Nothing., points: 0, do: []}
why: |
  A Deployment and its Service know nothing of each other.
`;

/** The errors of a task; the place and the message of each mistake. @param changes texts that are replaced */
const mistakes = (...changes: ReadonlyArray<readonly [from: string, to: string]>): readonly string[] => {
	const file = path.join(folder, String(++count), 'task.yaml');
	mkdirSync(path.dirname(file));
	writeFileSync(
		file,
		changes.reduce((text, [from, to]) => text.replaceAll(from, to), task),
	);
	return checkExamTask(file).mistakes.map((mistake) => mistake.toString().replace(/^.*task\.yaml/, ''));
};

test('a task holds: its solution scores full in each variation, its near misses what they say', (t) => {
	t.deepEqual(mistakes(), []);
});

/** Planted mistakes: the name, the change, and the first reported error. */
const planted: ReadonlyArray<readonly [what: string, from: string, to: string, message: string]> = [
	[
		'a near miss that scores more',
		'points: 2, do:',
		'points: 1, do:',
		'this scores 2, not 1\n  missed: Requests are answered.',
	],
	[
		'a solution that misses a criterion',
		'object.status.readyReplicas == 2',
		'object.status.readyReplicas == 2 && has(object.spec.paused)',
		'this scores 4 of 6 (variation 1)\n  missed: Two Pods are ready.',
	],
	[
		'a near miss that is a solution',
		'points: 2, do: [{kubectl: scale deployment <app> --replicas=2}]',
		'points: 6, do: [{kubectl: scale deployment <app> --replicas=2}]',
		'a near miss must score less than 6',
	],
	[
		'a criterion that holds from the start',
		'readyReplicas == 2}]\n',
		'readyReplicas >= 0}]\n  - {says: More., points: 9, is: [{object: deployment/<app>, cel: "true"}]}\n',
		'the untouched cluster scores 11 of 15',
	],
	['a slot that is not there', 'Let <app> have', 'Let <apps> have', 'there is no slot <apps>'],
	[
		'a slot that nothing uses',
		'  app: [shop, cart]',
		'  app: [shop, cart]\n  size: [a, b]',
		'no text uses the slot <size>',
	],
	['a slot of one value', 'app: [shop, cart]', 'app: [shop]', 'a slot needs two or more values'],
	['a value that breaks a command', 'app: [shop, cart]', "app: [shop, 'x; y']", '"x; y" cannot be a value of a slot'],
	[
		'a command that fails',
		'expose deployment <app> --port=80\nnear',
		'expose deployment <app>\nnear',
		'kubectl expose deployment shop: ',
	],
	[
		'a criterion without a claim',
		'    is: [{object: deployment/<app>, cel: object.status.readyReplicas == 2}]\n',
		'',
		'a criterion needs a condition',
	],
	[
		'words that nothing prints',
		'    do: [{kubectl: auth can-i list secrets --as=system:serviceaccount:default:default}]\n',
		'',
		'nothing prints this',
	],
	['an expression that is none', 'prints: ^no', 'prints: "(no"', 'Invalid regular expression'],
	[
		'two near misses',
		'  - {says: Nothing., points: 0, do: []}\n',
		'',
		'the length of "near" is 2: a task needs at least 3',
	],
	['a condition that is no CEL', 'object.answered >= 4', 'object.answered >=', 'ERROR: '],
	[
		'a start that does not come about',
		'- runTo: {rest: true}',
		'- runTo: {object: pod/none, cel: "true"}',
		'the run does not reach this place',
	],
];

for (const [what, from, to, message] of planted) {
	test(`a mistake of a task is refused: ${what}`, (t) => {
		const found = mistakes([from, to]);
		t.true(
			found.some((one) => one.replace(/^:\d+:\d+ {2}/, '').startsWith(message)),
			found.join('\n'),
		);
	});
}

test('the points of a domain are its weight', (t) => {
	const set = path.join(folder, 'set');
	mkdirSync(set);
	writeFileSync(path.join(set, 'task.yaml'), task);
	const file = path.join(set, 'exam.yaml');
	const exam = (weights: string): readonly string[] => {
		writeFileSync(
			file,
			`title: A set\nexam: cka\nset: 1\nminutes: 30\npass: 60\ndomains: {${weights}}\ntasks: [task]\n`,
		);
		return checkExam(file).mistakes.map((mistake) => mistake.toString().replace(/^.*\.yaml/, ''));
	};

	t.deepEqual(exam('work: {name: Work, weight: 6}, rest: {name: Rest, weight: 94}'), [
		':6:48  the tasks of this domain have 0 points, but its weight is 94\n  change the points of the criteria',
	]);
	t.deepEqual(exam('work: {name: Work, weight: 50}'), [
		':6:10  the weights of the domains add up to 50\n  make them add up to 100 points',
	]);
	t.deepEqual(exam('rest: {name: Rest, weight: 100}'), [
		':2:9  there is no domain "work"\n  domains: rest',
		':6:17  the tasks of this domain have 0 points, but its weight is 100\n  change the points of the criteria',
	]);
});
