import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import test from 'ava';
import {createElement, type ReactElement} from 'react';
import {findLesson} from '../classroom/course.js';
import {findDrill} from '../classroom/drills/drills.js';
import {LessonRun} from '../classroom/player.js';
import type {LanguageName} from '../stages/language-names.js';
import {lessonOpened} from '../screen/actions/lesson-actions.js';
import {Debugger} from './debugger.js';
import {HeadlessTerminal} from '../testing/headless-terminal.js';
import {isEnglish} from '../testing/catalogue.js';
import {appOn, homeWith, lessonAt, relativeSteps, starts, patient} from '../testing/screens.js';
import type {Look} from './app.js';
import type {Start} from '../screen/start.js';

const folder = new URL('../../snapshots/screens/', import.meta.url);

type Size = readonly [columns: number, rows: number];

/** The tested sizes of each screen: an old terminal, half a monitor, and a whole one. */
const usual: readonly Size[] = [
	[80, 24],
	[120, 35],
	[160, 50],
];

/** Sizes for views with the same words at each: the smallest, and one with panes side by side. */
const small: readonly Size[] = [[80, 24]];
const both: readonly Size[] = [...small, [120, 35]];

interface Screen {
	/** Its initial view; by default a Pod and its Service. */
	readonly on?: () => ReactElement;
	/** Keys that open it; `\r` is enter. */
	readonly keys?: readonly string[];
	readonly sizes?: readonly Size[];
}

/** The shared, unchanged state of earlier screens: its recording takes much longer than the screens. */
const unchanged = new Map<string, {readonly start: Start; readonly size: string}>();

const sizeOf = (start: Start): string =>
	start.view === 'recording' ? `${start.recording.stops.length} stops, ${start.recording.inputs.length} inputs` : '';

const startNamed = (name: string): Start => {
	const last = unchanged.get(name);
	if (last && sizeOf(last.start) === last.size) {
		return last.start;
	}

	const start = starts[name]!();
	unchanged.set(name, {start, size: sizeOf(start)});
	return start;
};

const on = (name: string, look?: Look) => () => appOn(startNamed(name), look);
/** The first lesson of the course, in a language. */
const courseLesson =
	(language: LanguageName, step = 4, ascii = false) =>
	() =>
		createElement(Debugger, {
			initial: lessonOpened(new LessonRun(findLesson('01-a-pod', language), step, language), {
				language,
				services: patient,
			}),
			ascii,
		});
/** A drill of the course. */
const drillOf = (name: string, language: LanguageName) =>
	createElement(Debugger, {
		initial: lessonOpened(new LessonRun(findDrill(name, language), 0, language), {language, services: patient}),
		ascii: false,
	});
const toServiceAccount = [':break apiserver.admit.mutate.ServiceAccount\r', 'c'];
/** Two futures side by side: in the other one, the Pod is deleted before it is bound. */
const toComparison = [
	':break scheduler.bind\r',
	'c',
	':branch gone\r',
	':kubectl delete pod web --wait=false\r',
	'c',
	':compare\r',
];
/** The page at the end of a chapter, from the home screen after its first lesson. */
const toChapter = ['j', '\r', 'j', 'j', '\r'];
const toBind = [':break scheduler.bind\r', 'c'];

