import test from 'ava';
import {findLesson} from '../../classroom/course.js';
import {LessonRun} from '../../classroom/player.js';
import {lessonState, rowsOn, typed} from '../../testing/screens.js';
import {stopOf} from '../state/state.js';
import {lessonOpened} from './lesson-actions.js';
import {everyMsOf, tick} from './play.js';
import {pasted, press} from './press.js';

/** The second step of a lesson, in which kubectl has begun, on a screen with or without motion. */
const begun = (moves: boolean) => lessonState(1, {services: {moves}});

test('between two steps of a lesson the board plays the stops of the way, then the step opens', (t) => {
	const at = begun(false);
	const opened = press(at, 'return');
	let now = press(begun(true), 'return');
	t.not(now.passage, undefined);
	t.is(now.pane.view, 'board');
	t.true(now.board.playing);
	t.true(now.cursor > at.cursor && now.cursor < opened.cursor);
	const seen = [now.cursor];
	const everyMs = everyMsOf(now);
	while (now.passage && seen.length < 20) {
		now = tick(now);
		seen.push(now.cursor);
	}

	t.deepEqual(
		seen,
		seen.toSorted((a, b) => a - b),
	);
	t.true(seen.length * everyMs <= 3000, String(seen.length));
	t.is(now.cursor, opened.cursor);
	t.is(now.pane.view, opened.pane.view);
	t.false(now.board.playing);
});

test('any key skips the way, and does nothing else', (t) => {
	const playing = press(begun(true), 'return');
	const opened = press(begun(false), 'return');
	for (const key of ['return', 's', 'q', 'right']) {
		const skipped = press(playing, key);
		t.is(skipped.cursor, opened.cursor, key);
		t.is(skipped.mode, 'debug');
		t.false(skipped.leaving.left);
		t.is(stopOf(skipped)?.step, stopOf(opened)?.step);
	}
});

test('a command that is typed or pasted while the way plays is on the command line', (t) => {
	const playing = press(begun(true), 'return');
	const opened = press(begun(false), 'return');
	const line = 'kubectl get pods';
	for (const [way, state] of [
		['typed', typed(playing, [...line.replaceAll(' ', '')].toSpliced(7, 0, 'space').toSpliced(11, 0, 'space'))],
		['after a colon', typed(playing, [`:${line}`])],
		['pasted', pasted(playing, line, [...line])],
	] as const) {
		t.is(state.passage, undefined, way);
		t.is(state.cursor, way === 'after a colon' ? state.cursor : opened.cursor, way);
		t.true(way === 'after a colon' ? state.commandLine.history.includes(line) : state.mode === 'command', way);
	}

	t.is(pasted(playing, line, [...line]).commandLine.typed, line);
});

test('a step that lies before the last one says that it goes back in time', (t) => {
	const ahead = typed(begun(true), ['c']);
	const far = {...ahead, message: ''};
	const back = press(far, 'return');
	t.is(back.passage, undefined);
	t.regex(back.message, /back in time/);
});

test('the text of the step that the way leads to is not said to be about another stop', (t) => {
	const playing = press(begun(true), 'return');
	t.not(playing.passage, undefined);
	const rows = rowsOn(playing).join('\n');
	t.false(rows.includes('This text is about'), rows);
	const away = press(press(playing, 's'), 's');
	t.true(rowsOn(away).join('\n').includes('This text is about'));
});

test('after an answer at its stop the way begins there', (t) => {
	const asked = lessonOpened(new LessonRun(findLesson('5'), 4), {services: {moves: true}});
	const answered = press(asked, '!');
	t.true(answered.cursor > asked.cursor);
	const now = press(answered, 'return');
	t.is(now.lesson?.run.index, 5);
	t.is(now.passage, undefined);
	t.is(now.cursor, answered.cursor);
});
