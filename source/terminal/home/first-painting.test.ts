import {stripVTControlCharacters} from 'node:util';
import test from 'ava';
import {HeadlessTerminal} from '../../testing/headless-terminal.js';
import {homeWith, offer} from '../../testing/screens.js';
import {FrameWriter} from '../paint/frame-writer.js';
import {homeFrame} from './first-painting.js';
import {openHome} from '../../screen/home/home-state.js';

const later = {'01-a-pod': {done: true, index: 12}, '06-heal': {done: false, index: 3}};

for (const [columns, rows, progress, ascii] of [
	[80, 24, {}, false],
	[80, 24, later, true],
	[160, 50, later, false],
	[40, 12, later, false],
	[20, 5, later, false],
] as const) {
	test(`what is painted before Ink is there is what Ink draws: ${columns}×${rows}${ascii ? ', plain characters' : ''}`, async (t) => {
		const home = openHome(offer(progress));
		const painted = homeFrame(home, {columns, rows}, ascii);
		const terminal = new HeadlessTerminal(homeWith(progress, {ascii}), columns, rows);
		t.deepEqual(
			painted.map((row) => stripVTControlCharacters(row).trimEnd()),
			[...(await terminal.screen())],
		);
		terminal.close();
	});
}

test('a writer, which asks its terminal for the size, gets all of it', (t) => {
	const home = openHome(offer());
	const size = {columns: 80, rows: 24};
	const writer = new FrameWriter({...size, write() {}, on() {}, off() {}});
	t.deepEqual(homeFrame(home, writer), homeFrame(home, size));
});
