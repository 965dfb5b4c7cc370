import test from 'ava';
import {eventsOf, keysOf} from './terminal-keys.js';

type InkKey = Parameters<typeof keysOf>[1];

/** The names of Ink for a piece of input, beside its text. */
const ink = (pressed: Partial<InkKey> = {}): InkKey => ({...JSON.parse('{}'), ...pressed});

test('keys that Ink names have the words of the key table', (t) => {
	const table: ReadonlyArray<readonly [Partial<InkKey>, string]> = [
		[{return: true}, 'return'],
		[{escape: true}, 'escape'],
		[{tab: true}, 'tab'],
		[{tab: true, shift: true}, 'backtab'],
		[{backspace: true}, 'backspace'],
		[{delete: true}, 'backspace'],
		[{upArrow: true}, 'up'],
		[{pageDown: true}, 'pagedown'],
		[{end: true}, 'end'],
	];
	for (const [pressed, name] of table) {
		t.deepEqual(keysOf('', ink(pressed)), [name]);
	}

	t.deepEqual(keysOf('r', ink({ctrl: true})), ['ctrl+r']);
});

test('input that arrived at once is a key for each character and sequence', (t) => {
	const table: ReadonlyArray<readonly [string, readonly string[]]> = [
		['nnn', ['n', 'n', 'n']],
		['a \r', ['a', 'space', 'return']],
		// Ink takes away the escape of the first sequence.
		['[A\u001B[B', ['up', 'down']],
		['\u001B[5~\u001B[Z', ['pageup', 'backtab']],
		['\u001BOC', ['right']],
		// Neither a sequence without a name nor a control character counts.
		['\u001B[7~\u0001x', ['x']],
		['é漢', ['é', '漢']],
	];
	for (const [input, keys] of table) {
		t.deepEqual(keysOf(input, ink()), keys, JSON.stringify(input));
	}
});

test('text that a hand cannot have typed is a paste; a key held down and the beginning of a line of the debugger are not', (t) => {
	t.deepEqual(eventsOf('get pods', ink()), [{text: 'get pods', keys: ['g', 'e', 't', 'space', 'p', 'o', 'd', 's']}]);
	t.deepEqual(eventsOf('nnnnnn', ink()), ['n', 'n', 'n', 'n', 'n', 'n']);
	t.deepEqual(eventsOf(':get', ink()), [':', 'g', 'e', 't']);
	t.deepEqual(eventsOf('abc', ink()), ['a', 'b', 'c']);
});

test('a report of the mouse is no key', (t) => {
	const input = '[<0;12;3M';
	t.deepEqual(keysOf(input, ink()), []);
	const [event] = eventsOf(input, ink());
	t.is(typeof event, 'object');
});
