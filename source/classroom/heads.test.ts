import test from 'ava';
import {findLesson, loadLesson} from './course.js';
import {loadDrill} from './drills/drills.js';
import {drillFile, drillHeads, drillNames, lessonFile, lessonHeads, lessonNames} from './heads.js';

for (const language of [undefined, 'zh', 'ru']) {
	test(`what lists show of lessons is what is read in them: ${language ?? 'en'}`, (t) => {
		t.deepEqual(
			lessonHeads(language),
			lessonNames().map((name) => {
				const {title, minutes, steps} = loadLesson(lessonFile(name), language);
				return {name, title, minutes, steps: steps.length};
			}),
		);
	});

	test(`what lists show of drills is what is read in them: ${language ?? 'en'}`, (t) => {
		const byName = Object.fromEntries(drillHeads(language).map(({name, title, level}) => [name, {title, level}]));
		t.deepEqual(
			byName,
			Object.fromEntries(
				drillNames().map((name) => {
					const {title, drill} = loadDrill(drillFile(name), language);
					return [name, {title, level: drill.level}];
				}),
			),
		);
	});
}

test('a language without a translation is told in English', (t) => {
	t.is(lessonHeads('fr')[0]?.title, findLesson('1').title);
});
