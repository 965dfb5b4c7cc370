import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {runCommand} from '../testing/command-line.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
import {screenOptions} from './command-host.js';
import {pageRows} from '../screen/manual/page-rows.js';
import {topicGroups, topics} from '../screen/manual/pages.js';
import {plainText, width} from '../screen/paint/text.js';
import {screenWords} from '../screen/words/words.js';
import {isEnglish} from '../testing/catalogue.js';
import {createProgram} from './program.js';

const folder = temporaryFolder();
const configMap = put(folder, 'map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n');
const refused = put(folder, 'refused.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {}\n');
const names = ['run', 'trace', 'lesson', 'lessons', 'record', 'replay'];

test('every command has help, which names its flags and ends well', async (t) => {
	const all = await runCommand(['--help']);
	t.is(all.code, 0);
	t.is(all.err, '');
	for (const name of names) {
		t.regex(all.out, new RegExp(`^  ${name} `, 'm'));
		const one = await runCommand([name, '--help']);
		t.is(one.code, 0);
		t.regex(one.out, new RegExp(`^Usage: k8s-walkthrough ${name} `));
	}

	t.is((await runCommand(['help', 'record'])).out, (await runCommand(['record', '--help'])).out);

	t.regex((await runCommand(['lessons', 'check', '--help'])).out, /^Usage: k8s-walkthrough lessons check /);
});

test('help prints the manual: its topics, and each page within the width', async (t) => {
	const list = await runCommand(['help']);
	t.is(list.code, 0);
	for (const {name, about} of topics()) {
		t.regex(list.out, new RegExp(`^  ${name} +${about.replaceAll('`', '').slice(0, 20)}`, 'm'));
		const page = await runCommand(['help', name]);
		t.is(page.code, 0, name);
		const rows = page.out.split('\n');
		t.true(rows.length > 5, name);
		t.deepEqual(
			rows.filter((row) => width(row) > 100),
			[],
			name,
		);
		t.notRegex(page.out, /\.md\)|<!--|\*\*[A-Z]/, name);
	}
});

test('help loses no word of a page, however narrow', (t) => {
	const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);
	for (const columns of [30, 80, 160]) {
		const rows = pageRows(
			'# The title\n\nSome `code`, **bold** and [a link](faults.md).\n\n| A | B | C |\n| - | - | - |\n| one two | three \\| four | five |\n\n- an item\n  that goes on\n\n```\nx --flag  what it does and more of that\n```\n',
			columns,
		);
		t.deepEqual(
			wordsOf(rows.map((row) => plainText(row)).join(' ')).filter((word) => !/^[ABC]:?$/.test(word)),
			wordsOf(
				'THE TITLE Some code, bold and a link. one two three | four five • an item that goes on x --flag what it does and more of that',
			),
		);
	}
});

for (const [words, topic, heading, text] of [
	['webhook', 'scenarios', 'Admission', /k8s-walkthrough help scenarios prints the page/],
	['postgres', 'images', 'Images the program knows', /postgres/],
	['exit codes', 'commands', 'Exit codes', /all went well/],
	['load dump', 'dumps', '', /--from loads/],
	['write drill', 'drills', 'Write a drill', /./],
	['deny', 'scenarios', 'Admission webhooks', /denies/],
] as const) {
	test(`help finds ${words} in the manual`, async (t) => {
		const {code, out, err} = await runCommand(['help', ...words.split(' ')]);
		t.is(code, 0);
		t.is(err, '');
		t.regex(out, new RegExp(`^  ${topic} › ${heading}`, 'm'));
		t.true(out.indexOf(`  ${topic} ›`) < 200, out);
		t.regex(out, text);
	});
}

test('help shows a section of a page by words of its heading, and a page by its singular', async (t) => {
	const section = await runCommand(['help', 'scenarios', 'admission']);
	t.regex(section.out, /^Admission webhooks\n/);
	t.notRegex(section.out, /^Nodes$/m);
	t.is((await runCommand(['help', 'dump'])).out, (await runCommand(['help', 'dumps'])).out);
});

test('help about nothing that exists suggests the nearest topic or command', async (t) => {
	const {code, out, err} = await runCommand(['help', 'fautls']);
	t.is(code, 2);
	t.is(out, '');
	t.regex(err, /no page or command is called "fautls"\n  did you mean "faults"\?/);
});

for (const language of ['zh', 'ru'] as const) {
	test(`the list of topics, a search and the flags of a command lead to the manual in ${language}`, async (t) => {
		const {texts, found} = screenWords(language).manual;
		t.deepEqual(
			topicGroups()
				.flatMap(({title, topics: those}) => [title, ...those.map(({about}) => about)])
				.filter((text) => texts[text] === undefined),
			[],
		);
		const list = await runCommand(['--lang', language, 'help'], '', 80);
		t.false(isEnglish(list.out), list.out);
		t.deepEqual(
			list.out.split('\n').filter((row) => width(row) > 80),
			[],
		);
		t.true((await runCommand(['--lang', language, 'help', 'webhook'])).out.startsWith(found('webhook')));
		t.regex((await runCommand(['--lang', language, 'help', 'drill'])).out, /[：:] ?k8s-walkthrough help drills\n$/);
	});
}