const screens: Readonly<Record<string, Screen>> = {
	start: {},
	state: {keys: toServiceAccount, sizes: [...usual, [200, 60], [100, 30], [60, 20], [40, 12], [20, 5]]},
	'state-whole': {keys: [...toServiceAccount, 'y']},
	'state-blame': {keys: ['G', ':follow pod/web\r', ',', 'a']},
	'state-since-mark': {keys: [...toServiceAccount, 'm', ':break etcd.txn pod/web\r', 'c', 'D']},
	stack: {keys: [...toServiceAccount, '2', 'j']},
	why: {keys: [...toBind, 'w']},
	events: {keys: ['G', '4']},
	lanes: {keys: [...toBind, '5', '-']},
	cluster: {keys: ['G', '6', 'j']},
	'cluster-pods': {keys: ['G', ':pods\r']},
	'cluster-node': {keys: ['G', '6', 'j', 'i']},
	'cluster-logs': {keys: ['G', '6', 'j', 'j', 'l']},
	scheduler: {keys: [':break scheduler.select\r', 'c', '7']},
	network: {keys: ['G', '8']},
	iptables: {keys: ['G', '8', 'i', '/web\r']},
	nftables: {on: on('nftables'), keys: ['G', '8', 'i', '/web\r']},
	dns: {keys: ['G', '8', 'n']},
	traffic: {on: on('traffic'), keys: ['G', '8', 't']},
	'iptables-whole': {keys: ['G', '8', 'i', 'a'], sizes: [[80, 24]]},
	walk: {keys: ['G', ':packet node-b web\r'], sizes: [...usual, [20, 5]]},
	'walk-whole': {keys: ['G', ':packet pod/web web\r', 'a'], sizes: [[160, 50]]},
	'walk-nftables': {on: on('nftables'), keys: ['G', ':packet node-b web\r'], sizes: [[80, 24]]},
	'walk-lost': {on: on('traffic'), keys: ['G', '8', 't', 'j', '\r']},
	'walk-unknown': {keys: ['G', ':packet nobody web\r'], sizes: [[80, 24]]},
	race: {
		on: on('traffic'),
		keys: ['G', ':kubectl delete pod web --wait=false\r', ':goto +5s\r', '8', 'T', ':goto +4.23s\r', '\u001B[C', 'w'],
		sizes: [...usual, [40, 12], [20, 5]],
	},
	'race-joins': {keys: ['G', '8', 'T'], sizes: [[80, 24]]},
	'race-none': {on: on('empty'), keys: ['8', 'T'], sizes: [[80, 24]]},
	'ascii-race': {on: on('traffic', {ascii: true}), keys: ['G', '8', 'T']},
	compare: {keys: toComparison},
	'ascii-compare': {on: on('pod', {ascii: true}), keys: toComparison},
	futures: {keys: [...toBind, ':futures\r']},
	faults: {keys: [...toBind, 'X', 'j', 'j'], sizes: [...usual, [40, 12]]},
	play: {on: on('play')},
	ledger: {keys: ['G', '9']},
	'ledger-found': {keys: ['G', '9', '/services\r']},
	board: {keys: [...toServiceAccount, 'v'], sizes: [...usual, [200, 60], [60, 20], [40, 12], [20, 5]]},
	'board-watch': {
		keys: [':break informer.deliver pod/web component=kubelet\r', 'c', 'v'],
		sizes: [...usual, [200, 60]],
	},
	'board-deployment': {on: on('shop'), keys: [':break scheduler.score\r', 'c', 'v']},
	'board-running': {keys: ['G', 'v', 'k']},
	'board-playing': {keys: [':play raw\r', '1']},
	'board-story': {on: on('shop'), keys: ['v', ' ', ...Array.from({length: 11}, () => '\u001B[C')]},
	'board-story-ready': {
		on: on('shop'),
		keys: ['v', ' ', ...Array.from({length: 21}, () => '\u001B[C')],
		sizes: [[160, 50]],
	},
	'board-story-refused': {on: on('refused'), keys: ['v', ' ', '\u001B[C', '\u001B[C'], sizes: [[80, 24]]},
	'ascii-board': {on: on('pod', {ascii: true}), keys: [...toBind, 'v']},
	predict: {keys: [...toServiceAccount, 'S', 'p'], sizes: [...usual, [40, 12], [20, 5]]},
	'predict-answered': {keys: [...toServiceAccount, 'S', 'p', '1'], sizes: [[80, 24]]},
	'predict-board': {keys: [...toServiceAccount, 'S', 'v', 'p'], sizes: [[80, 24]]},
	real: {keys: [...toBind, 'x']},
	command: {keys: [':kube', '\t']},
	palette: {keys: ['\u0010', 'bind']},
	'key-without-meaning': {keys: ['H']},
	printed: {keys: ['G', ':kubectl get pods -o wide\r']},
	breakpoints: {keys: [':break pod/web reason=Started\r', 'b', 'B']},
	'state-zh': {on: on('pod', {language: 'zh'}), keys: toServiceAccount},
	'state-ru': {on: on('pod', {language: 'ru'}), keys: toServiceAccount},
	'help-zh': {on: on('pod', {language: 'zh'}), keys: ['?']},
	'help-ru': {on: on('pod', {language: 'ru'}), keys: ['?']},
	'lesson-zh': {on: courseLesson('zh')},
	'lesson-ru': {on: courseLesson('ru')},
	help: {keys: ['?'], sizes: [...usual, [40, 12]]},
	zoomed: {keys: [...toServiceAccount, 'z']},
	quit: {keys: ['b', 'q']},
	empty: {on: on('empty')},
	refused: {on: on('refused'), sizes: [...usual, [60, 20], [20, 5]]},
	stalled: {on: on('stalled'), keys: ['7']},
	ready: {on: on('ready')},
	replay: {on: on('replay')},
	home: {on: () => homeWith(), sizes: [...usual, [60, 20], [40, 12], [20, 5]]},
	'home-later': {
		on: () => homeWith({'01-a-pod': {done: true, index: 12}, '06-heal': {done: false, index: 3}}),
		keys: ['j', '\u001B[A'],
	},
	'home-path': {on: () => homeWith(), keys: ['k', 'k', 'k', '\r', 'my/shop.yaml']},
	'home-zh': {on: () => homeWith({}, {language: 'zh'})},
	'home-ru': {on: () => homeWith({}, {language: 'ru'})},
	'home-ascii': {on: () => homeWith({}, {ascii: true})},
	ascii: {on: on('pod', {ascii: true}), keys: toServiceAccount},
	'ascii-lanes': {on: on('pod', {ascii: true}), keys: [...toBind, '5']},
	'ascii-blame': {on: on('pod', {ascii: true}), keys: ['G', ':follow pod/web\r', ',', 'a']},
	'ascii-stack': {on: on('pod', {ascii: true}), keys: [...toServiceAccount, '2', 'j']},
	'ascii-why': {on: on('pod', {ascii: true}), keys: [...toBind, 'w']},
	'ascii-events': {on: on('pod', {ascii: true}), keys: ['G', '4']},
	'ascii-cluster': {on: on('pod', {ascii: true}), keys: ['G', '6', 'j']},
	'ascii-scheduler': {on: on('pod', {ascii: true}), keys: [':break scheduler.select\r', 'c', '7']},
	'ascii-network': {on: on('pod', {ascii: true}), keys: ['G', '8']},
	'ascii-walk': {on: on('traffic', {ascii: true}), keys: ['G', '8', 't', 'j', '\r']},
	'ascii-ledger': {on: on('pod', {ascii: true}), keys: ['G', '9']},
	'ascii-lesson': {on: courseLesson('en', 4, true)},
	'ascii-refused': {on: on('refused', {ascii: true}), sizes: small},
	'ascii-help': {on: on('pod', {ascii: true}), keys: ['?'], sizes: small},
	'lesson-end': {on: courseLesson('en', 11)},
	drill: {on: () => drillOf('moved-out', 'en')},
	chapter: {on: () => homeWith({'01-a-pod': {done: true, index: 12}}), keys: toChapter},
	'lesson-say': {on: () => lessonAt(0), sizes: [...usual, [40, 12], [20, 5]]},
	'lesson-ask': {on: () => lessonAt(2), keys: ['\u001B[C']},
	'lesson-wrong': {on: () => lessonAt(2), keys: ['\u001B[C', '\r']},
	'lesson-task': {on: () => lessonAt(3), keys: ['H']},
	'lesson-board': {on: () => lessonAt(2), keys: ['v']},
	'lesson-solved': {on: () => lessonAt(3), keys: ['!']},
	'lesson-debrief': {on: () => lessonAt(4)},
	'lesson-words': {on: () => lessonAt(1), keys: ['\t']},
};

