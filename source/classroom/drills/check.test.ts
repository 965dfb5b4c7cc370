import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {must} from '../../testing/must.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {LessonRun} from '../player.js';
import {chainOf} from './chain.js';
import {checkDrill} from './check.js';
import {loadDrill, nextDrill, shortestRepair} from './drills.js';

const folder = temporaryFolder();
let count = 0;

/** A drill file in its own folder. */
const put = (source: string): string => {
	const file = path.join(folder, `${++count}-drill`, 'drill.yaml');
	mkdirSync(path.dirname(file));
	writeFileSync(file, source);
	return file;
};

const small = `title: Pending
level: 1
symptom: The Pod does not start.
cluster: {nodes: [{name: node-a}]}
fault:
- kubectl: cordon node-a
- kubectl: run web --image=nginx:1.27
- runTo: {rest: true}
expect:
- {object: pod/web, cel: object.status.phase == 'Running'}
- {kept: pod/web}
solutions:
- {says: Open it., do: [{kubectl: uncordon node-a}]}
- {says: Open it by hand., do: [{kubectl: 'patch node node-a -p {"spec":{"unschedulable":null}}'}]}
not:
- {says: It is gone., do: [{kubectl: delete pod web}]}
chain:
- {at: {object: node/node-a, cel: has(object.spec.unschedulable)}}
- {at: {stage: scheduler.filter.*, failure: true}, says: '{{ pod/web: object.metadata.name }} waits.'}
debrief: A node was closed.
`;

const messages = (source: string): string[] =>
	checkDrill(put(source)).mistakes.map((mistake) => mistake.toString().replace(/^.*drill\.yaml/, ''));

test('a drill that holds has no mistakes', (t) => {
	t.deepEqual(messages(small), []);
});

/** Possible mistakes of an author: from, to, and the message with line and column. */
const typos: ReadonlyArray<readonly [from: string, to: string, message: string]> = [
	['level: 1', 'level: 4', ':2:8  there is no level 4\n  write 1, 2 or 3'],
	['level: 1', 'levle: 1', ':2:1  unknown field "levle"\n  did you mean "level"?'],
	[
		'{kept: pod/web}',
		'{kept: pod/web, gone: pod/x}',
		':11:3  a condition needs exactly one of object, every, gone and kept',
	],
	['{kept: pod/web}', '{object: pod/web}', ':11:3  "object" needs cel'],
	['{kept: pod/web}', '{kept: pot/web}', ':11:10  there is no resource "pot"'],
	['{kept: pod/web}', '{kept: pod/wbe}', ':11:10  there is no pod/wbe to keep'],
	["phase == 'Running'", "phase == 'Pending'", ':10:1  the drill is repaired before the learner does anything'],
	['runTo: {rest: true}', 'runTo: {stage: cri.PullImage}', ':8:3  the run does not reach this place'],
	[
		'{says: Open it., do: [{kubectl: uncordon node-a}]}',
		'{says: Open it., do: [{kubectl: uncordon node-b}]}',
		':13:25  kubectl uncordon node-b: Error from server (NotFound): nodes "node-b" not found',
	],
	[
		'{says: Open it., do: [{kubectl: uncordon node-a}]}',
		'{says: Open it., do: [{kubectl: get pods}]}',
		':13:3  this does not repair the drill\n  ten minutes later, status.phase of pod/web is Pending, but should be Running',
	],
	['[{kubectl: delete pod web}]', '[{kubectl: uncordon node-a}]', ':16:3  this repairs the drill\n  move it to'],
	[
		'stage: scheduler.filter.*',
		'stage: scheduler.bind',
		':19:3  the run does not reach this place after the previous link',
	],
	['object.metadata.name }}', 'object.metadata.nam }}', ':19:58  the run does not have this value at that stop'],
	[
		'debrief: A node was closed.',
		'debrief: "{{ pod/web: object.spec.nodeName }} was closed."',
		':20:10  the run does not have this value: no such key: nodeName',
	],
	[
		'- {says: Open it., do: [{kubectl: uncordon node-a}]}\n',
		'',
		':13:1  the length of "solutions" is 1: a drill needs at least 2',
	],
];

for (const [index, [from, to, message]] of typos.entries()) {
	test(`check names the place of mistake ${index + 1} in a drill, ${JSON.stringify((to || `no ${from}`).trim().slice(0, 50))}`, (t) => {
		t.true(small.includes(from));
		const found = messages(small.replace(from, () => to));
		t.true(
			found.some((one) => one.startsWith(message)),
			found.join('\n'),
		);
	});
}

test('a drill does not open on a lost request, which says why it was lost', (t) => {
	const lost = small.replace(
		'- runTo: {rest: true}\n',
		"- traffic: {name: customer, target: 'nobody.default.svc.cluster.local:80', everyMs: 2000}\n- runTo: {stage: traffic.lost}\n",
	);
	const message = ':6:1  the drill opens at a lost request, which reveals the reason';
	t.true(
		messages(lost).some((one) => one.startsWith(message)),
		messages(lost).join('\n'),
	);
	const on = lost.replace('traffic.lost}\n', 'traffic.lost}\n- runTo: {stage: etcd.txn, object: lease/*}\n');
	t.deepEqual(
		messages(on).filter((one) => one.includes('lost request')),
		[],
	);
});

