import test from 'ava';
import {keyName, keysOfText, type PressedKey} from './keys.js';

const pressed = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
	key,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	shiftKey: false,
	...more,
});

test('keys have the names of the key table, and the browser keeps its own', (t) => {
	t.is(keyName(pressed('s'), false), 's');
	t.is(keyName(pressed('S', {shiftKey: true}), false), 'S');
	t.is(keyName(pressed('Enter'), false), 'return');
	t.is(keyName(pressed(' '), false), 'space');
	t.is(keyName(pressed('c', {ctrlKey: true}), false), undefined);
	t.is(keyName(pressed('F5'), false), undefined);
	t.is(keyName(pressed('Shift', {shiftKey: true}), false), undefined);
});

test('tab leaves the screen, except where something is typed', (t) => {
	t.is(keyName(pressed('Tab'), false), undefined);
	t.is(keyName(pressed('Tab'), true), 'tab');
	t.is(keyName(pressed('Tab', {shiftKey: true}), true), undefined);
});

test('a text is typed key by key', (t) => {
	t.deepEqual(keysOfText('get é'), ['g', 'e', 't', 'space', 'é']);
});
