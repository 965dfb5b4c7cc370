import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {temporaryFolder} from '../testing/temporary-folder.js';
import {chapterPages, checkChapters, pageAfter} from './chapters.js';
import {chapterOf, chapters} from './heads.js';

test('each chapter ends with a page, in every language', (t) => {
	t.deepEqual(checkChapters().map(String), []);
	for (const language of ['en', 'zh', 'ru']) {
		t.is(chapterPages(language).length, chapters.length, language);
	}

	t.is(pageAfter('05-only-now-is-it-real', 'ru')?.legend[0]?.of, 'web.yaml');
	t.regex(pageAfter('05-only-now-is-it-real', 'ru')?.legend[0]?.says ?? '', /^Файл становится записью/);
	t.is(pageAfter('04-changed-on-the-way'), undefined);
	t.is(chapterOf('26-my-lesson'), -1);
});

test('a page that does not fit its drawing, its chapter or its translation is refused where it is', (t) => {
	const file = path.join(temporaryFolder(), 'chapters.yaml');
	writeFileSync(
		file,
		`chapters:
  - drawing: ${'─'.repeat(77)} web
    legend:
      - {lesson: 1, of: web, says: It is read.}
      - {lesson: 6, of: wbe, says: It is written 3 times.}
`,
	);
	writeFileSync(
		file.replace('.yaml', '.ru.yaml'),
		`chapters:
  - - Его читают.
    - Его пишут 4 раза.
`,
	);
	t.deepEqual(
		checkChapters(file).map(
			(mistake) =>
				mistake
					.toString()
					.replace(/^.*\/chapters/, '')
					.split('\n')[0],
		),
		[
			'.yaml:2:3  the number of chapters is 1, but the course has 6',
			'.yaml:2:14  a row of 81 characters: at most 76 fit',
			'.yaml:5:25  the drawing does not contain "wbe"',
			'.yaml:5:18  lesson 6 is not in this chapter',
			'.yaml:4:7  no text introduces lesson 2',
			'.yaml:4:7  no text introduces lesson 3',
			'.yaml:4:7  no text introduces lesson 4',
			'.yaml:4:7  no text introduces lesson 5',
			'.ru.yaml:3:7  the translation lacks "3"',
			'.ru.yaml:3:7  the number 4 is not in the English text',
		],
	);
});