interface Translated extends Omit<Screen, 'on'> {
	/** Its initial view, in a language; by default a Pod and its Service. */
	readonly on?: (language: LanguageName) => ReactElement;
}

const startIn = (name: string) => (language: LanguageName) => on(name, {language})();

/** The views in each language besides English. */
const translated: Readonly<Record<string, Translated>> = {
	'state-blame': {keys: ['G', ':follow pod/web\r', ',', 'a'], sizes: small},
	stack: {keys: [...toServiceAccount, '2', 'j'], sizes: both},
	why: {keys: [...toBind, 'w'], sizes: both},
	events: {keys: ['G', '4'], sizes: small},
	lanes: {keys: [...toBind, '5', '-'], sizes: both},
	cluster: {keys: ['G', '6', 'j'], sizes: both},
	scheduler: {keys: [':break scheduler.select\r', 'c', '7'], sizes: both},
	network: {keys: ['G', '8'], sizes: both},
	traffic: {on: startIn('traffic'), keys: ['G', '8', 't'], sizes: small},
	walk: {keys: ['G', ':packet node-b web\r'], sizes: both},
	'walk-lost': {on: startIn('traffic'), keys: ['G', '8', 't', 'j', '\r'], sizes: small},
	race: {
		on: startIn('traffic'),
		keys: ['G', ':kubectl delete pod web --wait=false\r', ':goto +5s\r', '8', 'T', ':goto +4.23s\r', '\u001B[C', 'w'],
		sizes: both,
	},
	compare: {keys: toComparison, sizes: both},
	play: {on: startIn('play'), sizes: small},
	ledger: {keys: ['9', 'z'], sizes: small},
	board: {keys: [...toServiceAccount, 'v'], sizes: both},
	'board-watch': {keys: [':break informer.deliver pod/web component=kubelet\r', 'c', 'v'], sizes: both},
	'board-story': {on: startIn('shop'), keys: ['v', ' ', '\u001B[C', '\u001B[C'], sizes: small},
	'board-deployment': {on: startIn('shop'), keys: [':break scheduler.score\r', 'c', 'v'], sizes: both},
	'board-running': {keys: ['G', 'v', 'k'], sizes: small},
	predict: {keys: [...toServiceAccount, 'S', 'p'], sizes: small},
	palette: {keys: ['\u0010', 'bind'], sizes: small},
	'palette-faults': {keys: ['\u0010', 'fill disk'], sizes: small},
	breakpoints: {keys: [':break pod/web reason=Started\r', 'b', 'B'], sizes: small},
	futures: {keys: [...toBind, ':futures\r'], sizes: small},
	faults: {keys: [...toBind, 'X'], sizes: small},
	printed: {keys: ['G', ':kubectl get pods -o wide\r'], sizes: small},
	quit: {keys: ['b', 'q'], sizes: small},
	'lesson-wrong': {on: (language) => courseLesson(language)(), keys: ['\u001B[C', '\r'], sizes: small},
	'lesson-end': {on: (language) => courseLesson(language, 11)(), sizes: small},
	drill: {on: (language) => drillOf('moved-out', language), sizes: small},
	'home-later': {
		on: (language) => homeWith({'01-a-pod': {done: true, index: 12}, '06-heal': {done: false, index: 3}}, {language}),
		keys: ['j', '\u001B[A'],
		sizes: small,
	},
	'home-path': {on: (language) => homeWith({}, {language}), keys: ['k', 'k', 'k', '\r', 'my/shop.yaml'], sizes: small},
	chapter: {
		on: (language) => homeWith({'01-a-pod': {done: true, index: 12}}, {language}),
		keys: toChapter,
		sizes: small,
	},
};

