import test from 'ava';
import {textsOf, untranslated} from '../../testing/catalogue.js';
import {languageNames, type LanguageName} from '../../stages/language-names.js';
import {commandTable} from '../input/command-table.js';
import {faultKinds} from '../../scenario/faults/fault-kinds.js';
import {keyTable} from '../input/key-table.js';
import {width} from '../paint/text.js';
import {faultDoes, keyDoes, keyShort, lackingKeys, screenTexts, screenWords, usagesIn} from './words.js';

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

/** Kubernetes' own words and marks, which a language uses unchanged. */
const same: Readonly<Partial<Record<LanguageName, readonly string[]>>> = {
	zh: ['board.pods'],
	ru: ['colon', 'messages.between', 'panes.components.pods', 'board.pods'],
};

for (const language of others) {
	test(`the screen says nothing in English in ${language}, and keeps names and numbers`, (t) => {
		t.deepEqual(
			untranslated(screenWords('en'), screenWords(language), [
				...(same[language] ?? []),
				...screenTexts.lacking(language),
			]),
			[],
		);
	});

	test(`every key, word and fault is told in ${language}, and none in English`, (t) => {
		const lacking = lackingKeys(language);
		for (const binding of keyTable.filter(({word}) => !lacking.includes(`keys.${word}`))) {
			t.not(keyDoes(language, binding), binding.does, binding.word);
		}

		for (const fault of faultKinds.filter(({name}) => !lacking.includes(`faults.${name}`))) {
			t.not(faultDoes(language, fault), fault.does, fault.name);
		}

		t.is(usagesIn(language).length, commandTable.length + 1);
		t.is(
			usagesIn(language).filter(([, does]) => usagesIn('en').some(([, english]) => english === does)).length,
			lacking.filter((path) => /^(?:commands\.|resources$)/.test(path)).length,
		);
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

for (const language of languages) {
	test(`heads of the rows below the board are of one width in ${language}`, (t) => {
		t.deepEqual([...new Set(Object.values(screenWords(language).board.heads).map((head) => width(head)))], [7]);
	});
}
