import {examMark, progressMark} from '../../classroom/progress-mark.js';
import {languageNameOf, languageNames, offeredLanguages} from '../../stages/language-names.js';
import {pad} from '../paint/text.js';
import type {ScreenWords} from '../words/screen-words.js';
import {screenWords} from '../words/words.js';
import type {Offer, OfferedFile} from './offer.js';
import {chapterOf, chapters, numberOf, progressName} from '../../classroom/heads.js';

/** A choice on the home screen. */
export type Choice =
	| {readonly view: 'lesson'; readonly lesson: string}
	/** A broken cluster. */
	| {readonly view: 'drill'; readonly drill: string}
	/** A set of exam tasks, in its last state. */
	| {readonly view: 'exam'; readonly exam: string}
	| {readonly view: 'open'; readonly file: string}
	| {readonly view: 'replay'; readonly file: string}
	/** Free play, on the cluster of a scenario file or on the usual one. */
	| {readonly view: 'play'; readonly file?: string};

/** One line that can be chosen: it opens something, unfolds a chapter, asks for a path, or changes the language. */
export interface Item {
	/** Its key, independent of name and position. */
	readonly key: string;
	readonly label: string;
	readonly choice?: Choice;
	/** The list that it unfolds: a chapter, the drills, or the exams. */
	readonly chapter?: number;
	/** The chapter whose page it opens. */
	readonly page?: number;
	readonly ask?: 'open' | 'replay';
	readonly language?: string;
}

/** The words of the home screen in the offered language. */
export const homeWords = ({language}: Offer): ScreenWords['home'] => screenWords(languageNameOf(language)).home;

type Lesson = Offer['lessons'][number];

const markOf = (lesson: string, {progress}: Offer): string => progressMark(progress[lesson]);

const lessonWords = ({name, title, minutes, steps}: Lesson, offer: Offer): string => {
	const kept = offer.progress[name];
	return homeWords(offer).lesson(
		numberOf(name),
		title,
		minutes,
		kept && !kept.done ? [kept.index + 1, steps] : undefined,
	);
};

/** The next lesson: an unfinished one, otherwise the first that is not completed. */
export const nextLesson = ({lessons, progress}: Offer): Lesson | undefined =>
	lessons.find(({name}) => progress[name] && !progress[name].done) ?? lessons.find(({name}) => !progress[name]?.done);

const goOnItem = (offer: Offer): Item[] => {
	const next = nextLesson(offer);
	const begun = next && offer.progress[next.name];
	const words = homeWords(offer);
	const start = Object.keys(offer.progress).length === 0 ? words.begin : words.next;
	const word = begun ? words.continue : start;
	return next
		? [
				{
					key: 'go on',
					label: `${markOf(next.name, offer)} ${word}${screenWords(languageNameOf(offer.language)).colon}${lessonWords(next, offer)}`,
					choice: {view: 'lesson', lesson: next.name},
				},
			]
		: [];
};

const lessonItem = (lesson: Lesson, offer: Offer): Item => ({
	key: `lesson ${lesson.name}`,
	label: `    ${markOf(lesson.name, offer)} ${lessonWords(lesson, offer)}`,
	choice: {view: 'lesson', lesson: lesson.name},
});

const chapterItems = (offer: Offer, unfolded: readonly number[]): Item[] =>
	chapters.flatMap(({first, last}, chapter) => {
		const words = homeWords(offer);
		const title = words.chapters[chapter] ?? '';
		const lessons = offer.lessons.filter(({name}) => chapterOf(name) === chapter);
		const done = lessons.filter(({name}) => offer.progress[name]?.done).length;
		const open = unfolded.includes(chapter);
		const marks = lessons.map(({name}) => markOf(name, offer)).join('');
		const head: Item = {
			key: `chapter ${chapter}`,
			label:
				`${open ? '-' : '+'} ${`${first}–${last}`.padEnd(6)} ${pad(title, 22)} ${marks.padEnd(7)}${done === 0 ? '' : words.doneOf(done, lessons.length)}`.trimEnd(),
			chapter,
		};
		const page: Item = {key: `page ${chapter}`, label: `    ▣ ${words.learned}`, page: chapter};
		return lessons.length === 0
			? []
			: [
					head,
					...(open ? lessons.map((lesson) => lessonItem(lesson, offer)) : []),
					...(open && done > 0 ? [page] : []),
				];
	});

