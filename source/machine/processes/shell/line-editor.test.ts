import test from 'ava';
import {emptyEdit, keysOf, press} from './line-editor.js';

/** Types keys after a prompt. @returns the finished lines, and a screen's row after them. */
const type = (text: string, history: readonly string[] = [], names: readonly string[] = []) => {
	let edit = emptyEdit(history);
	let row: string[] = [];
	let at = 0;
	const lines: string[] = [];
	for (const key of keysOf(text)) {
		const pressed = press(edit, key, '$ ', (before) => {
			const word = /\S*$/.exec(before)?.[0] ?? '';
			return names.filter((name) => name.startsWith(word));
		});
		for (const character of pressed.out) {
			if (character === '\b') {
				at--;
			} else if (character === '\n') {
				[row, at] = [[], 0];
			} else {
				row[at++] = character;
			}
		}

		if (pressed.kind === 'edit') {
			({edit} = pressed);
		} else if (pressed.kind === 'line') {
			lines.push(pressed.line);
			edit = emptyEdit([...history, ...lines]);
		} else {
			lines.push(pressed.kind);
		}
	}

	return {lines, text: edit.text, row: row.join('').trimEnd(), at, cursor: edit.cursor};
};

test('keys change the line as a shell does, and the screen shows the line', (t) => {
	const table: ReadonlyArray<readonly [keys: string, text: string, cursor: number]> = [
		['abc\u007Fd', 'abd', 3],
		['abc\u001B[D\u001B[DX', 'aXbc', 2],
		['abc\u0001X\u0005Y', 'XabcY', 5],
		['one two\u0017three', 'one three', 9],
		['one two\u001B[D\u001B[D\u000B', 'one t', 5],
		['one two\u001B[D\u001B[D\u0015', 'wo', 0],
		['abc\u001B[D\u001B[D\u001B[3~', 'ac', 1],
		['abc\u0002\u0002\u0004', 'ac', 1],
		['é€\u007F', 'é', 1],
	];
	for (const [keys, text, cursor] of table) {
		t.like(type(keys), {text, cursor, row: text, at: cursor}, JSON.stringify(keys));
	}
});

test('arrows recall earlier lines, and return to the one that is being typed', (t) => {
	t.is(type('\u001B[A', ['first', 'second']).row, 'second');
	t.is(type('\u001B[A\u001B[A', ['first', 'second']).row, 'first');
	t.like(type('dra\u001B[A\u001B[A\u001B[B\u001B[Bft', ['first', 'second']), {text: 'draft', row: 'draft'});
});

test('tab completes as far as the names agree, and lists them where they do not', (t) => {
	const names = ['/etc/hosts', '/etc/hostname', '/tmp/'];
	t.is(type('cat /t\t', [], names).text, 'cat /tmp/');
	t.is(type('cat /etc/h\t', [], names).text, 'cat /etc/host');
	t.like(type('cat /etc/host\t', [], names), {text: 'cat /etc/host', row: '$ cat /etc/host'});
});

test('Enter ends the line, Ctrl-C drops it, Ctrl-D ends an empty one', (t) => {
	t.deepEqual(type('one\rtwo\u0003\u0004').lines, ['one', 'interrupt']);
	t.deepEqual(type('\u0004').lines, ['end']);
});
