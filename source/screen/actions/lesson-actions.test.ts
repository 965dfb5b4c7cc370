import test from 'ava';
import {pageAfter} from '../../classroom/chapters.js';
import {findLesson} from '../../classroom/course.js';
import {LessonRun} from '../../classroom/player.js';
import {atOnce} from '../../debugger/recording.js';
import {lessonState, rowsOn, typed} from '../../testing/screens.js';
import {keyTable} from '../input/key-table.js';
import {must} from '../../testing/must.js';
import {changed, type State} from '../state/state.js';
import {goneOn, press} from './press.js';
import {afterDue, lessonOpened} from './lesson-actions.js';
import {lessonNames} from '../../classroom/heads.js';
import type {Lesson} from '../../classroom/lesson.js';

const [first = '', second = ''] = lessonNames();
const lesson = findLesson(first);
const asked = lesson.steps.findIndex(({ask}) => ask);
const task = lesson.steps.findIndex((step) => step.task);

function* lessonAfter(name: string) {
	return name === first ? yield* LessonRun.opening(findLesson(second)) : undefined;
}

/** A lesson at a step, with the second lesson after it. */
const at = (step: number, taken = lesson) =>
	lessonOpened(new LessonRun(taken, step), {keymap: keyTable, services: {lessonAfter}});

test('enter at the end of a lesson opens the next one, and leaving it asks nothing', (t) => {
	const end = at(lesson.steps.length - 1);
	t.regex(rowsOn(end).join('\n'), /✓ Enter opens the next lesson/);
	t.true(press({...end, leaving: {...end.leaving, unsaved: 3}}, 'q').leaving.left);
	const next = press(end, 'return');
	t.is(next.lesson?.run.lesson.name, second);
	t.regex(rowsOn(next).join('\n'), /Lesson 2 .* 1 of /);
	const last = {...next, lesson: next.lesson && {...next.lesson, run: new LessonRun(findLesson(second), 99)}};
	t.is(press(last, 'return').message, 'this was the last lesson; q leaves');
});

test('looking around in a lesson leaves the lesson where it is', (t) => {
	const before = at(asked);
	const {run} = must(before.lesson, 'a lesson');
	const place = run.cursor;
	const away = typed(before, ['g', 's', 's']);
	t.not(away.cursor, place);
	t.is(run.cursor, place);
});

test('only the first answer to a question counts', (t) => {
	const right = lesson.steps[asked]?.ask?.options.findIndex(({text}) => text === 'nothing yet') ?? -1;
	t.true(right >= 0);
	const wrong = typed(at(asked), ['right', 'return']);
	t.deepEqual([...(wrong.lesson?.answers ?? [])], [[asked, right === 1]]);
	const again = typed(wrong, ['u', 'return', 'return']);
	t.is(again.lesson?.answers.get(asked), right === 1);
});

test('a question that is skipped is answered by the run, and does not count', (t) => {
	const skipped = typed(at(asked), ['!']);
	t.regex(skipped.lesson?.answered?.text ?? '', /^It is: nothing yet/);
	t.is(skipped.lesson?.answers.size, 0);
	t.regex(rowsOn(skipped).join('\n'), /^ · It is: nothing yet/m);
	t.is(typed(skipped, ['return']).lesson?.run.index, asked + 1);
});

/** The message of the screen after the choice of an option. */
const answerTo = (option: string, of = lesson): string => {
	const step = of.steps.findIndex(({ask}) => ask?.options.some(({text}) => text === option));
	const asks = lessonOpened(new LessonRun(of, step), {});
	const index = asks.lesson?.run.options.findIndex(({text}) => text === option) ?? 0;
	return typed(asks, [...Array.from({length: index}, () => 'right'), 'return']).lesson?.answered?.text ?? '';
};

test('a wrong answer is met with what that component did last', (t) => {
	t.regex(
		answerTo('kubectl'),
		/^You said: kubectl\. Last stop of kubectl\/1, #\d+: .* It is: kube-scheduler \(#\d+, on the screen\)/,
	);
});

