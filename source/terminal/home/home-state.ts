import {readdirSync} from 'node:fs';
import {produce} from 'immer';
import type {MouseReport} from '../input/mouse.js';
import {sharedBeginning, typeInto} from '../input/typing.js';
import {clean, cutStart, line, rule, type Line, type Size} from '../paint/text.js';
import {wrap} from '../paint/text-layout.js';
import {chapterOf, chapterPages, type ChapterPage} from '../../lessons/chapters.js';
import {languageNameOf} from '../../stages/language-names.js';
import {chapterRows} from '../panes/chapter-page.js';
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
	/** What a path is typed for, and what is typed. */
	readonly asking?: 'open' | 'replay';
	readonly typed: string;
	readonly problem: string;
	/** The language that was chosen. */
	readonly language: string;
	readonly chosen?: Choice;
	/** What a chapter has shown, over the whole screen, from a row on. */
	readonly page?: {readonly shown: ChapterPage; readonly top: number};
	readonly left: boolean;
}

/** The home screen for what there is; the lesson to go on with is selected, or the item that was before. */
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

/** Shows the lessons of a chapter, or no longer. */
const toggleChapter = (state: HomeState, chapter: number): HomeState => {
	const unfolded = state.unfolded.includes(chapter)
		? state.unfolded.filter((one) => one !== chapter)
		: [...state.unfolded, chapter];
	const items = itemsOf(state.offer, unfolded);
	return {...state, unfolded, items, at: items.findIndex((item) => item.chapter === chapter), problem: ''};
};

/** Shows what a chapter has shown. */
const openPage = (state: HomeState, chapter: number): HomeState => {
	const shown = chapterPages(state.offer.language)[chapter];
	return shown ? {...state, page: {shown, top: 0}, problem: ''} : state;
};

/** How choosing an item changes the home screen. */
export const chooseItem = (state: HomeState, {choice, ask, language, chapter, page}: Item): HomeState =>
	page !== undefined
		? openPage(state, page)
		: chapter === undefined
			? produce(state, (home) => {
					home.problem = '';
					home.chosen = choice;
					home.asking = ask;
					home.language = language ?? home.language;
				})
			: toggleChapter(state, chapter);

/** The folders and files that complete a path; what is between slashes is kept as it is. */
const pathsLike = (typed: string): readonly string[] => {
	const at = typed.lastIndexOf('/') + 1;
	try {
		return readdirSync(typed.slice(0, at) || '.', {withFileTypes: true})
			.filter(({name}) => name.startsWith(typed.slice(at)) && (typed.length > at || !name.startsWith('.')))
			.map((entry) => typed.slice(0, at) + entry.name + (entry.isDirectory() ? '/' : ''))
			.sort();
	} catch {
		return [];
	}
};

/** A key where a path is typed. */
const pressPath = (state: HomeState, key: string): HomeState =>
	produce(state, (home) => {
		if (key === 'escape') {
			Object.assign(home, {asking: undefined, typed: '', problem: ''});
		} else if (key === 'tab') {
			const found = pathsLike(home.typed);
			home.typed = found.length === 0 ? home.typed : sharedBeginning(found);
			home.problem = found.length === 1 ? '' : found.length === 0 ? homeWords(state.offer).noFile : found.join('  ');
		} else if (key === 'return') {
			const file = home.typed.trim();
			Object.assign(home, {
				asking: undefined,
				typed: '',
				problem: '',
				chosen: file === '' || !home.asking ? undefined : {view: home.asking, file},
			});
		} else {
			home.typed = typeInto(home.typed, key);
			home.problem = '';
		}
	});

const moves: Readonly<Record<string, number>> = {
	down: 1,
	j: 1,
	tab: 1,
	up: -1,
	k: -1,
	backtab: -1,
	pagedown: 10,
	space: 10,
	pageup: -10,
};

const select = (state: HomeState, at: number): HomeState => ({
	...state,
	at: Math.max(0, Math.min(state.items.length - 1, at)),
	problem: '',
});

/** How a key changes the home screen. */
export const pressHome = (state: HomeState, key: string): HomeState => {
	if (key === 'ctrl+c') {
		return {...state, left: true};
	}

	if (state.page) {
		const {top} = state.page;
		const step = moves[key];
		// Which row is the last depends on the screen, which is not known here: drawing goes no further.
		return {...state, page: step === undefined ? undefined : {...state.page, top: Math.max(0, top + step)}};
	}

	if (state.asking !== undefined) {
		return pressPath(state, key);
	}

	const move = moves[key];
	if (move !== undefined) {
		// By single steps the list goes round; by pages it ends.
		const {length} = state.items;
		return select(state, Math.abs(move) === 1 ? (state.at + move + length) % length : state.at + move);
	}

	const item = state.items[state.at];
	switch (key) {
		case 'return': {
			return item ? chooseItem(state, item) : state;
		}

		case 'home':
		case 'g': {
			return select(state, 0);
		}

		case 'end':
		case 'G': {
			return select(state, state.items.length - 1);
		}

		case 'q':
		case 'escape': {
			return {...state, left: true};
		}

		default: {
			return {...state, problem: homeWords(state.offer).nothing(key)};
		}
	}
};

/** The first item that the list shows: the selected one is in sight, in the middle where it can be. */
export const firstShown = ({items, at}: HomeState, height: number): number =>
	Math.max(0, Math.min(at - Math.floor(height / 2), items.length - height));

/** What the mouse makes of the home screen: a click selects, and opens what is selected; the wheel moves. */
export const pointHome = (state: HomeState, {does, button, row}: MouseReport, size: Size): HomeState => {
	if (state.page) {
		return does === 'press' ? {...state, page: undefined} : state;
	}

	if (does === 'wheel-up' || does === 'wheel-down') {
		return state.asking === undefined ? select(state, state.at + (does === 'wheel-up' ? -1 : 1)) : state;
	}

	const {head, height} = homeParts(state, size);
	const at = firstShown(state, height) + row - head.length;
	const item = row >= head.length && row < head.length + height ? state.items[at] : undefined;
	if (does !== 'press' || button !== 'left' || !item) {
		return state;
	}

	return at === state.at ? chooseItem(state, item) : {...select(state, at), asking: undefined, typed: ''};
};

/** What is above and below the list of the home screen, and how tall the list is. */
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
	const foot: Line[] = [
		...problem.slice(0, Math.min(6, rows - 4)),
		...(state.asking
			? [
					line(` ${words.path}: ${cutStart(clean(state.typed), columns - 10)}█`, 'key'),
					line(` ${words.pathKeys}`, 'dim'),
				]
			: [
					line(
						` ${state.chosen ? words.opening : unfolds ? words.unfolds : words.opens}`,
						state.chosen ? 'key' : 'dim',
					),
				]),
	];
	return {head, foot, height: Math.max(1, rows - head.length - foot.length)};
};

/** What a chapter has shown, as the rows of the whole screen; `undefined` while the list is shown. */
export const pageRows = ({page, offer}: HomeState, {columns, rows}: Size): readonly Line[] | undefined => {
	if (!page) {
		return undefined;
	}

	const all = chapterRows(page.shown, languageNameOf(offer.language), columns);
	const top = Math.min(page.top, Math.max(0, all.length - rows + 1));
	const shown = all.slice(top, top + rows - 1);
	return [
		...shown,
		...Array.from({length: rows - 1 - shown.length}, () => line('')),
		line(` ${homeWords(offer).pageKeys}`, 'dim'),
	];
};
