import test from 'ava';
import {createElement, type ReactElement} from 'react';
import {HeadlessTerminal} from '../../testing/headless-terminal.js';
import {stateOn} from '../../testing/screens.js';
import {regionsOf} from '../../screen/panes/screen.js';
import {FrameWriter, type Piece} from './frame-writer.js';
import {Parts} from './parts.js';
import type {Region} from '../../screen/paint/region.js';
import {line} from '../../screen/paint/text.js';

const screenOf = async (element: ReactElement, columns: number, rows: number): Promise<readonly string[]> => {
	const terminal = new HeadlessTerminal(element, columns, rows);
	const screen = await terminal.screen();
	terminal.close();
	return screen;
};

for (const [columns, rows] of [
	[80, 24],
	[160, 50],
	[200, 60],
] as const) {
	for (const view of ['state', 'board', 'lanes'] as const) {
		test(`the view ${view} at ${columns}×${rows} is the same whether Ink lays it out or its parts write themselves`, async (t) => {
			const keys = view === 'board' ? ['v'] : view === 'lanes' ? ['5'] : ['1'];
			const size = {columns, rows};
			const regions = regionsOf({...stateOn('pod', keys), size});
			t.is(new Set(regions.map(({name}) => name)).size, regions.length);
			const drawn = (leisurely: boolean) =>
				screenOf(createElement(Parts, {regions, size, ascii: false, leisurely}), columns, rows);
			t.deepEqual(await drawn(true), await drawn(false));
		});
	}
}

test('only parts whose rows or place have changed are rendered', (t) => {
	const size = {columns: 20, rows: 4};
	const names: string[] = [];
	class CountingWriter extends FrameWriter {
		override put(name: string, piece: Piece): void {
			names.push(name);
			super.put(name, piece);
		}

		override remove(name: string): void {
			names.push(`-${name}`);
			super.remove(name);
		}
	}

	const region = (name: string, text: string, top: number): Region => ({
		name,
		left: 0,
		top,
		columns: 20,
		rows: [line(text)],
	});
	const screen = (...regions: readonly Region[]) => createElement(Parts, {regions, size, ascii: false});
	const terminal = new HeadlessTerminal(
		screen(region('head', 'a', 0), region('pane', 'b', 1), region('foot', 'c', 3)),
		size.columns,
		size.rows,
		CountingWriter,
	);
	t.deepEqual(names, ['head', 'pane', 'foot']);
	names.length = 0;
	terminal.show(screen(region('head', 'a', 0), region('pane', 'other', 1), region('foot', 'c', 3)));
	t.deepEqual(names, ['pane']);
	names.length = 0;
	terminal.show(screen(region('head', 'a', 0), region('foot', 'c', 2)));
	t.deepEqual(names, ['-pane', 'foot']);
	terminal.close();
});
