import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {HeadlessTerminal} from '../../testing/headless-terminal.js';
import {homeWith, offer} from '../../testing/screens.js';
import {temporaryFolder} from '../../testing/temporary-folder.js';
import {readMouse} from '../input/mouse.js';
import {chooseItem, pageRows, pointHome, pressHome} from './home-actions.js';
import {firstShown, homeParts, openHome} from './home-state.js';
import type {Choice} from './items.js';
import {fileKind, readOffer} from './offer.js';
import {plainText} from '../paint/text.js';
import {chapterOf} from '../../classroom/heads.js';

const typed = (home: ReturnType<typeof openHome>, keys: readonly string[]) =>
	keys.reduce((state, key) => pressHome(state, key), home);

const asking = () => {
	const home = openHome(offer());
	return chooseItem(
		home,
		home.items.find(({ask}) => ask === 'open')!,
	);
};

const labels = (home: ReturnType<typeof openHome>) => home.items.map(({label}) => label.trimEnd());
const selected = (home: ReturnType<typeof openHome>) => home.items[home.at]?.label;

test('a first-time user reads what this is and begins with lesson 1', (t) => {
	const home = openHome(offer());
	t.is(selected(home), '· Begin: Lesson 1  A Pod, from kubectl to running (12 min)');
	const rows = homeParts(home, {columns: 80, rows: 24}).head.map((row) => plainText(row));
	t.is(rows.filter((row) => row.trim() !== '').length, 4);
	t.regex(rows.join('\n'), /Enter starts lesson 1/);
});

test('who comes again goes on where the last lesson was left', (t) => {
	const home = openHome(offer({'01-a-pod': {done: true, index: 11}, '06-heal': {done: false, index: 3}}));
	t.is(selected(home), '● Continue: Lesson 6  A Deployment heals itself (10 min, step 4 of 9)');
	const next = openHome(offer({'01-a-pod': {done: true, index: 11}}));
	t.is(selected(next), '· Next: Lesson 6  A Deployment heals itself (10 min)');
	const done = openHome(offer({'01-a-pod': {done: true, index: 11}, '06-heal': {done: true, index: 8}}));
	t.regex(selected(done) ?? '', /The way in/);
});

test('lessons stand under their chapters, which show what is done and unfold', (t) => {
	const home = openHome(offer({'01-a-pod': {done: true, index: 11}}));
	t.deepEqual(labels(home).slice(1, 4), [
		'+ 1–5    The way in             ✓      1 of 1',
		'- 6–10   The loops              ·',
		'    · Lesson 6  A Deployment heals itself (10 min)',
	]);
	const folded = typed(home, ['j', 'j', 'return']);
	t.is(labels(folded)[2], '+ 6–10   The loops              ·');
	t.is(folded.chosen, undefined);
	t.deepEqual(labels(typed(folded, ['return'])), labels(home));
});

test('exams unfold with their progress, and a set opens', (t) => {
	const home = openHome(offer());
	const at = home.items.findIndex(({key}) => key === 'exams');
	const open = pressHome({...home, at}, 'return');
	t.deepEqual(labels(open).slice(at, at + 4), [
		'- Exams: sets of tasks against the clock, with points  1 of 3',
		'    ✓ Administrator, set 1  15 tasks, 120 min  71 of 100 points',
		'    ● Application developer, set 1  15 tasks, 120 min',
		'    · Security, set 1  15 tasks, 120 min',
	]);
	t.deepEqual(typed(open, ['j', 'j', 'return']).chosen, {view: 'exam', exam: 'ckad-1'});
});

test('every lesson of the course is in a chapter', (t) => {
	t.deepEqual(
		readOffer('en')
			.lessons.map(({name}) => name)
			.filter((name) => chapterOf(name) === -1),
		[],
	);
});

test('files are told apart by what is written in them', (t) => {
	for (const [text, kind, objects] of [
		['apiVersion: v1\nkind: Pod\n---\nkind: "Service"\n---\nkind: Pod\n', 'manifest', ['Pod', 'Service']],
		['seed: 3\nnodes:\n- name: a\n', 'scenario', []],
		['recording: 1\nscenario: {}\ninputs: []\nsteps: 3\nfingerprint: abc\n', 'recording', []],
		['hello: world\n', 'manifest', []],
		['', 'manifest', []],
	] as const) {
		t.deepEqual(fileKind(text), {kind, objects: [...objects]}, text);
	}
});

test('a file opens as what it is', (t) => {
	const open = (name: string) => openHome(offer()).items.find(({key}) => key === `file ${name}`)?.choice;
	t.deepEqual(open('cluster.yaml'), {view: 'play', file: 'cluster.yaml'});
	t.deepEqual(open('web.yaml'), {view: 'open', file: 'web.yaml'});
});

test('a click selects an item, another one opens it; the wheel moves', (t) => {
	const size = {columns: 80, rows: 24};
	const home = openHome(offer());
	const {head} = homeParts(home, size);
	const press = (state: typeof home, row: number, code = 0) => {
		const report = readMouse(`[<${code};10;${row + 1}M`);
		return report ? pointHome(state, report, size) : state;
	};

	const row = head.length + home.items.findIndex(({key}) => key === 'play');
	const once = press(home, row);
	t.is(once.items[once.at]?.key, 'play');
	t.is(once.chosen, undefined);
	t.deepEqual(press(once, row).chosen, {view: 'play'});
	t.is(press(home, 0), home);
	t.is(press(home, 23), home);
	t.is(press(home, row, 65).at, 1);
	// In a low terminal the list is cut: a click hits the row that is shown there.
	const low = press(openHome(offer(), '', 'language'), 1, 64);
	const shown = firstShown(low, homeParts(low, {columns: 80, rows: 8}).height);
	t.true(shown > 0 && shown <= low.at);
	// A clicked row stays in place, so that the second click hits it too.
	const cut = {columns: 80, rows: 8};
	const report = readMouse('[<0;10;4M');
	const hit = report ? pointHome(low, report, cut) : low;
	t.not(hit.at, low.at);
	t.is(firstShown(hit, homeParts(hit, cut).height), firstShown(low, homeParts(low, cut).height));
	t.is(pressHome(hit, 'down').top, undefined);
});

