import test from 'ava';
import {findLesson} from '../../classroom/course.js';
import {LessonRun} from '../../classroom/player.js';
import {must} from '../../testing/must.js';
import {rowsOn, typed} from '../../testing/screens.js';
import {lessonMoved, lessonOpened} from '../actions/lesson-actions.js';
import {commandsToTry, lessonSummary} from './lesson-summary.js';

test('what to try on a live cluster: three commands at most, each once, those of questions first', (t) => {
	const look = (real: string) => ({look: {real}, say: 'See.'});
	const asked = {...look('kubectl get d'), ask: {question: 'Which?', options: [], because: 'So.'}};
	t.deepEqual(commandsToTry([look('kubectl get a'), look('kubectl get b'), asked, look('kubectl get a')]), [
		'kubectl get d',
		'kubectl get a',
		'kubectl get b',
	]);
	t.deepEqual(commandsToTry([{say: 'Nothing to look at.'}]), []);
});

test('a finished lesson shows its misconception and its refutation, the answers that were given, the result of its task, and what to try, within 80×24', (t) => {
	const run = new LessonRun(findLesson('1'), 99);
	const opened = lessonOpened(run, {size: {columns: 80, rows: 24}});
	const lesson = opened.lesson;
	const [first, second] = run.lesson.steps.flatMap(({ask}, index) => (ask ? [index] : []));
	const state = {
		...opened,
		...(lesson
			? {
					lesson: {
						...lesson,
						belief: 'true' as const,
						answers: new Map([
							[first ?? -1, true],
							[second ?? -1, false],
						]),
					},
				}
			: {}),
	};
	const rows = rowsOn(state);
	const shown = rows.join('\n');
	t.true(
		rows.some((row) => row.includes('A misconception')),
		shown,
	);
	t.regex(
		shown,
		/✗ kubectl starts the container\. You first said: true\.\s+Step 9 refutes it, at #\d+: The kubelet asks/,
	);
	t.true(
		rows.some((row) => row.startsWith(' ✓ The Pod is stored in etcd')),
		shown,
	);
	t.true(
		rows.some((row) => row.startsWith(' ✗ Which component changes the Pod next?')),
		shown,
	);
	t.regex(shown, /\n Your task: pod\/hello: new, with status\.phase Running/);
	t.is(rows.filter((row) => row.startsWith(' $ kubectl')).length, 2, shown);
	const all = rowsOn({...state, size: {columns: 80, rows: 60}}).join('\n');
	t.regex(
		all,
		/─ Your task: before and after ─[^]* Cause, [\d.]+ s before: kubectl run hello [^]*:export svg FILE keeps this page/,
	);
	t.true(shown.includes('You got 1 of 2 right'), shown);
});

test('a step that the learner stepped away from says so, and u goes back to its stop', (t) => {
	const run = new LessonRun(findLesson('1'), 2);
	const size = {columns: 80, rows: 24};
	const opened = lessonMoved(lessonOpened(run, {size}));
	const at = opened.cursor;
	const saidAway = `This text is about #${at}, but you are at #${at + 1}; u goes back.`;
	const said = (state: typeof opened) => rowsOn(state).some((row) => row.includes(saidAway));
	t.false(said(opened));
	const away = typed(opened, ['s']);
	t.true(said(away), rowsOn(away).join('\n'));
	const back = typed(away, ['u']);
	t.is(back.cursor, at);
	t.is(back.lesson?.run.index, 2);
	t.false(said(back));
	t.is(typed(typed(back, ['return']), ['u']).lesson?.run.index, 2);
});

test('a question is repeated at the end with the names and numbers of the stop where it was asked', (t) => {
	const lesson = findLesson('20');
	const run = new LessonRun(lesson);
	const asked: string[] = [];
	do {
		if (run.step.ask) {
			asked.push(run.words(run.step.ask.question).replaceAll(/\s+/g, ' ').trim());
		}

		if (run.step.task) {
			run.solve();
		}
	} while (run.next());

	const rows = lessonSummary(must(lessonOpened(run, {}).lesson, 'lesson'), 400).map((row) =>
		row.map(({text}) => text).join(''),
	);
	t.true(asked.length > 0);
	for (const question of asked) {
		t.true(rows.includes(` · ${question}`), `${question}\n${rows.join('\n')}`);
	}
});