const all: Readonly<Record<string, Screen>> = {
	...screens,
	...Object.fromEntries(
		(['zh', 'ru'] as const).flatMap((language) =>
			Object.entries(translated).map(([name, {on: element = startIn('pod'), ...screen}]) => [
				`${name}-${language}`,
				{...screen, on: () => element(language)},
			]),
		),
	),
};

/** Rows that are the same in every language: output of Kubernetes, kubectl and nodes, and titles of the tests' own lessons. */
const ofKubernetes =
	/kube-controller-manager|-A KUBE-|--comment|Node .* status is now|Updated Node|A Deployment heals|A Pod, from kubectl/;

/** The first step of kubectl; every recording starts the same cluster. */
const {start} = starts.pod!() as {start: number};

for (const [name, {on: element = on('pod'), keys = [], sizes = usual}] of Object.entries(all)) {
	for (const [columns, rows] of sizes) {
		test.serial(`the screen "${name}" at ${columns}×${rows} is as it was agreed`, async (t) => {
			const terminal = new HeadlessTerminal(element(), columns, rows);
			await terminal.type(...keys);
			const shown = await terminal.screen();
			terminal.close();
			t.true(shown.length <= rows);
			if (/-(?:zh|ru)$/.test(name)) {
				t.deepEqual(
					shown.filter((row) => isEnglish(row) && !ofKubernetes.test(row)),
					[],
				);
			}

			const text = `${shown.map((row) => relativeSteps(row, start)).join('\n')}\n`;
			const file = new URL(`${name}-${columns}x${rows}.txt`, folder);
			if (process.env.UPDATE_SNAPSHOTS) {
				mkdirSync(folder, {recursive: true});
				writeFileSync(file, text);
			}

			t.true(existsSync(file), `${file.pathname} is missing; UPDATE_SNAPSHOTS=1 writes it`);
			t.is(text, readFileSync(file, 'utf8'));
		});
	}
}