test('a key without a meaning says which have one', (t) => {
	t.is(pressHome(openHome(offer()), 'x').problem, 'x does nothing here; ↑ ↓ choose, enter opens, q leaves');
});

test('a path is typed, completed with tab and opened with enter; escape gives it up', (t) => {
	const folder = temporaryFolder();
	mkdirSync(path.join(folder, 'shop'));
	writeFileSync(path.join(folder, 'shop', 'web-a.yaml'), '');
	writeFileSync(path.join(folder, 'shop', 'web-b.yaml'), '');
	const first = typed(asking(), [...`${folder}/sh`, 'tab']);
	t.is(first.typed, `${folder}/shop/`);
	const both = typed(first, ['w', 'tab']);
	t.is(both.typed, `${folder}/shop/web-`);
	t.regex(both.problem, /web-a\.yaml .*web-b\.yaml/);
	t.deepEqual(typed(both, [...'a.yaml', 'return']).chosen, {view: 'open', file: `${folder}/shop/web-a.yaml`});
	t.like(typed(both, ['escape']), {asking: undefined, typed: '', left: false});
	t.is(typed(both, ['z', 'tab']).problem, 'no such file here');
});

test('q leaves, but is a letter where a path is typed; ctrl+c always leaves', (t) => {
	t.true(pressHome(openHome(offer()), 'q').left);
	t.like(pressHome(asking(), 'q'), {left: false, typed: 'q'});
	t.true(pressHome(asking(), 'ctrl+c').left);
});

test('the offer has every lesson of the course and the manifests of the folder', (t) => {
	const folder = temporaryFolder();
	for (const name of ['a.yaml', 'b.yml', 'notes.txt', '.pre-commit-hooks.yaml']) {
		writeFileSync(path.join(folder, name), '');
	}

	const read = readOffer('en', folder);
	t.true(read.lessons.length >= 5);
	t.deepEqual(
		read.files.map(({name}) => name),
		['a.yaml', 'b.yml'],
	);
});

test.serial('the list moves with arrows and letters, opens with enter, and takes no digit for a lesson', async (t) => {
	const chosen: Choice[] = [];
	const terminal = new HeadlessTerminal(homeWith({}, {onChoose: (choice) => chosen.push(choice)}), 80, 24);
	await terminal.type('j', '2', '1', '5');
	t.deepEqual(chosen, []);
	await terminal.type('\u001B[B', '\r');
	t.deepEqual(chosen, [{view: 'lesson', lesson: '01-a-pod'}]);
	terminal.close();
});

test.serial('the mouse chooses on the home screen', async (t) => {
	const chosen: Choice[] = [];
	const terminal = new HeadlessTerminal(homeWith({}, {onChoose: (choice) => chosen.push(choice)}), 80, 24);
	const row = (await terminal.screen()).findIndex((one) => one.includes('Free play')) + 1;
	await terminal.type(`\u001B[<0;9;${row}M`, `\u001B[<0;9;${row}m`);
	t.deepEqual(chosen, []);
	await terminal.type(`\u001B[<0;9;${row}M`);
	t.deepEqual(chosen, [{view: 'play'}]);
	terminal.close();
});

test.serial('the language is changed in place', async (t) => {
	const terminal = new HeadlessTerminal(homeWith(), 80, 24);
	await terminal.type('k', '\r');
	const rows = await terminal.screen();
	t.regex(
		rows.find((row) => row.includes('▸'))!,
		/语言：中文（enter：Русский，ru）/,
	);
	terminal.close();
});

test('a chapter of which a lesson is done has a page that draws what it has shown', (t) => {
	const size = {columns: 80, rows: 24};
	const home = openHome(offer({'01-a-pod': {done: true, index: 11}}), '', 'chapter 0');
	const unfolded = typed(home, ['return']);
	const at = unfolded.items.findIndex(({page}) => page === 0);
	t.is(unfolded.items[at]?.label, '    ▣ This chapter in one picture');
	const page = typed(unfolded, [...Array.from({length: at - unfolded.at}, () => 'j'), 'return']);
	const rows = pageRows(page, size)?.map((row) => plainText(row)) ?? [];
	t.is(rows.length, 24);
	t.regex(rows[0] ?? '', /^─ Chapter 1 · The way in ─+ This chapter in one picture ─$/);
	t.regex(rows.join('\n'), /web\.yaml ─► kubectl ─► .* ─► etcd\n/);
	t.is(pageRows(typed(page, ['escape']), size), undefined);
	t.false(typed(page, ['q']).left);
	t.is(pageRows(home, size), undefined);
});

test('the drills unfold by level, with what has been repaired', (t) => {
	const home = openHome(offer({'drill/moved-out': {done: true, index: 1}}), '', 'drills');
	t.is(selected(home), '+ Drills: broken clusters to repair, without hints  1 of 2');
	const unfolded = typed(home, ['return']);
	t.deepEqual(labels(unfolded).slice(unfolded.at, unfolded.at + 3), [
		'- Drills: broken clusters to repair, without hints  1 of 2',
		'    ✓ level 1  Moved out overnight',
		'    · level 3  Pushed aside',
	]);
	t.deepEqual(typed(unfolded, ['j', 'j', 'return']).chosen, {view: 'drill', drill: 'pushed-aside'});
});
