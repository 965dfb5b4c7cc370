import test from 'ava';
import {stateOn, typed} from '../../testing/screens.js';

test('the error of a typed word is in the language of the screen, with its remedy', (t) => {
	const state = stateOn('empty', [], {translate: (language, text) => `${language}: ${text}`});
	t.is(typed(state, [':break foo']).message, 'en: there is no stage "foo"');
	t.regex(typed(state, [':crash nothing']).message, /^en: no process is called nothing; en: known names: /);
});
