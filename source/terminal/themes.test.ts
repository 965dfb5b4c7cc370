import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import test from 'ava';
import {lessonState, relativeSteps, starts, stateOn, typed} from '../testing/screens.js';
import {paint, themeOf, type Theme} from './paint/theme.js';
import {regionsOf} from '../screen/panes/screen.js';
import {composed} from '../screen/paint/region.js';
import type {State} from '../screen/state/state.js';

const folder = new URL('../../snapshots/screens/', import.meta.url);

const themes: Readonly<Record<string, Theme>> = {
	dark: themeOf({}),
	light: themeOf({K8S_WALKTHROUGH_THEME: 'light'}),
	'no-colour': themeOf({NO_COLOR: '1'}),
};

const codes: Readonly<Record<string, string>> = {
	0: '',
	1: 'bold',
	2: 'dim',
	4: 'underlined',
	7: 'inverse',
	31: 'red',
	32: 'green',
	33: 'yellow',
	34: 'blue',
	35: 'magenta',
	36: 'cyan',
};

/** A painted row with the terminal's codes in words: `⟨bold red⟩text⟨⟩`. */
const inWords = (painted: string): string =>
	// eslint-disable-next-line no-control-regex
	painted.replaceAll(
		/\u001B\[([\d;]*)m/g,
		(_, numbers: string) =>
			`⟨${numbers
				.split(';')
				.map((code) => codes[code] ?? `?${code}`)
				.join(' ')}⟩`,
	);

const toServiceAccount = [':break apiserver.admit.mutate.ServiceAccount', 'c'];

const toBind = [':break scheduler.bind', 'c'];

/** Each view, and screens on which, together, together, every tone is seen. */
const screens: Readonly<Record<string, () => State>> = {
	state: () => stateOn('pod', toServiceAccount),
	blame: () => stateOn('pod', ['G', ':follow pod/web', ',', 'a']),
	board: () => stateOn('pod', [...toServiceAccount, 'v']),
	scheduler: () => stateOn('pod', [':break scheduler.select', 'c', '7']),
	cluster: () => stateOn('pod', ['G', '6', 'j']),
	stack: () => stateOn('pod', [...toServiceAccount, '2', 'j']),
	why: () => stateOn('pod', [...toBind, 'w']),
	events: () => stateOn('pod', ['G', '4']),
	lanes: () => stateOn('pod', [...toBind, '5', '-']),
	network: () => stateOn('pod', ['G', '8']),
	race: () => stateOn('traffic', ['G', '8', 'T']),
	ledger: () => stateOn('pod', ['G', '9']),
	refused: () => stateOn('refused', []),
	found: () => stateOn('pod', ['G', '9', '/', ...'services', 'return']),
	lesson: () => typed(lessonState(2), ['right', 'return']),
	help: () => stateOn('pod', ['?']),
};

const {start} = starts.pod!() as {start: number};
const size = {columns: 80, rows: 24};

for (const [name, open] of Object.entries(screens)) {
	test.serial(`the screen "${name}" looks as it was agreed on dark, on light and without colours`, (t) => {
		const rows = composed(regionsOf({...open(), size}), size);
		for (const [theme, styles] of Object.entries(themes)) {
			const text = `${rows.map((row) => relativeSteps(inWords(paint(row, styles)), start)).join('\n')}\n`;
			const file = new URL(`colours-${name}-${theme}-80x24.txt`, folder);
			if (process.env.UPDATE_SNAPSHOTS) {
				writeFileSync(file, text);
			}

			t.true(existsSync(file), `${file.pathname} is missing; UPDATE_SNAPSHOTS=1 writes it`);
			t.is(text, readFileSync(file, 'utf8'));
			t.notRegex(text, /⟨[^⟩]*\?/, 'a code has no word');
		}
	});
}

test('colours only repeat: the words are the same in each theme', (t) => {
	const words = (name: string, theme: string) =>
		readFileSync(new URL(`colours-${name}-${theme}-80x24.txt`, folder), 'utf8').replaceAll(/⟨[^⟩]*⟩/g, '');
	for (const name of Object.keys(screens)) {
		t.is(words(name, 'light'), words(name, 'dark'), name);
		t.is(words(name, 'no-colour'), words(name, 'dark'), name);
	}
});
