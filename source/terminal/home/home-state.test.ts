import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'ava';
import {HeadlessTerminal} from '../../testing/headless-terminal.js';
import {homeWith, offer} from '../../testing/screens.js';
import {chooseItem, homeParts, openHome, pressHome, readOffer, type Choice} from './home-state.js';
import {plainText} from '../paint/text.js';

const typed = (home: ReturnType<typeof openHome>, keys: readonly string[]) =>
	keys.reduce((state, key) => pressHome(state, key), home);

const asking = () => {
	const home = openHome(offer());
	return chooseItem(
		home,
		home.items.find(({ask}) => ask === 'open')!,
	);
};

test('a first-time user reads what this is and begins with lesson 1', (t) => {
	const home = openHome(offer());
	t.is(home.items[home.begin]!.label, '· Lesson 1  A Pod, from kubectl to running (12 min)');
	const rows = homeParts(home, {columns: 80, rows: 24}).head.map((row) => plainText(row));
	t.is(rows.filter((row) => row.trim() !== '').length, 4);
	t.regex(rows.join('\n'), /Press enter to begin with lesson 1/);
});

test('who comes again goes on where the last lesson was left', (t) => {
	const home = openHome(offer({'01-a-pod': {done: true, index: 11}, '06-heal': {done: false, index: 3}}));
	t.is(home.items[home.begin]!.label, '● Lesson 6  A Deployment heals itself (10 min, step 4 of 9)');
	const next = openHome(offer({'01-a-pod': {done: true, index: 11}}));
	t.regex(next.items[next.begin]!.label, /^· Lesson 6/);
});

test('a path is typed, completed with tab and opened with enter; escape gives it up', (t) => {
	const folder = mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-'));
	t.teardown(() => {
		rmSync(folder, {recursive: true});
	});
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
	const folder = mkdtempSync(path.join(tmpdir(), 'k8s-walkthrough-'));
	t.teardown(() => {
		rmSync(folder, {recursive: true});
	});
	for (const name of ['a.yaml', 'b.yml', 'notes.txt']) {
		writeFileSync(path.join(folder, name), '');
	}

	const read = readOffer('en', folder);
	t.true(read.lessons.length >= 5);
	t.deepEqual(read.files, ['a.yaml', 'b.yml']);
});

test.serial('the list moves with arrows and letters, opens with enter, and takes no digit for a lesson', async (t) => {
	const chosen: Choice[] = [];
	const terminal = new HeadlessTerminal(homeWith({}, {onChoose: (choice) => chosen.push(choice)}), 80, 24);
	await terminal.type('j', '2');
	t.deepEqual(chosen, [{view: 'lesson', lesson: '06-heal'}]);
	await terminal.type('1', '5');
	t.is(chosen.length, 1);
	await terminal.type('\u001B[B', '\r');
	t.deepEqual(chosen.at(-1), {view: 'play'});
	terminal.close();
});

test.serial('the language is changed in place', async (t) => {
	const terminal = new HeadlessTerminal(homeWith(), 80, 24);
	await terminal.type('k', '\r');
	const rows = await terminal.screen();
	t.regex(
		rows.find((row) => row.includes('▸'))!,
		/Language: 中文 \(enter: Русский, ru\)/,
	);
	terminal.close();
});
