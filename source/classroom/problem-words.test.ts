import test from 'ava';
import {untranslated} from '../testing/catalogue.js';
import {problemTexts, problemWords} from './problem-words.js';

for (const language of ['zh', 'ru'] as const) {
	test(`what a task lacks is told in ${language}, with its names`, (t) => {
		t.deepEqual(untranslated(problemWords('en'), problemWords(language), problemTexts.lacking(language)), []);
	});
}
