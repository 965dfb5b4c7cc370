import test from 'ava';
import {languageNames, type LanguageName} from '../../stages/language-names.js';
import {commandTable} from '../input/command-table.js';
import {keyTable} from '../input/key-table.js';
import {width} from '../paint/text.js';
import {keyDoes, keyShort, usagesIn, screenWords} from '../words/words.js';

const languages = Object.keys(languageNames).filter((name): name is LanguageName => name in languageNames);
const others = languages.filter((language) => language !== 'en');

/** Every text of a table, what functions make included. */
const textsOf = (value: unknown, path = ''): ReadonlyArray<readonly [path: string, text: string]> =>
	typeof value === 'string'
		? [[path, value]]
		: typeof value === 'function'
			? [[path, String(Reflect.apply(value, undefined, [1, 2, 3, [1, 2]]))]]
			: value && typeof value === 'object'
				? Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
				: [];

for (const language of languages) {
	test(`the screen in ${language} says nothing that is empty or undefined`, (t) => {
		for (const [path, text] of textsOf(screenWords(language))) {
			t.notRegex(text, /^$|undefined|NaN/, path);
		}
	});
}

for (const language of others) {
	test(`every key and word is told in ${language}, and none in English`, (t) => {
		for (const binding of keyTable) {
			t.not(keyDoes(language, binding), binding.does, binding.word);
		}

		t.is(usagesIn(language).length, commandTable.length + 1);
		for (const [usage, does] of usagesIn(language)) {
			t.false(
				usagesIn('en').some(([, english]) => english === does),
				usage,
			);
		}
	});

	test(`short texts of the footer differ in ${language} where they do in English`, (t) => {
		const shorts = [...new Set(keyTable.flatMap(({short}) => short ?? []))];
		const told = shorts.map((short) => keyShort(language, short));
		t.is(new Set(told).size, shorts.length);
		// Some are the same everywhere.
		t.deepEqual(
			shorts.filter((short) => keyShort(language, short) === short),
			['DNS', 'preStop'],
		);
		t.true(told.every((short) => width(short) <= 12));
	});
}