test('a component that has done nothing with the object of the question is not answered for by work of another kind', (t) => {
	t.regex(
		answerTo('the kubelet of node-a'),
		/^You said: the kubelet of node-a\. Up to #\d+, it has done nothing with pod\/web\. It is: kube-scheduler/,
	);
	t.regex(
		answerTo('the Deployment controller', findLesson('6')),
		/^You said: the Deployment controller\. It does nothing from #\d+ to #\d+\. It is:/,
	);
});

test('a step that goes somewhere shows what it came to, and one that names an object shows that', (t) => {
	const stale = findLesson('5');
	const acting = stale.steps.findIndex(({kubectl, look}) => kubectl !== undefined && !look);
	t.is(at(0).pane.view, 'board');
	t.is(typed(lessonOpened(new LessonRun(stale, acting - 1), {}), ['6', 'return']).pane.view, 'state');
	const waits = findLesson('13');
	const looking = waits.steps.findIndex(({look}) => look?.object === 'pod/waiting');
	t.is(lessonOpened(new LessonRun(waits, looking), {}).object.lookingAt, '/registry/pods/default/waiting');
});

test('an answer that is decided at rest shows what it is about, not what happens to be last', (t) => {
	const crash = findLesson('10');
	const asked = crash.steps.findIndex(({ask}) => ask?.show);
	const answered = press(lessonOpened(new LessonRun(crash, asked), {size: {columns: 80, rows: 24}}), 'return');
	t.is(answered.pane.view, 'cluster');
	t.regex(rowsOn(answered).join('\n'), /▸ {2}▸ default\/web-\w+-cks6k {2}1\/1 {2}Running/);
});

test('a task may be checked as soon as its command is typed', (t) => {
	const who = findLesson('3');
	const task = who.steps.findIndex((step) => step.task);
	const fresh = () => lessonOpened(new LessonRun(who, task), {});
	const wrong = typed(fresh(), [':kubectl create rolebinding mine --clusterrole=view --group=developers', 'return']);
	t.regex(wrong.message, /^not solved yet: in a trial, .*pods is forbidden: User "jane".*H gives a hint/);
	const right = typed(fresh(), [':kubectl create rolebinding mine --clusterrole=edit --group=developers', 'return']);
	t.is(right.message, 'solved');
});

