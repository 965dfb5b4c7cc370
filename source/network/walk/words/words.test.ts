import test from 'ava';
import {untranslated} from '../../../testing/catalogue.js';
import {walkTexts, walkWords} from './words.js';

for (const language of ['zh', 'ru'] as const) {
	test(`nothing is said of a packet's way in English in ${language}, and names and numbers are kept`, (t) => {
		t.deepEqual(untranslated(walkWords('en'), walkWords(language), walkTexts.lacking(language)), []);
	});
}