test('help tells the exit codes', async (t) => {
	t.regex(
		(await runCommand(['--help'])).out,
		/Exit codes:\n {2}0 {2}all went well\n {2}1 {2}something was refused, stuck, cut short or different\n {2}2 {2}the command, a file or a flag is wrong\n/,
	);
});

test('flags of the screen count before a command too, and those after it decide', (t) => {
	const program = createProgram({stdout() {}, stderr() {}, stdin: () => new Uint8Array(), screen: false}, () => {});
	program.parseOptions(['--ascii', '--lang', 'zh']);
	t.deepEqual(screenOptions(program, {}), {ascii: true, lang: 'zh', mouse: true});
	t.deepEqual(screenOptions(program, {lang: 'ru'}), {ascii: true, lang: 'ru', mouse: true});
});

test('the locale chooses the language where no flag does; another language is refused', async (t) => {
	const quiet = {stdout() {}, stderr() {}, stdin: () => new Uint8Array(), screen: false};
	for (const [locale, lang] of [
		['zh_CN.UTF-8', 'zh'],
		['ru', 'ru'],
		['de_DE.UTF-8', undefined],
		['C', undefined],
		['', undefined],
	] as const) {
		t.is(createProgram({...quiet, locale}, () => {}).opts()['lang'], lang);
	}

	t.regex(
		(await runCommand(['--lang', 'zh', 'lessons'])).out,
		/01-a-pod +12 分钟 {2}一个 Pod：从 kubectl 到运行(?: {2}\? .*)?\n/,
	);
	t.regex((await runCommand(['--lang', 'zh', 'drills'])).out, /a-port-called-htpp +1 级 {2}搜索连不上\n/);
	const exported = (await runCommand(['--lang', 'zh', 'lesson', 'export', '1', '--html'])).out;
	t.regex(exported, /<html lang="zh">/);
	t.regex(exported, /一路跟着它，直到容器跑起来。/);
	const unknown = await runCommand(['--lang', 'xx', 'lessons']);
	t.is(unknown.code, 2);
	t.regex(unknown.err, /Languages: en, zh, ru\./);
});

test('the language may also follow the command; a command with a flag of its own takes it itself', async (t) => {
	const first = await runCommand(['--lang', 'ru', 'check', '--list']);
	t.deepEqual(await runCommand(['check', '--list', '--lang', 'ru']), first);
	t.deepEqual(await runCommand(['check', '--lang=ru', '--list']), first);
	t.regex((await runCommand(['run', '--lang', 'zh', '--nope'])).err, /未知选项/);
	t.regex((await runCommand(['run', '--lang', 'xx'])).err, /--lang/);
	t.regex((await runCommand(['lesson', 'export', '1', '--lang', 'zh'])).out, /[一-鿿]/);
});

test('the advice after an error is in the language of the user', async (t) => {
	for (const [language, flag, command] of [
		['zh', '（--help 列出命令和选项）', '命令：run'],
		['ru', '(--help перечисляет команды и параметры)', 'команды: run'],
	] as const) {
		t.true((await runCommand(['--lang', language, 'run', '--nope'])).err.includes(flag), language);
		t.true((await runCommand(['--lang', language, 'nope'])).err.includes(command), language);
	}
});

test('without a terminal the home screen is the help, and a lesson is a mistake', async (t) => {
	const home = await runCommand([]);
	t.is(home.code, 0);
	t.is(home.out, (await runCommand(['--help'])).out);
	const lesson = await runCommand(['lesson', '6']);
	t.is(lesson.code, 2);
	t.regex(lesson.err, /the lesson "A Deployment heals itself" needs a terminal, but there is none/);
});

test('--version is that of the package', async (t) => {
	const {version}: {version: string} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
	t.deepEqual(await runCommand(['--version']), {code: 0, out: `${version}\n`, err: ''});
});

/** Command lines that are wrong, and the answers. */
const wrong: ReadonlyArray<readonly [words: readonly string[], message: RegExp]> = [
	[['trac'], /unknown command "trac"\n {2}did you mean "trace"\?/],
	[['lessons', 'chek'], /unknown command "lessons chek"\n {2}`lessons` lists the course/],
	[['web.yaml'], /unknown command "web\.yaml"\n {2}to open a manifest: k8s-walkthrough run web\.yaml/],
	[
		['xyzzy'],
		/unknown command "xyzzy"\n {2}commands: run, trace, check, lesson, lessons, drill, drills, exam, progress, record, replay/,
	],
	[['trace'], /no manifest given/],
	[['run'], /no manifest given/],
	[['trace', '--untill', 'x', configMap], /unknown option '--untill'\n\(Did you mean --until\?\)/],
	[['trace', '-o', 'xml', configMap], /Allowed choices are text, json, jsonl/],
	[['trace', '--seed', 'many', configMap], /A seed is a whole number from 0 to 999999999/],
	[['trace', '--until', 'bogus=1', configMap], /unknown word "bogus" in a breakpoint; the words are stage, /],
	[['trace', '--until', 'if=((', configMap], /breakpoint "if=\(\(": /],
	[['run', '--break', 'bogus=1', configMap], /unknown word "bogus" in a breakpoint/],
	[['record', configMap], /required option '--to <file>' not specified/],
	[['lesson', 'nope'], /there is no lesson "nope"\n/],
	[['lessons', 'check', path.join(folder, 'none.yaml')], /none\.yaml {2}no such lesson file/],
	[['replay', configMap], /map\.yaml:1:1 {2}unknown field "apiVersion"/],
];

