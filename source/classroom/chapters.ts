import path from 'node:path';
import {platform} from '../kernel/platform.js';
import {count, list, readDocument, record, text} from '../scenario/document.js';
import {Mistake, mistakesIn} from '../scenario/mistake.js';
import {otherLanguages} from '../stages/language-names.js';
import {authored} from './course.js';
import {readGlossary} from './glossary.js';
import {chapterOf, chapters, courseFolder, numberOf, translationFile} from './heads.js';
import {compareWords} from './wording.js';

/** The page at the end of a chapter: its content, drawn. */
export interface ChapterPage {
	/** The index of the chapter, from 0. */
	readonly chapter: number;
	/** In Kubernetes' own words: the same in every language. */
	readonly drawing: string;
	/** The meaning of the parts of the drawing, and the lesson that showed each. */
	readonly legend: ReadonlyArray<{readonly lesson: number; readonly of: string; readonly says: string}>;
}

const pagesShape = record(
	{
		chapters: list(
			record({drawing: text, legend: list(record({lesson: count, of: text, says: text}, ['lesson', 'of', 'says']))}, [
				'drawing',
				'legend',
			]),
		),
	},
	['chapters'],
);

/** A list of texts for each chapter, in the order of the legend. */
const textsShape = record({chapters: list(list(text))}, ['chapters']);

/** The file of the pages that end the chapters of the course. */
export const chaptersFile = (): string => path.join(courseFolder(), 'chapters.yaml');

const readPages = (file: string) => readDocument(...authored(file, 'chapters'), pagesShape);

const readTexts = (file: string) => readDocument(...authored(file, 'chapters'), textsShape);

/** The pages that end the chapters, in a language; missing texts are English. @throws {Mistakes} the errors of their files */
export const chapterPages = (language?: string, file = chaptersFile()): readonly ChapterPage[] => {
	const told = language === undefined ? '' : translationFile(file, language);
	const texts = told !== '' && platform().find(told) ? readTexts(told).value.chapters : [];
	return readPages(file).value.chapters.map(({drawing, legend}, chapter) => ({
		chapter,
		drawing,
		legend: legend.map((part, index) => ({...part, says: texts[chapter]?.[index] ?? part.says})),
	}));
};

/** The page of the chapter that ends with a lesson; `undefined` when no chapter does. */
export const pageAfter = (lesson: string, language?: string): ChapterPage | undefined => {
	const chapter = chapterOf(lesson);
	return chapters[chapter]?.last === numberOf(lesson) ? chapterPages(language)[chapter] : undefined;
};

/** The maximum width of a drawing: it must fit a screen of 80 columns. */
const widest = 76;

type Place = (path: ReadonlyArray<string | number>) => Mistake['place'];

const pageMistakes = ({drawing, legend, chapter}: ChapterPage, placeOf: Place): readonly Mistake[] => {
	const at = ['chapters', chapter];
	const {first, last} = chapters[chapter] ?? {first: 0, last: -1};
	const long = drawing.split('\n').find((row) => [...row].length > widest);
	return [
		...(long === undefined
			? []
			: [new Mistake(`a row of ${[...long].length} characters: at most ${widest} fit`, placeOf([...at, 'drawing']))]),
		...legend.flatMap(({of, lesson}, index) => [
			...(drawing.includes(of)
				? []
				: [new Mistake(`the drawing does not contain "${of}"`, placeOf([...at, 'legend', index, 'of']))]),
			...(first <= lesson && lesson <= last
				? []
				: [new Mistake(`lesson ${lesson} is not in this chapter`, placeOf([...at, 'legend', index, 'lesson']))]),
		]),
		...Array.from({length: last - first + 1}, (_, index) => first + index)
			.filter((lesson) => !legend.some((part) => part.lesson === lesson))
			.map((lesson) => new Mistake(`no text introduces lesson ${lesson}`, placeOf([...at, 'legend']))),
	];
};

const translationMistakes = (pages: readonly ChapterPage[], file: string, language: string): readonly Mistake[] => {
	const told = translationFile(file, language);
	if (!platform().find(told)) {
		return [];
	}

	const {value, placeOf} = readTexts(told);
	return pages.flatMap(({chapter, legend}) => {
		const texts = value.chapters[chapter] ?? [];
		return texts.length === legend.length
			? compareWords(
					legend.map(({says}, index) => [{path: ['chapters', chapter, index], from: says, to: texts[index] ?? ''}]),
					readGlossary(language),
					placeOf,
				)
			: [
					new Mistake(
						`the number of texts is ${texts.length}, but ${legend.length} in English`,
						placeOf(texts.length === 0 ? ['chapters'] : ['chapters', chapter]),
					),
				];
	});
};

/** The mistakes in the pages that end the chapters, and in their translations. */
export const checkChapters = (file = chaptersFile()): readonly Mistake[] => {
	try {
		const {value, placeOf} = readPages(file);
		const pages = value.chapters.map((page, chapter) => ({...page, chapter}));
		return [
			...(pages.length === chapters.length
				? []
				: [
						new Mistake(
							`the number of chapters is ${pages.length}, but the course has ${chapters.length}`,
							placeOf(['chapters']),
						),
					]),
			...pages.flatMap((page) => pageMistakes(page, placeOf)),
			...otherLanguages.flatMap((language) => translationMistakes(pages, file, language)),
		];
	} catch (error) {
		return mistakesIn(error);
	}
};
