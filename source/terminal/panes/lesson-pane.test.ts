import test from 'ava';
import {findLesson} from '../../lessons/course.js';
import {otherLanguages} from '../../stages/language-names.js';
import {width} from '../paint/text.js';
import {LessonRun} from '../../lessons/player.js';
import {lessonPane, lessonText} from './lesson-pane.js';
import {initialState} from '../state/initial-state.js';
import type {State} from '../state/state.js';
import {lessonNames} from '../../lessons/heads.js';

const textOf = ({lesson}: State): string =>
	(lesson ? lessonText(lesson, 80) : [])
		.map((row) => row.map(({text}) => text).join(''))
		.join('')
		.replaceAll(/\s+/g, '');

for (const name of lessonNames()) {
	test(`every step of ${name} shows the command it gives and its text whole: question and options, goal, what is said; in every language`, (t) => {
		const lesson = findLesson(name);
		const told = [...otherLanguages.map((language) => findLesson(name, language)), lesson];
		const run = new LessonRun(lesson);
		const check = () => {
			const {kubectl, say, ask, task, debrief} = run.step;
			const state = initialState(run.recording, {lesson: run});
			const shown = textOf(state);
			const expected = [
				kubectl && `$ kubectl ${kubectl}`,
				say ?? debrief ?? ask?.question ?? task?.goal,
				...(ask?.options.map(({text}) => text) ?? []),
			];
			for (const text of expected.filter((one) => one !== undefined)) {
				t.true(shown.includes(run.words(text).replaceAll(/\s+/g, '')), `${run.index + 1}: ${text}\n${shown}`);
			}

			const rows = state.lesson ? lessonText(state.lesson, 80).map((row) => row.map(({text}) => text).join('')) : [];
			t.deepEqual(
				rows.filter((row) => width(row) > 80),
				[],
			);
		};

		do {
			for (const one of told) {
				run.lesson = one;
				check();
			}

			if (run.step.task) {
				run.solve();
			}
		} while (run.next());
	});
}

test('a lesson that is not translated says that it is told in English', (t) => {
	const title = (told: LessonRun): string => {
		const {lesson} = initialState(told.recording, {lesson: told});
		return (lesson ? lessonPane(lesson, 80, 3) : [])[0]?.map(({text}) => text).join('') ?? '';
	};

	const lesson = findLesson('1');
	t.regex(title(new LessonRun(lesson, 0, 'ru')), /Урок 1 · A Pod, from kubectl to running \(на английском\) ─/);
	t.regex(title(new LessonRun(lesson, 0, 'en')), /Lesson 1 · A Pod, from kubectl to running ─/);
	t.regex(title(new LessonRun(findLesson('1', 'ru'), 0, 'ru')), /Урок 1 · Pod: от kubectl до запуска ─/);
});
