import test from 'ava';
import {isEnglish} from '../../../../testing/catalogue.js';
import {catalogue} from '../catalogue.js';
import {whatIn} from './titles.js';
import {chineseTitles} from './chinese.js';
import {russianTitles} from './russian.js';

for (const [language, titles] of [
	['zh', chineseTitles],
	['ru', russianTitles],
] as const) {
	test(`each finding has a title in ${language}, and each title a finding`, (t) => {
		t.deepEqual(
			Object.keys(titles),
			catalogue.map(({id}) => id),
		);
		for (const entry of catalogue) {
			t.false(isEnglish(whatIn(language, entry)), entry.id);
		}
	});
}
