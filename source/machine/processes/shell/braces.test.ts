import test from 'ava';
import {expandBraces} from './braces.js';
import type {Word} from './syntax/tree.js';

const word = (text: string): Word => [{kind: 'text', text, quoted: false}];

const expanded = (text: string): readonly string[] =>
	expandBraces(word(text)).map((parts) => parts.map((part) => (part.kind === 'text' ? part.text : part.kind)).join(''));

test('braces stand for each of their words', (t) => {
	for (const [text, words] of [
		['a{b,c}d', 'abd acd'],
		['{a,b}{1,2}', 'a1 a2 b1 b2'],
		['{a,{b,c}}', 'a b c'],
		['{08..11}', '08 09 10 11'],
		['{c..a}', 'c b a'],
		['{9..1..4}', '9 5 1'],
		['{a}', '{a}'],
		['{a', '{a'],
	] as const) {
		t.is(expanded(text).join(' '), words, text);
	}
});

test('however many braces a word has, they make no more than so many characters', (t) => {
	const words = expanded('{abcdefgh,ijklmnop}'.repeat(300));
	t.true(words.reduce((sum, {length}) => sum + length, 0) <= 2_100_000);
	t.is(expanded('{1..20000}').length, 10_000);
});
