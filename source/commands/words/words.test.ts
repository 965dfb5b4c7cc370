import test from 'ava';
import {untranslated} from '../../testing/catalogue.js';
import {width} from '../../screen/paint/text.js';
import {commandTexts, commandWords} from './words.js';

for (const language of ['zh', 'ru'] as const) {
	test(`commands print nothing in English in ${language}, and keep names and numbers`, (t) => {
		t.deepEqual(
			untranslated(commandWords('en'), commandWords(language), [
				...commandTexts.lacking(language),
				// Two texts of others around a colon.
				...(language === 'ru' ? ['explore.lines.answer', 'chaos.progress', 'check.ofObjects'] : []),
			]),
			[],
		);
	});

	test(`labels of an explanation in ${language} have at most eight columns`, (t) => {
		const {where, says, field, because, unblock, works, helps, untested, or} = commandWords(language).explanation;
		t.deepEqual(
			[where, says, field, because, unblock, works, helps, untested, or].filter((label) => width(label) > 8),
			[],
		);
	});
}