test('a command in a task runs on to its outcome, so that the next one meets it; a refused one shows its answer', (t) => {
	const quota = findLesson('4');
	const step = quota.steps.findIndex(({task}) => task);
	const size = {columns: 80, rows: 24};
	const run = (state: State, line: string) => typed(state, [`:kubectl ${line}`]);
	const left = run(lessonOpened(new LessonRun(quota, step), {size}), 'run left --image=nginx:1.27');
	t.regex(left.message, /^pod\/left created; ran on from #\d+ to its outcome$/);
	const refused = run(left, 'run right --image=nginx:1.27');
	t.regex(refused.message, /^kubectl failed; S and N step back/);
	t.regex(rowsOn(refused).join('\n'), /exceeded quota: team/);
	const raised = run(refused, `patch resourcequota team -p '{"spec":{"hard":{"pods":"5","requests.cpu":"1"}}}'`);
	t.regex(raised.message, /^resourcequota\/team patched; ran on/);
	const right = run(raised, 'run right --image=nginx:1.27');
	t.regex(right.message, /^pod\/right created; ran on/);
	t.is(press(right, 'return').message, 'solved');
});

test('an answer of two rows leaves the keys in view', (t) => {
	const size = {columns: 80, rows: 24};
	const checked = press(lessonOpened(new LessonRun(lesson, task), {size}), 'return');
	const rows = rowsOn(checked);
	t.is(rows.length, 24);
	t.regex(rows.at(-3) ?? '', /^ not solved yet: /);
	t.regex(rows.at(-2) ?? '', /the solution/);
	t.regex(rows.at(-1) ?? '', /^ enter check .*\? all$/);
});

test('the last hint of a task shows the place to look, wherever the learner has gone', (t) => {
	const quota = findLesson('4');
	const task = quota.steps.findIndex((step) => step.task);
	const size = {columns: 80, rows: 24};
	const away = typed(lessonOpened(new LessonRun(quota, task), {size}), [':kubectl get pods', 'return', '6']);
	const hints = quota.steps[task]?.task?.hints.map(() => 'H') ?? [];
	t.is(typed(away, hints.slice(1)).pane.view, 'cluster');
	const hinted = typed(away, hints);
	t.is(hinted.pane.view, 'state');
	t.regex(rowsOn(hinted).join('\n'), /─ ResourceQuota default\/team[^]*\n▸ {4}hard:/);
});

test('the last lesson of a chapter ends with what the chapter has shown; enter then opens the next lesson', (t) => {
	const last = findLesson('5');
	const end = lessonOpened(new LessonRun(last, 99), {
		size: {columns: 80, rows: 24},
		services: {pageAfter, lessonAfter: () => LessonRun.opening(findLesson('6'))},
	});
	const page = press(end, 'return');
	t.regex(rowsOn(page).join('\n'), /^─ Chapter 1 · The way in ─.*\n[^]*Enter opens the next lesson/);
	t.is(press(page, 'return').lesson?.run.lesson.name, '06-a-deployment-heals-itself');
});

test('after the last chapter come drills: nothing says that enter opens a lesson', (t) => {
	const end = lessonOpened(new LessonRun(findLesson('25'), 99), {size: {columns: 80, rows: 24}, services: {pageAfter}});
	t.regex(rowsOn(press(end, 'return')).join('\n'), /This was the last lesson\. Drills are next/);
});

/** A lesson whose work pauses at every opportunity. */
const impatient = (step: number, taken: Lesson, parts = {count: 0}): State => {
	const run = new LessonRun(taken, step);
	const pause = () => {
		parts.count++;
		return true;
	};
	return lessonOpened(run, {keymap: keyTable, services: {pause, lessonAfter}});
};

const resumed = (state: State): State => {
	let now = state;
	while (now.search) {
		now = goneOn(now);
	}

	return now;
};

const placeOf = ({recording, cursor, message, lesson: there}: State) => ({
	index: there?.run.index,
	stop: recording.stops.get(cursor),
	fingerprint: recording.fingerprint,
	inputs: recording.inputs,
	message,
	solved: there?.solved,
	answered: there?.answered,
});

const tasked = lesson.steps.findIndex(({task}) => task);

/** A step to a distant stop, and a question that is decided far away. */
const [far, decidedFar] = [findLesson('3'), findLesson('10')];
const farStep = far.steps.findLastIndex(({runTo}, index) => runTo && far.steps[index - 1]?.ask) - 1;
const farAsk = decidedFar.steps.findIndex(({ask}, index) => ask && index > 2);

for (const [what, taken, step, keys] of [
	['the next step', far, farStep, ['!', 'return']],
	['the next lesson', lesson, lesson.steps.length - 1, ['return']],
	['a question', decidedFar, farAsk, ['return']],
	['a question that is skipped', decidedFar, farAsk, ['!']],
	['a task that is not solved', lesson, tasked, ['return']],
	['its solution', lesson, tasked, ['!']],
	['a command in the past', lesson, tasked, [':goto 100', ':kubectl get pods']],
	['a step that is taken back', lesson, tasked, [':goto 100', ':kubectl get pods', 'u']],
] as const) {
	test(`in a lesson, ${what} comes to the same in parts as at once`, (t) => {
		const parts = {count: 0};
		let inParts = impatient(step, taken, parts);
		for (const key of keys) {
			inParts = resumed(typed(inParts, [key]));
		}

		t.true(parts.count > 0);
		t.deepEqual(placeOf(inParts), placeOf(typed(at(step, taken), keys)));
	});
}

for (const [what, taken, step, keys] of [
	['a step', far, farStep, ['!', 'return']],
	['the lesson after it', lesson, lesson.steps.length - 1, ['return']],
	['a command in the past', lesson, tasked, [':goto 100', ':kubectl get pods']],
	['the check of a task', lesson, tasked, ['return']],
	['a solution', lesson, tasked, ['!']],
] as const) {
	test(`in a lesson, ${what} that is ended before it was done leaves the learner where they were`, (t) => {
		let state = impatient(step, taken);
		for (const key of keys.slice(0, -1)) {
			state = resumed(typed(state, [key]));
		}

		const {index, cursor} = must(state.lesson, 'a lesson').run;
		const begun = typed(state, keys.slice(-1));
		t.truthy(begun.search);
		const ended = typed(goneOn(begun), ['escape']);
		t.is(ended.search, undefined);
		t.is(ended.message, 'cancelled before it finished');
		const {run} = must(ended.lesson, 'a lesson');
		t.deepEqual([run.index, run.recording], [index, state.recording]);
		t.is(ended.cursor, state.cursor);
		t.true(cursor >= 0);
		const on = resumed(typed(ended, keys.slice(-1)));
		const whole = typed(at(step, taken), keys);
		t.deepEqual(placeOf(on).message, placeOf(whole).message);
		t.deepEqual(placeOf(on).index, placeOf(whole).index);
		t.deepEqual(placeOf(on).stop?.stage, placeOf(whole).stop?.stage);
	});
}

test('a lesson opens with its misconception: the answer is kept, enter alone claims nothing, and a drill or a later step asks nothing', (t) => {
	const opened = lessonOpened(new LessonRun(findLesson('1'), 0), {});
	const asked = rowsOn(opened).join('\n');
	t.regex(asked, /A common belief: "kubectl starts the container\." Is that true\?/);
	t.regex(asked, /▸ not sure\s+true\s+false/);
	const plain = typed(opened, ['return']);
	t.is(plain.lesson?.belief, 'unsure');
	t.is(plain.lesson?.run.index, 0);
	t.regex(rowsOn(plain).join('\n'), /This is a whole cluster at rest/);
	t.is(typed(lessonOpened(new LessonRun(findLesson('1'), 0), {}), ['left', 'return']).lesson?.belief, 'false');
	t.is(typed(lessonOpened(new LessonRun(findLesson('1'), 0), {}), ['!']).lesson?.belief, 'unsure');
	t.notRegex(rowsOn(lessonOpened(new LessonRun(findLesson('1'), 2), {})).join('\n'), /A common belief/);
});

test('questions that were answered wrong come back before a chapter, which then opens', (t) => {
	const due = [
		{lesson: '01-inside', step: 1},
		{lesson: '01-inside', step: 2},
	];
	function* runAt(step: number) {
		yield* [];
		return must(lessonState(step).lesson, 'lesson').run;
	}

	const services = {due: () => due, lessonAt: (_: string, step: number) => runAt(step), lessonNamed: () => runAt(0)};
	const back = atOnce(afterDue(lessonState(0, {services})));
	t.is(back.lesson?.run.index, 2, 'a step without a question is left out');
	t.regex(back.message, /a question of lesson 1 comes back/);
	const answered = press(back, 'return');
	t.not(answered.lesson?.answered, undefined);
	const opened = press(answered, 'return');
	t.is(opened.lesson?.run.index, 0);
	t.is(opened.lesson?.review, undefined);
	t.is(atOnce(afterDue(lessonState(0, {services: {...services, due: () => []}}))).lesson?.run.index, 0);
});

test('a second enter does not end the check of a task', (t) => {
	const begun = at(task);
	const paused = changed(begun, 'setup', {services: {...begun.setup.services, pause: () => true}});
	let state = typed(paused, ['return']);
	t.truthy(state.search);
	for (let count = 0; state.search; count++) {
		state = goneOn(typed(state, count % 3 === 0 ? ['return'] : []));
	}

	t.is(state.message, typed(at(task), ['return']).message);
	t.regex(state.message, /pod\/hello/);
});
