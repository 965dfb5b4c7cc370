import test from 'ava';
import {findLesson} from '../../classroom/course.js';
import {LessonRun} from '../../classroom/player.js';
import {lessonState, rowsOn, stateOn, typed} from '../../testing/screens.js';
import {lessonOpened} from './lesson-actions.js';
import {press} from './press.js';

const shared = stateOn('pod');
const said = (...keys: string[]) => typed(shared, keys).message;

test('a key that means nothing here says where it would', (t) => {
	t.is(said('H'), 'H does nothing here; it belongs to task: a hint');
	t.is(said('u'), 'u does nothing here; it belongs to stack: the outer frame');
	t.is(said('%'), '% does nothing here; ? shows every key');
});

test('a key that changes nothing says why', (t) => {
	t.regex(said('up'), /^↑: (?:this is the top|all of this pane is in view)$/);
	t.is(said('h'), 'h: nothing is hidden on the left');
	t.is(said('5', '+'), '+: a column is already one stop');
	t.is(said('d'), 'd: this is already shown');
	t.is(said('1'), '1: this is already shown');
	t.is(said('escape'), '');
	t.is(said('g'), 'g: this is where your work began');
});

test('a key that does something says nothing of the kind', (t) => {
	for (const keys of [['s'], ['2'], ['z'], ['y'], ['2', 'j']]) {
		t.is(said(...keys), '', keys.join(' '));
	}
});

test('the end of a pane is said, and that there is no more of it', (t) => {
	const far = typed(shared, ['G', ':follow pod/web', ',', 'y', ...Array.from({length: 60}, () => 'pagedown')]);
	t.is(far.message, 'page down: this is the bottom');
});

test('what was said before does not keep a key from saying why', (t) => {
	t.is(said('v', '3', 'end'), 'end: all of this pane is in view');
});

test('in a lesson enter always does something', (t) => {
	t.is(typed(lessonState(2), ['return']).message, '');
});

test('a question without options has no arrows in the footer, and they do not say that it is answered', (t) => {
	const asked = (index: number) =>
		lessonOpened(new LessonRun(findLesson('20'), index), {size: {columns: 80, rows: 24}});
	const stop = asked(2);
	const foot = rowsOn(stop).at(-1) ?? '';
	t.false(foot.includes('← → choose'), foot);
	t.is(press(stop, 'right').message, '→: this question has no options to choose from');
	const options = rowsOn(asked(5)).at(-1) ?? '';
	t.true(options.includes('← → choose'), options);
});

test('the line for an answer says that enter answers', (t) => {
	const asked = lessonOpened(new LessonRun(findLesson('2'), 9), {size: {columns: 80, rows: 24}});
	t.is(rowsOn(press(asked, 'return')).at(-1)?.trim(), 'enter answer  tab complete  ↑ ↓ typed before  esc back');
});
