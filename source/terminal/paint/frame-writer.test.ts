import {EventEmitter} from 'node:events';
import test from 'ava';
import {FrameWriter} from './frame-writer.js';
import {line} from '../../screen/paint/text.js';
import {isLight, paint, themeOf} from './theme.js';

const open = (rows = 3) => {
	const written: string[] = [];
	const output = Object.assign(new EventEmitter(), {columns: 10, rows, write: (text: string) => written.push(text)});
	return {written, output, writer: new FrameWriter(output)};
};

test('only rows that changed are written, each at its place', (t) => {
	const {written, writer} = open();
	writer.paint(['a', 'b', 'c']);
	written.length = 0;
	writer.paint(['a', 'x', 'c']);
	t.is(written.length, 1);
	t.true(written[0]!.includes('\u001B[2;1H\u001B[2Kx'));
	t.false(written[0]!.includes('a'));
	writer.paint(['a', 'x', 'c']);
	t.is(written.length, 1);
});

test('a frame is never taller than the terminal, and nothing scrolls', (t) => {
	const {written, writer} = open(2);
	writer.paint(['a', 'b', 'c', 'd']);
	t.false(written.join('').includes('c'));
	t.false(written.join('').includes('\n'));
});

test('after a resize and when asked, everything is written again', (t) => {
	const {written, output, writer} = open();
	writer.paint(['a', 'b', 'c']);
	output.emit('resize');
	written.length = 0;
	writer.paint(['a', 'b', 'c']);
	t.true(written.join('').includes('\u001B[1;1H\u001B[2Ka'));
	written.length = 0;
	writer.redraw();
	t.true(written.join('').includes('\u001B[3;1H\u001B[2Kc'));
});

const turn = () =>
	new Promise<void>((resolve) => {
		setImmediate(resolve);
	});

test('what Ink and the parts of a screen draw in one turn is one write, each at its place', async (t) => {
	const {written, writer} = open();
	writer.write('title\n\nfoot');
	writer.put('left', {left: 0, top: 1, columns: 4, rows: ['one ']});
	writer.put('right', {left: 5, top: 1, columns: 5, rows: ['two']});
	t.deepEqual(written, []);
	await turn();
	t.is(written.length, 1);
	t.true(written.join('').includes('\u001B[2;1Hone \u001B[2;6H\u001B[Ktwo'));
	written.length = 0;
	writer.put('right', {left: 5, top: 1, columns: 5, rows: ['three']});
	await turn();
	t.deepEqual(written, ['\u001B[?2026h\u001B[2;6H\u001B[Kthree\u001B[?2026l']);
});

test('a part that is gone leaves nothing behind, and what Ink has there is seen again', async (t) => {
	const {written, writer} = open();
	writer.write('below');
	writer.put('above', {left: 0, top: 0, columns: 10, rows: ['above']});
	await turn();
	written.length = 0;
	writer.remove('above');
	await turn();
	t.deepEqual(written, ['\u001B[?2026h\u001B[1;1H\u001B[2Kbelow\u001B[?2026l']);
});

test('a part that no longer fits the terminal waits until it is painted anew', async (t) => {
	const {written, output, writer} = open();
	writer.put('pane', {left: 0, top: 0, columns: 10, rows: ['0123456789']});
	await turn();
	output.columns = 8;
	output.emit('resize');
	written.length = 0;
	writer.write('x');
	await turn();
	t.deepEqual(written, ['\u001B[?2026h\u001B[1;1H\u001B[2Kx\u001B[?2026l']);
});

test('when the terminal has been given back nothing is drawn any more', async (t) => {
	const {written, writer} = open();
	writer.write('late');
	writer.close();
	await turn();
	t.deepEqual(written, []);
});

test('each update is one write, synchronized where the terminal can', (t) => {
	const {written, writer} = open();
	writer.paint(['a', 'b']);
	t.is(written.length, 1);
	t.regex(written[0]!, /^\u001B\[\?2026h.*\u001B\[\?2026l$/s);
});

test('NO_COLOR leaves bold, dim, underlined and inverse', (t) => {
	const plain = themeOf({NO_COLOR: '1'});
	for (const tone of [
		'here',
		'good',
		'bad',
		'warn',
		'add',
		'remove',
		'change',
		'key',
		'term',
		'select',
		'title',
		'dim',
	] as const) {
		t.notRegex(paint(line('x', tone), plain), /\u001B\[[\d;]*3\d/, tone);
	}

	t.is(paint(line('x', 'bad'), plain), '\u001B[1mx\u001B[0m');
	t.is(paint(line('x', 'select'), plain), '\u001B[7mx\u001B[0m');
	t.is(paint(line('x', 'bad'), themeOf({})), '\u001B[1;31mx\u001B[0m');
});

test('the background is what the environment says', (t) => {
	t.true(isLight({COLORFGBG: '0;15'}));
	t.false(isLight({COLORFGBG: '15;0'}));
	t.false(isLight({COLORFGBG: '0;15', K8S_WALKTHROUGH_THEME: 'dark'}));
	t.not(paint(line('x', 'key'), themeOf({K8S_WALKTHROUGH_THEME: 'light'})), paint(line('x', 'key'), themeOf({})));
});

test('spaces at the end of a row are not sent, but for those that are seen', (t) => {
	t.is(
		paint([
			{text: 'a  ', tone: 'plain'},
			{text: '   ', tone: 'dim'},
		]),
		'a',
	);
	t.is(paint(line('a  ', 'select')), '\u001B[7ma  \u001B[0m');
});