/** The fold of the drills; chapters have their numbers. */
export const drillsFold = -1;

/** The broken clusters, by level, under a line that says how many are repaired. */
const drillItems = ({drills, progress, ...offer}: Offer, unfolded: readonly number[]): Item[] => {
	const words = homeWords({...offer, drills, progress});
	const keptOf = (name: string) => progress[progressName(name)];
	const done = drills.filter(({name}) => keptOf(name)?.done).length;
	const open = unfolded.includes(drillsFold);
	const head: Item = {
		key: 'drills',
		label: `${open ? '-' : '+'} ${words.drills}${done === 0 ? '' : `  ${words.doneOf(done, drills.length)}`}`,
		chapter: drillsFold,
	};
	return drills.length === 0
		? []
		: [
				head,
				...(open ? drills : []).map(({name, title, level}): Item => ({
					key: `drill ${name}`,
					label: `    ${progressMark(keptOf(name))} ${words.drill(level, title)}`,
					choice: {view: 'drill', drill: name},
				})),
			];
};

/** The fold of the exams. */
export const examsFold = -2;

/** The sets of exam tasks, under a line that says how many are finished. */
const examItems = (offer: Offer, unfolded: readonly number[]): Item[] => {
	const {exams} = offer;
	const words = homeWords(offer);
	const done = exams.filter(({points}) => points !== undefined).length;
	const open = unfolded.includes(examsFold);
	const head: Item = {
		key: 'exams',
		label: `${open ? '-' : '+'} ${words.exams}${done === 0 ? '' : `  ${words.doneOf(done, exams.length)}`}`,
		chapter: examsFold,
	};
	return exams.length === 0
		? []
		: [
				head,
				...(open ? exams : []).map(({name, title, tasks, minutes, begun, points}): Item => ({
					key: `exam ${name}`,
					label: `    ${examMark({begun, points})} ${words.exam(title, tasks, minutes, points)}`,
					choice: {view: 'exam', exam: name},
				})),
			];
};

const fileItem = ({name, kind, objects}: OfferedFile, words: ScreenWords['home']): Item => {
	const key = `file ${name}`;
	if (kind === 'scenario') {
		return {key, label: `  ${words.playOn(name)}`, choice: {view: 'play', file: name}};
	}

	if (kind === 'recording') {
		return {key, label: `  ${words.replayOf(name)}`, choice: {view: 'replay', file: name}};
	}

	return {
		key,
		label: `  ${words.openFile(name)}${objects.length === 0 ? '' : `  ${objects.join(', ')}`}`,
		choice: {view: 'open', file: name},
	};
};

/** All items, in the order of the screen. @param unfolded the chapters whose lessons are shown */
export const itemsOf = (offer: Offer, unfolded: readonly number[]): readonly Item[] => {
	const words = homeWords(offer);
	const languages: Readonly<Record<string, string>> = languageNames;
	const next = offeredLanguages[offeredLanguages.indexOf(offer.language) + 1] ?? 'en';
	const others = offer.lessons.filter(({name}) => chapterOf(name) === -1);
	return [
		...goOnItem(offer),
		...chapterItems(offer, unfolded),
		...others.map((lesson) => lessonItem(lesson, offer)),
		...drillItems(offer, unfolded),
		...examItems(offer, unfolded),
		{key: 'play', label: `  ${words.play}`, choice: {view: 'play'}},
		...offer.files.map((file) => fileItem(file, words)),
		{key: 'open', label: `  ${words.open}`, ask: 'open'},
		{key: 'replay', label: `  ${words.replay}`, ask: 'replay'},
		{
			key: 'language',
			label: `  ${words.language(languages[offer.language] ?? offer.language, languages[next] ?? next, next)}`,
			language: next,
		},
	];
};
