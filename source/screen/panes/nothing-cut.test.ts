import test from 'ava';
import {languageNames, type LanguageName} from '../../stages/language-names.js';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {plainText, width} from '../paint/text.js';
import {keyRows} from '../paint/text-layout.js';
import {changed, type State} from '../state/state.js';
import {drawBreakpoints} from './breakpoint-list.js';
import {compareScreen} from './compare-screen.js';
import {faultMenuScreen} from './fault-menu-screen.js';
import {futuresScreen} from './futures-screen.js';
import {paletteScreen} from './palette-screen.js';
import {drawPane} from './pane.js';
import {visibleRows} from './visible-rows.js';

const size = {columns: 80, rows: 24};
const languages = Object.keys(languageNames).filter((name): name is LanguageName => name in languageNames);
const shared: State = {...stateOn('pod', [':break scheduler.bind', 'c']), size};
const inLanguage = (state: State, language: LanguageName): State => changed(state, 'setup', {language});

test('keys stay with what they do when they need several rows', (t) => {
	t.deepEqual(keyRows('enter open  tab complete  esc back', 24), ['enter open  tab complete', 'esc back']);
	t.deepEqual(keyRows('enter open', 24), ['enter open']);
});

const compared = typed(shared, [':kubectl run two --image=nginx:1.27', ':compare']);
const screens = {
	compare: [compared, compareScreen],
	faults: [typed(shared, ['X']), faultMenuScreen],
	futures: [typed(shared, [':futures']), futuresScreen],
	palette: [typed(shared, ['ctrl+p']), paletteScreen],
	breakpoints: [typed(shared, ['B']), drawBreakpoints],
} as const;

for (const [name, [state, draw]] of Object.entries(screens)) {
	test(`at 80×24 the list of ${name} has its keys in sight, whole, in every language`, (t) => {
		t.is(String(state.mode), name);
		for (const language of languages) {
			const rows = draw(inLanguage(state, language), size).map((row) => plainText(row));
			t.true(rows.length <= size.rows, `${language}: ${rows.length} rows`);
			const keys = rows.findIndex((row) => row.includes('↑ ↓'));
			t.true(keys > 0, rows.join('\n'));
			for (const row of rows.slice(keys)) {
				t.true(width(row) <= size.columns, `${language}: ${row}`);
			}
		}
	});
}

test('at 80×24 the help cuts nothing in any language, and page down comes to its end', (t) => {
	for (const language of languages) {
		const seen: string[] = [];
		let state = typed(inLanguage(shared, language), ['?']);
		for (let page = 0; page < 20; page++) {
			seen.push(...rowsOn(state).slice(1));
			state = typed(state, ['pagedown']);
		}

		t.deepEqual(
			seen.filter((row) => row.includes('…')).filter((row) => !/ kubectl …|\w …/.test(row)),
			[],
		);
		t.false(/↓/.test(rowsOn(state)[0] ?? ''), rowsOn(state)[0]);
	}
});

test('an answer of four rows is shown whole at 80×24 above the keys, and the screen has as many rows as before', (t) => {
	const words = Array.from({length: 36}, (_, index) => `word-${index}`).join(' ');
	for (const view of ['state', 'board'] as const) {
		const told: State = {...changed(shared, 'pane', {view}), message: words};
		const rows = rowsOn(told);
		t.is(rows.length, size.rows);
		t.true(rows.at(-2)?.includes('word-35'), rows.join('\n'));
		t.regex(rows.at(-1) ?? '', /\? all\s*$/);
		t.true(rows.join(' ').includes('word-0 '), rows.join('\n'));
	}
});

test('while something is typed the footer has the keys of that, and no others', (t) => {
	t.is(
		rowsOn(typed(shared, [':']))
			.at(-1)
			?.trim(),
		'enter run  tab complete  ↑ ↓ typed before  esc back',
	);
	t.is(
		rowsOn(typed(inLanguage(shared, 'ru'), ['/']))
			.at(-1)
			?.trim(),
		'esc назад',
	);
});

test('what is counted at the foot of a pane cuts no text that wraps', (t) => {
	const events = typed(stateOn('ready'), ['G', '4']);
	let full = 0;
	for (let columns = 30; columns < 100; columns++) {
		for (const top of [0, 1, 2]) {
			const state = {...events, pane: {...events.pane, scroll: {events: top}}};
			const drawn = drawPane(state, 'events', columns, 6).map((row) => plainText(row).trimEnd());
			const {shown} = visibleRows(state, 'events', columns, 6);
			for (const [index, {row}] of shown.entries()) {
				const text = plainText(row.row).trimEnd();
				const isCount = /^ *(?:↑ \d+)? *(?:↓ \d+)? lines?$/.test(drawn[index] ?? '');
				full += Number(isCount);
				t.true(row.oneLine === true || isCount || (drawn[index] ?? '').startsWith(text), `${columns}: ${drawn[index]}`);
			}
		}
	}

	t.true(full > 0);
});
