import test from 'ava';
import {untranslated} from '../../testing/catalogue.js';
import {exportTexts, exportWords} from './words.js';

for (const language of ['zh', 'ru'] as const) {
	test(`exports say nothing in English in ${language}, and keep names and numbers`, (t) => {
		t.deepEqual(exportTexts.lacking(language), []);
		t.deepEqual(untranslated(exportWords('en'), exportWords(language), ['comma']), []);
	});
}
