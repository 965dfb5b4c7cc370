import test from 'ava';
import {untranslated} from '../../testing/catalogue.js';
import {diagnosisTexts, diagnosisWords} from './words.js';

for (const language of ['zh', 'ru'] as const) {
	test(`a diagnosis says nothing in English in ${language}, and keeps names and numbers`, (t) => {
		t.deepEqual(untranslated(diagnosisWords('en'), diagnosisWords(language), diagnosisTexts.lacking(language)), []);
	});
}
