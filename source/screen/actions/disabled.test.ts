import test from 'ava';
import {lessonState, stateOn, typed} from '../../testing/screens.js';

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
