import test from 'ava';
import {textsOf, untranslated} from '../../testing/catalogue.js';
import {languageNames, type LanguageName} from '../../stages/language-names.js';
import {commandTable} from '../input/command-table.js';
import {keyTable} from '../input/key-table.js';
import {width} from '../paint/text.js';
import {keyDoes, keyShort, usagesIn, screenWords} from '../words/words.js';

const languages = Object.keys(languageNames).filter((name): name is LanguageName => name in languageNames);
const others = languages.filter((language) => language !== 'en');

for (const language of languages) {
	test(`no text of the screen in ${language} is empty`, (t) => {
		t.deepEqual(
			textsOf(screenWords(language)).filter(([, texts]) => texts.every((text) => text === '')),
			[],
		);
	});
}

/** The same in every language: names and numbers alone, and what the user has typed. */
const same: readonly string[] = [];

for (const language of others) {
	test(`the screen says nothing in English in ${language}, and keeps names and numbers`, (t) => {
		t.deepEqual(untranslated(screenWords('en'), screenWords(language), same), []);
	});

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
