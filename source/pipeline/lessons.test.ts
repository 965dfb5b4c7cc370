import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setImmediate} from 'node:timers/promises';
import test from 'ava';
import {hiddenEvidence} from '../commands/lesson-evidence.js';
import {checkFile, wholeCourse} from '../commands/lessons.js';
import {checkInvariants, describeViolations} from '../invariants/invariants.js';
import {checkLesson, type Seen} from '../classroom/check.js';
import {lessonNames} from '../classroom/heads.js';
import type {LessonRun} from '../classroom/player.js';
import {rightWords} from '../screen/actions/question-actions.js';
import {unshownTexts} from '../testing/unshown-texts.js';

const answersFile = new URL('../../snapshots/answers.txt', import.meta.url);
const isOf = (name: string) => (line: string) => line.startsWith(`${name} `);
const recordedAnswers = (): readonly string[] => readFileSync(answersFile, 'utf8').trimEnd().split('\n');

/** The question of a step, and the options that the run decides to be right. */
const answerIn = (run: LessonRun): readonly string[] => {
	const {ask} = run.step;
	if (!ask) {
		return [];
	}

	const {stop, verdicts} = run.decide(ask);
	const right = ask.options.filter((_, index) => verdicts[index]?.holds).map(({text}) => run.words(text, stop?.step));
	const said = ask.options.length > 0 ? right.join('; ') : rightWords(run, ask);
	return [`${run.lesson.name} ${run.index + 1}  ${stop?.stage}  ${said}`];
};

/** Writes the answers of one lesson, at its place in the course. */
const recordAnswers = (name: string, answers: readonly string[]): void => {
	const all = [...recordedAnswers().filter((line) => !isOf(name)(line)), ...answers];
	const inOrder = lessonNames().flatMap((one) => all.filter(isOf(one)));
	writeFileSync(answersFile, `${inOrder.join('\n')}\n`);
};

// One play of each lesson serves `lessons check`, the invariants, the shown texts, and the answers. AVA receives a test
// on the next turn of the event loop.
for (const file of wholeCourse()) {
	const name = path.isAbsolute(file) ? path.relative(path.join(import.meta.dirname, '../..'), file) : file;
	if (path.basename(file) === 'lesson.yaml') {
		test(`${name} holds, and the invariants in it; its texts are shown whole, its answers are as recorded`, async (t) => {
			await setImmediate();
			const answers: string[] = [];
			const seen: Seen = (run) => {
				const found = [...hiddenEvidence(run), ...unshownTexts(run)];
				if (run.lesson.language === undefined) {
					// A changed run that decides a question differently fails here.
					answers.push(...answerIn(run));
				}

				return found;
			};
			const {lesson, mistakes, recording} = checkLesson(file, seen);
			t.deepEqual(mistakes.map(String), []);
			if (!recording || !lesson) {
				t.fail('the lesson has no recording');
				return;
			}

			t.true(recording.stops.length > 0);
			t.is(describeViolations(checkInvariants(recording)), '');
			if (process.env['UPDATE_SNAPSHOTS']) {
				recordAnswers(lesson.name, answers);
			}

			t.deepEqual(answers, recordedAnswers().filter(isOf(lesson.name)));
		});
	} else {
		test(`${name} holds`, async (t) => {
			await setImmediate();
			const {text, mistakes} = checkFile(file);
			t.is(mistakes, 0, text);
		});
	}
}

test('answers are recorded of the lessons of the course alone, in their order', (t) => {
	t.deepEqual(
		lessonNames().flatMap((name) => recordedAnswers().filter(isOf(name))),
		recordedAnswers(),
	);
});
