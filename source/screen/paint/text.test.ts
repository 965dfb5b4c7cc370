import fc from 'fast-check';
import stringWidth from 'string-width';
import test from 'ava';
import {cut, cutStart, fit, line, pad, plainText, rule, shiftLeft, toASCII, width} from './text.js';

const texts: readonly string[] = [
	'',
	'pod',
	'✓ passed › next',
	'中文名字',
	'Модуль',
	'a\tb\nc',
	'👩‍👩‍👧 family',
	'é',
	'\u001B[31mred',
	'x'.repeat(90),
];
const anyText = fc.oneof(fc.constantFrom(...texts), fc.string({unit: 'grapheme', maxLength: 60}));

test('the width of a text is what a terminal takes for it', (t) => {
	for (const text of ['pod', '✓●○◆▸·›─│…■↓↑→←×–', 'Модуль é', '中文', '▁▂▃▄▅▆▇█']) {
		t.is(width(text), stringWidth(text), text);
	}
});

test('a row is fitted to exactly its columns, whatever is in it', (t) => {
	fc.assert(
		fc.property(fc.array(anyText, {maxLength: 4}), fc.integer({min: 1, max: 100}), (parts, columns) => {
			const row = fit(
				parts.map((text) => ({text, tone: 'plain' as const})),
				columns,
			);
			t.is(width(plainText(row)), columns);
			// eslint-disable-next-line no-control-regex
			t.notRegex(plainText(row), /[\u0000-\u001F\u007F]/);
		}),
		{numRuns: 300, seed: 7},
	);
});

test('cut, cutStart and pad keep to their columns and say that something is cut off', (t) => {
	t.is(cut('apiserver', 5), 'apis…');
	t.is(cutStart('apiserver', 5), '…rver');
	t.is(pad('中文', 5), '中文 ');
	t.is(cut('中文', 3), '中…');
	t.is(cut('abc', 0), '');
});

test('plain characters are as wide as what they stand for', (t) => {
	for (const text of texts.slice(0, 4)) {
		const plain = plainText(toASCII(line(text)));
		t.is(width(plain), width(text));
		t.regex(plain, /^[ -~]*$/);
	}
});

test('a rule has its title, its note and its columns', (t) => {
	t.is(plainText(rule('Pod default/web', 30, '#57')), '─ Pod default/web ────── #57 ─');
	t.is(width(plainText(rule('a very long title indeed', 12, '#57'))), 12);
});

test('a row moved to the left begins later', (t) => {
	t.is(
		plainText(
			shiftLeft(
				[
					{text: 'abc', tone: 'plain'},
					{text: 'def', tone: 'good'},
				],
				4,
			),
		),
		'ef',
	);
});
