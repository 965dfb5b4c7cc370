import fc from 'fast-check';
import test from 'ava';
import {clean, line, plainText, width, type Segment} from './text.js';
import {columnWidths, reflow, shorten, tableRows, wrap, wrapAtMost, wrapRow, type Cell} from './text-layout.js';

const words = [
	'pod',
	'node-b',
	'中文名字',
	'é',
	'👩‍👩‍👧',
	'🇩🇪',
	'Модуль',
	'ａｂ',
	'ế',
	'한국어',
	'x'.repeat(70),
	'。',
	'——',
];
const anyText = fc.oneof(
	fc.array(fc.constantFrom(...words), {maxLength: 12}).map((parts) => parts.join(' ')),
	fc.string({unit: 'grapheme', maxLength: 80}),
);
const tones = ['plain', 'dim', 'good'] as const;
const anyRow = fc.array(
	fc.tuple(anyText, fc.constantFrom(...tones)).map(([text, tone]): Segment => ({text, tone})),
	{maxLength: 4},
);

test('no row is wider than its columns, whatever is wrapped, and nothing but spaces is lost', (t) => {
	fc.assert(
		fc.property(anyRow, fc.integer({min: 3, max: 100}), fc.integer({min: 0, max: 20}), (row, columns, indent) => {
			const rows = wrapRow(row, columns, indent);
			for (const wrapped of rows) {
				t.true(width(plainText(wrapped)) <= columns, `${JSON.stringify(row)} in ${columns}`);
			}

			const without = (text: string) => text.replaceAll(' ', '');
			t.is(without(rows.map((wrapped) => plainText(wrapped)).join('')), without(plainText(row)));
		}),
		{numRuns: 500, seed: 7},
	);
});

test('wrapping breaks no word that a row has room for, and keeps the tone of each', (t) => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,12}$/), fc.constantFrom(...tones)), {maxLength: 30}),
			fc.integer({min: 12, max: 60}),
			(written, columns) => {
				const row = written.map(([text, tone], at): Segment => ({text: `${at === 0 ? '' : ' '}${text}`, tone}));
				const found = wrapRow(row, columns, 0).flatMap((wrapped) =>
					wrapped.flatMap(({text, tone}) => (text.trim() === '' ? [] : [[text, tone]])),
				);
				t.deepEqual(found, written);
			},
		),
		{numRuns: 200, seed: 7},
	);
});

test('a path longer than a row is broken after a slash, in Chinese too, and a word without marks where the row ends', (t) => {
	t.deepEqual(wrap('kube-apiserver 返回 /api/v1/namespaces/default/persistentvolumeclaims。', 36), [
		'kube-apiserver 返回 /api/v1/',
		'namespaces/default/',
		'persistentvolumeclaims。',
	]);
	t.deepEqual(wrap('abcdefghijklmnop', 8), ['abcdefgh', 'ijklmnop']);
});

test('a word of one letter that just has room keeps the space before it', (t) => {
	t.deepEqual(wrap('and writes a claim', 12), ['and writes a', 'claim']);
});

test('a row keeps the spaces between its columns, and goes on below its text', (t) => {
	t.deepEqual(
		wrapRow(
			[
				{text: ' #57  ', tone: 'dim'},
				{text: 'Warning  the node has too little memory', tone: 'plain'},
			],
			26,
			6,
		).map((row) => plainText(row)),
		[' #57  Warning  the node', '      has too little', '      memory'],
	);
});

test('Chinese is broken between its characters, and no row begins with a closing mark', (t) => {
	t.deepEqual(wrap('调度器把 default/web 绑定到 node-b。然后', 14), [
		'调度器把',
		'default/web 绑',
		'定到 node-b。',
		'然后',
	]);
});

test('a letter stays with its accents, and a flag is not halved', (t) => {
	t.deepEqual(wrap('e\u0301e\u0301e\u0301', 2), ['e\u0301e\u0301', 'e\u0301']);
	t.deepEqual(wrap('🇩🇪🇫🇷', 3), ['🇩🇪', '🇫🇷']);
});

test('lines that end where the writer’s editor was full are joined; lists, empty and indented lines stay', (t) => {
	t.is(reflow('one\ntwo\n\nthree\n- four\n  five\n'), 'one two\n\nthree\n- four\n  five');
});

test('lines of a script without spaces are joined without one; a Latin word keeps its own', (t) => {
	t.is(reflow('这是一个\n节点。\nPod 在\nnode-a\n上。\n\n完。'), '这是一个节点。Pod 在 node-a 上。\n\n完。');
	t.is(
		reflow('先问“你是谁”；“可以吗”\n则去问\n“kubectl”\n和\n“你”。'),
		'先问“你是谁”；“可以吗”则去问“kubectl”和“你”。',
	);
});

