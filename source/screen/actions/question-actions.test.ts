import test from 'ava';
import {findLesson} from '../../classroom/course.js';
import {LessonRun} from '../../classroom/player.js';
import type {State} from '../state/state.js';
import {perform} from './command-words.js';
import {lessonOpened} from './lesson-actions.js';
import {press} from './press.js';
import {jump} from './motions.js';

const at = (lesson: string, index: number): State => lessonOpened(new LessonRun(findLesson(lesson), index), {});

test('enter at a stop that was not asked for says what happens there, and counts as missed', (t) => {
	const wrong = press(at('2', 6), 'return');
	t.regex(wrong.message, /^not here: Deployment in apps\/v1 is the resource deployments/);
	t.is(wrong.lesson?.answers.get(6), false);
	t.is(wrong.lesson?.answered, undefined);
	const {run} = wrong.lesson ?? {};
	const stop = run?.step.ask && run.decide(run.step.ask).stop;
	const right = press(jump(wrong, stop?.step ?? 0), 'return');
	t.true(right.lesson?.answered?.correct);
	t.is(right.lesson?.answers.get(6), false, 'the first answer counts');
	t.is(right.recording.stops.get(right.cursor)?.stage, 'apiserver.decode');
});

test('a value is typed on the command line', (t) => {
	const asked = at('2', 9);
	const open = press(asked, 'return');
	t.is(open.mode, 'command');
	t.is(open.commandLine.typed, 'answer ');
	const {run} = asked.lesson ?? {};
	const value = run?.step.ask && run.decide(run.step.ask).value;
	t.true(perform(asked, `answer ${value}`).lesson?.answered?.correct);
	const wrong = perform(at('2', 9), 'answer 17').lesson?.answered;
	t.false(wrong?.correct);
	t.regex(wrong?.text ?? '', /^You said: 17\. It is: \d+ \(#\d+, on the screen\)\./);
	t.regex(perform(asked, 'answer').message, /^type your answer after the word answer/);
	t.is(perform(at('2', 0), 'answer 1').message, 'no question asks for a value here');
});

test('texts are put in order one by one; the last follows by itself', (t) => {
	const asked = at('1', 7);
	// Without a seed they are in the order of the file: image, start, sandbox, create.
	const sandbox = press(press(press(asked, 'right'), 'right'), 'return');
	t.deepEqual(sandbox.lesson?.picked, ['to make a sandbox']);
	const image = press(sandbox, 'return');
	t.deepEqual(image.lesson?.picked, ['to make a sandbox', 'to pull the image']);
	const create = press(press(press(image, 'right'), 'right'), 'return');
	t.true(create.lesson?.answered?.correct);
	const wrong = press(press(press(at('1', 7), 'return'), 'return'), 'return');
	t.regex(
		wrong.lesson?.answered?.text ?? '',
		/It is: to make a sandbox → to pull the image → to create the container → to start the container/,
	);
	t.regex(press(at('1', 7), '!').lesson?.answered?.text ?? '', /^It is: to make a sandbox → /);
});
