import test from 'ava';
import {findLesson} from '../../classroom/course.js';
import {LessonRun} from '../../classroom/player.js';
import {lessonPane} from './lesson-pane.js';
import {rowsOn} from '../../testing/screens.js';
import {lessonOpened} from '../actions/lesson-actions.js';
import {initialState} from '../state/initial-state.js';

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

test('while the arrows choose an option, the bar does not offer them for the pane', (t) => {
	const lesson = findLesson('1');
	const asked = lesson.steps.findIndex(({ask}) => ask);
	const state = lessonOpened(new LessonRun(lesson, asked), {size: {columns: 80, rows: 24}});
	t.regex(rowsOn(state).at(-1) ?? '', /← → choose/);
	t.notRegex(rowsOn(state).at(-1) ?? '', /→ more/);
});
