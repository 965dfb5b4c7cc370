import path from 'node:path';
import test from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {loadLesson} from './course.js';
import {belowStandard} from './standards.js';
import {courseFolder} from './heads.js';
import type {Lesson} from './lesson.js';

const lesson = loadLesson(path.join(courseFolder(), '11-why-pending', 'lesson.yaml'));
const asks = lesson.steps.filter(({ask}) => ask);
/** The lesson with its first questions only. */
const asking = (count: number): Lesson['steps'] => lesson.steps.filter((step) => !asks.slice(count).includes(step));
const looks = lesson.steps.filter(({ask, task, debrief}) => !ask && !task && debrief === undefined);

/** The findings on the shape of lesson 11 with other steps. */
const shapeOf = (steps: Lesson['steps'], file = lesson.file): readonly string[] =>
	belowStandard({...lesson, steps, file})
		.map(({message}) => message)
		.filter((message) => message.startsWith('a lesson of the course'));

test('a lesson of the course with fewer than two questions or more than three is refused', (t) => {
	t.deepEqual(shapeOf(lesson.steps), []);
	t.deepEqual(shapeOf(asking(2)), []);
	t.deepEqual(shapeOf(asking(1)), ['a lesson of the course has 2 to 3 questions, but this one has 1']);
	t.deepEqual(shapeOf([...asking(2), ...asks.slice(0, 2)]), [
		'a lesson of the course has 2 to 3 questions, but this one has 4',
	]);
});

test('a lesson of the course looks six to nine times and has a task', (t) => {
	t.deepEqual(shapeOf(lesson.steps.filter((step) => step !== looks[0])), [
		'a lesson of the course has 6 to 9 steps that only look, but this one has 5',
	]);
	t.deepEqual(shapeOf([...lesson.steps, ...looks]), [
		'a lesson of the course has 6 to 9 steps that only look, but this one has 12',
	]);
	t.deepEqual(shapeOf(lesson.steps.filter(({task}) => !task)), [
		'a lesson of the course has 1 to 2 tasks, but this one has 0',
	]);
});

test('a question of the course has three or four options', (t) => {
	const withOptions = (count: number, file = lesson.file): readonly string[] =>
		belowStandard({
			...lesson,
			file,
			steps: lesson.steps.map((step) => {
				const [first] = step.ask?.options ?? [];
				return step === asks[0] && step.ask && first
					? {...step, ask: {...step.ask, options: Array.from({length: count}, () => first)}}
					: step;
			}),
		})
			.map(({message}) => message)
			.filter((message) => message.startsWith('a question of the course'));
	t.deepEqual(withOptions(3), []);
	t.deepEqual(withOptions(4), []);
	t.deepEqual(withOptions(2), ['a question of the course has 3 or 4 options, but this one has 2']);
	t.deepEqual(withOptions(5), ['a question of the course has 3 or 4 options, but this one has 5']);
	t.deepEqual(withOptions(2, '/elsewhere/11-why-pending/lesson.yaml'), []);
});

test('a text that names a node or a pane wrongly is refused', (t) => {
	const saying = (from: string, to: string): readonly string[] =>
		belowStandard({
			...lesson,
			steps: lesson.steps.map((step) => (step.say === undefined ? step : {...step, say: step.say.replace(from, to)})),
		}).map(({message}) => message);
	t.deepEqual(saying('node-a has', 'node-a has'), []);
	t.deepEqual(saying('node-a has', 'node-d has'), ['the cluster of this lesson has no node-d']);
	t.deepEqual(saying('Pane 7', 'Pane 8'), ['this step opens pane 7, but its text names pane 8']);
});

test('a lesson of a pack may have any shape', (t) => {
	t.deepEqual(shapeOf([...lesson.steps, ...asks], path.join(temporaryFolder(), '11-why-pending', 'lesson.yaml')), []);
});