test('a mark stays with its word, whatever stands beside it: a Latin word, a number, another tone', (t) => {
	const rows = (...texts: readonly string[]): Segment[] =>
		texts.map((text, at) => ({text, tone: at % 2 === 0 ? 'plain' : 'dim'}));
	for (const columns of Array.from({length: 20}, (_, at) => at + 10)) {
		for (const row of [
			rows('在每个插件都改完之后（#2228，就在屏幕上）。'),
			rows('每一轮里都有（', '准入', '），后面是一句话。'),
			rows('它叫做“', 'etcd', '”：一个存储。'),
		]) {
			for (const shown of wrapRow(row, columns)) {
				t.notRegex(plainText(shown), /^[”、。）；：，》]|[“（《]$/, `${columns}`);
			}
		}
	}
});

test('no row begins with a closing mark, and none ends with an opening one', (t) => {
	t.deepEqual(wrap('它叫做“记录”，不是 Pod，也不是（节点）。', 12), [
		'它叫做“记',
		'录”，不是',
		'Pod，也不是',
		'（节点）。',
	]);
	for (let columns = 12; columns < 40; columns++) {
		for (const row of wrap('它叫做“记录”，不是 Pod，也不是（节点）；kubelet、etcd：都不是《它》。', columns)) {
			t.notRegex(row, /^[”、。）；：，》]|[“（《]$/, `${columns}`);
		}
	}
});

for (const [name, columns, shown] of [
	['shop-6d5f7c8b9-cks6k', 20, 'shop-6d5f7c8b9-cks6k'],
	['shop-6d5f7c8b9-cks6k', 13, 'shop-…-cks6k'],
	['shop-6d5f7c8b9-cks6k', 12, 'shop-…-cks6k'],
	['/registry/pods/default/shop-6d5f7c8b9-cks6k', 24, '/registry/pods/…-cks6k'],
	['8f1539cd9bdf41a7b4c7', 9, '8f15…b4c7'],
	['docker.io/library/nginx', 16, 'docker.io…/nginx'],
	['数据库-主节点-甲', 9, '数据…-甲'],
	['web', 2, 'w…'],
	['web', 0, ''],
] as const) {
	test(`${name} is shortened to ${columns} columns as ${shown}`, (t) => {
		t.is(shorten(name, columns), shown);
	});
}

test('a shortened name has a beginning, an end and at most its columns', (t) => {
	fc.assert(
		fc.property(anyText, fc.integer({min: 1, max: 60}), (name, columns) => {
			const shown = shorten(name, columns);
			t.true(width(shown) <= columns);
			t.is(shown === clean(name), width(clean(name)) <= columns);
		}),
		{numRuns: 300, seed: 7},
	);
});

const table: ReadonlyArray<readonly Cell[]> = [
	[
		{text: 'NAME', tone: 'title'},
		{text: 'READY', tone: 'title'},
		{text: 'STATUS', tone: 'title'},
	],
	[
		{text: 'shop-78999b9646-cks6k', tone: 'plain', name: true},
		{text: '1/1', tone: 'plain'},
		{text: 'Running', tone: 'good'},
	],
];

test('a table has its columns one below the other; names give way first, then the last columns', (t) => {
	const shown = (room: number) => tableRows(table, room).map((row) => plainText(row));
	t.deepEqual(shown(60), ['NAME                   READY  STATUS', 'shop-78999b9646-cks6k  1/1    Running']);
	t.deepEqual(shown(28), ['NAME          READY  STATUS', 'shop-…-cks6k  1/1    Running']);
	t.deepEqual(shown(20), ['NAME           READY', 'shop-…-cks6k   1/1']);
	t.deepEqual(columnWidths(table, 60), [21, 5, 7]);
	t.deepEqual(columnWidths(table, 34, 2), [21, 5]);
});

test('a plain text is one row', (t) => {
	t.deepEqual(wrapRow(line('ready'), 40), [[{text: 'ready', tone: 'plain'}]]);
});

test('a text that is cut ends after a whole word, unless one word fills the row', (t) => {
	t.deepEqual(wrapAtMost('it wants two Pods one exists', 17, 1), ['it wants two …']);
	t.deepEqual(wrapAtMost('it wants two Pods', 17, 1), ['it wants two Pods']);
	t.deepEqual(wrapAtMost('one two three four five', 9, 2), ['one two', 'three …']);
	t.deepEqual(wrapAtMost('abcdefghijklmnop', 8, 1), ['abcdef …']);
});
