import {readFileSync, writeFileSync} from 'node:fs';
import test from 'ava';
import {findLesson} from '../lessons/course.js';
import {LessonRun} from '../lessons/player.js';
import {lessonNames} from '../lessons/heads.js';

const file = new URL('../../snapshots/answers.txt', import.meta.url);

/** Every question of a lesson, and the options that its run decides to be right. */
const answersOf = (name: string): readonly string[] => {
	const run = new LessonRun(findLesson(name));
	const answers: string[] = [];
	for (let more = true; more; more = run.next()) {
		const {ask, task} = run.step;
		if (ask) {
			const {stop, verdicts} = run.decide(ask);
			const right = ask.options
				.filter((_, index) => verdicts[index]?.holds)
				.map(({text}) => run.words(text, stop?.step));
			answers.push(`${name} ${run.index + 1}  ${stop?.stage}  ${right.join('; ')}`);
		}

		if (task) {
			run.solve();
		}
	}

	return answers;
};

test('each question of the course has the answer that it had: a run that changes decides none otherwise unnoticed', (t) => {
	const found = `${lessonNames()
		.flatMap((name) => answersOf(name))
		.join('\n')}\n`;
	if (process.env['UPDATE_SNAPSHOTS']) {
		writeFileSync(file, found);
	}

	t.is(found, readFileSync(file, 'utf8'));
});
