import test from 'ava';
import {comparedWithLibrary} from '../../testing/library-answers.js';
import {compilePath, foundText} from './json-path.js';

const object = {
	kind: 'List',
	items: [
		{name: 'one', count: 1, labels: {'a.b/c': 'x'}, tags: ['p', 'q']},
		{name: 'two', count: 2, on: true},
	],
	none: null,
};

const find = (template: string, allowMissing = true): unknown => compilePath(template, {allowMissing}).results(object);

const found: ReadonlyArray<[string, unknown]> = [
	['{.items[*].name}', [['one', 'two']]],
	['{.items[-1].name}', [['two']]],
	['{.items[0:1].name} {.items[::2].name}', [['one'], [' '], ['one']]],
	['{.items[0,1].name}', [['one', 'two']]],
	["{.items[0]['name','count']}", [['one', 1]]],
	['{.items[0].labels.a\\.b/c}', [['x']]],
	["{.items[0].labels['a\\.b/c']}", [['x']]],
	['{.items[?(@.count>1)].name}', [['two']]],
	['{.items[?(@.on)].name}', [['two']]],
	['{.items[?(@.on==true)].name}', [['two']]],
	['{.items[?(@.name!="one")].name}', [['two']]],
	['{range .items[*]}{.name}{"\\n"}{end}!', [['one'], ['\n'], ['two'], ['\n'], ['!']]],
	['{range .items[*]}{range .tags[*]}{@}{end};{end}', [['p'], ['q'], [';'], [';']]],
	['{range .nothing[*]}{.name}{end}-', [['-']]],
	['{.none}{.nothing}', [[null], []]],
	['{$.kind}{@.kind}', [['List'], ['List']]],
	['{.constructor}{.items.length}{.__proto__}', [[], [], []]],
	['{..name}', [['one', 'two']]],
	["{'a'}{true}{5}", [['a'], [true], [5]]],
];

for (const [template, expected] of found) {
	test(`the path ${template}`, (t) => {
		t.deepEqual(find(template), expected);
	});
}

const refused: ReadonlyArray<[string, string]> = [
	['{.a', 'unclosed action'],
	['{.a[}', 'unterminated array'],
	['{.a[x]}', 'invalid array index x'],
	['{.a[?(@.b)}', 'unclosed array expect ]'],
	['{.a[?(@.b}', 'unterminated filter'],
	['{"a}', 'unterminated quoted string'],
	['{....a}', 'invalid multiple recursive descent'],
	['{|}', "unrecognized character in action: U+007C '|'"],
	['{foo}', 'unrecognized identifier foo'],
	['{end}', 'not in range, nothing to end'],
	['{range .}'.repeat(40), 'too many ranges: has each of them its {end}?'],
	['{.items[5].name}', 'array index out of bounds: index 5, length 2'],
	['{.items[1:0]}', 'starting index 1 is greater than ending index 0'],
	['{.kind[0]}', 'string is not array or slice'],
	['{.items[?(@.count>"a")]}', 'incompatible types for comparison'],
];

for (const [template, message] of refused) {
	test(`the path ${template} is refused`, (t) => {
		t.is(t.throws(() => find(template)).message, message);
	});
}

test('what is missing is refused where it is not allowed', (t) => {
	t.is(t.throws(() => find('{.nothing}', false)).message, 'nothing is not found');
	t.deepEqual(find('{.items[*].on}', false), [[true]]);
});

interface Recorded {
	readonly text: string;
	readonly allowMissing: boolean;
	readonly object: unknown;
}

test('templates find and refuse as in Go', (t) => {
	comparedWithLibrary<Recorded>(t, 'jsonpath', 300, ({text, allowMissing, object}) =>
		compilePath(text, {allowMissing})
			.results(object)
			.map((values) => values.map((value) => foundText(value)).join(' '))
			.join(''),
	);
});