const open = (columns: number, rows: number) => new HeadlessTerminal(on('pod')(), columns, rows);

test.serial('a resize keeps the place', async (t) => {
	const terminal = open(80, 24);
	await terminal.type('sss', 's');
	const placeOf = async (): Promise<string | undefined> =>
		(await terminal.screen()).flatMap((row) => /#\d+(?=\s+\+)/.exec(row) ?? [])[0];
	const before = await placeOf();
	await terminal.resize(160, 50);
	t.true((await terminal.screen()).join('\n').includes(`${before}  +`));
	await terminal.resize(40, 12);
	t.true((await terminal.screen()).join('\n').includes(before!));
	await terminal.resize(20, 5);
	t.true((await terminal.screen())[0]!.includes(before!));
	await terminal.resize(80, 24);
	t.is(await placeOf(), before);
	terminal.close();
});

test.serial('a resize of the home screen keeps what is selected', async (t) => {
	const terminal = new HeadlessTerminal(homeWith(), 80, 24);
	await terminal.type('k', 'k', 'k', 'k', 'k', 'k', 'k');
	const selected = (await terminal.screen()).find((row) => row.includes('▸'));
	t.regex(selected!, /Free play/);
	await terminal.resize(40, 8);
	t.regex(
		(await terminal.screen()).find((row) => row.includes('▸'))!,
		/Free play/,
	);
	terminal.close();
});

test.serial('keys that arrive together, as when one is held, all count', async (t) => {
	const one = open(80, 24);
	await one.type('s', 's', 's', 's', 's', 's');
	const together = open(80, 24);
	await together.type('ssssss');
	t.deepEqual(await together.screen(), await one.screen());
	one.close();
	together.close();
});

test.serial('keys that arrive together move the home screen as far as one by one', async (t) => {
	const one = new HeadlessTerminal(homeWith(), 80, 24);
	await one.type('j', 'j', 'j');
	for (const keys of ['jjj', 'jjjjk']) {
		const together = new HeadlessTerminal(homeWith(), 80, 24);
		await together.type(keys);
		t.deepEqual(await together.screen(), await one.screen(), keys);
		together.close();
	}

	one.close();
});

test.serial('stepping forwards and as far back shows the very same screen', async (t) => {
	const terminal = open(160, 50);
	await terminal.type('s', 'S');
	const before = await terminal.screen();
	await terminal.type('s'.repeat(200));
	t.notDeepEqual(await terminal.screen(), before);
	await terminal.type('S'.repeat(200));
	t.deepEqual(await terminal.screen(), before);
	terminal.close();
});

test.serial('in plain characters no other is ever sent', async (t) => {
	const terminal = new HeadlessTerminal(on('pod', {ascii: true})(), 160, 50);
	for (const key of ['s', '2', '3', '4', '5', '6', '7', '8', '9', 'B', '\u001B', '?']) {
		// eslint-disable-next-line no-await-in-loop
		await terminal.type(key);
		// eslint-disable-next-line no-await-in-loop
		t.regex((await terminal.screen()).join('\n'), /^[\n -~]*$/, `after ${key}`);
	}

	terminal.close();
});
