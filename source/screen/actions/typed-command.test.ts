import test from 'ava';
import {stateOn, typed} from '../../testing/screens.js';
import {eventsOf} from '../../terminal/input/terminal-keys.js';
import type {State} from '../state/state.js';
import {pasted, press} from './press.js';

const shared = stateOn('pod');
/** Ink's data about a text: none of the keys that it names is pressed. */
const keyless: Parameters<typeof eventsOf>[1] = JSON.parse('{}');
const after = (...keys: string[]): State => typed(shared, keys);

/** A state after a piece of input, as the debugger acts on it. */
const given = (state: State, input: string): State => {
	let now = state;
	for (const event of eventsOf(input, keyless)) {
		now = typeof event === 'string' ? press(now, event) : 'text' in event ? pasted(now, event.text, event.keys) : now;
	}

	return now;
};

test('kubectl typed without a colon opens the command line, and its letters do nothing else', (t) => {
	const state = after('k', 'u', 'b', 'e', 'c', 't', 'l', ' ', 'g', 'e', 't');
	t.is(state.mode, 'command');
	t.is(state.commandLine.typed, 'kubectl get');
	t.is(state.cursor, shared.cursor);
	t.deepEqual(state.session, shared.session);
	t.is(state.recording, shared.recording);
});

test('the letters of kubectl are keys until they can be nothing else', (t) => {
	t.is(after('k', 'u', 'b').mode, 'debug');
	t.is(after('k', 'u', 'b').session.breakpoints.length, 1);
	t.is(after('k', 'u', 'b', 's').cursor, shared.cursor + 1);
	t.is(after('k', 's', 'u', 'b', 'e').mode, 'debug');
	t.is(after('k', 'k', 'u', 'b', 'e').mode, 'command');
});

test('a pasted line opens the command line, and runs where it ends; of several lines the first is there', (t) => {
	const one = given(shared, 'kubectl get pods -A');
	t.is(one.mode, 'command');
	t.is(one.commandLine.typed, 'kubectl get pods -A');
	t.is(one.recording, shared.recording);
	const ended = given(shared, 'help\r');
	t.is(ended.mode, 'help');
	t.deepEqual(ended.commandLine.history, ['help']);
	const several = given(shared, '\nhelp\nkubectl get pods\n');
	t.is(several.commandLine.typed, 'help');
	t.is(several.message, 'the first of 2 pasted commands; enter runs it, then : shows the next');
	t.is(press(press(several, 'return'), ':').commandLine.typed, 'kubectl get pods');
	t.is(press(press(several, 'escape'), ':').commandLine.typed, '');
});

test('keys that arrive together are keys: one that is held, arrows, a line that begins with a colon', (t) => {
	t.is(given(shared, 'ssss').cursor, after('s', 's', 's', 's').cursor);
	t.deepEqual(eventsOf('[A\u001B[B\u001B[A', keyless), ['up', 'down', 'up']);
	t.is(given(shared, ':goto').commandLine.typed, 'goto');
	t.is(given(shared, 'sS').cursor, shared.cursor);
});

test('a text that is pasted onto the command line is added to it', (t) => {
	t.is(given(press(shared, ':'), 'kubectl get pods').commandLine.typed, 'kubectl get pods');
});

test('a colon over help or a list opens the command line there, and escape goes back', (t) => {
	for (const [key, mode] of [
		['?', 'help'],
		['B', 'breakpoints'],
	] as const) {
		const list = press(shared, key);
		t.is(list.mode, mode);
		const typing = typed(list, [':', 'h', 'e', 'l', 'p']);
		t.is(typing.commandLine.typed, 'help');
		t.is(typing.cursor, shared.cursor);
		t.is(press(typing, 'escape').mode, mode);
		t.is(press(typing, 'return').mode, 'help');
		t.is(typed(typing, ['return', 'escape']).mode, mode === 'help' ? 'debug' : mode);
		const empty = typed(list, [':', 'return']);
		t.is(empty.mode, mode);
		const closed = typed({...list, pane: {...list.pane, zoomed: true}}, [':', 'c', 'l', 'o', 's', 'e', 'return']);
		t.is(closed.mode, 'debug');
		t.true(closed.pane.zoomed);
		t.is(closed.cursor, shared.cursor);
	}
});