for (const [words, message] of wrong) {
	test(`k8s-walkthrough ${words.map((word) => path.basename(word)).join(' ')} is wrong: exit code 2 and why`, async (t) => {
		const {code, out, err} = await runCommand(words);
		t.is(code, 2);
		t.regex(out + err, message);
		t.notRegex(out + err, /\n\s+at /);
	});
}

test('run without a terminal is a trace', async (t) => {
	t.deepEqual(await runCommand(['run', configMap]), await runCommand(['trace', configMap]));
	t.is((await runCommand(['run', refused])).code, 1);
});

test('several files are applied in the order they are named, and one refusal is the exit code', async (t) => {
	const {code, out} = await runCommand(['trace', refused, configMap]);
	t.is(code, 1);
	t.regex(out, /✗ pod\/default\/web {2}not stored\n✓ configmap\/default\/one {2}stored\n/);
});

test('the lessons are listed in columns, with their minutes', async (t) => {
	const {code, out} = await runCommand(['lessons']);
	t.is(code, 0);
	const columns = out
		.trimEnd()
		.split('\n')
		.map((line) => line.indexOf(' min  '));
	t.is(new Set(columns).size, 1);
});

test('what is wrong with lessons is said in their order, however many are checked at the same time', async (t) => {
	const check = ['lessons', 'check', 'none.yaml', configMap, 'neither.yaml'];
	const {code, out} = await runCommand([...check, '--jobs', '2']);
	t.is(code, 2);
	t.regex(
		out,
		/^none\.yaml .*\n {2}check .*\n(?:.*map\.yaml:.*\n| {2}known here: .*\n)+neither\.yaml .*\n {2}check .*\n$/,
	);
	t.like(await runCommand([...check, '--jobs', '1']), {code, out});
});

test('a recording replays to its fingerprint; one that was changed differs, and another version is refused', async (t) => {
	const file = path.join(folder, 'recording.yaml');
	const recorded = await runCommand([
		'record',
		configMap,
		'--to',
		file,
		'--seed',
		'3',
		'--then',
		'delete configmap one',
	]);
	t.is(recorded.code, 0);
	t.regex(recorded.out, /^done; \d+ stops in .*recording\.yaml, fingerprint [\da-f]{16}\n$/);
	const equal = await runCommand(['replay', '--check', file]);
	t.is(equal.code, 0);
	t.regex(equal.out, /^✓ .*recording\.yaml: \d+ stops, fingerprint [\da-f]{16}\n$/);
	const text = readFileSync(file, 'utf8');

	const changes: ReadonlyArray<readonly [change: (source: string) => string, code: number, message: RegExp]> = [
		[
			(source) => source.replace(/fingerprint: .*/, 'fingerprint: 0123456789abcdef'),
			1,
			/✗ .*the recording has fingerprint 0123456789abcdef, the run has [\da-f]{16}/,
		],
		[(source) => source.replace(/seed: 3/, 'seed: 4'), 1, /✗ /],
		[(source) => source.replace('delete configmap one', 'delete configmap two'), 1, /✗ /],
		[
			(source) => source.replace(/steps: \d+/, 'steps: 999999999'),
			2,
			/recording\.yaml:\d+:8 {2}this recording claims 999999999 steps; at most /,
		],
		[
			(source) => source.replace('recording: 1', 'recording: 2'),
			2,
			/recording\.yaml:1:12 {2}this is a recording of version 2, but this program reads version 1\n {2}record it again/,
		],
		[(source) => source.slice(0, source.length / 2), 2, /recording\.yaml:\d+:\d+ {2}/],
		[(source) => source.replace('inputs:', 'input:'), 2, /unknown field "input"\n {2}did you mean "inputs"\?/],
		[
			(source) => source.replace(/step: \d+/, 'step: soon'),
			2,
			/recording\.yaml:\d+:\d+ {2}expected a non-negative number/,
		],
		[() => '', 2, /expected a map with recording/],
	];
	for (const [change, code, message] of changes) {
		const changed = change(text);
		t.not(changed, text);
		writeFileSync(file, changed);
		const ran = await runCommand(['replay', '--check', file]);
		t.is(ran.code, code, ran.out + ran.err);
		t.regex(ran.out + ran.err, message);
	}
});
