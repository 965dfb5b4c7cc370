import type {ChapterPage} from '../../classroom/chapters.js';
import {chapterOf} from '../../classroom/heads.js';
import {clean, cutStart, line, rule, type Line, type Size} from '../paint/text.js';
import {wrap} from '../paint/text-layout.js';
import {homeWords, itemsOf, nextLesson, type Choice, type Item} from './items.js';
import type {Offer} from './offer.js';

/** The home screen. */
export interface HomeState {
	readonly offer: Offer;
	/** The chapters whose lessons are shown. */
	readonly unfolded: readonly number[];
	readonly items: readonly Item[];
	/** The item that is selected. */
	readonly at: number;
	/** The first item in sight, while the list stays in place after a click; otherwise it follows the selection. */
	readonly top?: number;
	/** The purpose of the path being typed, and its text. */
	readonly asking?: 'open' | 'replay';
	readonly typed: string;
	readonly problem: string;
	/** The language that was chosen. */
	readonly language: string;
	readonly chosen?: Choice;
	/** The page of a chapter, over the whole screen, from its first visible row. */
	readonly page?: {readonly shown: ChapterPage; readonly top: number};
	readonly left: boolean;
}

/** The home screen for the given offer; the lesson to continue with is selected, or the item that was before. */
export const openHome = (offer: Offer, problem = '', selected?: string): HomeState => {
	const lesson = /^lesson (.*)$/.exec(selected ?? '')?.[1] ?? nextLesson(offer)?.name;
	const unfolded = lesson === undefined ? [] : [chapterOf(lesson)];
	const items = itemsOf(offer, unfolded);
	return {
		offer,
		unfolded,
		items,
		at: Math.max(
			0,
			items.findIndex(({key}) => key === selected),
		),
		typed: '',
		problem,
		language: offer.language,
		left: false,
	};
};

/** The first item that the list shows: the selected one is in sight, in the middle where it can be. */
export const firstShown = ({items, at, top}: HomeState, height: number): number => {
	const stays = top !== undefined && at >= top && at < top + height;
	return Math.max(0, Math.min(stays ? top : at - Math.floor(height / 2), items.length - height));
};

/** The parts above and below the list of the home screen, and the height of the list. */
export const homeParts = (
	state: HomeState,
	{columns, rows}: Size,
): {readonly head: readonly Line[]; readonly foot: readonly Line[]; readonly height: number} => {
	const words = homeWords(state.offer);
	const {progress, lessons} = state.offer;
	const done = lessons.filter(({name}) => progress[name]?.done).length;
	const text = Object.keys(progress).length === 0 ? words.introduction : [words.done(done, lessons.length)];
	const wrapped = text.flatMap((one) => wrap(one, columns - 2));
	const head = [
		rule('k8s-walkthrough', columns),
		...(wrapped.length * 3 > rows ? [] : [...wrapped.map((row) => line(` ${row}`)), line('')]),
	];
	const problem = state.problem === '' ? [] : wrap(state.problem, columns - 2).map((row) => line(` ${row}`, 'bad'));
	const unfolds = state.items[state.at]?.chapter !== undefined;
	const opens = unfolds ? words.unfolds : words.opens;
	const foot: Line[] = [
		...problem.slice(0, Math.min(6, rows - 4)),
		...(state.asking
			? [
					line(` ${words.path}: ${cutStart(clean(state.typed), columns - 10)}█`, 'key'),
					line(` ${words.pathKeys}`, 'dim'),
				]
			: [line(` ${state.chosen ? words.opening : opens}`, state.chosen ? 'key' : 'dim')]),
	];
	return {head, foot, height: Math.max(1, rows - head.length - foot.length)};
};
