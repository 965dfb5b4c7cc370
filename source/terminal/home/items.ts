import {languageNameOf, languageNames, offeredLanguages} from '../../stages/language-names.js';
import {pad} from '../paint/text.js';
import type {ScreenWords} from '../words/screen-words.js';
import {screenWords} from '../words/words.js';
import type {Offer, OfferedFile} from './offer.js';

/** What was chosen on the home screen. */
export type Choice =
	| {readonly view: 'lesson'; readonly lesson: string}
	/** The broken cluster that is repaired next. */
	| {readonly view: 'drill'}
	| {readonly view: 'open'; readonly file: string}
	| {readonly view: 'replay'; readonly file: string}
	/** Free play, on the cluster of a scenario file or on the usual one. */
	| {readonly view: 'play'; readonly file?: string};

/** One line that can be chosen: it opens something, unfolds a chapter, asks for a path, or changes the language. */
export interface Item {
	/** What it is, whatever it is called and wherever it stands. */
	readonly key: string;
	readonly label: string;
	readonly choice?: Choice;
	readonly chapter?: number;
	readonly ask?: 'open' | 'replay';
	readonly language?: string;
}

/** The course in parts: the numbers of the first and the last lesson of each. */
export const chapters = [
	{first: 1, last: 5},
	{first: 6, last: 10},
	{first: 11, last: 13},
	{first: 14, last: 19},
	{first: 20, last: 23},
	{first: 24, last: 25},
] as const;

/** What the home screen says in the language that is offered. */
export const homeWords = ({language}: Offer): ScreenWords['home'] => screenWords(languageNameOf(language)).home;

type Lesson = Offer['lessons'][number];

const numberOf = (name: string): number => Number.parseInt(name, 10);

/** The chapter that a lesson is in, counted from 0; −1 if it is in none. */
export const chapterOf = (lesson: string): number =>
	chapters.findIndex(({first, last}) => first <= numberOf(lesson) && numberOf(lesson) <= last);

const markOf = (lesson: string, {progress}: Offer): string =>
	progress[lesson]?.done ? '✓' : progress[lesson] ? '●' : '·';

const lessonWords = ({name, title, minutes, steps}: Lesson, offer: Offer): string => {
	const kept = offer.progress[name];
	return homeWords(offer).lesson(
		numberOf(name),
		title,
		minutes,
		kept && !kept.done ? [kept.index + 1, steps] : undefined,
	);
};

/** The lesson to go on with: one that was left, else the first that is not done. */
export const nextLesson = ({lessons, progress}: Offer): Lesson | undefined =>
	lessons.find(({name}) => progress[name] && !progress[name].done) ?? lessons.find(({name}) => !progress[name]?.done);

const goOnItem = (offer: Offer): Item[] => {
	const next = nextLesson(offer);
	const begun = next && offer.progress[next.name];
	const words = homeWords(offer);
	const word = begun ? words.continue : Object.keys(offer.progress).length === 0 ? words.begin : words.next;
	return next
		? [
				{
					key: 'go on',
					label: `${markOf(next.name, offer)} ${word}: ${lessonWords(next, offer)}`,
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
		return lessons.length === 0 ? [] : [head, ...(open ? lessons.map((lesson) => lessonItem(lesson, offer)) : [])];
	});

const fileItem = ({name, kind, objects}: OfferedFile, words: ScreenWords['home']): Item => {
	const key = `file ${name}`;
	return kind === 'scenario'
		? {key, label: `  ${words.playOn(name)}`, choice: {view: 'play', file: name}}
		: kind === 'recording'
			? {key, label: `  ${words.replayOf(name)}`, choice: {view: 'replay', file: name}}
			: {
					key,
					label: `  ${words.openFile(name)}${objects.length === 0 ? '' : `  ${objects.join(', ')}`}`,
					choice: {view: 'open', file: name},
				};
};

/** Everything that can be chosen, in the order of the screen. @param unfolded the chapters whose lessons are shown */
export const itemsOf = (offer: Offer, unfolded: readonly number[]): readonly Item[] => {
	const words = homeWords(offer);
	const languages: Readonly<Record<string, string>> = languageNames;
	const next = offeredLanguages[offeredLanguages.indexOf(offer.language) + 1] ?? 'en';
	const others = offer.lessons.filter(({name}) => chapterOf(name) === -1);
	return [
		...goOnItem(offer),
		...chapterItems(offer, unfolded),
		...others.map((lesson) => lessonItem(lesson, offer)),
		{key: 'drill', label: `  ${words.drills}`, choice: {view: 'drill'}},
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
