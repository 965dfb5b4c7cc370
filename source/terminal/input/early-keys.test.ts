import {createElement} from 'react';
import test from 'ava';
import {HeadlessTerminal} from '../../testing/headless-terminal.js';
import {must} from '../../testing/must.js';
import {starts} from '../../testing/screens.js';
import {keyTable} from '../../screen/input/key-table.js';
import {stateOf} from '../../screen/start.js';
import {App} from '../app.js';
import {EarlyKeys} from './early-keys.js';

test('what is typed while a screen loads is kept in order; an enter that repeats the choice is not', (t) => {
	const early = new EarlyKeys();
	early.add(['return', 'return']);
	t.deepEqual(early.keys, []);
	early.add(['return', 'right']);
	early.add(['return']);
	early.add([{text: 'kubectl get pods', keys: []}]);
	t.deepEqual(early.keys, ['right', 'return', {text: 'kubectl get pods', keys: []}]);
});

test('keys typed while the choice of the home screen loads act on the screen that opens', async (t) => {
	let open = (): void => {};
	const gate = new Promise<void>((resolve) => {
		open = resolve;
	});
	const load = async () => {
		await gate;
		return {
			startOf: () => must(starts.pod, 'a start')(),
			stateOf: (start: Parameters<typeof stateOf>[0]) => stateOf(start, {keymap: keyTable, services: {}}),
			farewell: () => [],
		};
	};

	const terminal = new HeadlessTerminal(createElement(App, {look: {}, load, keymap: keyTable}), 80, 24);
	await terminal.screen();
	for (const key of ['\r', '\r', 's', 's', ':help']) {
		await terminal.type(key);
	}

	open();
	await gate;
	await terminal.type();
	const screen = await terminal.screen();
	t.true(
		screen.some((row) => row.startsWith(' :help')),
		screen.join('\n'),
	);
	t.true(screen.some((row) => /^─ kubectl\.(?:parse|discover) ─/.test(row)));
	terminal.close();
});
