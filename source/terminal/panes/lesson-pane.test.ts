import test from 'ava';
import {findLesson, lessonNames} from '../../lessons/course.js';
import {LessonRun} from '../../lessons/player.js';
import {lessonText} from './lesson-pane.js';
import {initialState} from '../state/initial-state.js';
import type {State} from '../state/state.js';

const textOf = ({lesson}: State): string =>
	(lesson ? lessonText(lesson, 80) : [])
		.map((row) => row.map(({text}) => text).join(''))
		.join('')
		.replaceAll(/\s+/g, '');

for (const name of lessonNames()) {
	test(`every step of ${name} shows the command it gives and its text whole: question and options, goal, what is said`, (t) => {
		const run = new LessonRun(findLesson(name));
		do {
			const {kubectl, say, ask, task, debrief} = run.step;
			const shown = textOf(initialState(run.recording, {lesson: run}));
			const expected = [
				kubectl && `$ kubectl ${kubectl}`,
				say ?? debrief ?? ask?.question ?? task?.goal,
				...(ask?.options.map(({text}) => text) ?? []),
			];
			for (const text of expected.filter((one) => one !== undefined)) {
				t.true(shown.includes(run.words(text).replaceAll(/\s+/g, '')), `${run.index + 1}: ${text}\n${shown}`);
			}

			if (run.step.task) {
				run.solve();
			}
		} while (run.next());
	});
}
