import test from 'ava';
import {must} from '../testing/must.js';
import {findLesson} from './course.js';
import {conditionHolds, goalOf} from './goal.js';
import {LessonRun} from './player.js';

const lesson = findLesson('1');
const taskIndex = lesson.steps.findIndex(({task}) => task);

/** All that a learner sees of their position. */
const place = (run: LessonRun) => ({
	index: run.index,
	cursor: run.cursor,
	stop: run.recording.stops.get(run.cursor),
	stops: run.recording.stops.length,
	fingerprint: run.recording.fingerprint,
});

test('a lesson taken up at a step is where it was left', (t) => {
	const walked = new LessonRun(lesson);
	while (walked.index < 7) {
		walked.next();
	}

	const resumed = new LessonRun(lesson, 7);
	t.is(resumed.index, 7);
	t.deepEqual(resumed.recording.stops.get(resumed.cursor), walked.recording.stops.get(walked.cursor));
});

test('a lesson taken up after a task has that task done', (t) => {
	const run = new LessonRun(lesson, taskIndex + 1);
	t.is(run.index, taskIndex + 1);
	const {conditions} = must(lesson.steps[taskIndex]?.task, 'task').expect;
	t.true(conditions.length > 0);
	for (const condition of conditions) {
		t.true(conditionHolds(run.recording, must(run.recording.stops.at(-1), 'stop'), condition, 0));
	}
});

test('a step that is not there is the nearest one', (t) => {
	t.is(new LessonRun(lesson, 999).index, lesson.steps.length - 1);
	t.is(new LessonRun(lesson, -3).index, 0);
	t.is(new LessonRun(lesson, Number.NaN).index, 0);
});

test('a lesson opens in parts, its first step too', (t) => {
	const rolling = findLesson('8');
	const opening = LessonRun.opening(rolling);
	let furthest = -1;
	let part = opening.next();
	for (; !part.done; part = opening.next()) {
		furthest = Math.max(furthest, part.value.step);
	}

	t.true(furthest > part.value.start);
	t.is(part.value.recording.fingerprint, new LessonRun(rolling).recording.fingerprint);
});

test('reset begins again on a cluster where nothing was done', (t) => {
	const run = new LessonRun(lesson);
	const before = place(run);
	run.next();
	run.next();
	run.kubectl('run other --image=nginx:1.27');
	run.reset();
	t.deepEqual(place(run), before);
});

test('undo takes back steps and inputs, one at a time, to the beginning', (t) => {
	const run = new LessonRun(lesson);
	const moments = [place(run)];
	for (let step = 0; step < 4; step++) {
		run.next();
		moments.push(place(run));
	}

	run.submit({kubectl: 'run other --image=nginx:1.27'});
	for (const {index, cursor, stop} of moments.toReversed()) {
		t.true(run.undo());
		if (run.index === index) {
			t.is(run.cursor, cursor);
			t.deepEqual(run.recording.stops.get(run.cursor), stop);
		}

		if (index === 0) {
			break;
		}
	}

	while (run.undo()) {
		// Only as far as the run reaches.
	}

	t.is(run.index, 0);
	t.is(run.recording.inputs.length, 0);
});

test('a task that is not solved leaves everything as it was, and says why', (t) => {
	const run = new LessonRun(lesson, taskIndex);
	const before = place(run);
	t.false(run.attempt(must(run.step.task, 'task').expect));
	t.deepEqual(place(run), before);
	t.regex(must(run.problem, 'problem'), /^ten minutes later, there is no pod\/hello$/);
	t.true(run.solve());
	t.is(run.problem, undefined);
});

test('what refused a command of the step is not said of the learner, who gave none', (t) => {
	const conflict = findLesson('5');
	const run = new LessonRun(
		conflict,
		conflict.steps.findIndex(({task}) => task),
	);
	const {expect} = must(run.step.task, 'task');
	t.false(run.attempt(expect));
	t.is(run.problem, 'ten minutes later, data.color of configmap/settings is blue, but should be red');
	run.kubectl('replace -f stale.yaml');
	t.false(run.attempt(expect));
	t.regex(must(run.problem, 'problem'), /your last command was refused: .*409/);
});

test('a trial that loses requests shows a loss of the client that the task is about, not of another one', (t) => {
	const sized = findLesson('23');
	const run = new LessonRun(
		sized,
		sized.steps.findIndex(({task}) => task),
	);
	run.kubectl(
		'patch deployment shop -p {"spec":{"template":{"spec":{"containers":[{"name":"shop","lifecycle":{"preStop":{"sleep":{"seconds":1}}}}]}}}}',
	);
	t.false(run.attempt(must(run.step.task, 'task').expect));
	t.regex(must(run.problem, 'problem'), /client after got an answer .*: Request \d+ of after /);
});

test('the last step is the end', (t) => {
	const run = new LessonRun(lesson, lesson.steps.length - 1);
	t.true(run.finished);
	t.false(run.next());
});

test('a trial does not wait for a state that is there already', (t) => {
	const run = new LessonRun(lesson, taskIndex);
	const {recording} = run;
	const key = must(recording.kernel.ledger.keys('/registry/pods/default/')[0], 'a Pod');
	const pod = `pod/${key.slice(key.lastIndexOf('/') + 1)}`;
	const after = [{runTo: {object: pod, cel: 'has(object.spec.nodeName)'}}];
	t.true(run.attempt(goalOf({after, object: pod, cel: 'has(object.metadata.uid)'})), run.problem);
	t.is(run.recording.stops.length, recording.stops.length);
});

test('a way to a step that is left in its last part is as if it had not begun', (t) => {
	const course = findLesson('11');
	const asks = course.steps.findIndex(({ask}) => ask?.break);
	const pending = {
		...course,
		steps: course.steps.map((step, index) => (index === asks ? {...step, runTo: {stage: 'etcd.txn'}} : step)),
	};
	const [left, straight] = [new LessonRun(pending, asks - 1), new LessonRun(pending, asks - 1)];
	const way = left.goingOn();
	while (left.index < asks) {
		t.false(way.next().done);
	}

	way.return(false);
	t.deepEqual([left.index, left.cursor], [straight.index, straight.cursor]);
	t.is(left.next(), straight.next());
	t.deepEqual(place(left), place(straight));
});
