import type {ChapterPage} from '../../classroom/chapters.js';
import type {LanguageName} from '../../stages/language-names.js';
import {line, pad, rule, width, type Line} from '../paint/text.js';
import {wrap} from '../paint/text-layout.js';
import {screenWords} from '../words/words.js';

/** The page at the end of a chapter: its drawing, and the meaning of each part. */
export const chapterRows = (
	{chapter, drawing, legend}: ChapterPage,
	language: LanguageName,
	columns: number,
): readonly Line[] => {
	const words = screenWords(language).home;
	const names = Math.max(...legend.map(({of}) => width(of)));
	return [
		rule(words.chapterPage(chapter + 1, words.chapters[chapter] ?? ''), columns, words.learned, 'key'),
		line(''),
		...drawing.split('\n').map((row) => line(`  ${row}`, 'good')),
		...legend.flatMap(({lesson, of, says}) =>
			wrap(says, columns - names - 8).map((row, index): Line => [
				{text: index === 0 ? ` ${String(lesson).padStart(3)}  ` : '      ', tone: 'dim'},
				{text: pad(index === 0 ? of : '', names), tone: 'key'},
				{text: `  ${row}`, tone: 'plain'},
			]),
		),
	];
};