test('the chain from the cause to the symptom is told by the run', (t) => {
	const drill = loadDrill(put(small));
	const run = new LessonRun(drill);
	const [cause, symptom] = chainOf(run, drill.drill);
	t.is(must(cause?.stop, 'cause').process, 'kubectl/1');
	t.is(symptom?.says, 'web waits.');
	t.true(must(symptom?.stop, 'symptom').step > must(cause?.stop, 'cause').step);
});

test('trying costs nothing: a cluster that is not repaired is as before, and one that is goes on from there', (t) => {
	const run = new LessonRun(loadDrill(put(small)));
	const goal = must(run.step.task, 'task').expect;
	const before = {stops: run.recording.stops.length, cursor: run.cursor};
	t.false(run.attempt(goal));
	t.is(run.problem, 'ten minutes later, status.phase of pod/web is Pending, but should be Running');
	t.deepEqual({stops: run.recording.stops.length, cursor: run.cursor}, before);
	run.kubectl('uncordon node-a');
	t.true(run.attempt(goal));
	t.true(run.recording.stops.length > before.stops);
});

test('what was made anew was not kept', (t) => {
	const run = new LessonRun(loadDrill(put(small)));
	run.perform({kubectl: 'delete pod web --wait=false'});
	run.perform({kubectl: 'uncordon node-a'});
	run.perform({kubectl: 'run web --image=nginx:1.27'});
	t.false(run.attempt(must(run.step.task, 'task').expect));
	t.is(run.problem, 'ten minutes later, pod/web is no longer the original object');
});

test('a future in which nothing went wrong is not a repair', (t) => {
	const run = new LessonRun(loadDrill(put(small)));
	run.cursor = 10;
	run.submit({kubectl: 'run web --image=nginx:1.27'});
	t.false(run.attempt(must(run.step.task, 'task').expect));
	t.is(run.problem, 'the fault has not happened in this future; u undoes your last command');
});

test('the shortest repair is the one of the fewest commands, and then the one that takes the least typing', (t) => {
	const {drill} = loadDrill(put(small));
	t.deepEqual(shortestRepair(drill), [{kubectl: 'uncordon node-a'}]);
	const twice = {says: 'Made anew.', do: [{kubectl: 'a'}, {kubectl: 'b'}]};
	t.deepEqual(shortestRepair({...drill, solutions: [twice, ...drill.solutions]}), [{kubectl: 'uncordon node-a'}]);
});

test('the next drill is the first that is not repaired', (t) => {
	t.is(nextDrill({'drill/a': {done: true, index: 1}}, ['a', 'b']), 'b');
	t.is(nextDrill({'drill/a': {done: true, index: 1}}, ['a']), 'a');
	t.is(nextDrill({}, []), undefined);
});

/** The texts of the small drill in another language. */
const russian = `title: Ждёт
symptom: Pod не запускается.
solutions: [Откройте его., Откройте его вручную.]
not: [Его больше нет.]
chain: ['{{ pod/web: object.metadata.name }} ждёт.']
debrief: Узел был закрыт.
`;

test('a translation is the drill with other texts', (t) => {
	const file = put(small);
	writeFileSync(file.replace('drill.yaml', 'drill.ru.yaml'), russian);
	t.deepEqual(checkDrill(file).mistakes, []);
	const {drill, steps} = loadDrill(file, 'ru');
	t.is(drill.solutions[1]?.says, 'Откройте его вручную.');
	t.deepEqual(
		drill.chain.map(({says}) => says),
		[undefined, '{{ pod/web: object.metadata.name }} ждёт.'],
	);
	t.is(steps[0]?.task?.goal, 'Pod не запускается.');
	t.is(loadDrill(file, 'zh').title, 'Pending');
});

for (const [from, to, message] of [
	['Откройте его., ', '', ':3:12  the number of solutions is 1, but 2 in English'],
	['object.metadata.name', 'object.metadata.uid', ':5:9  the {{ slots }} differ from the English text'],
	['Узел был', 'Узел 3 был', ':6:10  the number 3 is not in the English text'],
] as const) {
	test(`a mistranslated drill with ${to === '' ? 'fewer repairs' : to} is refused where it is`, (t) => {
		const file = put(small);
		writeFileSync(file.replace('drill.yaml', 'drill.ru.yaml'), russian.replace(from, to));
		const found = checkDrill(file).mistakes.map((mistake) => mistake.toString().replace(/^.*drill\.ru\.yaml/, ''));
		t.true(
			found.some((one) => one.startsWith(message)),
			found.join('\n'),
		);
	});
}
